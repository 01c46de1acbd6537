import type { AlertSource, Policy } from '../core/policy/policy.ts';
import { plural } from '../core/text/plural.ts';
import type { SlackInspection } from '../slack/app/inspect-slack.ts';
import { about, type Finding } from './report/finding.ts';

type Alerting = Pick<Policy, 'alertSources' | 'watches'>;

export function alertChannels({ alertSources, watches = [] }: Alerting): readonly string[] {
  const sources = [...(alertSources?.values() ?? [])].flatMap(channelsOf);
  return [...new Set([...sources, ...watches.map(({ channel }) => channel)])];
}

function channelsOf({ channel, routes }: AlertSource): readonly string[] {
  return [channel, ...routes.map((route) => route.channel)];
}

export function checkAlerts(
  { alertSources, watches = [] }: Alerting,
  { channels }: Pick<SlackInspection, 'channels'>,
): readonly Finding[] {
  const { ok, unknown, warning } = about('slack-alerts');
  const sources = [...(alertSources?.values() ?? [])];
  if (sources.length + watches.length === 0 || channels.size === 0) return [];
  const wanted = [
    ...sources.flatMap((source) =>
      [...new Set(channelsOf(source))].map((channel) => ({ what: `the alerts of “${source.name}”`, channel })),
    ),
    ...watches.map(({ name, channel }) => ({ what: `the watch “${name}”`, channel })),
  ];
  const found = wanted.flatMap(({ what, channel }) => {
    const tried = channels.get(channel);
    if (!tried || ('value' in tried && tried.value)) return [];
    if ('error' in tried) return [unknown(`Slack didn’t say whether the bot is a member of channel ${channel}`)];
    return [
      warning(`${what} can’t be posted in channel ${channel}: the bot isn’t a member there.`, {
        why: 'People there don’t learn what fires.',
        fix: 'Invite the bot and restart Portolan, or name another channel in the policy file.',
      }),
    ];
  });
  const counts = [plural(sources.length, 'source'), plural(watches.length, 'item of “watches”', 'items of “watches”')];
  return found.length > 0
    ? found
    : [ok(`the bot is a member of every channel of ${counts.filter((each) => !each.startsWith('0')).join(' and ')}`)];
}
