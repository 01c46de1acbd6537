import { placeText } from '../../core/command/context.ts';
import { csvCell } from '../../core/text/csv.ts';
import type { ExposureRow } from '../shared/exposure/exposure-rows.ts';

const columns: readonly (readonly [string, (row: ExposureRow) => string | number | undefined])[] = [
  ['address', ({ exposed }) => exposed.address],
  ['kind', ({ exposed }) => exposed.kind],
  ['component', ({ exposed }) => exposed.componentName],
  ['component_id', ({ exposed }) => exposed.component],
  ['port', ({ exposed }) => exposed.port],
  ['context', ({ exposed }) => placeText(exposed.context)],
  ['app', ({ exposed }) => exposed.context.appName],
  ['state', ({ exposed }) => exposed.remains ?? 'open'],
  ['group', ({ group }) => group],
  ['odd', ({ odd }) => odd.join(' ')],
  ['remarks', ({ remarks }) => remarks.join(' ')],
  ['seen_since', ({ known }) => timeOf(known?.since)],
  ['opened_by', ({ known }) => known?.opened?.by.name],
  ['request', ({ known }) => known?.opened?.request],
  ['card', ({ known }) => known?.opened?.link],
  ['closes_at', ({ until }) => timeOf(until)],
  ['expected_by', expectedBy],
  [
    'expected_reason',
    ({ expected }) => (expected?.by === 'person' ? expected.accepted.reason : expected?.entry.reason),
  ],
  [
    'expected_until',
    ({ expected }) => timeOf(expected?.by === 'person' ? expected.accepted.until : expected?.entry.until),
  ],
  ['certificate_expires', ({ exposed }) => timeOf(exposed.certificate?.expiresAt)],
  ['rule', ({ exposed }) => exposed.rule],
];

function expectedBy({ expected }: ExposureRow): string | undefined {
  return expected?.by === 'file' ? `policy file, line ${expected.entry.line}` : expected?.accepted.by.name;
}

function timeOf(at: number | undefined): string | undefined {
  return at === undefined ? undefined : new Date(at).toISOString();
}

const mostPerPiece = 200;

/** A file with a row for each address, in pieces. */
export async function* exposureCsv(rows: readonly ExposureRow[]): AsyncIterable<string> {
  const write = (cells: readonly (string | number | undefined)[]) =>
    `${cells.map((cell) => csvCell(String(cell ?? ''))).join(',')}\r\n`;
  yield write(columns.map(([name]) => name));
  for (let from = 0; from < rows.length; from += mostPerPiece)
    yield rows
      .slice(from, from + mostPerPiece)
      .map((row) => write(columns.map(([, cellOf]) => cellOf(row))))
      .join('');
}
