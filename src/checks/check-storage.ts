import type { UsableConfig } from '../config.ts';
import { isAppName, placeText } from '../core/command/context.ts';
import type { EvidenceKey } from '../core/evidence-key.ts';
import { defaultPolicy, type Policy } from '../core/policy/policy.ts';
import type { Text } from '../core/text/text.ts';
import type { World } from '../core/world.ts';
import { followRecords } from '../operations/follow/stored-follow.ts';
import { acceptedAddresses, hasEnded, unmatchedEntries } from '../operations/shared/exposure/expected-address.ts';
import { knownAddresses } from '../operations/shared/exposure/known-address.ts';
import { watchRecords } from '../operations/shared/watch/stored-watch.ts';
import type { AuditVerdict } from '../store/audit/audit-entry.ts';
import { verdictText } from '../store/audit/audit-verdict.ts';
import { type DiskSpace, diskSpaceOf } from '../store/disk-space.ts';
import {
  inspectStore,
  openAudit,
  readRecords,
  readSchedules,
  type StoreInspection,
  type StorePlace,
} from '../store/open-store.ts';
import { StoreProblem } from '../store/store.ts';
import type { StoredRecord } from '../store/stored-types.ts';
import { clockText } from './check-slack.ts';
import { checkFollowing, checkSchedules, checkWatches } from './check-subscriptions.ts';
import { doctorMsg } from './report/doctor-messages.ts';
import { about, type Finding, resultOf } from './report/finding.ts';
import { keptCheckMsg } from './report/kept-check-messages.ts';
import { platformCheckMsg } from './report/platform-check-messages.ts';

interface StorageSetup {
  readonly world: World;
  readonly isStart?: boolean;
  readonly diskSpace?: typeof diskSpaceOf;
}

/** Maximum time to search the embedded database for damage, in ms. A bot that starts waits for the search. */
const damageMs = { start: 1_000, doctor: 20_000 };

export async function storageFindings(
  { store, audit, policy = defaultPolicy, evidenceKey }: UsableConfig,
  { world, diskSpace = diskSpaceOf, isStart = false }: StorageSetup,
): Promise<readonly Finding[]> {
  if (!store) return [];
  const where = store.engine === 'sqlite' ? store.directory : undefined;
  const disk = where === undefined ? [] : [checkDisk(await diskSpace(where), where)];
  const place: StorePlace =
    store.engine === 'sqlite'
      ? { dataDirectory: store.directory }
      : { dataDirectory: '', databaseUrl: store.url.reveal() };
  try {
    const inspected = await inspectStore(place, world.now, isStart ? damageMs.start : damageMs.doctor);
    const storage = isStart ? { ...inspected, isHeld: undefined } : inspected;
    const database =
      storage.isNew && resultOf(disk) === 'errors'
        ? [about('database').unknown(platformCheckMsg.noneYet())]
        : checkDatabase(storage, where ?? postgresText(place.databaseUrl ?? ''));
    if (storage.isNew || storage.damage !== undefined || (storage.lost ?? []).length > 0) return [...database, ...disk];
    // If a table is missing, the next start creates it empty.
    const records = async (kind: string) => (storage.missing.length > 0 ? [] : readRecords(place, kind));
    const follows = checkFollowing(await records(followRecords.kind), policy);
    const watches = checkWatches(await records(watchRecords.kind), policy);
    const schedules = storage.missing.length > 0 ? [] : checkSchedules(await readSchedules(place));
    const log = isStart ? [] : [await auditFinding(place, audit)];
    const exposed = await records(knownAddresses.kind);
    const expected = checkExpected(exposed, await records(acceptedAddresses.kind), policy, world.now());
    const asked = [...follows, ...watches, ...schedules];
    return [...database, ...disk, ...log, checkEvidence(evidenceKey), ...asked, ...expected];
  } catch (error) {
    if (!(error instanceof StoreProblem)) throw error;
    return [brokenDatabase(error), ...disk];
  }
}

async function auditFinding(place: StorePlace, keys: UsableConfig['audit']): Promise<Finding> {
  const log = await openAudit(place, keys);
  try {
    return checkAuditLog(await log.verify());
  } finally {
    await log.close();
  }
}

/** Returns the finding for a database that can't be used. */
function brokenDatabase({ said }: StoreProblem): Finding {
  return about('database').error(said, { why: doctorMsg.noStartWithoutDatabase() });
}

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

/** Maximum normal difference of the clocks, in ms. The bot uses the database's clock anyway. */
const normalClockMs = 2_000;

const onlyWithTls = ['sslcert', 'sslkey', 'sslrootcert'];

/**
 * Returns whether PostgreSQL's address asks for TLS, as the driver reads it. Every mode but `no-verify` verifies the
 * certificate. With `uselibpqcompat`, the modes mean the same as in libpq.
 */
export function postgresText(url: string): Text {
  const { searchParams } = new URL(url);
  const mode = searchParams.get('sslmode') ?? '';
  const isOn = /^(?:true|1)$/.test(searchParams.get('ssl') ?? '') || onlyWithTls.some((name) => searchParams.has(name));
  if (mode === 'disable' || (mode === '' && !isOn)) return doctorMsg.withoutTls();
  const isLax = searchParams.get('uselibpqcompat') === 'true' && /^(?:prefer|require)$/.test(mode);
  return mode === 'no-verify' || isLax ? doctorMsg.withLaxTls() : doctorMsg.withTls();
}

