import { type Canvas, createCanvas } from 'canvas';
import { CategoryScale, Chart, Legend, LinearScale, LineController, LineElement, PointElement, Title } from 'chart.js';
import * as echarts from 'echarts';
import { type Case, type Peer, SIZE } from './cases.ts';

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

const COLOURS = ['#4e79a7', '#f28e2b', '#e15759', '#76b7b2', '#59a14f', '#edc948', '#b07aa1', '#ff9da7', '#9c755f'];

/** Chart.js on a canvas, as documented for servers. A chart has no panels, so several charts share a picture. */
export async function openChartJs(): Promise<Peer> {
  Chart.register(CategoryScale, LinearScale, LineController, LineElement, PointElement, Legend, Title);
  return async (one) => {
    const height = (SIZE.height * SIZE.scale) / one.panels.length;
    const drawn = one.panels.map((panel) => drawPanel(panel, height));
    const canvas = createCanvas(SIZE.width * SIZE.scale, SIZE.height * SIZE.scale);
    const context = canvas.getContext('2d');
    const [only] = drawn;
    if (drawn.length > 1) for (const [at, panel] of drawn.entries()) context.drawImage(panel.canvas, 0, at * height);
    const png = (only && drawn.length === 1 ? only.canvas : canvas).toBuffer('image/png');
    // `end` clears the canvas, so call it after the PNG was made.
    for (const panel of drawn) panel.end();
    return png;
  };
}

function drawPanel(panel: Case['panels'][number], height: number): { readonly canvas: Canvas; end(): void } {
  const canvas = createCanvas(SIZE.width * SIZE.scale, height);
  const own = canvas.getContext('2d');
  own.fillStyle = '#fff';
  own.fillRect(0, 0, canvas.width, canvas.height);
  const context: unknown = own;
  if (!isContext(context)) throw new Error('no canvas');
  const chart = new Chart(context, {
    type: 'line',
    data: {
      datasets: panel.lines.map((line, index) => ({
        label: line.name,
        borderColor: COLOURS[index % COLOURS.length] ?? '#333',
        borderWidth: 3,
        pointRadius: 0,
        data: line.times.map((time, at) => ({ x: time, y: line.values[at] ?? 0 })),
      })),
    },
    options: {
      animation: false,
      responsive: false,
      devicePixelRatio: 1,
      scales: {
        x: { type: 'linear', ticks: { callback: (value) => new Date(Number(value)).toISOString().slice(11, 16) } },
      },
      plugins: { title: { display: true, text: panel.item } },
    },
  });
  return { canvas, end: () => chart.destroy() };
}

type Context = Extract<ConstructorParameters<typeof Chart>[0], { readonly fillStyle: unknown }>;

/** Chart.js's types require a browser's context. The context of this canvas has the same methods. */
function isContext(value: unknown): value is Context {
  return typeof value === 'object' && value !== null && 'fillRect' in value;
}
