import type { Dispatcher } from 'undici';
import type { Endpoint } from '../endpoint.ts';
import type { Breakdown, CallName, PlatformErrorKind } from '../errors/platform-error.ts';
import type { StandIn } from '../errors/reasons.ts';
import type { createDialectMemory } from './dialect.ts';
import type { createKnownNames } from './known-names.ts';
import type { createLargeReplies } from './large-replies.ts';
import type { Limit } from './limit.ts';
import { BrokenExchange, exchange, type HttpAnswer, type HttpExchange } from './transport.ts';

/** Fields of an exchange that are allowed to be counted and logged: no query, no header, no body. */
export interface CallRecord {
  readonly operation: CallName;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly status: number | undefined;
  readonly ms: number;
  /** `ok` means an answer with any status. */
  readonly outcome: 'ok' | Extract<PlatformErrorKind, 'unreachable' | 'timeout' | 'too-large' | 'unreadable'>;
}

export interface PlatformLink {
  readonly origin: string;
  readonly basePath: string;
  readonly readHeaders: Record<string, string>;
  readonly writeHeaders: Record<string, string>;
  /** Texts that must never be shown. */
  readonly secrets: readonly string[];
  /** Time limits of calls with their retries, in ms. */
  readonly deadlines: { readonly [deadline in Endpoint['deadline']]: number };
  readonly dialect: ReturnType<typeof createDialectMemory>;
  /** Other server that was found at the platform's address, if any. */
  readonly standIn: { seen: StandIn | undefined };
  readonly names: ReturnType<typeof createKnownNames>;
  readonly largeReplies: ReturnType<typeof createLargeReplies>;
  readonly now: () => number;
  readonly random: () => number;
  readonly onCall: ((record: CallRecord) => void) | undefined;
}

/** Makes a call and reports it to `onCall`. `wanted.path` is relative to the base address. @throws BrokenExchange */
export async function callPlatform(
  link: PlatformLink,
  operation: CallName,
  dispatcher: Dispatcher,
  wanted: HttpExchange,
  limit: Limit,
): Promise<HttpAnswer> {
  const { method, path } = wanted;
  const start = link.now();
  const report = (status: number | undefined, outcome: CallRecord['outcome']) =>
    link.onCall?.({ operation, method, path: path.split('?', 1)[0] ?? '', status, ms: link.now() - start, outcome });
  try {
    const answer = await exchange(dispatcher, { ...wanted, path: link.basePath + path }, limit);
    report(answer.status, 'ok');
    return answer;
  } catch (error) {
    if (error instanceof BrokenExchange) report(error.breakdown.status, recordedOutcomes[error.breakdown.cause]);
    throw error;
  }
}

const recordedOutcomes = {
  'too-large': 'too-large',
  'broken-encoding': 'unreadable',
  network: 'unreachable',
  deadline: 'timeout',
  aborted: 'timeout',
} as const satisfies Record<Breakdown['cause'], CallRecord['outcome']>;
