import { isAppName, placeText } from '../core/command/context.ts';
import type { Policy } from '../core/policy/policy.ts';
import { acceptedAddresses, hasEnded, unmatchedEntries } from '../operations/shared/exposure/expected-address.ts';
import { knownAddresses } from '../operations/shared/exposure/known-address.ts';
import type { StoredRecord } from '../store/stored-types.ts';
import { about, type Finding } from './report/finding.ts';

/** Finds `expected` entries that match none of the addresses seen open. */
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
  const seen = open.map((each) => ({ ...each, names: [each.componentName] }));
  const ended = entries.filter((each) => hasEnded(each, now));
  // Judge nothing without a reading. Skip apps given by name, because they are looked up at startup.
  const judged = entries.filter(({ context }) => !context?.some(({ app }) => isAppName(app)));
  const unmatched = seen.length === 0 ? [] : unmatchedEntries(judged, seen, now);
  const findings = [
    ...ended.map(({ line }) =>
      warning(`the entry under expected: in line ${line} has ended.`, {
        why: 'Addresses that it is about are reported again.',
        fix: 'Remove it, or give it a later date.',
      }),
    ),
    ...unmatched.map(({ line }) =>
      warning(`the entry under expected: in line ${line} fits no address that is open.`, {
        why: 'If one is opened by mistake that fits it, nobody is told.',
        fix: 'Remove it, or correct it.',
      }),
    ),
    ...byPeople
      .filter((each) => hasEnded(each, now))
      .map(({ address, place, by }) =>
        warning(`${address} of ${placeText(place)} isn’t expected any more: what ${by.name} accepted has ended.`, {
          why: 'It is reported again.',
          fix: 'Accept it again, or close it.',
        }),
      ),
  ];
  const count = entries.length + byPeople.length;
  return findings.length > 0 ? findings : [ok(count === 1 ? 'one entry' : `${count} entries`)];
}
