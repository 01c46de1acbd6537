import { setImmediate } from 'node:timers/promises';
import { readChart } from './chart.ts';
import type { Task, TaskReply } from './charts.ts';
import { createPainter, type Painter } from './draw.ts';
import type { ChartJob } from './job.ts';
import { layOut } from './layout.ts';
import { toNumbers } from './numbers.ts';
import { theme } from './theme.ts';
import { warmUpJobs } from './warm-up.ts';

let painter: Painter | undefined;

/** What the pool runs: reads the reply, draws or counts. Faults come back as data. */
export default async function answer(task: Task): Promise<TaskReply> {
  painter ??= createPainter();
  if (task.want === 'warm') {
    for (const job of warmUpJobs()) {
      await picture(job, painter);
      // Skia's memory is freed when the loop turns.
      await setImmediate();
    }
    return { done: 'warm' };
  }
  if (task.want === 'picture') return picture(task.job, painter);
  const chart = readChart(task.job);
  return 'fault' in chart ? { done: 'fault', fault: chart } : { done: 'numbers', result: toNumbers(chart) };
}

async function picture(job: ChartJob, painter: Painter): Promise<TaskReply> {
  const chart = readChart(job);
  if ('fault' in chart) return { done: 'fault', fault: chart };
  const laidOut = layOut(chart, painter.measure);
  const png = await painter.paint(laidOut);
  const result = {
    png,
    width: laidOut.width * theme.scale,
    height: Math.ceil(laidOut.height * theme.scale),
    summary: chart.summary,
  };
  return { done: 'picture', result };
}
