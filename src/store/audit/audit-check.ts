import * as z from 'zod';
import { readJson } from '../../core/text/json.ts';
import { type ChainLink, firstHead, hashOf } from './audit-chain.ts';
import { type AuditFault, type AuditHead, type AuditSignatures, type AuditVerdict, Checkpoint } from './audit-entry.ts';
import { type AuditKeys, type SignatureCheck, signatureCheckOf } from './audit-signing.ts';

type Report = (fault: AuditFault['fault'], seq: number, says: string) => void;
type SignatureFinding = 'valid' | 'invalid' | 'unknown-key' | 'unsigned' | 'unchecked';

interface Run {
  readonly finding: SignatureFinding;
  readonly keyId: string;
  readonly first: number;
  last: number;
}

/**
 * Checks the signatures of a chain; without a key, only counts them. Entries before the first signed entry may be
 * unsigned, later entries may not. The first signed entry records the start of signing, and the last entry is always
 * signed.
 */
class SignatureFollower {
  readonly #check: SignatureCheck | undefined;
  readonly #runs: Run[] = [];
  #signed = 0;
  #unsignedBefore = 0;
  #first: { readonly seq: number; readonly at: number; readonly kind: string } | undefined;

  constructor(check: SignatureCheck | undefined) {
    this.#check = check;
  }

