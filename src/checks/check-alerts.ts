import type { AlertSource, Policy } from '../core/policy/policy.ts';
import type { SlackInspection } from '../slack/app/inspect-slack.ts';
import { about, type Finding } from './report/finding.ts';
import { keptCheckMsg } from './report/kept-check-messages.ts';

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
      [...new Set(channelsOf(source))].map((channel) => ({
        what: keptCheckMsg.alertsOf({ name: source.name }),
        channel,
      })),
    ),
    ...watches.map(({ name, channel }) => ({ what: keptCheckMsg.watchNamed({ name }), channel })),
  ];
  const found = wanted.flatMap(({ what, channel }) => {
    const tried = channels.get(channel);
    if (!tried || ('value' in tried && tried.value)) return [];
    if ('error' in tried) return [unknown(keptCheckMsg.membershipUnknown({ channel }))];
    return [
      warning(keptCheckMsg.notPosted({ what, channel }), {
        why: keptCheckMsg.notPostedMatters(),
        fix: keptCheckMsg.inviteOrMove(),
      }),
    ];
  });
  return found.length > 0 ? found : [ok(keptCheckMsg.alertsFine({ sources: sources.length, watches: watches.length }))];
}
