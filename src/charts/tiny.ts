import { MAX_PANELS } from './chart.ts';
import type { ChartJob } from './job.ts';

/**
 * Small charts of every shape that there is: any number of panels, one and many lines, nothing to draw, both languages.
 * Drawn once at the start, they load fonts and compile what every later chart uses.
 */
export function tinyJobs(): readonly ChartJob[] {
  const jobs: ChartJob[] = [];
  for (let panels = 0; panels <= MAX_PANELS; panels += 1)
    for (const lines of panels === 1 ? [1, 3, 10, 12, 12, 12] : [2])
      jobs.push(tinyJob(panels, lines, jobs.length % 2 ? 'zh' : 'en'));
  return jobs;
}

function tinyJob(panels: number, lines: number, lang: 'en' | 'zh'): ChartJob {
  const [start, points, step] = [1_700_000_000, 240, 15];
  const reply = Array.from({ length: lines }, (_, line) => ({
    service_id: `warm${line}`,
    service_cname: `预热 ${line}`,
    monitors: Array.from({ length: panels }, (_, panel) => ({
      monitor_item: ['request_time', 'request', 'request_client'][panel] ?? `item ${panel}`,
      data: {
        result: [
          { value: Array.from({ length: points }, (_, at) => [start + at * step, String((at * 7 + line * 3) % 50)]) },
        ],
      },
    })),
  }));
  return {
    body: new TextEncoder().encode(JSON.stringify(reply)),
    start,
    end: start + points * step,
    step,
    zone: 'UTC',
    lang,
    title: 'warm',
  };
}
