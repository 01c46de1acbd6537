import { compile } from 'vega-lite';
import { describe, expect, test } from 'vitest';
import { galleryCases } from '../../../test/gallery/gallery-cases.ts';
import type { Picture } from '../raster/picture.ts';
import { withPaths } from '../raster/series-path.ts';
import { readChart } from './chart.ts';
import { layOut } from './layout.ts';
import { liteSpec } from './spec.ts';
import { guessWidth } from './text-fit.ts';
import { theme } from './theme.ts';

function layOutJob(name: string): Picture {
  const job = galleryCases().find((each) => each.name.includes(name))?.job;
  if (!job) throw new Error(`no case ${name}`);
  const chart = readChart(job);
  if ('fault' in chart) throw new Error(chart.fault);
  return layOut(chart, guessWidth);
}

test.each([1, 2, 4])('the compiled chart of %d panels', (panels) => {
  const said: string[] = [];
  const logger = {
    level: () => logger,
    warn: (...words: string[]) => {
      said.push(...words);
      return logger;
    },
    info: () => logger,
    debug: () => logger,
    error: () => logger,
  };
  expect(withPaths(compile(liteSpec(panels), { logger }).spec)).toMatchSnapshot();
  expect(said).toEqual([]);
});

test.each(['02-three', '04-fifty', '05-one-point', '06-no-points', '16-long', '17-chinese', '21-autumn', '25-four'])(
  'the layout of %s',
  (name) => {
    const { panels, ...frame } = layOutJob(name);
    const plain = panels.map(({ lines, ...panel }) => ({
      ...panel,
      lines:
        lines.length > 12
          ? lines.length
          : lines.map(({ series, ...line }) => ({ ...line, points: series.times.length })),
    }));
    expect({ ...frame, panels: plain }).toMatchSnapshot();
  },
);

describe.each(galleryCases())('$name', ({ name }) => {
  const picture = layOutJob(name);
  const texts = picture.panels.flatMap((panel, index) =>
    panel.texts.map((text) => {
      const width = guessWidth(text.text, text.size, text.weight);
      const left = picture.left + text.x - (text.align === 'left' ? 0 : text.align === 'right' ? width : width / 2);
      const bottom = picture.top + index * picture.pitch + text.y;
      return { text: text.text, left, right: left + width, top: bottom - text.size * 0.75, bottom };
    }),
  );
  test('all texts are inside the picture', () => {
    for (const box of texts) {
      expect(box.left, box.text).toBeGreaterThanOrEqual(0);
      expect(box.right, box.text).toBeLessThanOrEqual(theme.width + 1);
      expect(box.top, box.text).toBeGreaterThanOrEqual(0);
      expect(box.bottom, box.text).toBeLessThanOrEqual(picture.height);
    }
  });
  test('no two texts overlap', () => {
    for (const [index, a] of texts.entries())
      for (const b of texts.slice(index + 1)) {
        const apart = a.right <= b.left + 1 || b.right <= a.left + 1 || a.bottom <= b.top + 1 || b.bottom <= a.top + 1;
        expect(apart, `${a.text} / ${b.text}`).toBe(true);
      }
  });
  test('the picture has a size that Slack shows well', () => {
    expect(picture.plotWidth).toBeGreaterThan(400);
    expect(picture.height).toBeGreaterThanOrEqual(400);
  });
});

test('untrusted names stay data: no expression of the chart depends on them', () => {
  const text = JSON.stringify(compile(liteSpec(1)).spec);
  expect(text).not.toContain('channel');
  expect(
    layOutJob('16-long')
      .panels[0]?.texts.map((each) => each.text)
      .join(),
  ).toContain('<!channel>');
});
