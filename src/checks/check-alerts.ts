import type { Policy } from '../core/policy/policy.ts';
import type { SlackInspection } from '../slack/app/inspect-slack.ts';
import { about, type Finding } from './finding.ts';

/** The channels in which alerts are posted, each once. */
export function alertChannels({ alertSources }: Pick<Policy, 'alertSources'>): readonly string[] {
  const sources = [...(alertSources?.values() ?? [])];
  return [...new Set(sources.flatMap(({ channel, routes }) => [channel, ...routes.map((route) => route.channel)]))];
}

/** Whether the bot can post the alerts of every source where the policy file wants them. */
export function checkAlerts(
  { alertSources }: Pick<Policy, 'alertSources'>,
  { channels }: Pick<SlackInspection, 'channels'>,
): readonly Finding[] {
  const { ok, unknown, warning } = about('slack-alerts');
  if (!alertSources || alertSources.size === 0 || channels.size === 0) return [];
  const found = [...alertSources.values()].flatMap((source) =>
    alertChannels({ alertSources: new Map([[source.name, source]]) }).flatMap((channel) => {
      const tried = channels.get(channel);
      if (!tried || ('value' in tried && tried.value)) return [];
      if ('error' in tried) return [unknown(`Slack didn’t say whether the bot is a member of channel ${channel}`)];
      return [
        warning(`the alerts of “${source.name}” can’t be posted in channel ${channel}: the bot isn’t a member there.`, {
          why: 'What fires meanwhile is posted only when one of its alerts changes.',
          fix: 'Invite the bot, or name another channel in the policy file.',
        }),
      ];
    }),
  );
  const count = alertSources.size === 1 ? 'one source' : `${alertSources.size} sources`;
  return found.length > 0 ? found : [ok(`the bot is a member of every channel of ${count}`)];
}
