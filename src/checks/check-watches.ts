import { isAppName, placeText } from '../core/command/context.ts';
import type { Policy } from '../core/policy/policy.ts';
import { noContext } from '../delivery/subscription.ts';
import { orUndefined } from '../operations/shared/or-undefined.ts';
import { pausedText } from '../operations/shared/place/paused-text.ts';
import { isCalled } from '../operations/watch/life/configured-watches.ts';
import { Watch } from '../operations/watch/stored-watch.ts';
import { watchText } from '../operations/watch/watch-text.ts';
import type { Platform } from '../platform/platform.ts';
import { plain } from '../slack/slack-catalog.ts';
import type { StoredRecord } from '../store/stored-types.ts';
import { mayHaveContext } from './check-following.ts';
import { about, type Finding } from './finding.ts';

/** Watches that nobody has paused and that aren't evaluated all the same, or won't be from the next start on. */
export function checkWatches(stored: readonly StoredRecord[], policy: Policy): readonly Finding[] {
  const { ok, warning } = about('watches');
  const watches = stored.flatMap(({ body }) => Watch.safeParse(body).data ?? []);
  if (watches.length === 0) return [];
  const paused = watches.flatMap((watch) => {
    // One of the policy file ends with its line there, and the line needs its context.
    const hasPlace = watch.configured !== undefined || mayHaveContext(policy, watch.context);
    const why = watch.paused ?? (hasPlace ? undefined : noContext);
    if (why === undefined || why === 'person') return [];
    const { channel, context, by, id } = watch;
    const what = plain(watchText(watch), 'en', 'UTC');
    return [
      warning(
        `watch ${id} of ${placeText(context)} in channel ${channel} is paused: ${plain(pausedText(why), 'en')}.`,
        {
          why: `${by.name} ${watch.configured ? 'has' : 'had'} this channel watch ${what}.`,
          fix: watch.configured
            ? 'Invite the bot, then restart Portolan.'
            : why === noContext
              ? 'Add the context to the policy file, then resume the watch.'
              : 'Invite the bot, then resume the watch.',
        },
      ),
    ];
  });
  return paused.length > 0 ? paused : [ok(watches.length === 1 ? 'one watch' : `${watches.length} watches`)];
}

/** Whether the components that the policy file watches exist. */
export async function checkWatchedComponents(
  { watches = [] }: Pick<Policy, 'watches'>,
  platform: Pick<Platform, 'listComponents'>,
): Promise<readonly Finding[]> {
  const { ok, unknown, warning } = about('platform-watches');
  const named = watches.filter(({ components, context }) => components.length > 0 && !isAppName(context.app));
  if (named.length === 0) return [];
  const findings: Finding[] = [];
  for (const [where, mine] of Map.groupBy(named, ({ context }) => placeText(context))) {
    const [first] = mine;
    if (!first) continue;
    const { team, region, app } = first.context;
    const list = await orUndefined(platform.listComponents({ team, region, app }));
    if (!list) findings.push(unknown(`${where}: its components couldn’t be read`));
    for (const { name, line, components } of list ? mine : [])
      for (const typed of components.filter((each) => !list?.some((found) => isCalled(found, each))))
        findings.push(
          warning(`${where} has no component “${typed}”, which the watch “${name}” names (line ${line}).`, {
            why: 'It isn’t watched until there is one.',
            fix: 'Correct the name in the policy file.',
          }),
        );
  }
  return findings.length > 0
    ? findings
    : [ok(`the components of ${named.length === 1 ? 'one watch' : `${named.length} watches`} exist`)];
}