/** Place of the database: the data directory, or a text that says it is PostgreSQL. */
type DatabasePlace = Text | string;

export function checkDatabase(inspection: StoreInspection, place: DatabasePlace): readonly Finding[] {
  const { ok, warning, error } = about('database');
  if (inspection.unknown.length > 0)
    return [
      error(doctorMsg.newerDatabase({ place }), {
        why: doctorMsg.noStartWithIt(),
        fix: doctorMsg.installThat(),
      }),
    ];
  const lost = inspection.lost ?? [];
  if (lost.length > 0)
    return [
      error(doctorMsg.tablesLost({ place, names: lost.join(', ') }), {
        why: doctorMsg.neededTables(),
        fix: doctorMsg.restoreTables(),
      }),
    ];
  if (inspection.damage !== undefined)
    return [
      error(doctorMsg.damaged({ place, what: inspection.damage }), {
        why: doctorMsg.damageGrows(),
        fix: doctorMsg.restoreDamaged(),
      }),
    ];
  const clock =
    inspection.aheadMs !== undefined && Math.abs(inspection.aheadMs) > normalClockMs
      ? [
          warning(
            (inspection.aheadMs > 0 ? platformCheckMsg.databaseAhead : platformCheckMsg.databaseBehind)({
              length: clockText(inspection.aheadMs),
            }),
            { why: platformCheckMsg.databaseClockMatters(), fix: platformCheckMsg.synchronizeBoth() },
          ),
        ]
      : [];
  const readable = inspection.readable ?? [];
  const open =
    readable.length === 0
      ? []
      : [
          warning(doctorMsg.filesReadable({ names: readable.join(', ') }), {
            why: doctorMsg.filesHold(),
            fix: doctorMsg.closeFiles({ place }),
          }),
        ];
  return [ok(databaseState(inspection, place)), ...clock, ...open];
}

function databaseState(inspection: StoreInspection, place: DatabasePlace): Text {
  if (inspection.isNew) return doctorMsg.databaseNew({ place });
  if (inspection.missing.length > 0) {
    const state = inspection.isHeld ? doctorMsg.databaseOldHeld : doctorMsg.databaseOld;
    return state({ place, steps: inspection.missing.length });
  }
  return inspection.isHeld ? doctorMsg.databaseHeld({ place }) : doctorMsg.databaseFine({ place });
}

const mib = 1024 ** 2;
/** Free space in bytes. Below `least`, writes fail; below `little`, they will fail soon. */
const min = 5 * mib;
const little = 100 * mib;

function checkDisk(space: DiskSpace | undefined, where: string): Finding {
  const { ok, unknown, warning, error } = about('disk');
  if (!space) return unknown(doctorMsg.diskUnknown({ where }));
  if (space.totalBytes === 0)
    return error(doctorMsg.diskNone({ where }), {
      fix: doctorMsg.useDisk(),
    });
  if (!space.isWritable)
    return error(doctorMsg.diskUnwritable({ where }), {
      why: doctorMsg.storesAll(),
      fix: doctorMsg.checkOwner(),
    });
  if (space.totalBytes < little)
    return error(doctorMsg.diskSmall({ where, size: diskSizeText(space.totalBytes) }), {
      why: doctorMsg.noChangeUnrecorded(),
      fix: doctorMsg.useVolume(),
    });
  const room = { free: diskSizeText(space.freeBytes), total: diskSizeText(space.totalBytes) };
  const fix = doctorMsg.makeRoom();
  if (space.freeBytes < min)
    return error(doctorMsg.diskFull({ where, ...room }), {
      why: doctorMsg.noChangeUnrecorded(),
      fix,
    });
  if (space.freeBytes < little)
    return warning(doctorMsg.diskLow({ where, ...room }), {
      why: doctorMsg.fullStops(),
      fix,
    });
  return ok(doctorMsg.diskFree(room));
}

function diskSizeText(bytes: number): string {
  const gib = bytes / 1024 ** 3;
  return gib >= 1 ? `${gib.toFixed(1)} GiB` : `${Math.floor(bytes / mib)} MiB`;
}

function checkAuditLog(verdict: AuditVerdict): Finding {
  const { ok, error } = about('audit-log');
  if (!verdict.ok) {
    const [first = ''] = verdictText(verdict, { expected: undefined, of: 'database' });
    return error(doctorMsg.auditChanged({ fault: first, more: verdict.faults.length - 1 }), {
      why: doctorMsg.auditBroken(),
      fix: doctorMsg.auditHelp(),
    });
  }
  const { checked, signed } = verdict.signatures;
  const valid = checked ? doctorMsg.signaturesFine() : doctorMsg.signaturesUnread();
  const signatures = signed === 0 ? doctorMsg.notSigned() : valid;
  return ok(doctorMsg.auditFine({ entries: verdict.entries, signatures }));
}

/** Reports only whether evidence is signed. The settings check reports an unreadable key file. */
export function checkEvidence(key: EvidenceKey | undefined): Finding {
  const { ok } = about('evidence');
  return ok(key ? doctorMsg.evidenceSigned({ key: key.fingerprint }) : doctorMsg.evidenceUnsigned());
}
