import { fullChart } from '../../../test/gallery/gallery-cases.ts';
import { sharedCharts } from '../../../test/shared-charts.ts';
import { unitOf } from '../../charts/data/number-format.ts';
import { describe as describeChart } from '../../charts/summary/describe.ts';
import { chartMessage } from './chart-view.ts';

const pages = (['en', 'zh'] as const).map((lang) => ({ lang, zone: 'Europe/Berlin' }));

test('a chart has as many rows in English as in Chinese', async () => {
  const drawn = await sharedCharts().draw(fullChart(3));
  const items = ['gateway_latency', 'gateway_requests', 'gateway_errors', 'cpu'];
  const panels = drawn.summary.panels.slice(0, 1).flatMap((panel) => {
    const series = panel.series.map((line, index) => ({ ...line, name: index === 0 ? 'web' : `web (${index + 1})` }));
    return items.map((item) => ({ ...panel, item, unit: unitOf(item), series }));
  });
  const rowsOf = (page: (typeof pages)[number], pictureHeight: number, of = drawn.summary, findings: string[] = []) => {
    const summary = { ...of, panels };
    const description = {
      ...describeChart(summary, page.lang, page.zone),
      ...(findings.length > 0 ? { findings } : {}),
    };
    const context = { team: 'shop', region: 'east-1', app: '12', appName: 'shop' };
    const { blocks } = chartMessage(
      {
        ...{ description, summary, context, range: { last: 21_600_000 }, ranges: ['1h', '6h', '24h', '7d', '30d'] },
        ...{ isCompared: false, zone: page.zone, asker: 'maya', at: 1_795_161_600_000, pictureHeight },
      },
      page,
    );
    return blocks.flatMap((block) => ('rows' in block ? block.rows : [])).length;
  };
  for (let height = 280; height <= 420; height += 20) {
    const [english, chinese] = pages.map((page) => rowsOf(page, height));
    expect(english).toBeGreaterThan(1);
    expect(chinese).toBe(english);
  }
  // Findings give way to a row of each named component.
  const names = ['web', 'api', 'db'];
  const findings = names.map(
    (name) => `23:39 restart · liu: ${name} latency typically p50 37 → 842, ${'p95 138 → 3,762, '.repeat(8)}`,
  );
  for (const page of pages)
    expect(rowsOf(page, 420, { ...drawn.summary, names }, findings)).toBeGreaterThan(names.length);
});

test.each([
  [{ last: 7_776_000_000 }, ['24h', '7d', '30d', '90d'], '90d'],
  [{ last: 259_200_000 }, ['6h', '24h', '3d', '7d'], '3d'],
])('the range of a chart is lit among its ranges, also if it was typed: %j', async (range, shown, lit) => {
  const { summary } = await sharedCharts().draw(fullChart(1));
  const page = { lang: 'en', zone: 'Europe/Berlin' } as const;
  const context = { team: 'shop', region: 'east-1', app: '12', appName: 'shop' };
  const description = describeChart(summary, page.lang, page.zone);
  const ranges = ['1h', '6h', '24h', '7d', '30d'];
  const { blocks } = chartMessage(
    { description, summary, context, range, ranges, isCompared: false, zone: page.zone, asker: 'maya', at: 0 },
    page,
  );
  const buttons = blocks.flatMap((block) => (block.type === 'actions' && 'elements' in block ? block.elements : []));
  const ofRange = buttons.flatMap((each) =>
    each.type === 'button' && each.action_id?.startsWith('chart.range:') ? [each] : [],
  );
  expect(ofRange.map(({ action_id: id }) => id)).toEqual(shown.map((each) => `chart.range:${each}`));
  const primary = ofRange.filter(({ style }) => style === 'primary');
  expect(primary.map(({ action_id: id }) => id)).toEqual([`chart.range:${lit}`]);
});
