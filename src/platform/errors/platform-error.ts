import type { EndpointId } from '../endpoints.ts';
import type { Reason } from './reasons.ts';
import { REASONS } from './reasons.ts';

/** `ping` is a read of a nonexistent region. */
export type CallName = EndpointId | 'ping';

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

/** Outcome of a failed write. `unknown`: only a read of the state can show the outcome. */
export type WriteOutcome = 'not-sent' | 'rejected' | 'unknown';

export interface FieldFault {
  readonly field: string;
  readonly en: string;
  readonly zh: string;
}

/** All data that is kept about a failure. Every text is sanitized by `sanitizeText`. */
export interface PlatformFault {
  readonly asked: CallName;
  readonly kind: PlatformErrorKind;
  readonly outcome: WriteOutcome;
  /** Whether a retry might help. Never true if the write may have happened. */
  readonly canRetry: boolean;
  readonly status?: number;
  readonly code?: number;
  readonly reason?: Reason;
  /** Messages of the platform: `en` is technical, `zh` is for people. Both can be in either language. */
  readonly says?: { readonly en?: string; readonly zh?: string };
  readonly fields?: readonly FieldFault[];
  readonly reference?: string;
  /**
   * Whether a rejected write may have changed something (docs/platform.md#opening-and-closing,
   * docs/platform.md#gateway-rules).
   */
  readonly sideEffects?: boolean;
}

export interface Breakdown {
  readonly asked: CallName;
  /** Code of the network error from Node or undici. */
  readonly code: string | undefined;
  /** False only if it is certain that no byte of the call was sent. */
  readonly mayBeSent: boolean;
  readonly cause: 'network' | 'deadline' | 'aborted' | 'too-large' | 'broken-encoding';
  readonly status?: number;
  readonly requestId?: string | undefined;
}

/** Reasons that are vague, so the platform's message is added to the text. */
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

/** The only error of the platform client. It keeps only the data in `PlatformFault`. */
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
  /** Sentence for people, with at most about 400 characters. */
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
  const reason = fault.reason ?? BY_KIND[fault.kind];
  const base = typeof reason === 'string' ? REASONS[reason] : reason;
  const text = language === 'en' ? base[0] : base[1];
  const faults = fault.fields?.map((field) => faultIn(language, field)).join(language === 'en' ? '; ' : '；');
  const beside = faults || (fault.reason === undefined || VAGUE.has(fault.reason) ? own : undefined);
  if (!beside) return text;
  // If the platform's message is in the other language, quote it instead of adding it to the sentence.
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

const silentKinds: ReadonlySet<PlatformErrorKind> = new Set(['unreachable', 'timeout', 'server']);

/** Checks whether the platform gave no answer, or only said that it failed. */
export function isSilent({ kind }: PlatformError): boolean {
  return silentKinds.has(kind);
}

/** Returns undefined if the read fails with a platform error. Passes the error to `failed`. */
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
