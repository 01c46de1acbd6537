import { isMoment, isoTime } from '../../core/text/iso-time.ts';
import { plural } from '../../core/text/plural.ts';
import type { AuditHead, AuditVerdict } from './audit-entry.ts';

interface Checked {
  readonly expected: AuditHead | undefined;
  readonly of: 'database' | 'export' | 'selection';
}

const day = (at: number): string => (isMoment(at) ? isoTime(at).slice(0, 10) : String(at));

/** Describes a verdict in lines: the faults, the facts that are certain, and the limits of the check. */
export function verdictText(verdict: AuditVerdict, checked: Checked): readonly string[] {
  const { ok, entries, faults, checkpoint } = verdict;
  const result = ok
    ? `No faults: ${plural(entries, 'entry is', 'entries are')} unchanged as far as this check can tell.`
    : `The audit log is NOT intact: ${plural(faults.length, 'fault')} in ${plural(entries, 'entry', 'entries')}.`;
  return [
    ...faults.map(({ says }) => says),
    result,
    ...(checkpoint
      ? [
          `Entries up to ${checkpoint.removedTo} were removed because of AUDIT_RETENTION (checkpoint: entry ${checkpoint.seq}).`,
        ]
      : []),
    ...signaturesText(verdict),
    ...limitsText(verdict, checked),
  ];
}

function signaturesText({ signatures }: AuditVerdict): readonly string[] {
  const { checked, signed, first, unsignedBefore } = signatures;
  if (!checked)
    return signed === 0
      ? ['No entry is signed. Set AUDIT_KEY for the bot to sign new entries.']
      : [`Signatures were not checked (${plural(signed, 'entry has', 'entries have')} one): set AUDIT_KEY.`];
  if (!first) return [];
  return [
    `Signatures: ${plural(signed, 'entry is', 'entries are')} signed, from entry ${first.seq} of ${day(first.at)} on.`,
    ...(unsignedBefore > 0
      ? [
          `${plural(unsignedBefore, 'entry', 'entries')} before it ${unsignedBefore === 1 ? 'is' : 'are'} unsigned: no one could have changed them after that day, but until then anyone with access to the database could have.`,
        ]
      : []),
  ];
}

function limitsText({ ok, signatures }: AuditVerdict, { expected, of }: Checked): readonly string[] {
  if (!ok) return [];
  const lines: string[] = [];
  if (expected) lines.push(`Entry ${expected.seq} is the one given with --head: everything up to it is unchanged.`);
  const since = expected ? ` after entry ${expected.seq}` : '';
  if (of === 'selection') lines.push('Not detected: entries missing from this file, because it is a selection.');
  else if (!signatures.checked)
    lines.push(
      `Not detected without AUDIT_KEY: entries rewritten, added or removed${since} by someone who recomputed the hashes.`,
    );
  else if (expected && signatures.first && expected.seq >= signatures.first.seq)
    lines.push(`Not detected: entries removed at the end${since}. Give the newest head from the bot's log.`);
  else
    lines.push(
      `Not detected${since}: entries removed at the end, and a log replaced before the bot started signing again. Give the newest head from the bot's log with --head.`,
    );
  return lines;
}
