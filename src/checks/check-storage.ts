import type { EvidenceKey } from '../core/evidence-key.ts';
import { plural } from '../core/text/plural.ts';
import type { Text } from '../core/text/text.ts';
import type { AuditVerdict } from '../store/audit/audit-entry.ts';
import { verdictText } from '../store/audit/audit-verdict.ts';
import type { DiskSpace } from '../store/disk-space.ts';
import type { StoreInspection } from '../store/open-store.ts';
import { clockText } from './check-slack.ts';
import { doctorMsg } from './report/doctor-messages.ts';
import { about, type Finding } from './report/finding.ts';
import { platformCheckMsg } from './report/platform-check-messages.ts';

export function brokenDatabase(message: string): Finding {
  return about('database').error(message, { why: doctorMsg.noStartWithoutDatabase() });
}

/** Smaller differences are normal, in ms. The bot follows the database's clock anyway. */
const normalClockMs = 2_000;

const onlyWithTls = ['sslcert', 'sslkey', 'sslrootcert'];

/**
 * Returns whether PostgreSQL's address asks for TLS, as the driver reads it. Every mode but `no-verify` verifies the
 * certificate. With `uselibpqcompat`, the modes mean the same as in libpq.
 */
export function postgresText(url: string): string {
  const { searchParams } = new URL(url);
  const mode = searchParams.get('sslmode') ?? '';
  const isOn = /^(?:true|1)$/.test(searchParams.get('ssl') ?? '') || onlyWithTls.some((name) => searchParams.has(name));
  if (mode === 'disable' || (mode === '' && !isOn)) return 'PostgreSQL (without TLS)';
  const isLax = searchParams.get('uselibpqcompat') === 'true' && /^(?:prefer|require)$/.test(mode);
  return `PostgreSQL (TLS, its certificate ${mode === 'no-verify' || isLax ? 'not verified' : 'verified'})`;
}

export function checkDatabase(found: StoreInspection, place: string): readonly Finding[] {
  const { ok, warning, error } = about('database');
  if (found.unknown.length > 0)
    return [
      error(doctorMsg.newerDatabase({ place }), {
        why: doctorMsg.noStartWithIt(),
        fix: doctorMsg.installThat(),
      }),
    ];
  const lost = found.lost ?? [];
  if (lost.length > 0)
    return [
      error(doctorMsg.tablesLost({ place, names: lost.join(', ') }), {
        why: doctorMsg.neededTables(),
        fix: doctorMsg.restoreTables(),
      }),
    ];
  if (found.damage !== undefined)
    return [
      error(doctorMsg.damaged({ place, what: found.damage }), {
        why: doctorMsg.damageGrows(),
        fix: doctorMsg.restoreDamaged(),
      }),
    ];
  const clock =
    found.aheadMs !== undefined && Math.abs(found.aheadMs) > normalClockMs
      ? [
          warning(
            (found.aheadMs > 0 ? platformCheckMsg.databaseAhead : platformCheckMsg.databaseBehind)({
              length: clockText(found.aheadMs),
            }),
            { why: platformCheckMsg.databaseClockMatters(), fix: platformCheckMsg.synchronizeBoth() },
          ),
        ]
      : [];
  const readable = found.readable ?? [];
  const open =
    readable.length === 0
      ? []
      : [
          warning(doctorMsg.filesReadable({ names: readable.join(', ') }), {
            why: doctorMsg.filesHold(),
            fix: doctorMsg.closeFiles({ place }),
          }),
        ];
  return [ok(databaseState(found, place)), ...clock, ...open];
}

function databaseState(found: StoreInspection, place: string): Text | string {
  if (found.isNew) return doctorMsg.databaseNew({ place });
  if (found.missing.length > 0) {
    const held = found.isHeld ? ', in use by a running bot' : '';
    return `${place}, the next start brings it up to date (${plural(found.missing.length, 'step')})${held}`;
  }
  return found.isHeld ? doctorMsg.databaseHeld({ place }) : doctorMsg.databaseFine({ place });
}

const mib = 1024 ** 2;
/** In bytes. Below `least`, writes fail; below `little`, they will fail soon. */
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
    const more = verdict.faults.length > 1 ? ` And ${plural(verdict.faults.length - 1, 'more fault')}.` : '';
    return error(`it isn’t intact: ${first}${more}`, {
      why: doctorMsg.auditBroken(),
      fix: doctorMsg.auditHelp(),
    });
  }
  const { checked, signed } = verdict.signatures;
  const signatures =
    signed === 0 ? 'not signed' : checked ? 'signatures valid' : 'signatures not checked: AUDIT_KEY isn’t set';
  return ok(`${plural(verdict.entries, 'entry', 'entries')}, unchanged as far as can be seen here; ${signatures}`);
}

/** The settings check reports an unreadable key file. */
export function checkEvidence(key: EvidenceKey | undefined): Finding {
  const { ok } = about('evidence');
  return ok(key ? `signed with the key ${key.fingerprint}` : 'archives are unsigned: EVIDENCE_KEY_FILE isn’t set');
}
