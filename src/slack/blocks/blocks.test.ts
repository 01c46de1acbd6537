import { join, verbatim } from '../../core/text/text.ts';
import { auditMsg } from '../../operations/audit/audit-messages.ts';
import { scheduleMsg } from '../../operations/schedule/schedule-messages.ts';
import { cellOf, writeCell } from './blocks.ts';

const page = { lang: 'en', zone: 'UTC' } as const;
const maya = auditMsg.whoIs({ who: { user: 'U0MAYA' } });

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
    auditMsg.toCard({ title: { link: 'https://x.slack.com/archives/C1/p1', label: verbatim('Open \ue002it') } }),
    section({ type: 'link', url: 'https://x.slack.com/archives/C1/p1', text: 'Open it' }),
  ],
  [
    'what is no address of a page',
    auditMsg.toCard({ title: { link: 'javascript:1', label: verbatim('Open') } }),
    { type: 'raw_text', text: 'Open' },
  ],
])('%s', (_, text, cell) => expect(cellOf(writeCell(text, page))).toEqual(cell));

test.each([
  ['2027-01-15T09:00Z', undefined, '{date_short_pretty} {time}', '09:00 UTC, 15 Jan 2027'],
  ['2027-01-15T09:00:07Z', 'seconds', '{date_short_pretty} {time_secs}', '09:00:07 UTC, 15 Jan 2027'],
  ['2027-01-15T09:00Z', 'date', '{date_short_pretty}', '15 Jan 2027'],
  ['2027-01-15T09:00Z', 'time', '{time}', '09:00 UTC'],
] as const)('a moment is drawn by Slack for each reader: %s as %s', (moment, show, format, fallback) => {
  const at = Date.parse(moment);
  const text = writeCell(scheduleMsg.moment({ when: { at, ...(show ? { show } : {}) } }), {
    lang: 'en',
    zone: 'Asia/Tokyo',
  });
  expect(cellOf(text)).toEqual(section({ type: 'date', timestamp: Math.floor(at / 1_000), format, fallback }));
});

test.each([
  ['en', undefined, 'until ', '{time} {date_short_pretty}'],
  ['zh', undefined, '直到', '{date_short_pretty} {time}'],
  ['zh', 'time', '直到 ', '{time}'],
] as const)(
  'a moment within a sentence begins with the time in English, and with the day in Chinese: %s %s',
  (lang, show, words, format) => {
    const [, first, date] =
      JSON.stringify(
        cellOf(
          writeCell(join([verbatim(words.trim()), scheduleMsg.moment({ when: { at: 0, show } })]), {
            lang,
            zone: 'UTC',
          }),
        ),
      ).match(/"text":"([^"]*)".*"format":"([^"]*)"/) ?? [];
    expect([first, date]).toEqual([words, format]);
  },
);

function section(...elements: readonly unknown[]) {
  return { type: 'rich_text', elements: [{ type: 'rich_text_section', elements }] };
}
