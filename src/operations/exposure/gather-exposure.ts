import * as z from 'zod';
import { type Context, placeKey } from '../../core/command/context.ts';
import { isProblem, type Problem, refused } from '../../core/command/problem.ts';
import type { Ask } from '../../core/operation.ts';
import { needText } from '../../core/policy/explain-policy.ts';
import { contextsOf, type ExpectedAddresses } from '../../core/policy/policy.ts';
import { matchesPlace, rule } from '../../core/policy/policy-decision.ts';
import { canonical } from '../../core/request/plan.ts';
import { type Text, verbatim } from '../../core/text/text.ts';
import { waitOn } from '../../core/waits.ts';
import type { Certificate } from '../../platform/certificate/certificate-endpoints.ts';
import { PlatformError, unlessPlatformFails } from '../../platform/errors/platform-error.ts';
import { type ReadRecord, recordKind } from '../../store/kept/record-kind.ts';
import { isFoundBy } from '../shared/answer/paging.ts';
import type { Reads } from '../shared/define.ts';
import { hasEnded, readAccepted, unmatchedEntries } from '../shared/exposure/expected-address.ts';
import { type ExposureRow, exposureRows, sortedRows } from '../shared/exposure/exposure-rows.ts';
import type { KnownAddress } from '../shared/exposure/known-address.ts';
import { type AppExposure, readExposure } from '../shared/exposure/read-exposure.ts';
import { allRegions, orUnknownTeam, teamFor } from '../shared/find-team-and-region.ts';
import { sharedMsg } from '../shared/operation-messages.ts';
import { orUndefined } from '../shared/or-undefined.ts';
import { contextText, knownContexts } from '../shared/place/known-contexts.ts';
import { exposedMsg } from './exposure-report-messages.ts';

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
  /** Decision that closing a port needs by the policy, with the apps for which it holds. */
  readonly closing: readonly { readonly apps: readonly Context[]; readonly what: Text }[];
}

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

