import { createCanvas, loadImage } from 'canvas';
import { galleryCases } from '../../../test/gallery/gallery-cases.ts';
import { readChart } from '../layout/chart.ts';
import { layOut } from '../layout/layout.ts';
import { theme } from '../layout/theme.ts';
import { rgbOf } from '../raster/palette.ts';
import { createRenderer } from './draw.ts';

const cases = galleryCases();

const painter = createRenderer();

async function draw(number: string) {
  const job = cases.find(({ name }) => name.startsWith(number))?.job;
  const chart = job && readChart(job);
  if (!chart || 'fault' in chart) throw new Error(`no chart ${number}`);
  const picture = layOut(chart, painter.measure);
  const image = await loadImage(Buffer.from(await painter.paint(picture)));
  const context = createCanvas(image.width, image.height).getContext('2d');
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, image.width, image.height);
  const isAt = (x: number, y: number, color: string) => {
    const at = (y * image.width + x) * 4;
    return rgbOf(color).every((channel, index) => data[at + index] === channel);
  };
  return { chart, picture, isAt };
}

test('limits stand at their value, to a pixel', async () => {
  const { chart, picture, isAt } = await draw('49');
  const [panel] = picture.panels;
  const [low = 0, high = 1] = panel?.axis.domain ?? [];
  const left = picture.left * theme.scale;
  const rows = Array.from({ length: picture.plotHeight * theme.scale }, (_, row) => row).filter((row) => {
    const y = picture.top * theme.scale + row;
    let count = 0;
    for (let x = left; x < left + picture.plotWidth * theme.scale; x += 1)
      if (theme.hues.some((hue) => isAt(x, y, hue))) count += 1;
    return count > picture.plotWidth * theme.scale * 0.6;
  });
  const limits = chart.summary.panels[0]?.limits ?? [];
  expect(limits.map(({ value }) => value)).toEqual([512, 640]);
  for (const { value } of limits) {
    const wanted = picture.plotHeight * theme.scale * (1 - (value - low) / (high - low));
    expect(rows.some((row) => Math.abs(row + 0.5 - wanted) <= 1.5)).toBe(true);
  }
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
