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

/** Charts of more panels than this are rare enough to be compiled when they are asked for. */
const PANELS = 4;

/**
 * Small charts of every shape that there is: one to four panels, one and many lines, nothing to draw, both languages.
 * Drawn once at the start, they load fonts and compile what every later chart uses.
 */
function warmUpJobs(): readonly ChartJob[] {
  const jobs: ChartJob[] = [];
  // The tallest first: its canvas then serves the others.
  for (let panels = PANELS; panels >= 0; panels -= 1)
    for (const lines of panels === 1 ? [1, 3, 12, 10, 10, 10] : [2])
      jobs.push(tinyJob(panels, lines, jobs.length % 2 ? 'zh' : 'en'));
  return jobs;
}

/** Up and down over the whole panel, steep and level, with a gap: what draws real lines has then met all they can do. */
function valueAt(at: number, line: number): string {
  if (at % 400 === 60 + line) return '';
  if (at % 60 < 4) return String(200 * (at % 2));
  return (90 + 60 * Math.sin(at / 50 + line) + 30 * Math.sin(at * 12.9 + line)).toFixed(1);
}

function tinyJob(panels: number, lines: number, lang: 'en' | 'zh'): ChartJob {
  // As many samples as a day has minutes, where it counts: what draws them is then compiled, not interpreted.
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

/** Shared with who ends this thread; a test calls the function in its own. */
const gate = workerData instanceof Int32Array ? workerData : createGate();
// Only once this module is loaded: a thread that is ended while Node.js loads one by `require` aborts the process, too.
const loaded = setImmediate().then(() => leave(gate));
let painter: Renderer | undefined;

/** What the pool runs: reads the reply, draws or counts. Faults come back as data. */
export default async function answer(task: Task): Promise<TaskReply> {
  if (task.want === 'warm') {
    for (const job of warmUpJobs()) {
      await picture(job);
      // Skia's memory is freed when the loop turns.
      await setImmediate();
    }
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
    // The canvas is native from its loading on.
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

/** A chart whose names and labels can be drawn; its numbers stay. */
function drawableChart(chart: Chart, drawable: Drawable): Chart {
  const { summary } = chart;
  const panels = chart.panels.map((panel) => {
    const lines = panel.lines.map((line) => ({
      ...line,
      summary: { ...line.summary, name: drawable(line.summary.name) },
    }));
    const limits = (panel.summary.limits ?? []).map((limit) => ({ ...limit, names: limit.names.map(drawable) }));
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
