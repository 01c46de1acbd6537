import { isAppName, placeText } from '../core/command/context.ts';
import type { Policy } from '../core/policy/policy.ts';
import { acceptedAddresses, hasEnded, unmatchedEntries } from '../operations/shared/exposure/expected-address.ts';
import { knownAddresses } from '../operations/shared/exposure/known-address.ts';
import type { StoredRecord } from '../store/stored-types.ts';
import { about, type Finding } from './report/finding.ts';
import { keptCheckMsg } from './report/kept-check-messages.ts';

/** Finds `expected` entries that match none of the open addresses that were seen. */
export function checkExpected(
  exposed: readonly StoredRecord[],
  accepted: readonly StoredRecord[],
  policy: Pick<Policy, 'expected'>,
  now: number,
): readonly Finding[] {
  const { ok, warning } = about('exposure');
  const entries = policy.expected ?? [];
  const byPeople = accepted.flatMap((each) => acceptedAddresses.read(each)?.body ?? []);
  if (entries.length + byPeople.length === 0) return [];
  const open = exposed
    .flatMap((each) => knownAddresses.read(each)?.body ?? [])
    .filter(({ closed }) => closed === undefined);
  const addresses = open.map((each) => ({ ...each, names: [each.componentName] }));
  const ended = entries.filter((each) => hasEnded(each, now));
  // If no open address was seen, judge nothing. Skip apps given by name, because they are looked up at startup.
  const judged = entries.filter(({ context }) => !context?.some(({ app }) => isAppName(app)));
  const unmatched = addresses.length === 0 ? [] : unmatchedEntries(judged, addresses, now);
  const findings = [
    ...ended.map(({ line }) =>
      warning(keptCheckMsg.expectedEnded({ line }), {
        why: keptCheckMsg.expectedEndedMatters(),
        fix: keptCheckMsg.extendExpected(),
      }),
    ),
    ...unmatched.map(({ line }) =>
      warning(keptCheckMsg.expectedUnmatched({ line }), {
        why: keptCheckMsg.expectedUnmatchedMatters(),
        fix: keptCheckMsg.correctExpected(),
      }),
    ),
    ...byPeople
      .filter((each) => hasEnded(each, now))
      .map(({ address, place, by }) =>
        warning(keptCheckMsg.acceptedEnded({ address, where: placeText(place), who: by.name }), {
          why: keptCheckMsg.acceptedEndedMatters(),
          fix: keptCheckMsg.acceptAgain(),
        }),
      ),
  ];
  const count = entries.length + byPeople.length;
  return findings.length > 0 ? findings : [ok(keptCheckMsg.expected({ count }))];
}
