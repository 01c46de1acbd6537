import type { Context } from '../../core/command/context.ts';
import { isProblem, type Problem, refused } from '../../core/command/problem.ts';
import type { Ask } from '../../core/operation.ts';
import type { ExpectedAddresses } from '../../core/policy/policy.ts';
import { matchesPlace } from '../../core/policy/policy-decision.ts';
import { waitOn } from '../../core/waits.ts';
import type { Certificate } from '../../platform/certificate/certificate-reply.ts';
import { PlatformError } from '../../platform/errors/platform-error.ts';
import { isFoundBy } from '../shared/answer/paging.ts';
import type { Reads } from '../shared/define.ts';
import { hasEnded, readAccepted, unmatchedEntries } from '../shared/exposure/expected-address.ts';
import { type ExposureRow, exposureRows, sortedRows } from '../shared/exposure/exposure-rows.ts';
import { type AppExposure, readExposure } from '../shared/exposure/read-exposure.ts';
import { sharedMsg } from '../shared/operation-messages.ts';
import { orUndefined } from '../shared/or-undefined.ts';
import { type AddressChange, changesSince, comparedWith, keepReport, lastReport } from './exposure-changes.ts';
import { exposedMsg } from './exposure-report-messages.ts';
import { type AskedScope, type ExposureScope, scopeOf } from './exposure-scope.ts';

export interface ExposureFacts {
  readonly scope: ExposureScope;
  /** Rows that match the search, odd ones first. */
  readonly rows: readonly ExposureRow[];
  readonly apps: readonly AppExposure[];
  readonly unread: readonly { readonly context: Context; readonly error: PlatformError }[];
  /** Time of the last report for this recipient, and changes after that report. Absent for the first report. */
  readonly since?: { readonly at: number; readonly changes: readonly AddressChange[] } | undefined;
  /** Time of the read, epoch ms. */
  readonly at: number;
  readonly endedLines: readonly number[];
  readonly unusedLines: readonly number[];
  readonly endedCount: number;
}

/** `report`: recipient for whom the report is remembered. If undefined, the report isn't remembered. */
export interface AskedReport extends AskedScope {
  readonly search?: string | undefined;
  readonly report?: string | undefined;
}

/** Reads external addresses of a scope's apps; lists unreadable apps. @throws PlatformError if no app can be listed */
export async function gatherExposure(asked: AskedReport, ask: Ask, reads: Reads): Promise<ExposureFacts | Problem> {
  const scope = await scopeOf(asked, ask, reads);
  if (isProblem(scope)) return scope;
  if (scope.apps.length === 0) return refused(exposedMsg.noApps());
  const at = reads.clock();
  const accepted = await readAccepted(reads);
  // Build each app's rows immediately after its read, because building all rows together would block the event loop.
  const rowsOf = (exposure: AppExposure) => exposureRows([exposure], { policy: reads.policy, accepted }, ask.now);
  const results = await readApps(scope.apps, reads, rowsOf);
  const apps = results.flatMap((each) => ('exposure' in each && each.exposure ? [each.exposure] : []));
  const unread = results.flatMap((each) => ('error' in each ? [each] : []));
  if (apps.length + unread.length < results.length) return refused(sharedMsg.notInApi());
  const all = sortedRows(results.flatMap((each) => ('rows' in each ? each.rows : [])));
  const rows = asked.search === undefined ? all : all.filter((row) => isFoundBy(asked.search, namesOf(row)));
  const entries = reads.policy.expected ?? [];
  const isOf = ({ context }: ExpectedAddresses) =>
    !context || context.some((each) => scope.apps.some((app) => matchesPlace(each, app)));
  const addresses = all.map(({ exposed }) => ({ ...exposed, place: exposed.context }));
  // An entry without a context applies to all contexts, so only a complete read can show that the entry is unused.
  const isWhole = unread.length === 0 && scope.key === '*';
  const facts = {
    scope,
    rows,
    apps,
    unread,
    at,
    endedLines: entries.filter((each) => hasEnded(each, ask.now)).map(({ line }) => line),
    unusedLines: unmatchedEntries(
      entries.filter((each) => isWhole || (each.context && isOf(each))),
      addresses,
      ask.now,
    ).map(({ line }) => line),
    endedCount: all.filter(({ exposed, expected }) => !expected && accepted.has(exposed.key)).length,
  };
  if (asked.report === undefined) return facts;
  const id = `${asked.report} ${scope.key}`;
  const last = await lastReport(id, reads);
  // If an app was unreadable, keep the old report for comparison, so that the app's changes are reported later.
  if (unread.length === 0) await keepReport(id, { apps, at, asOf: ask.now }, last, reads);
  const compared = comparedWith(last?.body, ask.now);
  return { ...facts, since: compared && { at: compared.at, changes: changesSince(apps, compared) } };
}

function namesOf({ exposed }: ExposureRow): readonly string[] {
  const { address, componentName, names, port, context } = exposed;
  return [address, componentName, ...names, `${componentName}:${port}`, context.appName ?? '', context.app];
}

type ExposureOrError =
  | { readonly exposure: AppExposure | undefined; readonly rows: readonly ExposureRow[] }
  | { readonly context: Context; readonly error: PlatformError };

async function readApps(
  apps: readonly Context[],
  reads: Reads,
  rowsOf: (exposure: AppExposure) => readonly ExposureRow[],
): Promise<readonly ExposureOrError[]> {
  const certificates = new Map<string, Promise<readonly Certificate[] | undefined>>();
  const certificatesOf = ({ team, region }: Context) => {
    const ofTeam = certificates.get(team) ?? readCertificates({ team, region }, reads);
    certificates.set(team, ofTeam);
    return ofTeam;
  };
  const checksPorts = apps.length <= maxCheckedApps;
  let done = 0;
  const reading = apps.map(async (context): Promise<ExposureOrError> => {
    try {
      const exposure = await readExposure(context, reads, { certificates: await certificatesOf(context), checksPorts });
      return { exposure, rows: exposure ? rowsOf(exposure) : [] };
    } catch (error) {
      if (error instanceof PlatformError) return { context, error };
      throw error;
    } finally {
      done += 1;
    }
  });
  return waitOn({ on: 'apps', of: apps.length, done: () => done }, Promise.all(reading));
}

/** If there are more apps than this, skip the extra reads of ports that find rules without a target. */
const maxCheckedApps = 20;

async function readCertificates({ team }: Pick<Context, 'team' | 'region'>, { platform, turns }: Reads) {
  const list = await orUndefined(turns.take({ region: '' }, () => platform.listCertificates({ team })));
  return list?.certificates;
}
