import { createHash } from 'node:crypto';
import { canonical } from '../../core/request/plan.ts';
import { storable } from '../json.ts';
import { type AuditEntry, type AuditFault, type AuditHead, AuditRow, type AuditVerdict } from './audit-entry.ts';

/** What stands before the first entry. */
export const firstHead: AuditHead = { seq: 0, hash: '0'.repeat(64) };

/** An entry as it is stored or exported: `body` is the canonical JSON that was hashed. */
export interface Link {
  readonly seq: number;
  readonly prev: string;
  readonly hash: string;
  readonly body: string;
  /** False when what stands beside the body (columns of the table) does not follow from it. */
  readonly consistent: boolean;
}

function hashOf(prev: string, body: string): string {
  return createHash('sha256')
    .update(prev + body)
    .digest('hex');
}

/** Continues the chain after `head`: the links of the entries, in their order. */
export function chain(head: AuditHead, entries: readonly AuditEntry[]): readonly Link[] {
  let { seq, hash } = head;
  return entries.map((entry) => {
    const prev = hash;
    seq += 1;
    const body = canonical({ ...entry, seq });
    hash = hashOf(prev, body);
    return { seq, prev, hash, body, consistent: true };
  });
}

/**
 * The link of an entry that was exported: its body is what remains without the chain's own fields. `extra` fields that
 * somebody added are kept in the body, so the hash tells.
 */
export function linkOf(entry: Readonly<Record<string, unknown>>): Link | undefined {
  const { prev, hash, ...body } = entry;
  if (typeof prev !== 'string' || typeof hash !== 'string' || typeof body.seq !== 'number') return undefined;
  return { seq: body.seq, prev, hash, body: canonical(body), consistent: true };
}

/** The entry of a link; one that can no longer be read comes out as such, so that a search still shows the others. */
export function rowOf(link: Link, at: number): AuditRow {
  const { seq, prev, hash } = link;
  try {
    const body: unknown = JSON.parse(link.body);
    if (typeof body === 'object' && body !== null) return AuditRow.parse({ ...body, seq, prev, hash });
  } catch {
    // Falls through: the verification names what is wrong with it.
  }
  return { seq, prev, hash, at, kind: 'unreadable', who: { id: '', name: '' }, placeKey: '', place: '' };
}

/** Every word of an entry, in lower case: what a search looks in. The same for an entry that was read back. */
export function searchText(entry: AuditEntry): string {
  const words: string[] = [];
  const collect = (value: unknown): void => {
    if (typeof value === 'object' && value !== null) for (const inner of Object.values(value)) collect(inner);
    else if (value !== null) words.push(String(value));
  };
  collect(JSON.parse(canonical({ ...entry, at: undefined })));
  return storable(words.join('\n')).toLowerCase();
}

function seqInBody(body: string): unknown {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null && 'seq' in value ? value.seq : undefined;
  } catch {
    return undefined;
  }
}

const shownFaults = 100;

/** What a check is told beside the links. */
export interface Expectation {
  /** The head that stands beside the chain: in the database, in the export's last line. */
  readonly stored?: AuditHead;
  /** A head that was written down earlier. */
  readonly expected?: AuditHead;
  /** The links are a selection: gaps, and where they begin and end, tell nothing. */
  readonly selection?: boolean;
  /** The links may begin after the first entry: an export since some day. */
  readonly part?: boolean;
}

/** Checks a chain, link by link, in the order they stand. */
export class ChainCheck {
  readonly #about: Expectation;
  readonly #faults: AuditFault[] = [];
  readonly #gaps: { first: number; last: number }[] = [];
  readonly #late = new Set<number>();
  #last: AuditHead = firstHead;
  #lastIsFaulty = false;
  #entries = 0;
  #expectedSeen: string | undefined;

  constructor(about: Expectation) {
    this.#about = about;
    if (about.expected?.seq === 0) this.#expectedSeen = firstHead.hash;
  }

