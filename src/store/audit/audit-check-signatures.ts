import type { ChainLink } from './audit-chain.ts';
import type { AuditFault, AuditSignatures } from './audit-entry.ts';
import type { SignatureCheck } from './audit-signing.ts';

type Report = (fault: AuditFault['fault'], seq: number, says: string) => void;
type SignatureFinding = 'valid' | 'invalid' | 'unknown-key' | 'unsigned' | 'unchecked';

/** Consecutive entries with the same problem, reported as one. */
interface Run {
  readonly found: SignatureFinding;
  readonly keyId: string;
  readonly first: number;
  last: number;
}

/**
 * Follows the signatures of a chain. Without a key they are only counted. With one, entries before the first signed entry
 * may be unsigned, later ones may not; signing starts with an entry of its own, and the last entry is always signed.
 */
export class SignatureFollower {
  readonly #check: SignatureCheck | undefined;
  readonly #runs: Run[] = [];
  #signed = 0;
  #unsignedBefore = 0;
  #first: { readonly seq: number; readonly at: number; readonly kind: string } | undefined;

  constructor(check: SignatureCheck | undefined) {
    this.#check = check;
  }

  /** @returns whether the entry can be believed as far as signatures show */
  add(link: ChainLink, entry: { readonly kind: string; readonly at: number }): boolean {
    const found = this.#look(link);
    const { seq, signed } = link;
    if (signed) {
      this.#signed += 1;
      this.#first ??= { seq, at: entry.at, kind: entry.kind };
    } else if (!this.#first) this.#unsignedBefore += 1;
    const isBefore = found === 'unsigned' && !this.#first;
    if (found === 'valid' || found === 'unchecked' || isBefore) return true;
    const run = this.#runs.at(-1);
    const keyId = signed?.keyId ?? '';
    if (run && run.found === found && run.keyId === keyId && run.last === seq - 1) run.last = seq;
    else this.#runs.push({ found, keyId, first: seq, last: seq });
    return false;
  }

  #look(link: ChainLink): SignatureFinding {
    if (!this.#check) return 'unchecked';
    return link.signed ? this.#check.check(link, link.signed) : 'unsigned';
  }

  /**
   * Reports what is wrong with the signatures.
   * @param chain `whole`: nothing was left out at the end; `fromStart`: it begins with entry 1; `lastSeq`: its last entry
   */
  finish(chain: { readonly whole: boolean; readonly fromStart: boolean; readonly lastSeq: number }, report: Report) {
    if (!this.#check) return;
    for (const run of this.#runs) report(run.found === 'unsigned' ? 'unsigned' : 'signature', run.first, runText(run));
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

function runText({ found, keyId, first, last }: Run): string {
  const isOne = first === last;
  const entries = isOne ? `Entry ${first}` : `Entries ${first} to ${last}`;
  if (found === 'unsigned')
    return `${entries} ${isOne ? 'is' : 'are'} not signed, although earlier entries are: written without AUDIT_KEY, or not by Portolan.`;
  if (found === 'unknown-key')
    return `${entries} ${isOne ? 'is' : 'are'} signed with key ${keyId}, which is neither AUDIT_KEY nor in AUDIT_KEY_PREVIOUS.`;
  return `${isOne ? `The signature of entry ${first} is` : `The signatures of entries ${first} to ${last} are`} invalid.`;
}
