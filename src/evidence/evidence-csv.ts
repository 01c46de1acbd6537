import { type CsvColumn, csvTable, timeCell } from '../core/text/csv.ts';
import { callsText } from '../store/audit/audit-export.ts';
import type { EvidenceRequest } from './evidence-request.ts';
import type { OutsideChange } from './outside-change.ts';

const requestColumns: readonly CsvColumn<EvidenceRequest>[] = [
  ['request', ({ id }) => id],
  ['requested_at', ({ at }) => timeCell(at)],
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
  ['calls', ({ calls }) => callsText(calls)],
  ['state', ({ state }) => state],
  ['ended_at', ({ ended }) => timeCell(ended)],
  ['card', ({ link }) => link],
  ['first_entry', ({ entries }) => entries.first],
  ['last_entry', ({ entries }) => entries.last],
];

const outsideColumns: readonly CsvColumn<OutsideChange>[] = [
  ['at', ({ at }) => timeCell(at)],
  ['what', ({ what }) => what],
  ['context', ({ context }) => context],
  ['component', ({ component }) => component],
  ['platform_user', ({ by }) => by],
  ['result', ({ state }) => state],
  ['ended_at', ({ ended }) => timeCell(ended)],
  ['address', ({ address }) => address],
  ['frozen_by', ({ frozen }) => frozen?.by],
  ['freeze_reason', ({ frozen }) => frozen?.reason],
];

function decisionText({ kind, who, as, role, rule, counts }: EvidenceRequest['decisions'][number]): string {
  const why = [as, role, rule].filter((each) => each !== undefined).join(', ');
  return `${kind} by ${who.name}${why === '' ? '' : ` (${why})`}${counts ? '' : ', no longer counted'}`;
}

export const requestCsv = csvTable(requestColumns);
export const outsideCsv = csvTable(outsideColumns);
