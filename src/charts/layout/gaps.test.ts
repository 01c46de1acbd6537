import { replyOf } from '../../../test/gallery/gallery-cases.ts';
import { guessWidth } from '../../../test/guess-width.ts';
import { describe } from '../summary/describe.ts';
import { readChart } from './chart.ts';
import { layOut } from './layout.ts';
import { theme } from './theme.ts';

const day = { start: 1_795_075_200, end: 1_795_161_600, step: 60 };

/** Draws lines of a day, each without the samples between two minutes. */
function dayWithout(...gaps: readonly (readonly [from: number, to: number])[]) {
  const lines = gaps.map(([from, to], index) => ({
    name: `c${index}`,
    items: { request_time: (at: number) => (at > from && at < to ? null : 40 + index * 30) },
  }));
  const chart = readChart({ ...day, body: replyOf(lines, day), zone: 'UTC', lang: 'en', title: 'shop' });
  if ('fault' in chart) throw new Error(chart.fault);
  const { panels, plotWidth } = layOut(chart, guessWidth);
  const stripes = panels.flatMap(({ areas }) => areas).filter(({ fill }) => fill === theme.band);
  return {
    widths: stripes.map(({ from, to }) => Math.round(((to - from) / (day.end - day.start) / 1000) * plotWidth)),
    texts: panels.flatMap(({ texts }) => texts.map(({ text }) => text)),
    alt: describe(chart.summary, 'en', 'UTC').alt,
  };
}

test('a gap of all lines is a stripe with its name, or a narrow one that the header explains, and in the alt text', () => {
  const wide = dayWithout([400, 700], [400, 700]);
  expect(wide.texts).toContain('no data');
  expect(wide.alt).toContain('no data from 19 Nov 14:40 to 19 Nov 19:40');
  const narrow = dayWithout([400, 403], [400, 403]);
  expect(narrow.widths).toEqual([12]);
  expect(narrow.texts).toContain('hatched: no data');
  expect(narrow.alt).toContain('no data from 19 Nov 14:40 to 19 Nov 14:43');
});

test('a gap between means ends where the first step after it begins', () => {
  const hour = { start: day.start, end: day.start + 36_000, step: 600 };
  const items = { request_time: (at: number) => (at > 100 && at < 150 ? null : 40) };
  const body = replyOf([{ name: 'web', items }], { ...hour, step: 60 });
  const chart = readChart({ ...hour, sampled: 60, body, zone: 'UTC', lang: 'en', title: 'shop' });
  if ('fault' in chart) throw new Error(chart.fault);
  // The values end at minute 100 and begin again at minute 150, in the step that begins at minute 140.
  expect(describe(chart.summary, 'en', 'UTC').alt).toContain('No data from 09:40 to 10:20');
});

test('a gap of one line is in the alt text only if the line shows it', () => {
  expect(dayWithout([400, 403], [0, 0])).toMatchObject({ widths: [], alt: expect.not.stringContaining('No data') });
  expect(dayWithout([400, 700], [0, 0]).alt).toContain('No data from 19 Nov 14:40 to 19 Nov 19:40');
});
