import type { EvidenceKey } from '../core/evidence-key.ts';
import type { Text } from '../core/text/text.ts';
import type { AuditVerdict } from '../store/audit/audit-entry.ts';
import { verdictText } from '../store/audit/audit-verdict.ts';
import type { DiskSpace } from '../store/disk-space.ts';
import type { StoreInspection } from '../store/open-store.ts';
import type { StoreProblem } from '../store/store.ts';
import { clockText } from './check-slack.ts';
import { doctorMsg } from './report/doctor-messages.ts';
import { about, type Finding } from './report/finding.ts';
import { platformCheckMsg } from './report/platform-check-messages.ts';

/** Returns the finding for a database that can't be used. */
export function brokenDatabase({ said }: StoreProblem): Finding {
  return about('database').error(said, { why: doctorMsg.noStartWithoutDatabase() });
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
const least = 5 * mib;
const little = 100 * mib;

export function checkDisk(space: DiskSpace | undefined, where: string): Finding {
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
  if (space.freeBytes < least)
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

export function checkAuditLog(verdict: AuditVerdict): Finding {
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
