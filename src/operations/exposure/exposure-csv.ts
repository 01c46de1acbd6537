import { placeText } from '../../core/command/context.ts';
import { type CsvColumn, csvTable, timeCell } from '../../core/text/csv.ts';
import type { ExposureRow } from '../shared/exposure/exposure-rows.ts';

const columns: readonly CsvColumn<ExposureRow>[] = [
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
  ['seen_since', ({ record }) => timeCell(record?.since)],
  ['opened_by', ({ record }) => record?.opened?.by.name],
  ['platform_user', ({ record }) => (record?.opened ? undefined : record?.openedBy)],
  ['request', ({ record }) => record?.opened?.request],
  ['card', ({ record }) => record?.opened?.link],
  ['closes_at', ({ until }) => timeCell(until)],
  ['expected_by', expectedBy],
  [
    'expected_reason',
    ({ expected }) => (expected?.by === 'person' ? expected.accepted.reason : expected?.entry.reason),
  ],
  [
    'expected_until',
    ({ expected }) => timeCell(expected?.by === 'person' ? expected.accepted.until : expected?.entry.until),
  ],
  ['certificate_expires', ({ exposed }) => timeCell(exposed.certificate?.expiresAt)],
  ['rule', ({ exposed }) => exposed.rule],
];

function expectedBy({ expected }: ExposureRow): string | undefined {
  return expected?.by === 'file' ? `policy file, line ${expected.entry.line}` : expected?.accepted.by.name;
}

const maxPerPiece = 200;

export async function* exposureCsv(rows: readonly ExposureRow[]): AsyncIterable<string> {
  const table = csvTable(columns);
  yield table.start;
  for (let from = 0; from < rows.length; from += maxPerPiece)
    yield rows
      .slice(from, from + maxPerPiece)
      .map(table.row)
      .join('');
}
