import { createCanvas, loadImage } from 'canvas';
import { galleryCases, replyOf } from '../../../test/gallery/gallery-cases.ts';
import type { ChartJob } from '../data/job.ts';
import { readChart } from '../layout/chart.ts';
import { layOut } from '../layout/layout.ts';
import type { LineMark, PanelPicture, Picture } from '../layout/picture.ts';
import { theme } from '../layout/theme.ts';
import { rgbOf } from '../raster/palette.ts';
import { createRenderer } from './draw.ts';

const cases = galleryCases();

const painter = createRenderer();

function chartOf(job: ChartJob | undefined) {
  const chart = job && readChart(job);
  if (!chart || 'fault' in chart) throw new Error('no chart');
  return { chart, picture: layOut(chart, painter.measure) };
}

async function paint(picture: Picture) {
  const image = await loadImage(Buffer.from(await painter.paint(picture)));
  const context = createCanvas(image.width, image.height).getContext('2d');
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, image.width, image.height);
  const colorAt = (x: number, y: number) => {
    const at = (y * image.width + x) * 4;
    return [...data.subarray(at, at + 3)];
  };
  return { colorAt };
}

test('limits stand at their value, to a pixel', async () => {
  const { chart, picture } = chartOf(cases.find(({ name }) => name.startsWith('49'))?.job);
  const { colorAt } = await paint(picture);
  const hues = new Set(theme.hues.map((hue) => String(rgbOf(hue))));
  const [panel] = picture.panels;
  const [low = 0, high = 1] = panel?.axis.domain ?? [];
  const left = picture.left * theme.scale;
  const rows = Array.from({ length: picture.plotHeight * theme.scale }, (_, row) => row).filter((row) => {
    const y = picture.top * theme.scale + row;
    let count = 0;
    for (let x = left; x < left + picture.plotWidth * theme.scale; x += 1)
      if (hues.has(String(colorAt(x, y)))) count += 1;
    return count > picture.plotWidth * theme.scale * 0.6;
  });
  const limits = chart.summary.panels[0]?.limits ?? [];
  expect(limits.map(({ value }) => value)).toEqual([512, 640]);
  for (const { value } of limits) {
    const wanted = picture.plotHeight * theme.scale * (1 - (value - low) / (high - low));
    expect(rows.some((row) => Math.abs(row + 0.5 - wanted) <= 1.5)).toBe(true);
  }
});

describe('a day with a short gap', () => {
  const day = { start: 1_795_075_200, end: 1_795_161_600, step: 60 };
  const yesterday = { start: day.start - 86_400, end: day.end - 86_400 };
  const bodyOf = (range: Omit<typeof day, 'step'>, high: number, others: readonly string[] = []) => {
    const latency = (at: number) => (at > 400 && at < 403 ? null : at % 2 ? high : 10);
    const items = { gateway_latency: latency };
    return replyOf([{ name: 'web', items }, ...others.map((name) => ({ name, items }))], { ...day, ...range });
  };
  const job: ChartJob = { ...day, body: bodyOf(day, 90), zone: 'UTC', lang: 'en', title: 'shop' };
  const comparison = { ...yesterday, body: bodyOf(yesterday, 40), label: 'yesterday' };
  const withoutLines = (isLeftOut: (line: LineMark) => boolean) => (panel: PanelPicture) => ({
    ...panel,
    lines: panel.lines.filter((line) => !isLeftOut(line)),
  });

  test.each<[string, ChartJob, (panel: PanelPicture) => PanelPicture]>([
    [
      'the gap is hatched',
      job,
      (panel) => ({ ...panel, areas: panel.areas.map((area) => ({ ...area, isHatched: false })) }),
    ],
    [
      'the line has a band',
      job,
      (panel) => ({ ...panel, lines: panel.lines.map((line) => ({ ...line, band: 'none' as const })) }),
    ],
    ['the earlier period is drawn', { ...job, comparison }, withoutLines(({ dash }) => dash === theme.earlierDash)],
    [
      'the earlier period of one of several components has a stripe around it',
      { ...job, body: bodyOf(day, 90, ['api']), comparison: { ...comparison, body: bodyOf(yesterday, 40, ['api']) } },
      withoutLines(({ stroke }) => stroke === theme.background),
    ],
  ])('%s', async (_what, of, without) => {
    const { picture } = chartOf(of);
    // Copied before the first picture is painted, because Vega gives its data identities.
    const other = { ...picture, panels: picture.panels.map(without) };
    const painted = Buffer.from(await painter.paint(picture));
    expect(painted.equals(await painter.paint(other))).toBe(false);
  });

  test('the band has a darker edge', async () => {
    const { picture } = chartOf(job);
    const { colorAt } = await paint(picture);
    const [low = 0, high = 1] = picture.panels[0]?.axis.domain ?? [];
    const x = Math.round((picture.left + picture.plotWidth * 0.7) * theme.scale);
    const edge = Math.round((picture.top + picture.plotHeight * (1 - (90 - low) / (high - low))) * theme.scale);
    const lightness = (y: number) => colorAt(x, y).reduce((sum, channel) => sum + channel);
    expect(Math.min(...[-2, -1, 0, 1, 2].map((row) => lightness(edge + row)))).toBeLessThan(lightness(edge + 20));
  });
});

test.each([
  ['Latin', 'Zürich – Łódź'],
  ['Greek and Cyrillic', 'Ωμέγα Дмитрий'],
  ['Chinese and Japanese', '订单处理 決済サービス'],
  ['Arabic', 'خدمة الدفع'],
  ['Hebrew', 'שירות תשלומים'],
  ['Thai', 'บริการชำระเงิน'],
  ['Devanagari', 'भुगतान सेवा'],
  ['emoji', '📦 🚀'],
])('the fonts have %s', (_script, name) => expect(painter.drawable(name).replaceAll(/[\u2068\u2069]/g, '')).toBe(name));

test.each([
  ['결제 서비스', 'GyeolJe SeoBiSeu'],
  ['தமிழ்', 'tmil'],
])('%s, which they don’t have, is written in Latin letters', (name, latin) =>
  expect(painter.drawable(name)).toBe(latin),
);
