import { MONITOR_ITEMS } from '../../platform/platform.ts';
import type { ChartJob } from '../data/job.ts';

/** Charts of more panels than this are rare enough to be compiled when they are asked for. */
const PANELS = 4;

/**
 * Small charts of every shape that there is: one to four panels, one and many lines, nothing to draw, both languages.
 * Drawn once at the start, they load fonts and compile what every later chart uses.
 */
export function warmUpJobs(): readonly ChartJob[] {
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
