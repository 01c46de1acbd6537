import { Pool } from 'undici';
import * as z from 'zod';
import { createPlatform } from '../src/platform/create-platform.ts';
import type { Platform } from '../src/platform/platform.ts';
import { type Line, quantile, type Section } from './report.ts';
import { nextMessage, startScript } from './stage/processes.ts';

/** Calls before the measurement, because the engine compiles code only after some thousands of calls. */
const warmUp = 15_000;

const place = { team: 'demo-team', region: 'rainbond', app: '1' };
const token = 'bench';

const base = '/openapi/v1/teams/demo-team/regions/rainbond/apps/1/services';
const reads = [
  {
    name: 'ports',
    path: (service: string) => `${base}/${service}/ports`,
    read: (platform: Platform, service: string) => platform.listPorts({ ...place, service }),
  },
  {
    name: 'component',
    path: (service: string) => `${base}/${service}`,
    read: (platform: Platform, service: string) => platform.readComponent({ ...place, service }),
  },
];

/** Returns calls per second. Each worker reads a different path, because the client shares equal reads. */
async function rate(call: (service: string) => Promise<unknown>, atOnce: number, count: number): Promise<number> {
  let left = count;
  const since = performance.now();
  const worker = async (index: number) => {
    while (left > 0) {
      left -= 1;
      await call(`gr${String(index).padStart(6, '0')}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, (_, index) => worker(index)));
  return (count / (performance.now() - since)) * 1_000;
}

export async function benchReads(quick: boolean): Promise<Section> {
  const server = startScript('peers/recorded-server.ts');
  const { port } = await nextMessage(server.child, z.object({ port: z.number() }));
  const url = `http://127.0.0.1:${port}`;
  const platform = createPlatform({ url, token, now: Date.now, random: Math.random });
  const pool = new Pool(url, { connections: 32, pipelining: 1 });
  const lines: Line[] = [];
  for (const { name, path, read } of reads) {
    const ours = (service: string) => read(platform, service);
    // Usual code for a read: no checks, no deadline, no size limit.
    const bare = async (service: string): Promise<unknown> => {
      const { body } = await pool.request({ method: 'GET', path: path(service), headers: { authorization: token } });
      return JSON.parse(await body.text());
    };
    for (const call of [ours, bare]) await rate(call, 16, warmUp);
    for (const atOnce of [1, 16]) {
      const count = (atOnce === 1 ? 250 : 1_000) * (quick ? 1 : 2);
      const rates: (readonly [ours: number, bare: number])[] = [];
      for (let round = 0; round < (quick ? 11 : 21); round += 1)
        rates.push([await rate(ours, atOnce, count), await rate(bare, atOnce, count)]);
      lines.push(lineOf(`${name}, ${atOnce} at a time`, rates));
    }
  }
  await Promise.all([platform.close(), pool.close()]);
  await server.stop();
  return {
    title: 'Reading from the platform: the client, every field checked, beside bare undici with JSON.parse',
    how: 'Replies recorded from a real console; medians of rounds that take turns, the ratio that of each pair.',
    lines,
  };
}

function lineOf(what: string, rates: readonly (readonly [ours: number, bare: number])[]): Line {
  const median = (of: (pair: readonly [number, number]) => number) => quantile(rates.map(of), 0.5);
  const ratio = median(([ours, bare]) => ours / bare);
  return {
    what,
    ours: `${Math.round(median(([ours]) => ours))} calls/s`,
    peer: { name: 'bare undici', value: `${Math.round(median(([, bare]) => bare))} calls/s` },
    ratio,
    budget: { text: '≥ 0.7×', kept: ratio >= 0.7 },
  };
}
