import fc from 'fast-check';
import { freezeMsg } from '../../core/policy/freeze-messages.ts';
import { momentNear } from '../../core/text/instant-text.ts';
import { verbatim } from '../../core/text/text.ts';
import { auditMsg } from '../../operations/audit/audit-messages.ts';
import { ruleListMsg } from '../../operations/gateway/listed/gateway-list-messages.ts';
import { writeCell } from './blocks.ts';
import { cut, messageText, mrkdwn } from './mrkdwn.ts';

/** Parts of a message's text that Slack would show wrongly if they were cut in half. */
const pieces = fc.constantFrom(
  ...['a', ' ', '\n', '订', '👩', '&amp;', '&lt;', '&gt;', '<@U0123ABCD>', '<!subteam^S0123OPS>'],
  ...['<!date^1795076100^{date_short_pretty} {time}|11月19日 08:15 UTC>', '<https://shop.test/?q=1&amp;r=2|商店>'],
);

test('whatever is cut, it has at most so many bytes, and every mention, date, link, sign and letter is whole', () =>
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 60 }), fc.integer({ min: 3, max: 400 }), (parts, max) => {
      const text = messageText([parts.join('')], max);
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(max);
      if (text === parts.join('')) return;
      const kept = text.slice(0, -1);
      expect(text.endsWith('…')).toBe(true);
      const ends = parts.map((_, index) =>
        parts
          .slice(0, index + 1)
          .join('')
          .trimEnd(),
      );
      expect(['', ...ends]).toContain(kept);
    }),
  ));

test('bytes count, not characters: 4,000 letters of English are too many, and so are 1,400 of Chinese', () => {
  expect(messageText(['x'.repeat(3_900)])).toHaveLength(3_900);
  expect(messageText(['x'.repeat(4_000)])).toHaveLength(3_898);
  expect(messageText(['长'.repeat(1_400)])).toHaveLength(1_300);
});

test('a text for a block is cut by characters, and at the same places', () => {
  expect(cut('长'.repeat(20), 10)).toBe(`${'长'.repeat(9)}…`);
  expect(cut('see <https://shop.test/a/long/address|the shop> first', 30)).toBe('see…');
  expect(cut('a &lt; b', 5)).toBe('a…');
  expect(cut('a 👩 b', 4)).toBe('a…');
});

test.each([
  [':tada:', '：tada：'],
  ['a:smile:heart:+1:', 'a：smile：heart：+1：'],
  ['此前：02:58 restart', '此前：02:58 restart'],
  ['listen 0.0.0.0:80: in use', 'listen 0.0.0.0:80: in use'],
])('no text becomes an emoji, and times and ports stay as they are: %s', (text, written) =>
  expect(mrkdwn(verbatim(text), 'zh')).toBe(written),
);

test('in Chinese, no space stands before a day; one stands before a time', () => {
  const at = Date.UTC(2026, 10, 28, 2);
  expect(mrkdwn(freezeMsg.outside({ until: { at } }), 'zh')).toContain('窗口将于<!date^');
  expect(mrkdwn(freezeMsg.outside({ until: { at, show: 'time' } }), 'zh')).toContain('窗口将于 <!date^');
});

test('a message of many readers writes a moment of the same day only as time, and lets Slack name any other day', () => {
  const at = Date.UTC(2026, 10, 28, 2);
  const written = (now?: number) => mrkdwn(freezeMsg.outside({ until: { at } }), 'en', { now, zone: 'UTC' });
  expect(written()).toContain('^{time} {date_short_pretty}|');
  expect(written(at - 3_600_000)).toContain('^{time}|');
  expect(written(at - 3 * 3_600_000)).toContain('^{time} {date_short_pretty}|');
  expect(written(at - 24 * 3_600_000)).toContain('^{time} {date_short_pretty}|');
});

