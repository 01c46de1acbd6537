import { langs, verbatim } from '../../src/core/text/text.ts';
import { phoneHeight } from '../../src/slack/blocks/phone-height.ts';
import { notePicture } from '../../src/slack/chart/chart-view.ts';
import { incidentMessage } from '../../src/slack/incident/incident-view.ts';
import { warningLines } from '../../src/slack/request/card-lines.ts';
import { cardMessage, maxCardHeight } from '../../src/slack/request/card-view.ts';
import { plain } from '../../src/slack/slack-catalog.ts';
import { cards } from './cards.ts';
import { incidentMessages, incidentNow } from './incident-messages.ts';
import { buttonsIn } from './messages.ts';
import { waitingSamples } from './waiting-samples.ts';

// Checks that a card isn't too high: approvers read all of it on a phone. A browser test compares this estimate.

const samples = await waitingSamples();
const letters = (text: string) =>
  text
    .replace(/<!date[^>]*>/g, '')
    .replace(/<[^|>]*\|([^>]*)>/g, '$1')
    .replace(/[*_<>&;`“”＊()]|amp|lt|gt/g, '')
    .replace(/ +/g, ' ');

test.each(langs)('every card that waits fits on one screen of a phone (%s)', (lang) => {
  expect(samples.length).toBeGreaterThan(60);
  const heights = samples.map(({ name, card }) => ({
    name,
    height: Math.round(phoneHeight(cardMessage(card, { lang, zone: 'UTC' }).blocks)),
  }));
  expect(heights.filter(({ height }) => height > maxCardHeight)).toEqual([]);
});

/** Height of a phone's screen, in points. */
const screen = 844;

test.each(langs)('every incident that fires fits on one screen of a phone, with its chart (%s)', (lang) => {
  const heights = Object.entries(incidentMessages).flatMap(([name, incident]) => {
    if (incident.ended !== undefined) return [];
    const { blocks } = incidentMessage(incident, { lang, zone: 'UTC' }, incidentNow);
    return { name, height: Math.round(phoneHeight(blocks)) };
  });
  expect(heights.length).toBeGreaterThan(10);
  expect(heights.filter(({ height }) => height > maxCardHeight)).toEqual([]);
  const charted = Object.entries(incidentMessages).map(([name, incident]) => {
    const chart = { file: 'F1', alt: 'CPU, memory', zone: 'UTC', at: incidentNow };
    const { blocks } = incidentMessage({ ...incident, ended: undefined }, { lang, zone: 'UTC' }, incidentNow, chart);
    return { name, height: Math.round(phoneHeight(blocks) + notePicture) };
  });
  expect(charted.filter(({ height }) => height > screen)).toEqual([]);
});

test('the changes that an incident doesn’t name for its height are counted, and its record names them', () => {
  const incident = incidentMessages['firing, changed many times, with all that a message can say'] ?? expect.fail();
  const said = (more: object) =>
    JSON.stringify(incidentMessage({ ...incident, ...more }, { lang: 'en', zone: 'UTC' }, incidentNow).blocks[0]);
  expect(said({})).toMatch(/• and \d more/);
  expect(said({}).split('open port 8080').length - 1).toBeLessThan(10);
  expect(said({ ended: incidentNow }).split('open port 8080')).toHaveLength(11);
});

test.each(langs)(
  'a card that is asked again shows the same as the first one, and no card counts a single row (%s)',
  (lang) => {
    for (const { name, card } of samples) {
      const blocksOf = (request: typeof card) => cardMessage(request, { lang, zone: 'UTC' }).blocks;
      const first = blocksOf({ ...card, follows: undefined });
      const again = blocksOf({
        ...card,
        follows: { card: 'g5ekz260abcd', how: 'next', link: 'https://slack.test/p1' },
      });
      const shown = (blocks: typeof first) => blocks.filter(({ type }) => type !== 'context' && type !== 'actions');
      expect(shown(again), name).toEqual(shown(first));
      expect(JSON.stringify(first), name).not.toMatch(/and 1 more in|另有 1 /);
    }
  },
);

test('no warning, no interrupted component and no other approver is left to Details', () => {
  const page = { lang: 'en', zone: 'UTC' } as const;
  const missing = samples.flatMap(({ name, card }) => {
    const { heavy, light, remarks } = warningLines(card);
    const decisive = [...heavy, ...light.filter((line) => !remarks.includes(line))];
    const components = card.plan.steps.flatMap(({ awaits }) => awaits?.components ?? []);
    const wanted = [...decisive.map((text) => plain(text, 'en', 'UTC')), ...components.map((each) => each.name)];
    const shown = letters(JSON.stringify(cardMessage(card, page).blocks));
    // Skip links and times, because blocks format them differently.
    const isShown = (text: string) =>
      text.split(/https?:\S+|\d\d:\d\d|[\n"*]/).every((part) => shown.includes(letters(part).trim()));
    return wanted.filter((text) => !isShown(text)).map((text) => `${name}: ${text}`);
  });
  expect(missing).toEqual([]);
});

test.each([
  ['en', /closes automatically .* after it opens/],
  ['zh', /开启 .*后自动关闭/],
] as const)('a card that opens a port for a time says when it closes, also if it is shortened (%s)', (lang, closes) => {
  const opening = samples.filter(({ card }) => card.operation === 'port.open' && card.plan.timedFor !== undefined);
  expect(opening.length).toBeGreaterThan(0);
  for (const { card } of opening) {
    const more = Array(20).fill(verbatim('A remark that fills the card.'));
    for (const warnings of [card.plan.warnings, [...more, ...card.plan.warnings]]) {
      const blocks = JSON.stringify(
        cardMessage({ ...card, plan: { ...card.plan, warnings } }, { lang, zone: 'UTC' }).blocks,
      );
      expect(blocks).toMatch(closes);
      expect(blocks.includes('fills the card')).toBe(false);
    }
  }
});

test('a card that is shortened has Details, with the calls in it; another one has the calls', () => {
  const ids = samples.map(({ card }) => buttonsIn(cardMessage(card).blocks).map(({ id }) => id));
  const [short, whole] = [
    ids.filter((each) => each.includes('request.review')),
    ids.filter((each) => each.includes('request.calls')),
  ];
  expect(short.length).toBeGreaterThan(10);
  expect(whole.length).toBeGreaterThan(20);
  expect(ids.filter((each) => each.includes('request.review') && each.includes('request.calls'))).toEqual([]);
});

test('what is decided isn’t shortened: it is a record', () => {
  for (const card of Object.values(cards).filter(({ state }) => state !== 'proposed'))
    expect(buttonsIn(cardMessage(card).blocks).map(({ id }) => id)).not.toContain('request.review');
});