function changesSince(apps: readonly ReadAddresses[], report: MadeReport): readonly AddressChange[] {
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

function lastReport(id: string, reads: Pick<Reads, 'records'>): Promise<ReadRecord<KeptReport> | undefined> {
  return reports.get(reads, id);
}

/** A report that is younger than a shift, in ms, doesn't use up the changes that it showed. */
const shift = 8 * 3_600_000;
/** Age from which a report is no longer compared with, if there is a later one, in ms. */
const longest = 3 * 86_400_000;

interface Comparison {
  /** The time for which the report was requested, epoch ms. */
  readonly asOf: number;
  /** A scheduled report has only the changes since the one before. */
  readonly isScheduled: boolean;
  /** The report was shown, and now all its changes are. */
  readonly isSame: boolean;
}

/** Returns the report to compare with. If Slack rejected the last one (same `asOf`), returns the one before. */
function comparedWith(last: KeptReport | undefined, { asOf, isScheduled, isSame }: Comparison): MadeReport | undefined {
  if (!last?.before) return last?.asOf === asOf ? undefined : last;
  const isRecent = !isScheduled && asOf - last.at < shift && asOf - last.before.at < longest;
  return last.asOf === asOf || isSame || isRecent ? last.before : last;
}

/** Saves a report. If another report is saved at the same time, the other report stays. */
async function keepReport(
  id: string,
  { apps, at, asOf }: { readonly apps: readonly ReadAddresses[]; readonly at: number; readonly asOf: number },
  last: ReadRecord<KeptReport> | undefined,
  compared: MadeReport | undefined,
  { keepRecords }: Pick<Reads, 'keepRecords'>,
): Promise<void> {
  const before = compared && { at: compared.at, read: compared.read };
  const readTimes = Object.fromEntries(apps.map(({ context, at: readAt }) => [placeKey(context), readAt]));
  const body = { at, read: readTimes, asOf, before } satisfies KeptReport;
  await keepRecords([reports.save(body, { id, isOpen: false, at }, last?.version)]);
}

interface ExposureScope {
  readonly apps: readonly Context[];
  readonly title: Text;
  /** Key under which the report is stored for the next comparison. */
  readonly key: string;
  readonly unlisted: readonly Unlisted[];
}

export interface Unlisted {
  readonly name: Text;
  readonly error: PlatformError;
}

interface AskedScope {
  readonly team?: string | undefined;
  readonly all: boolean;
  readonly here: boolean;
}

/**
 * Returns the apps of a report: those of a team, or of all contexts. If the policy file lists the allowed contexts,
 * returns only those.
 * @throws PlatformError if the team's regions can't be listed
 */
async function scopeOf(asked: AskedScope, ask: Ask, reads: Reads): Promise<ExposureScope | Problem> {
  const { context, only } = ask;
  const mayUse = (each: Context) => only?.some((one) => placeKey(one) === placeKey(each)) ?? true;
  if (asked.here) return { apps: [context], title: contextText(context), key: placeKey(context), unlisted: [] };
  if (asked.all) {
    const contexts = [...(await knownContexts(reads)), ...(contextsOf(reads.policy) ? [] : [context])];
    const apps = [...new Map(contexts.map((each) => [placeKey(each), each])).values()].filter(mayUse);
    return { apps, title: exposedMsg.ofAll(), key: '*', unlisted: [] };
  }
  const team = await teamFor(asked.team, ask, reads);
  if (isProblem(team)) return team;
  const ofTeam = await appsOfTeam(team, reads);
  if (isProblem(ofTeam)) return ofTeam;
  const title = exposedMsg.ofTeam({ team: verbatim(team) });
  return { ...ofTeam, apps: ofTeam.apps.filter(mayUse), title, key: team };
}

async function appsOfTeam(team: string, reads: Reads): Promise<Pick<ExposureScope, 'apps' | 'unlisted'> | Problem> {
  const ofPolicy = contextsOf(reads.policy);
  if (ofPolicy) return { apps: ofPolicy.filter((each) => each.team === team), unlisted: [] };
  const regions = await orUnknownTeam(allRegions(team, reads), team, reads);
  if (isProblem(regions)) return regions;
  const unlisted: Unlisted[] = [];
  const listed = regions.map(async ({ regionName: region }) => {
    const apps = await unlessPlatformFails(
      () => reads.platform.listApps({ team, region }),
      (error) => unlisted.push({ name: exposedMsg.region({ region }), error }),
    );
    return (apps ?? []).map(({ appId, name }): Context => ({ team, region, app: appId, appName: name }));
  });
  return { apps: (await Promise.all(listed)).flat(), unlisted };
}

/** `report`: recipient for whom the report is remembered. If undefined, the report isn't remembered. */
interface AskedReport extends AskedScope {
  readonly search?: string | undefined;
  readonly report?: string | undefined;
  /** All changes of the last report, which isn't a new report. */
  readonly changes?: boolean;
}

/** Reads external addresses of a scope's apps; lists unreadable apps. @throws PlatformError if no app can be listed */
export async function gatherExposure(asked: AskedReport, ask: Ask, reads: Reads): Promise<ExposureFacts | Problem> {
  const scope = await scopeOf(asked, ask, reads);
  if (isProblem(scope)) return scope;
  if (scope.apps.length === 0) {
    if (scope.unlisted[0]) throw scope.unlisted[0].error;
    return refused(exposedMsg.noApps());
  }
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
    closing: await whoCloses(scope.apps, ask, reads),
    endedCount: all.filter(({ exposed, expected }) => !expected && accepted.has(exposed.key)).length,
  };
  if (asked.report === undefined) return facts;
  const id = `${asked.report} ${scope.key}`;
  const last = await lastReport(id, reads);
  const isSame = asked.changes === true;
  const compared = comparedWith(last?.body, { asOf: ask.now, isScheduled: asked.here, isSame });
  // If an app was unreadable, keep the old report for comparison, so that the app's changes are reported later.
  if (unread.length === 0 && !isSame) await keepReport(id, { apps, at, asOf: ask.now }, last, compared, reads);
  return { ...facts, since: compared && { at: compared.at, changes: changesSince(apps, compared) } };
}

/** Groups apps by the decision that closing one of their ports needs. */
async function whoCloses(apps: readonly Context[], ask: Ask, { policy, actor }: Pick<Reads, 'policy' | 'actor'>) {
  const { groups } = await actor(ask.person, ask.channel);
  const asker = { id: ask.person.id, groups };
  const ruled = apps.flatMap((context) => {
    const input = { risk: 'change', operation: 'port.close', context, channel: ask.channel, asker } as const;
    const ruling = rule(policy, input);
    return 'refused' in ruling ? [] : [{ context, what: needText(ruling) }];
  });
  return [...Map.groupBy(ruled, ({ what }) => canonical(what)).values()].flatMap((same) =>
    same[0] ? [{ apps: same.map(({ context }) => context), what: same[0].what }] : [],
  );
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
