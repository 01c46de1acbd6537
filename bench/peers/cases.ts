import type { ChartJob } from '../../src/charts/data/job.ts';
import { noise, traffic } from '../../test/gallery/gallery-cases.ts';

export interface CaseLine {
  readonly name: string;
  /** Epoch ms. */
  readonly times: readonly number[];
  readonly values: readonly number[];
}

export interface Case {
  readonly name: string;
  readonly panels: readonly { readonly item: string; readonly lines: readonly CaseLine[] }[];
  /** Epoch seconds. */
  readonly start: number;
  readonly end: number;
  readonly step: number;
}

/** Size of each picture in logical pixels. Pictures are drawn at scale 2. */
export const SIZE = { width: 800, height: 400, scale: 2 } as const;

const ITEMS = ['request_time', 'request', 'request_client', 'queue_depth'];

export function makeCase(name: string, panels: number, lines: number, points: number): Case {
  const [start, step] = [1_795_075_200, 60];
  const times = Array.from({ length: points }, (_, at) => (start + at * step) * 1000);
  return {
    name,
    start,
    end: start + (points - 1) * step,
    step,
    panels: ITEMS.slice(0, panels).map((item, panel) => ({
      item,
      lines: Array.from({ length: lines }, (_, line) => {
        const shape = traffic(line + 31 * panel + 1, 60 + 240 * noise(line * 13 + panel));
        return { name: `service-${line}`, times, values: times.map((_, at) => Number(shape(at, points))) };
      }),
    })),
  };
}

export const cases: readonly Case[] = [
  makeCase('3 x 60', 1, 3, 60),
  makeCase('10 x 1440', 1, 10, 1440),
  makeCase('50 x 1440', 1, 50, 1440),
  makeCase('4 panels of 10 x 1440', 4, 10, 1440),
];

/** Returns the case's numbers as the platform's reply (docs/platform.md#monitoring). */
export function replyOf(one: Case): Uint8Array {
  const names = one.panels[0]?.lines.map((line) => line.name) ?? [];
  const reply = names.map((name, index) => ({
    service_id: `id${index}`,
    service_cname: name,
    service_alias: name,
    monitors: one.panels.map(({ item, lines }) => ({
      monitor_item: item,
      status: 'success',
      data: {
        resultType: 'matrix',
        result: [
          {
            value: lines[index]?.times.map((time, at) => [String(time / 1000), String(lines[index]?.values[at] ?? 0)]),
          },
        ],
      },
    })),
  }));
  return new TextEncoder().encode(JSON.stringify(reply));
}

export function jobOf(one: Case): ChartJob {
  const { start, end, step } = one;
  // Name all items, so that the chart shows all of them.
  const items = one.panels.map(({ item }) => item);
  return { body: replyOf(one), start, end, step, items, zone: 'Europe/Berlin', lang: 'en', title: 'bench' };
}

export type Peer = (one: Case) => Promise<Uint8Array>;

/** Result of a drawing. `cpu`: processor time of this process in ms; other processes don't affect it. */
export interface Drawn {
  readonly ms: number;
  readonly cpu: number;
  readonly bytes: number;
}
