import { flushCompileCache } from 'node:module';
import { setImmediate } from 'node:timers/promises';
import { workerData } from 'node:worker_threads';
import { MONITOR_ITEMS } from '../../platform/platform.ts';
import type { ChartJob } from '../data/job.ts';
import { readChart } from '../layout/chart.ts';
import type { Chart } from '../layout/chart-data.ts';
import { layOut } from '../layout/layout.ts';
import { theme } from '../layout/theme.ts';
import { toNumbers } from '../summary/numbers.ts';
import type { Drawable } from '../text/drawable-text.ts';
import type { Renderer } from './draw.ts';
import { createGate, leave, within } from './gate.ts';
import type { Task, TaskReply } from './thread.ts';

/** Number of panels up to which charts are compiled in advance. Charts with more panels are rare. */
const PANELS = 4;

/** Returns small charts of every shape. Drawing them at the start loads the fonts and compiles the shared code. */
function warmUpJobs(): readonly ChartJob[] {
  const jobs: ChartJob[] = [];
  // Draw the tallest chart first, so that the others can reuse its canvas.
  for (let panels = PANELS; panels >= 0; panels -= 1)
    for (const lines of panels === 1 ? [1, 3, 12, 10, 10, 10] : [2])
      jobs.push(tinyJob(panels, lines, jobs.length % 2 ? 'zh' : 'en'));
  return jobs;
}

/** Generates steep, level and missing parts over the whole panel, so that all drawing code is used. */
function valueAt(at: number, line: number): string {
  if (at % 400 === 60 + line) return '';
  if (at % 60 < 4) return String(200 * (at % 2));
  return (90 + 60 * Math.sin(at / 50 + line) + 30 * Math.sin(at * 12.9 + line)).toFixed(1);
}

function tinyJob(panels: number, lines: number, lang: 'en' | 'zh'): ChartJob {
  // Some jobs have 1,440 samples, as many as a day has minutes, so that the drawing code gets compiled.
  const [start, points, step] = [1_700_000_000, lines === 10 ? 1440 : 120, 15];
  const reply = Array.from({ length: lines }, (_, line) => ({
    service_id: `warm${line}`,
    service_cname: `${line % 2 ? '预热' : 'warm-up'} ${line}`,
    monitors: Array.from({ length: panels }, (_, panel) => ({
      monitor_item: MONITOR_ITEMS[panel] ?? `item ${panel}`,
      data: {
        result: [
          {
            value: Array.from({ length: points }, (_, at) => [String(start + at * step), valueAt(at, line)]),
          },
        ],
      },
    })),
  }));
  return {
    body: new TextEncoder().encode(JSON.stringify(reply)),
    start,
    end: start + points * step,
    step,
    zone: 'Asia/Shanghai',
    lang,
    title: 'warm',
  };
}

/** Shared with the thread that ends this one. In a test, only a local gate. */
const gate = workerData instanceof Int32Array ? workerData : createGate();
// Leave after loading, because ending a thread while Node.js loads a module by `require` also aborts the process.
const loaded = setImmediate().then(() => leave(gate));
let painter: Renderer | undefined;

export default async function answer(task: Task): Promise<TaskReply> {
  if (task.want === 'warm') {
    for (const job of warmUpJobs()) {
      await picture(job);
      // Skia's memory is freed by the event loop.
      await setImmediate();
    }
    // Saved now, because a killed process saves nothing.
    flushCompileCache();
    return { done: 'warm' };
  }
  if (task.want === 'picture') return picture(task.job);
  const chart = readChart(task.job);
  return 'fault' in chart ? { done: 'fault', fault: chart } : { done: 'numbers', result: toNumbers(chart) };
}

async function picture(job: ChartJob): Promise<TaskReply> {
  const chart = readChart(job);
  if ('fault' in chart) return { done: 'fault', fault: chart };
  const { summary } = chart;
  await loaded;
  return within(gate, async () => {
    // Loading the canvas is already native code.
    painter ??= (await import('./draw.ts')).createRenderer();
    const laidOut = layOut(drawableChart(chart, painter.drawable), painter.measure);
    const png = await painter.paint(laidOut, job.dark);
    const result = {
      png,
      width: laidOut.width * theme.scale,
      height: Math.ceil(laidOut.height * theme.scale),
      summary,
      hues: chart.hues.given,
    };
    return { done: 'picture', result };
  });
}

function drawableChart(chart: Chart, drawable: Drawable): Chart {
  const { summary } = chart;
  const panels = chart.panels.map((panel) => {
    const lines = panel.lines.map((line) => ({
      ...line,
      summary: { ...line.summary, name: drawable(line.summary.name) },
    }));
    const limits = (panel.summary.limits ?? []).map((limit) => ({
      ...limit,
      names: limit.names.map(drawable),
      without: limit.without.map(drawable),
    }));
    return { lines, summary: { ...panel.summary, item: drawable(panel.summary.item), limits } };
  });
  return {
    ...chart,
    panels,
    summary: {
      ...summary,
      title: drawable(summary.title),
      ...(summary.names ? { names: summary.names.map(drawable) } : {}),
      ...(summary.marks ? { marks: summary.marks.map((mark) => ({ ...mark, label: drawable(mark.label) })) } : {}),
      ...(summary.comparedWith === undefined ? {} : { comparedWith: drawable(summary.comparedWith) }),
    },
  };
}
