import { isAppName, placeText } from '../core/command/context.ts';
import type { Policy } from '../core/policy/policy.ts';
import { orUndefined } from '../operations/shared/or-undefined.ts';
import { isCalled } from '../operations/watch/life/configured-watches.ts';
import type { Platform } from '../platform/platform.ts';
import { about, type Finding } from './report/finding.ts';
import { keptCheckMsg } from './report/kept-check-messages.ts';

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
    if (!list) findings.push(unknown(keptCheckMsg.componentsUnread({ where })));
    for (const { name, line, components } of list ? mine : [])
      for (const typed of components.filter((each) => !list?.some((found) => isCalled(found, each))))
        findings.push(
          warning(keptCheckMsg.componentUnknown({ where, typed, name, line }), {
            why: keptCheckMsg.componentUnwatched(),
            fix: keptCheckMsg.correctComponent(),
          }),
        );
  }
  return findings.length > 0 ? findings : [ok(keptCheckMsg.componentsFine({ count: named.length }))];
}
