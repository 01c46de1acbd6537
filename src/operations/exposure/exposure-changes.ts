import * as z from 'zod';
import { placeKey } from '../../core/command/context.ts';
import { type ReadRecord, recordKind } from '../../store/kept/record-kind.ts';
import type { Reads } from '../shared/define.ts';
import type { KnownAddress } from '../shared/exposure/known-address.ts';
import type { AppExposure } from '../shared/exposure/read-exposure.ts';

export interface AddressChange {
  readonly record: KnownAddress;
  readonly event: KnownAddress['history'][number];
}

/** Time of a report, and the read time of each app by its key. Times are epoch ms. */
const MadeReport = z.object({ at: z.number(), read: z.record(z.string(), z.number()) });
type MadeReport = z.infer<typeof MadeReport>;

/** `asOf`: the time for which the report was requested. `before`: the previous report. */
const KeptReport = MadeReport.extend({ asOf: z.number(), before: MadeReport.optional() });
type KeptReport = z.infer<typeof KeptReport>;
const reports = recordKind('exposure-report', KeptReport);

type ReadAddresses = Pick<AppExposure, 'context' | 'at' | 'recordsByKey'>;

export function changesSince(apps: readonly ReadAddresses[], report: MadeReport): readonly AddressChange[] {
  const all = apps.flatMap(({ context, recordsByKey }) => {
    const after = report.read[placeKey(context)] ?? report.at;
    return [...recordsByKey.values()].flatMap((each) =>
      each.history
        .filter(({ at, what }) => at > after && what !== 'seen')
        .map((event) => [`${each.key} ${event.at} ${event.what}`, { record: each, event }] as const),
    );
  });
  // An address that moved between apps is known in both apps, so remove duplicates.
  return [...new Map(all).values()].toSorted((one, other) => one.event.at - other.event.at);
}

export function lastReport(id: string, reads: Pick<Reads, 'records'>): Promise<ReadRecord<KeptReport> | undefined> {
  return reports.get(reads, id);
}

/** Returns the report to compare with. If Slack rejected the last one (same `asOf`), returns the one before. */
export function comparedWith(last: KeptReport | undefined, asOf: number): MadeReport | undefined {
  return last?.asOf === asOf ? last.before : last;
}

/** Saves a report. If another report is saved at the same time, the other report stays. */
export async function keepReport(
  id: string,
  { apps, at, asOf }: { readonly apps: readonly ReadAddresses[]; readonly at: number; readonly asOf: number },
  last: ReadRecord<KeptReport> | undefined,
  { keepRecords }: Pick<Reads, 'keepRecords'>,
): Promise<void> {
  const compared = comparedWith(last?.body, asOf);
  const before = compared && { at: compared.at, read: compared.read };
  const readTimes = Object.fromEntries(apps.map(({ context, at: readAt }) => [placeKey(context), readAt]));
  const body = { at, read: readTimes, asOf, before } satisfies KeptReport;
  await keepRecords([reports.save(body, { id, isOpen: false, at }, last?.version)]);
}
