import { createCanvas } from 'canvas';
import * as echarts from 'echarts';
import { SIZE } from './cases.ts';
import type { Peer } from './peer.ts';

/** ECharts on a canvas, as in ECharts' handbook for servers. */
export async function openECharts(): Promise<Peer> {
  return async (one) => {
    const canvas = createCanvas(SIZE.width * SIZE.scale, SIZE.height * SIZE.scale);
    const element: unknown = canvas;
    if (!isElement(element)) throw new Error('no canvas');
    const chart = echarts.init(element, null, {
      width: SIZE.width,
      height: SIZE.height,
      devicePixelRatio: SIZE.scale,
    });
    const rows = one.panels.length;
    const share = 84 / rows;
    chart.setOption({
      animation: false,
      backgroundColor: '#fff',
      legend: { type: 'scroll', top: 0 },
      grid: one.panels.map((_, index) => ({
        top: `${10 + index * share}%`,
        height: `${share - 8}%`,
        left: 60,
        right: 20,
      })),
      xAxis: one.panels.map((_, index) => ({ type: 'time', gridIndex: index })),
      yAxis: one.panels.map((panel, index) => ({ type: 'value', gridIndex: index, name: panel.item })),
      series: one.panels.flatMap((panel, index) =>
        panel.lines.map((line) => ({
          type: 'line',
          name: line.name,
          xAxisIndex: index,
          yAxisIndex: index,
          showSymbol: false,
          data: line.times.map((time, at) => [time, line.values[at] ?? 0]),
        })),
      ),
    });
    const png = canvas.toBuffer('image/png');
    chart.dispose();
    return png;
  };
}

/** ECharts' handbook passes a canvas, but its types require an element. */
function isElement(value: unknown): value is NonNullable<Parameters<typeof echarts.init>[0]> {
  return typeof value === 'object' && value !== null && 'getContext' in value;
}
