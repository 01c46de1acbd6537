import { checkPayload, type PayloadKind, sayFault } from '../check/check-payload.ts';
import { objectOf } from '../json-values.ts';
import type { JsonRecord } from '../page-protocol.ts';
import { SlackRefusal, type SlackState } from '../slack-state.ts';

export type Method = {
  /** Scopes for the call. One of them is enough; empty if the call needs none. */
  readonly scopes: (args: JsonRecord, sim: SlackState) => readonly string[];
  /** Runs the call and returns the fields after `ok: true`. @throws SlackRefusal */
  readonly run: (sim: SlackState, args: JsonRecord) => JsonRecord;
};

export function method(scopes: readonly string[], run: Method['run']): Method {
  return { scopes: () => scopes, run };
}

/** Refuses and records payloads that Slack wouldn't accept. `under` is the prefix of each pointer. */
export function mustPass(sim: SlackState, where: string, kind: PayloadKind, payload: unknown, under = ''): void {
  const faults = checkPayload(kind, payload).map((fault) => ({ ...fault, path: `${under}${fault.path}` }));
  const [first] = faults;
  if (!first) return;
  sim.journal.fault(where, payload, faults);
  throw new SlackRefusal(first.error, { response_metadata: { messages: faults.map(sayFault) } });
}

export function mustHave(args: JsonRecord, ...names: readonly string[]): void {
  const messages = names
    .filter((name) => args[name] === undefined || args[name] === '')
    .map((name) => `[ERROR] missing required field: ${name}`);
  if (messages.length > 0) throw new SlackRefusal('invalid_arguments', { response_metadata: { messages } });
}

export function viewIn(sim: SlackState, where: string, args: JsonRecord, home: boolean): JsonRecord {
  mustPass(sim, where, home ? 'home' : 'view', args.view, '/view');
  return objectOf(args.view);
}

/** Maximum page size of a list (docs/slack.md#lists-in-pages). */
export const maxPage = 999;

export function page<T>(
  all: readonly T[],
  args: JsonRecord,
): { readonly part: readonly T[]; readonly response_metadata: JsonRecord } {
  const start =
    args.cursor === undefined || args.cursor === '' ? 0 : Number(Buffer.from(String(args.cursor), 'base64url'));
  if (!Number.isInteger(start) || start < 0) throw new SlackRefusal('invalid_cursor');
  const { limit = 0 } = args;
  if (!(typeof limit === 'number' && Number.isInteger(limit) && limit >= 0 && limit <= maxPage))
    throw new SlackRefusal('invalid_limit');
  const size = limit || 100;
  const next = start + size;
  const cursor = next < all.length ? Buffer.from(String(next)).toString('base64url') : '';
  return { part: all.slice(start, next), response_metadata: { next_cursor: cursor } };
}
