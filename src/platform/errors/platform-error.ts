import type { EndpointId } from '../endpoints.ts';
import type { Reason } from './reasons.ts';
import { REASONS } from './reasons.ts';

/** A call as errors and logs name it. `ping` is a read of a region that doesn't exist. */
export type CallName = EndpointId | 'ping';

/** What went wrong, as far as a caller may want to act on it. */
export type PlatformErrorKind =
  | 'unreachable'
  | 'timeout'
  | 'rejected'
  | 'not-found'
  | 'unauthorized'
  | 'conflict'
  | 'unreadable'
  | 'too-large'
  | 'server';

/**
 * What a failure means for a write: it never left; the platform refused it; or it is unknown, and only reading the state shows.
 */
export type WriteOutcome = 'not-sent' | 'rejected' | 'unknown';

/** One value that the platform did not accept; `field` is its name in the API, dots between levels. */
export interface FieldFault {
  readonly field: string;
  readonly en: string;
  readonly zh: string;
}

/** All that is kept of a failure. Every text went through `sanitizeText`. */
export interface PlatformFault {
  readonly asked: CallName;
  readonly kind: PlatformErrorKind;
  readonly outcome: WriteOutcome;
  /** Whether the same call may work a little later. Never true when a write may have happened. */
  readonly canRetry: boolean;
  /** HTTP status, when there was an answer. */
  readonly status?: number;
  readonly code?: number;
  /** Why, when it is a known reason. */
  readonly reason?: Reason;
  /** The platform's own words: `en` its technical message, `zh` the one it shows to people. Either may be either. */
  readonly says?: { readonly en?: string; readonly zh?: string };
  readonly fields?: readonly FieldFault[];
  readonly reference?: string;
  /**
   * A refused write that may all the same have changed something on its way (docs/platform.md#opening-and-closing,
   * docs/platform.md#gateway-rules).
   */
  readonly sideEffects?: boolean;
}

/** Where a call failed without an answer. */
export interface Breakdown {
  readonly asked: CallName;
  /** The code of the network fault, as Node and undici give it. */
  readonly code: string | undefined;
  /** False only when it is certain that not one byte of the call left. */
  readonly mayBeSent: boolean;
  readonly cause: 'network' | 'deadline' | 'aborted' | 'too-large' | 'broken-encoding';
  readonly status?: number;
  readonly requestId?: string | undefined;
}

/** Known reasons that say little by themselves: the platform's own words are added. */
const VAGUE: ReadonlySet<Reason> = new Set([
  'platform-failed',
  'region-failed',
  'region-refused',
  'invalid-values',
  'record-broken',
  'gateway-refused',
  'domain-invalid',
]);

const BY_KIND: { readonly [kind in PlatformErrorKind]: Reason | readonly [string, string] } = {
  unreachable: 'unreachable',
  timeout: 'timeout',
  rejected: ['The platform rejected this.', '平台拒绝了此操作。'],
  'not-found': ['The platform can’t find this.', '平台上没有找到。'],
  unauthorized: 'token-refused',
  conflict: ['This conflicts with the current state on the platform.', '与平台的现有状态冲突。'],
  unreadable: 'unreadable',
  'too-large': 'too-large',
  server: 'platform-failed',
};

/** The one error that the platform client throws. It keeps nothing of an answer but what `PlatformFault` names. */
export class PlatformError extends Error {
  override readonly name = 'PlatformError';
  readonly asked: CallName;
  readonly kind: PlatformErrorKind;
  readonly outcome: WriteOutcome;
  readonly canRetry: boolean;
  readonly status: number | undefined;
  readonly code: number | undefined;
  readonly reason: Reason | undefined;
  readonly says: { readonly en?: string; readonly zh?: string };
  readonly fields: readonly FieldFault[];
  readonly reference: string | undefined;
  readonly sideEffects: boolean;
  /** One sentence for people, at most about 400 characters. */
  readonly sentence: { readonly en: string; readonly zh: string };

  constructor(fault: PlatformFault) {
    const sentence = { en: sentenceIn('en', fault), zh: sentenceIn('zh', fault) };
    super(`${fault.asked}: ${sentence.en}`);
    this.asked = fault.asked;
    this.kind = fault.kind;
    this.outcome = fault.outcome;
    this.canRetry = fault.canRetry;
    this.status = fault.status;
    this.code = fault.code;
    this.reason = fault.reason;
    this.says = fault.says ?? {};
    this.fields = fault.fields ?? [];
    this.reference = fault.reference;
    this.sideEffects = fault.sideEffects ?? false;
    this.sentence = sentence;
  }
}

function sentenceIn(language: 'en' | 'zh', fault: PlatformFault): string {
  const own = language === 'en' ? (fault.says?.en ?? fault.says?.zh) : (fault.says?.zh ?? fault.says?.en);
  const known = fault.reason ?? BY_KIND[fault.kind];
  const base = typeof known === 'string' ? REASONS[known] : known;
  const text = language === 'en' ? base[0] : base[1];
  const faults = fault.fields?.map((field) => faultIn(language, field)).join(language === 'en' ? '; ' : '；');
  const beside = faults || (fault.reason === undefined || VAGUE.has(fault.reason) ? own : undefined);
  if (!beside) return text;
  // What the platform says in the other language is quoted as its own words, never built into a sentence.
  if (language === 'en' && /\p{Script=Han}/u.test(beside))
    return `${text} The platform says: “${beside.replace(/[.。]$/, '')}”.`;
  return language === 'en'
    ? `${text.replace(/\.$/, '')}: ${withStop(beside, '.')}`
    : `${text.replace(/。$/, '')}：${withStop(beside, '。')}`;
}

function faultIn(language: 'en' | 'zh', fault: FieldFault): string {
  const says = fault[language];
  if (language === 'zh') return `${fault.field}${/^(?:必|不|太)/.test(says) ? ' ' : '：'}${says}`;
  return `${fault.field}${/^(?:is|isn’t|must|can’t) /.test(says) ? '' : ':'} ${says}`;
}

function withStop(text: string, stop: string): string {
  return /[.!?。！？…]$/.test(text) ? text : `${text}${stop}`;
}

/**
 * Reads something of the platform.
 * @param failed called with why it couldn't be read
 * @returns undefined where it couldn't be read
 */
export async function unlessPlatformFails<T>(
  read: () => Promise<T>,
  failed: (error: PlatformError) => void,
): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    failed(error);
    return undefined;
  }
}