test('a link leads to its own address, whatever signs are in that', () => {
  const url = 'https://shop.test/_admin/~web:x:*?q=1&r=2';
  const text = mrkdwn(auditMsg.toCard({ title: { link: url, label: verbatim('shop') } }), 'en');
  expect(text).toContain('<https://shop.test/_admin/~web:x:*?q=1&amp;r=2|');
});

test('a moment in the label of a link is text with its zone, because links don’t nest', () => {
  const label = freezeMsg.outside({ until: { at: 0, show: 'time' } });
  const linked = mrkdwn(auditMsg.toCard({ title: { link: 'https://slack.test/p1', label } }), 'en');
  expect(linked).toMatch(/^<https:\/\/slack\.test\/p1\|[^<>]*\d\d:\d\d UTC[^<>]*>$/);
});

/** One moment after midnight in Berlin, and what a reader's Slack is asked to write. */
test.each([
  ['one reader, the same day', 'UTC', '2026-11-26T20:00Z', 'private', '{time}', '{time}'],
  ['one reader, the day before', 'UTC', '2026-11-25T23:30Z', 'private', '{time} tomorrow', '明天 {time}'],
  ['one reader, after midnight', 'Europe/Berlin', '2026-11-26T22:30Z', 'private', '{time} tomorrow', '明天 {time}'],
  [
    'one reader, a zone where it is still that day',
    'America/New_York',
    '2026-11-26T20:00Z',
    'private',
    '{time}',
    '{time}',
  ],
  ['one reader, the day after', 'UTC', '2026-11-27T08:00Z', 'private', '{time} yesterday', '昨天 {time}'],
  ['one reader, days later', 'UTC', '2026-11-30T08:00Z', 'private', '{time} on 26 Nov', '11月26日 {time}'],
  ['one reader, next year', 'UTC', '2027-01-05T08:00Z', 'private', '{time} on 26 Nov 2026', '2026年11月26日 {time}'],
  [
    'many readers, also on later days',
    'UTC',
    '2026-11-26T20:00Z',
    'later',
    '{time} {date_short_pretty}',
    '{date_short_pretty} {time}',
  ],
  ['many readers, the same day', 'UTC', '2026-11-26T20:00Z', 'shared', '{time}', '{time}'],
  [
    'many readers, after midnight',
    'Europe/Berlin',
    '2026-11-26T22:30Z',
    'shared',
    '{time} {date_short_pretty}',
    '{date_short_pretty} {time}',
  ],
  [
    'many readers, days later',
    'Europe/Berlin',
    '2026-11-29T08:00Z',
    'shared',
    '{time} {date_short_pretty}',
    '{date_short_pretty} {time}',
  ],
] as const)(
  'a moment has its day only if it needs it, by name in the message’s language only for one reader: %s',
  (_, zone, present, read, en, zh) => {
    const [at, now] = [Date.parse('2026-11-26T23:15Z'), Date.parse(present)];
    const text = freezeMsg.outside({ until: momentNear(at, now) });
    const drawn = { zone, now: read === 'shared' ? now : read === 'later' ? read : undefined };
    const formats = (['en', 'zh'] as const).map(
      (lang) => /<!date\^\d+\^([^|]*)\|/.exec(mrkdwn(text, lang, drawn))?.[1],
    );
    const cells = (['en', 'zh'] as const).map((lang) => writeCell(text, { lang, ...drawn }).split('^')[1]);
    expect({ formats, cells }).toEqual({ formats: [en, zh], cells: [en, zh] });
  },
);

test('a wildcard domain in code has its own asterisk, which people can copy; outside code, it can format nothing', () => {
  const write = (name: string) => mrkdwn(ruleListMsg.exactName({ name }), 'en');
  expect(write('*.shop.test')).toBe('`*.shop.test`');
  expect(mrkdwn(verbatim('*.shop.test'), 'en')).toBe('＊.shop.test');
  // A value can't end the code, neither with its sign nor with a line break.
  expect(write('a` *b*')).toBe('`a｀ *b*`');
  expect(write('a\n*b*')).toBe('`a *b*`');
});