  add(link: ChainLink, entry: { readonly kind: string; readonly at: number }): boolean {
    const finding = this.#look(link);
    const { seq, signed } = link;
    if (signed) {
      this.#signed += 1;
      this.#first ??= { seq, at: entry.at, kind: entry.kind };
    } else if (!this.#first) this.#unsignedBefore += 1;
    const isBefore = finding === 'unsigned' && !this.#first;
    if (finding === 'valid' || finding === 'unchecked' || isBefore) return true;
    const run = this.#runs.at(-1);
    const keyId = signed?.keyId ?? '';
    if (run && run.finding === finding && run.keyId === keyId && run.last === seq - 1) run.last = seq;
    else this.#runs.push({ finding, keyId, first: seq, last: seq });
    return false;
  }

  #look(link: ChainLink): SignatureFinding {
    if (!this.#check) return 'unchecked';
    return link.signed ? this.#check.check(link, link.signed) : 'unsigned';
  }

  /** Reports faults of the signatures. `whole`: the last entries are present; `fromStart`: entry 1 is present. */
  finish(chain: { readonly whole: boolean; readonly fromStart: boolean; readonly lastSeq: number }, report: Report) {
    if (!this.#check) return;
    for (const run of this.#runs)
      report(run.finding === 'unsigned' ? 'unsigned' : 'signature', run.first, runText(run));
    if (!chain.whole) return;
    if (!this.#first)
      report(
        'unsigned',
        chain.lastSeq,
        'No entry is signed. Portolan writes a signed entry when it starts with AUDIT_KEY: either it never started with a key, or signed entries were removed.',
      );
    else if (this.#first.kind !== 'signing' && (chain.fromStart || this.#unsignedBefore > 0))
      report(
        'unsigned',
        this.#first.seq,
        `Entry ${this.#first.seq} is the first signed entry, but signing doesn't start there: earlier signed entries or their signatures were removed.`,
      );
  }

  summary(): AuditSignatures {
    return {
      checked: this.#check !== undefined,
      signed: this.#signed,
      ...(this.#first ? { first: { seq: this.#first.seq, at: this.#first.at } } : {}),
      unsignedBefore: this.#unsignedBefore,
    };
  }
}

function runText({ finding, keyId, first, last }: Run): string {
  const isOne = first === last;
  const entries = isOne ? `Entry ${first}` : `Entries ${first} to ${last}`;
  if (finding === 'unsigned')
    return `${entries} ${isOne ? 'is' : 'are'} not signed, although earlier entries are: written without AUDIT_KEY, or not by Portolan.`;
  if (finding === 'unknown-key')
    return `${entries} ${isOne ? 'is' : 'are'} signed with key ${keyId}, which is neither AUDIT_KEY nor in AUDIT_KEY_PREVIOUS.`;
  return `${isOne ? `The signature of entry ${first} is` : `The signatures of entries ${first} to ${last} are`} invalid.`;
}

const StoredEntry = z
  .object({
    seq: z.unknown().optional(),
    kind: z.string().catch(''),
    at: z.number().catch(0),
    details: z.unknown().optional(),
  })
  .catch({ kind: '', at: 0 });

const shownFaults = 100;

export interface Expectation {
  /** The head that is stored with the chain: in the database, or in the export's last line. */
  readonly stored?: AuditHead;
  readonly expected?: AuditHead;
  /** Whether the links are a selection. If so, gaps and the first and last link prove nothing. */
  readonly selection?: boolean;
  /** Whether the links may begin after the first entry, as in an export that starts on a given day. */
  readonly part?: boolean;
  readonly keys?: AuditKeys;
}

export class ChainCheck {
  readonly #about: Expectation;
  readonly #faults: AuditFault[] = [];
  readonly #gaps: { first: number; last: number }[] = [];
  readonly #late = new Set<number>();
  readonly #signatures: SignatureFollower;
  #first: Pick<ChainLink, 'seq' | 'prev'> | undefined;
  #checkpoint: (Checkpoint & { readonly seq: number }) | undefined;
  #last: AuditHead = firstHead;
  #lastIsFaulty = false;
  #entries = 0;
  #expectedSeen: string | undefined;

  constructor(about: Expectation) {
    this.#about = about;
    this.#signatures = new SignatureFollower(signatureCheckOf(about.keys ?? {}));
    if (about.expected?.seq === 0) this.#expectedSeen = firstHead.hash;
  }

  add(link: ChainLink): void {
    this.#entries += 1;
    if (link.seq === this.#about.expected?.seq) this.#expectedSeen = link.hash;
    const isWhole = hashOf(link.prev, link.body) === link.hash;
    const entry = StoredEntry.parse(readJson(link.body));
    this.#first ??= { seq: link.seq, prev: link.prev };
    const isPlaced = entry.seq === link.seq;
    if (isWhole && !isPlaced)
      this.#fault('reordered', link.seq, `Entry ${link.seq} contains what was written as entry ${String(entry.seq)}.`);
    else if (!isWhole || !link.consistent)
      this.#fault('changed', link.seq, `Entry ${link.seq} was changed after it was written.`);
    const isFaulty = !isWhole || !link.consistent || !isPlaced;
    if (this.#signatures.add(link, entry) && !isFaulty && entry.kind === 'checkpoint')
      this.#passCheckpoint(link, entry);
    this.#follow(link, isFaulty);
  }

  #passCheckpoint({ seq }: ChainLink, { details }: { readonly details?: unknown }): void {
    const checkpoint = Checkpoint.safeParse(details);
    if (checkpoint.success && checkpoint.data.removedTo < seq) this.#checkpoint = { ...checkpoint.data, seq };
  }

  leftOut(link: Pick<ChainLink, 'seq' | 'prev' | 'hash'>): void {
    this.#entries += 1;
    this.#first ??= { seq: link.seq, prev: link.prev };
    this.#follow(link, false);
  }
  gap(last: number): void {
    if (last <= this.#last.seq) return;
    this.#last = { seq: last, hash: '' };
    this.#lastIsFaulty = true;
  }
  unreadable(line: number): void {
    this.#fault('changed', this.#last.seq + 1, `Line ${line} isn't a valid entry.`);
  }

  withoutEnd(): void {
    this.#fault('cut_off', this.#last.seq + 1, 'The last line, which contains the head, is missing.');
  }

  miscounted(stated: number, counted: number): void {
    this.#fault('missing', this.#last.seq, `The last line says ${stated} entries, but there are ${counted}.`);
  }

  #follow(link: Pick<ChainLink, 'seq' | 'prev' | 'hash'>, isFaulty: boolean): void {
    const isFirst = this.#entries === 1;
    if (isFirst && (this.#about.part || this.#about.selection)) {
      // There is no earlier entry to compare this one with.
    } else if (link.seq <= this.#last.seq) {
      this.#late.add(link.seq);
      this.#fault('reordered', link.seq, `Entry ${link.seq} comes after entry ${this.#last.seq}.`);
      return;
    } else if (link.seq > this.#last.seq + 1) {
      if (!this.#about.selection) this.#gaps.push({ first: this.#last.seq + 1, last: link.seq - 1 });
    } else if (link.prev !== this.#last.hash && !isFaulty && !this.#lastIsFaulty) {
      const { seq } = this.#last;
      this.#fault('changed', seq, `Entry ${seq} was rewritten: entry ${link.seq} was written after a different one.`);
    }
    this.#last = { seq: link.seq, hash: link.hash };
    this.#lastIsFaulty = isFaulty;
  }

  #fault(fault: AuditFault['fault'], seq: number, says: string): void {
    if (this.#faults.length < shownFaults) this.#faults.push({ fault, seq, says });
  }

  finish(): AuditVerdict {
    for (const { first, last } of this.#gaps) {
      if (first === 1 && this.#wasRemoved(last)) continue;
      const late = [...this.#late].filter((seq) => seq >= first && seq <= last).length;
      if (late >= last - first + 1) continue;
      const which = first === last ? `Entry ${first} is` : `Some or all of the entries ${first} to ${last} are`;
      this.#fault('missing', first, `${which} missing.`);
    }
    const { stored, expected, selection = false, part = false } = this.#about;
    if (stored && !selection) this.#compareEnd(stored, 'the head stored beside it');
    if (expected) this.#compareExpected(expected);
    this.#signatures.finish(
      { whole: !selection && (this.#entries > 0 || !part), fromStart: this.#first?.seq === 1, lastSeq: this.#last.seq },
      (fault, seq, says) => this.#fault(fault, seq, says),
    );
    return {
      ok: this.#faults.length === 0,
      entries: this.#entries,
      head: this.#last,
      faults: this.#faults,
      signatures: this.#signatures.summary(),
      ...(this.#checkpoint ? { checkpoint: this.#checkpoint } : {}),
    };
  }

  /** Whether the missing entries 1 to `last` were removed because of `AUDIT_RETENTION`. */
  #wasRemoved(last: number): boolean {
    if (!this.#checkpoint || this.#first?.seq !== last + 1) return false;
    const { removedTo, removedHash } = this.#checkpoint;
    // If removal is in progress, check the chain from the first remaining entry to the checkpoint.
    return removedTo > last || (removedTo === last && removedHash === this.#first.prev);
  }

  #compareEnd(head: AuditHead, name: string): void {
    if (head.seq > this.#last.seq)
      this.#fault(
        'cut_off',
        this.#last.seq + 1,
        `The audit log ends at entry ${this.#last.seq}, but ${name} is entry ${head.seq}.`,
      );
    else if (head.seq < this.#last.seq || head.hash !== this.#last.hash)
      this.#fault('head', this.#last.seq, `The last entry is ${this.#last.seq}, but ${name} has a different hash.`);
  }

  #compareExpected(head: AuditHead): void {
    if (this.#expectedSeen === head.hash) return;
    if (this.#checkpoint?.removedTo === head.seq && this.#checkpoint.removedHash === head.hash) return;
    if (this.#checkpoint && this.#expectedSeen === undefined && head.seq <= this.#checkpoint.removedTo) {
      const why = `Entry ${head.seq} was removed because of AUDIT_RETENTION, so this head can't be compared.`;
      this.#fault('head', head.seq, `${why} Use a newer one.`);
      return;
    }
    if (head.seq > this.#last.seq)
      this.#fault(
        'cut_off',
        this.#last.seq + 1,
        `The audit log ends at entry ${this.#last.seq}, but it once had entry ${head.seq}.`,
      );
    else if (this.#expectedSeen === undefined)
      this.#fault('head', head.seq, `Entry ${head.seq}, given with --head, is missing.`);
    else this.#fault('head', head.seq, `Entry ${head.seq} doesn't have the hash given with --head.`);
  }
}
