import { csvCell } from '../core/text/csv.ts';
import type { EvidenceRequest } from './evidence-request.ts';
import type { OutsideChange } from './outside-change.ts';

type Column<T> = readonly [string, (row: T) => string | number | undefined];

const requestColumns: readonly Column<EvidenceRequest>[] = [
  ['request', ({ id }) => id],
  ['requested_at', ({ at }) => isoTime(at)],
  ['requested_by', ({ requester }) => requester?.name],
  ['requested_by_id', ({ requester }) => requester?.id],
  ['agent', ({ agent }) => agent],
  ['context', ({ context }) => context],
  ['change', ({ title }) => title],
  ['component', ({ component }) => component],
  ['operation', ({ operation }) => operation],
  ['risk', ({ risk }) => risk],
  ['effect', ({ effect }) => effect],
  ['separation', ({ separation }) => separation],
  ['freeze_exception', ({ isException }) => (isException ? 'yes' : '')],
  ['decided_by', ({ decisions }) => decisions.map(decisionText).join('\n')],
  ['rule', ({ rule }) => rule],
  ['policy', ({ policy }) => policy],
  ['ticket', ({ ticket }) => ticket],
  ['reason', ({ reason }) => reason],
  ['calls', ({ calls }) => calls.map((call) => `${call.method} ${call.path} ${call.status ?? 'no answer'}`).join('\n')],
  ['state', ({ state }) => state],
  ['ended_at', ({ ended }) => isoTime(ended)],
  ['card', ({ link }) => link],
  ['first_entry', ({ entries }) => entries.first],
  ['last_entry', ({ entries }) => entries.last],
];

const outsideColumns: readonly Column<OutsideChange>[] = [
  ['at', ({ at }) => isoTime(at)],
  ['what', ({ what }) => what],
  ['context', ({ context }) => context],
  ['component', ({ component }) => component],
  ['platform_user', ({ by }) => by],
  ['result', ({ state }) => state],
  ['ended_at', ({ ended }) => isoTime(ended)],
  ['address', ({ address }) => address],
];

/** A moment in ISO 8601, UTC. */
export function isoTime(at: number | undefined): string | undefined {
  return at === undefined ? undefined : new Date(at).toISOString();
}

function decisionText({ kind, who, as, role, rule, counts }: EvidenceRequest['decisions'][number]): string {
  const why = [as, role, rule].filter((each) => each !== undefined).join(', ');
  return `${kind} by ${who.name}${why === '' ? '' : ` (${why})`}${counts ? '' : ', no longer counted'}`;
}

function csvOf<T>(columns: readonly Column<T>[]) {
  const line = (cells: readonly (string | number | undefined)[]) =>
    `${cells.map((cell) => csvCell(String(cell ?? ''))).join(',')}\r\n`;
  return {
    // A byte order mark, without which spreadsheets read Chinese names wrongly.
    start: `\uFEFF${line(columns.map(([name]) => name))}`,
    row: (row: T) => line(columns.map(([, read]) => read(row))),
  };
}

export const requestCsv = csvOf(requestColumns);
export const outsideCsv = csvOf(outsideColumns);