  add(link: Link): void {
    this.#entries += 1;
    if (link.seq === this.#about.expected?.seq) this.#expectedSeen = link.hash;
    const isWhole = hashOf(link.prev, link.body) === link.hash;
    const inBody = seqInBody(link.body);
    if (isWhole && inBody !== link.seq)
      this.#fault('reordered', link.seq, `Entry ${link.seq} holds what was written as entry ${String(inBody)}.`);
    else if (!isWhole || !link.consistent)
      this.#fault('changed', link.seq, `Entry ${link.seq} was changed after it was written.`);
    this.#follow(link, !isWhole || !link.consistent || inBody !== link.seq);
  }

  /** A line of an export that is no entry. */
  unreadable(line: number): void {
    this.#fault('changed', this.#last.seq + 1, `Line ${line} cannot be read as an entry.`);
  }

  /** An export whose last line, the head, is not there. */
  withoutEnd(): void {
    this.#fault('cut_off', this.#last.seq + 1, 'The last line, which holds the head, is missing.');
  }

  /** An export that has not the number of entries that its last line tells. */
  miscounted(told: number, found: number): void {
    this.#fault('missing', this.#last.seq, `The last line tells of ${told} entries, there are ${found}.`);
  }

  #follow(link: Link, isFaulty: boolean): void {
    const isFirst = this.#entries === 1;
    if (isFirst && (this.#about.part || this.#about.selection)) {
      // Nothing before it to compare with.
    } else if (link.seq <= this.#last.seq) {
      this.#late.add(link.seq);
      this.#fault('reordered', link.seq, `Entry ${link.seq} stands after entry ${this.#last.seq}.`);
      return;
    } else if (link.seq > this.#last.seq + 1) {
      if (!this.#about.selection) this.#gaps.push({ first: this.#last.seq + 1, last: link.seq - 1 });
    } else if (link.prev !== this.#last.hash && !isFaulty && !this.#lastIsFaulty) {
      const { seq } = this.#last;
      this.#fault('changed', seq, `Entry ${seq} was written anew: entry ${link.seq} follows another one.`);
    }
    this.#last = { seq: link.seq, hash: link.hash };
    this.#lastIsFaulty = isFaulty;
  }

  #fault(fault: AuditFault['fault'], seq: number, says: string): void {
    if (this.#faults.length < shownFaults) this.#faults.push({ fault, seq, says });
  }

  finish(): AuditVerdict {
    for (const { first, last } of this.#gaps) {
      const late = [...this.#late].filter((seq) => seq >= first && seq <= last).length;
      if (late >= last - first + 1) continue;
      const which = first === last ? `Entry ${first} is` : `Of the entries ${first} to ${last} some or all are`;
      this.#fault('missing', first, `${which} missing.`);
    }
    const { stored, expected, selection } = this.#about;
    if (stored && !selection) this.#compareEnd(stored, 'the head stored beside it');
    if (expected) this.#compareExpected(expected);
    return { ok: this.#faults.length === 0, entries: this.#entries, head: this.#last, faults: this.#faults };
  }

  #compareEnd(head: AuditHead, name: string): void {
    if (head.seq > this.#last.seq)
      this.#fault('cut_off', this.#last.seq + 1, `The record ends at ${this.#last.seq}, ${name} is ${head.seq}.`);
    else if (head.seq < this.#last.seq || head.hash !== this.#last.hash)
      this.#fault('head', this.#last.seq, `The last entry is ${this.#last.seq}, but ${name} is another.`);
  }

  #compareExpected(head: AuditHead): void {
    if (this.#expectedSeen === head.hash) return;
    if (head.seq > this.#last.seq)
      this.#fault('cut_off', this.#last.seq + 1, `The record ends at ${this.#last.seq}, it once reached ${head.seq}.`);
    else if (this.#expectedSeen === undefined)
      this.#fault('head', head.seq, `Entry ${head.seq}, the head that was asked for, is not here.`);
    else this.#fault('head', head.seq, `Entry ${head.seq} is not the one whose hash was written down.`);
  }
}
