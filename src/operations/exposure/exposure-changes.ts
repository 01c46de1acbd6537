import * as z from 'zod';
import type { StoredRecord } from '../../store/stored-types.ts';
import type { Reads } from '../shared/define.ts';
import type { KnownAddress } from '../shared/exposure/known-address.ts';

/** Something that happened to an address since the last report. */
export interface AddressChange {
  readonly known: KnownAddress;
  readonly event: KnownAddress['history'][number];
}

/** What happened to some addresses after a moment, the oldest first. Pure. */
export function changesSince(known: readonly KnownAddress[], after: number): readonly AddressChange[] {
  const all = known.flatMap((each) => each.history.map((event) => ({ known: each, event })));
  const unique = new Map(all.map((each) => [`${each.known.key} ${each.event.at} ${each.event.what}`, each]));
  return [...unique.values()]
    .filter(({ event }) => event.at > after && event.what !== 'seen')
    .toSorted((one, other) => one.event.at - other.event.at);
}

const Report = z.object({ at: z.number() });
const reportKind = 'exposure-report';

type StoredReport = z.infer<typeof Report> & { readonly stored: StoredRecord };

/** The last report for someone of the same apps. */
export async function lastReport(id: string, { records }: Pick<Reads, 'records'>): Promise<StoredReport | undefined> {
  const stored = await records.get(reportKind, id);
  const report = Report.safeParse(stored?.body).data;
  return stored && report && { ...report, stored };
}

/** Remembers a report; one that was made meanwhile is remembered instead. */
export async function keepReport(
  id: string,
  at: number,
  last: StoredReport | undefined,
  { keepRecords }: Pick<Reads, 'keepRecords'>,
): Promise<void> {
  const next = { kind: reportKind, id, placeKey: '', channel: '', isOpen: false, at, body: { at } };
  await keepRecords([{ next, expect: last?.stored.version ?? 'new' }]);
}
