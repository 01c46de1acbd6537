import { expect, test } from 'vitest';
import { join, verbatim } from '../../core/text/text.ts';
import { msg } from '../../operations/audit/audit-messages.ts';
import { cellOf, writeCell } from './table-cell.ts';

const page = { lang: 'en', zone: 'UTC' } as const;
const maya = msg.whoIs({ who: { user: 'U0MAYA' } });

test.each([
  ['words', verbatim('a <b>'), { type: 'raw_text', text: 'a <b>' }],
  ['nothing', verbatim(' '), { type: 'raw_text', text: '–' }],
  ['signs that could pass for a mention', verbatim('\ue000uU0MAYA\ue001'), { type: 'raw_text', text: 'uU0MAYA' }],
  ['somebody', maya, section({ type: 'user', user_id: 'U0MAYA' })],
  [
    'somebody among words',
    join([verbatim('by'), maya, verbatim('twice')]),
    section({ type: 'text', text: 'by ' }, { type: 'user', user_id: 'U0MAYA' }, { type: 'text', text: ' twice' }),
  ],
  [
    'a link',
    msg.toCard({ title: { link: 'https://x.slack.com/archives/C1/p1', label: verbatim('Open \ue002it') } }),
    section({ type: 'link', url: 'https://x.slack.com/archives/C1/p1', text: 'Open it' }),
  ],
  [
    'what is no address of a page',
    msg.toCard({ title: { link: 'javascript:1', label: verbatim('Open') } }),
    { type: 'raw_text', text: 'Open' },
  ],
])('%s', (_, text, cell) => {
  expect(cellOf(writeCell(text, page))).toEqual(cell);
});

test('a cell is cut, and a mention that was cut off leaves no sign behind', () => {
  const cell = cellOf(writeCell(join([verbatim('x'.repeat(495)), maya]), page));
  expect(cell).toMatchObject({ type: 'raw_text', text: expect.not.stringMatching(/[\ue000\ue001]/) });
  const link = { link: `https://x.test/${'y'.repeat(600)}`, label: verbatim('card') };
  const long = cellOf(writeCell(msg.toCard({ title: link }), page));
  expect(long).toMatchObject({ type: 'raw_text', text: expect.not.stringMatching(/[\ue000-\ue004]/) });
});

test.each([
  ['en', 'Asia/Tokyo', '2027-01-15T09:00Z', '15 Jan 2027, 18:00 UTC+9'],
  ['zh', 'Asia/Tokyo', '2027-01-15T09:00Z', '2027年1月15日 18:00 UTC+9'],
  ['en', 'Europe/Berlin', '2027-01-15T09:00Z', '15 Jan 2027, 10:00 UTC+1'],
  ['en', 'Europe/Berlin', '2027-07-15T09:00Z', '15 Jul 2027, 11:00 UTC+2'],
  ['en', 'Asia/Kolkata', '2027-01-15T09:00Z', '15 Jan 2027, 14:30 UTC+5:30'],
  ['zh', 'America/St_Johns', '2027-01-15T09:00Z', '2027年1月15日 05:30 UTC−3:30'],
  ['en', 'UTC', '2027-01-15T09:00Z', '15 Jan 2027, 09:00 UTC'],
] as const)('a moment names its offset: %s in %s at %s', (lang, zone, at, written) => {
  const text = writeCell(msg.moment({ when: { at: Date.parse(at) } }), { lang, zone });
  expect(cellOf(text)).toEqual({ type: 'raw_text', text: written });
});

function section(...elements: readonly unknown[]) {
  return { type: 'rich_text', elements: [{ type: 'rich_text_section', elements }] };
}
