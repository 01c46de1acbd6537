import { join, type Text, verbatim } from '../../../core/text/text.ts';
import type { AuditRow } from '../../../store/audit/audit-entry.ts';
import { handled, handlingVerbs } from '../audit-kind-messages.ts';
import { auditMsg } from '../audit-messages.ts';
import { handlings, recordedText } from './audit-words.ts';

/**
 * Returns the name of the incident or watch that an entry acknowledges or silences. A silence until recovery covers
 * only what fired then, not its watch.
 */
export function handledIn({ request, operation = '', details = {} }: AuditRow): Text | undefined {
  if (request !== undefined || details.what === undefined || handlings[operation] === undefined) return undefined;
  if (operation === 'watch.resume' && details.silence !== 'ended') return undefined;
  const what = recordedText(details, 'what');
  return operation.startsWith('watch.') && details.until !== 'recovered' ? handled.watch({ what }) : what;
}

/** Says what a person did with an incident or watch. */
export function handlingText({ operation = '', details = {}, who: { name: who }, at }: AuditRow): Text {
  const { until } = details;
  const how = handlings[operation] ?? 'ended';
  if (how !== 'silenced') return handled[how]({ who });
  if (typeof until !== 'number') return handled.silencedUntilOver({ who });
  return handled.silenced({ who, until: { at: until, beside: at } });
}

/** Says how often people did something before the newest entry. Names people who weren't named yet. @param rows newest first */
export function handlingCounts(rows: readonly [AuditRow, ...AuditRow[]]): readonly Text[] {
  const [newest, ...earlier] = rows;
  const named = new Set([newest.who.name]);
  return (['acknowledged', 'unacknowledged', 'silenced', 'ended'] as const).flatMap((how) => {
    const same = earlier.filter(({ operation = '' }) => handlings[operation] === how);
    if (same.length === 0) return [];
    const verb = handlingVerbs[how]();
    const what = same.length > 1 ? handled.times({ what: verb, count: same.length }) : verb;
    const names = [...new Set(same.map(({ who }) => who.name))];
    const areNamed = same.length > 1 && names.every((name) => named.has(name));
    for (const name of names) named.add(name);
    return areNamed ? [what] : [auditMsg.byPerson({ what, who: join(names.map(verbatim), ', ') })];
  });
}
