import type { EvidenceKey } from '../core/evidence-key.ts';
import { plural } from '../core/text/plural.ts';
import type { AuditVerdict } from '../store/audit/audit-entry.ts';
import { verdictText } from '../store/audit/audit-verdict.ts';
import type { DiskSpace } from '../store/disk-space.ts';
import type { StoreInspection } from '../store/open-store.ts';
import { clockText } from './check-slack.ts';
import { about, type Finding } from './finding.ts';

/** A database that can't be used: the message of its StoreProblem. */
export function brokenDatabase(message: string): Finding {
  return about('database').error(message, { why: 'The bot doesn’t start without its database.' });
}

/** Differences below this are normal, in ms. The bot follows the database's clock anyway. */
const normalClockMs = 2_000;

/** @param place the data directory, or that it is PostgreSQL */
export function checkDatabase(found: StoreInspection, place: string): readonly Finding[] {
  const { ok, warning, error } = about('database');
  if (found.unknown.length > 0)
    return [
      error(`${place}: it was written by a newer or a different version of Portolan.`, {
        why: 'The bot doesn’t start with it.',
        fix: 'Install that version, or restore a backup, see docs/deployment.md.',
      }),
    ];
  const lost = found.lost ?? [];
  if (lost.length > 0)
    return [
      error(`${place}: tables are missing (${lost.join(', ')}).`, {
        why: 'Whatever needs them fails.',
        fix: 'Someone removed them. Restore a backup, see docs/deployment.md.',
      }),
    ];
  if (found.damage !== undefined)
    return [
      error(`${place}: the database file is damaged (${found.damage}).`, {
        why: 'Requests fail, and more may be lost.',
        fix: 'Stop the bot, keep the files, and restore a backup, see docs/deployment.md.',
      }),
    ];
  const held = found.isHeld ? ', in use by a running bot' : '';
  const state = found.isNew
    ? 'the first start creates it'
    : found.missing.length === 0
      ? 'up to date'
      : `the next start brings it up to date (${plural(found.missing.length, 'step')})`;
  const clock =
    found.aheadMs !== undefined && Math.abs(found.aheadMs) > normalClockMs
      ? [
          warning(`this machine’s clock is ${clockText(found.aheadMs)} the database’s.`, {
            why: 'The bot follows the database’s clock, but Slack’s requests are checked by this machine’s.',
            fix: 'Synchronize both with NTP.',
          }),
        ]
      : [];
  const readable = found.readable ?? [];
  const open =
    readable.length === 0
      ? []
      : [
          warning(`other users of this machine can read ${readable.join(', ')}.`, {
            why: 'The database has what people wrote, and hashes of tokens.',
            fix: `Run: chmod 600 ${place}/portolan.*`,
          }),
        ];
  return [ok(`${place}, ${state}${held}`), ...clock, ...open];
}

const mib = 1024 ** 2;
/** Below this, nothing can be written any more, in bytes; below the other, soon. */
const least = 5 * mib;
const little = 100 * mib;

/** The room where the embedded database is. */
export function checkDisk(space: DiskSpace | undefined, where: string): Finding {
  const { ok, unknown, warning, error } = about('disk');
  if (!space) return unknown(`how much room ${where} has can’t be read`);
  if (space.totalBytes === 0)
    return error(`${where} isn’t on a file system that can store anything.`, {
      fix: 'Set PORTOLAN_DATA to a directory on a disk.',
    });
  if (!space.isWritable)
    return error(`${where} can’t be written by this user.`, {
      why: 'The bot stores everything there.',
      fix: 'Check its owner and permissions.',
    });
  if (space.totalBytes < little)
    return error(`the disk of ${where} is too small: ${diskSizeText(space.totalBytes)} in all.`, {
      why: 'Nothing can be changed without a record of it.',
      fix: 'Use a volume of at least 1 GiB.',
    });
  const free = `${diskSizeText(space.freeBytes)} of ${diskSizeText(space.totalBytes)} free`;
  const fix = 'Make room, or enlarge the volume.';
  if (space.freeBytes < least)
    return error(`the disk of ${where} is full: ${free}.`, {
      why: 'Nothing can be changed without a record of it.',
      fix,
    });
  if (space.freeBytes < little)
    return warning(`the disk of ${where} is nearly full: ${free}.`, {
      why: 'When it is full, nothing can be changed.',
      fix,
    });
  return ok(free);
}

function diskSizeText(bytes: number): string {
  const gib = bytes / 1024 ** 3;
  return gib >= 1 ? `${gib.toFixed(1)} GiB` : `${Math.floor(bytes / mib)} MiB`;
}

/** The verdict on the audit log, without a head to compare it with. */
export function checkAuditLog(verdict: AuditVerdict): Finding {
  const { ok, error } = about('audit-log');
  if (!verdict.ok) {
    const [first = ''] = verdictText(verdict, { expected: undefined, of: 'database' });
    const more = verdict.faults.length > 1 ? ` And ${plural(verdict.faults.length - 1, 'more fault')}.` : '';
    return error(`it isn’t intact: ${first}${more}`, {
      why: 'Someone changed the database, or a backup was restored.',
      fix: 'See docs/deployment.md, audit log. It also says how to list every fault.',
    });
  }
  const { checked, signed } = verdict.signatures;
  const signatures =
    signed === 0 ? 'not signed' : checked ? 'signatures valid' : 'signatures not checked: AUDIT_KEY isn’t set';
  return ok(`${plural(verdict.entries, 'entry', 'entries')}, unchanged as far as can be seen here; ${signatures}`);
}

/** The key of evidence. A file that can't be read is one of the settings. */
export function checkEvidence(key: EvidenceKey | undefined): Finding {
  const { ok } = about('evidence');
  return ok(key ? `signed with the key ${key.fingerprint}` : 'archives are unsigned: EVIDENCE_KEY_FILE isn’t set');
}
