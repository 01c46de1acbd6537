import * as z from 'zod';
import { placeKey } from '../../core/command/context.ts';
import { type ReadRecord, recordKind } from '../../store/kept/record-kind.ts';
import type { Reads } from '../shared/define.ts';
import type { KnownAddress } from '../shared/exposure/known-address.ts';
import type { AppExposure } from '../shared/exposure/read-exposure.ts';

/** Something that happened to an address since the last report. */
export interface AddressChange {
  readonly known: KnownAddress;
  readonly event: KnownAddress['history'][number];
}

/** When a report was made, and when each of its apps was read, by its key. Times are epoch ms. */
const MadeReport = z.object({ at: z.number(), read: z.record(z.string(), z.number()) });
type MadeReport = z.infer<typeof MadeReport>;

/** `asOf`: the moment for which it was asked, and `before`: the report before it. */
const KeptReport = MadeReport.extend({ asOf: z.number(), before: MadeReport.optional() });
type KeptReport = z.infer<typeof KeptReport>;
const reports = recordKind('exposure-report', KeptReport);

type ReadAddresses = Pick<AppExposure, 'context' | 'at' | 'known'>;

/** What readings of some apps have shown since a report, the oldest first. Pure. */
export function changesSince(apps: readonly ReadAddresses[], report: MadeReport): readonly AddressChange[] {
  const all = apps.flatMap(({ context, known }) => {
    const after = report.read[placeKey(context)] ?? report.at;
    return [...known.values()].flatMap((each) =>
      each.history
        .filter(({ at, what }) => at > after && what !== 'seen')
        .map((event) => [`${each.key} ${event.at} ${event.what}`, { known: each, event }] as const),
    );
  });
  // What moved from one app to another is known of both.
  return [...new Map(all).values()].toSorted((one, other) => one.event.at - other.event.at);
}

/** The last report for someone of the same apps. */
export function lastReport(id: string, reads: Pick<Reads, 'records'>): Promise<ReadRecord<KeptReport> | undefined> {
  return reports.get(reads, id);
}

/** The report that one is compared with: one that Slack didn't take is asked again as of its own time. */
export function comparedWith(last: KeptReport | undefined, asOf: number): MadeReport | undefined {
  return last?.asOf === asOf ? last.before : last;
}

/** Remembers a report; one that was made meanwhile is remembered instead. */
export async function keepReport(
  id: string,
  { apps, at, asOf }: { readonly apps: readonly ReadAddresses[]; readonly at: number; readonly asOf: number },
  last: ReadRecord<KeptReport> | undefined,
  { keepRecords }: Pick<Reads, 'keepRecords'>,
): Promise<void> {
  const compared = comparedWith(last?.body, asOf);
  const before = compared && { at: compared.at, read: compared.read };
  const read = Object.fromEntries(apps.map(({ context, at: readAt }) => [placeKey(context), readAt]));
  const body = { at, read, asOf, before } satisfies KeptReport;
  await keepRecords([reports.save(body, { id, isOpen: false, at }, last?.version)]);
}
