import type { PageMessage } from '../../slack/page-protocol.ts';
import { type DateViewer, dayOf } from '../text/dates.ts';

/** Typed text that hasn't become a message yet. A command never becomes a message. */
export type Typed = {
  readonly id: number;
  readonly as: string;
  readonly channel: string;
  readonly threadTs: string | null;
  readonly text: string;
  readonly at: number;
  readonly state: 'pending' | 'sent' | 'refused';
  readonly say: string;
  /** The message's ts; null until it is known. The typed line disappears when the message arrives. */
  readonly ts: string | null;
};

/** Line that Slack shows to one person. `channel` null: shown in every conversation. */
export type Notice = {
  readonly id: number;
  readonly as: string;
  readonly channel: string | null;
  readonly say: string;
  readonly at: number;
};

/** Row of the message list. `joined`: without a heading, because the previous message has the same author. */
export type TimelineRow =
  | { readonly kind: 'day'; readonly key: string; readonly at: number }
  | { readonly kind: 'message'; readonly key: string; readonly message: PageMessage; readonly joined: boolean }
  | { readonly kind: 'typed'; readonly key: string; readonly typed: Typed }
  | { readonly kind: 'notice'; readonly key: string; readonly notice: Notice };

type Plain = Exclude<TimelineRow, { readonly kind: 'day' }>;

const together = 5 * 60_000;

/** Merges messages, typed lines and notices by time. A refusal that Slack already shows isn't repeated. */
export function rowsOf(
  messages: readonly PageMessage[],
  typed: readonly Typed[],
  notices: readonly Notice[],
  viewer: DateViewer,
): readonly TimelineRow[] {
  const there = new Set(messages.map((message) => message.ts));
  const lines: { readonly at: number; readonly row: Plain }[] = [
    ...messages.map((message) => ({
      at: message.at,
      row: { kind: 'message', key: message.ts, message, joined: false } as const,
    })),
    ...typed
      .filter((one) => one.ts === null || !there.has(one.ts))
      .map((one) => (notices.some((notice) => notice.say === one.say) ? { ...one, say: '' } : one))
      .map((one) => ({ at: one.at, row: { kind: 'typed', key: `typed-${one.id}`, typed: one } as const })),
    ...notices.map((notice) => ({
      at: notice.at,
      row: { kind: 'notice', key: `notice-${notice.id}`, notice } as const,
    })),
  ].sort((a, b) => a.at - b.at);
  return lines.flatMap(({ at, row }, index) => {
    const before = lines[index - 1];
    const newDay = before === undefined || dayOf(before.at, viewer) !== dayOf(at, viewer);
    const day: readonly TimelineRow[] = newDay ? [{ kind: 'day', key: `day-${dayOf(at, viewer)}`, at }] : [];
    const joined = !newDay && before !== undefined && belongsTo(row, at, before.row, before.at);
    return [...day, row.kind === 'message' ? { ...row, joined } : row];
  });
}

function belongsTo(row: Plain, at: number, before: Plain, beforeAt: number): boolean {
  if (row.kind !== 'message' || before.kind !== 'message') return false;
  const [one, other] = [row.message, before.message];
  const samePerson = one.user === other.user && one.ephemeral === other.ephemeral;
  // Messages with blocks, such as cards and charts, are never joined.
  const plain = one.blocks.length === 0 && other.blocks.length === 0;
  return samePerson && plain && at - beforeAt < together && other.replies === 0;
}

export function mainOf(messages: readonly PageMessage[]): readonly PageMessage[] {
  return messages.filter(({ threadTs, ts, broadcast }) => threadTs === null || threadTs === ts || broadcast);
}

export function threadOf(messages: readonly PageMessage[], ts: string): readonly PageMessage[] {
  return messages.filter((message) => message.ts === ts || message.threadTs === ts);
}
