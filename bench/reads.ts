import { Pool } from 'undici';
import * as z from 'zod';
import { createPlatform } from '../src/platform/create-platform.ts';
import type { Platform } from '../src/platform/platform.ts';
import { quantile } from './quantile.ts';
import type { Line, Section } from './report.ts';
import { nextMessage, startScript } from './stage/processes.ts';

/** Calls before anything is measured: the engine compiles what is called often, and that takes it some thousands. */
const warmUp = 15_000;

const place = { team: 'demo-team', region: 'rainbond', app: '1' };
const token = 'bench';

interface Read {
  readonly name: string;
  readonly path: (service: string) => string;
  readonly ours: (platform: Platform, service: string) => Promise<unknown>;
}

const base = '/openapi/v1/teams/demo-team/regions/rainbond/apps/1/services';
const reads: readonly Read[] = [
  {
    name: 'ports',
    path: (service) => `${base}/${service}/ports`,
    ours: (platform, service) => platform.listPorts({ ...place, service }),
  },
  {
    name: 'component',
    path: (service) => `${base}/${service}`,
    ours: (platform, service) => platform.readComponent({ ...place, service }),
  },
];

/** Calls a second: `atOnce` workers, each with a path of its own, since the client shares equal reads in flight. */
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

/** What everybody would write: undici, the body's text, JSON.parse. Nothing checked, no deadline, no limit of size. */
function bareRead(pool: Pool, path: (service: string) => string) {
  return async (service: string): Promise<unknown> => {
    const { body } = await pool.request({ method: 'GET', path: path(service), headers: { authorization: token } });
    return JSON.parse(await body.text());
  };
}

/** The client's reads, checked field by field, beside bare undici; both take turns within each round. */
export async function benchReads(quick: boolean): Promise<Section> {
  const server = startScript('./peers/recorded-server.ts');
  const { port } = await nextMessage(server.child, z.object({ port: z.number() }));
  const url = `http://127.0.0.1:${port}`;
  const platform = createPlatform({ url, token, now: Date.now, random: Math.random });
  const pool = new Pool(url, { connections: 32, pipelining: 1 });
  const lines: Line[] = [];
  try {
    for (const read of reads) {
      await rate((service) => read.ours(platform, service), 16, warmUp);
      await rate(bareRead(pool, read.path), 16, warmUp);
      for (const atOnce of [1, 16]) {
        const ours: number[] = [];
        const bare: number[] = [];
        const count = (atOnce === 1 ? 250 : 1_000) * (quick ? 1 : 2);
        const rounds = quick ? 11 : 21;
        for (let round = 0; round < rounds; round += 1) {
          ours.push(await rate((service) => read.ours(platform, service), atOnce, count));
          bare.push(await rate(bareRead(pool, read.path), atOnce, count));
        }
        lines.push(lineOf(`${read.name}, ${atOnce} at a time`, ours, bare));
      }
    }
  } finally {
    await Promise.all([platform.close(), pool.close()]);
    await server.stop();
  }
  return {
    title: 'Reading from the platform: the client, every field checked, beside bare undici with JSON.parse',
    how: 'Replies recorded from a real console; medians of rounds that take turns, the ratio that of each pair.',
    lines,
  };
}

function lineOf(what: string, ours: readonly number[], bare: readonly number[]): Line {
  const ratio = quantile(
    ours.map((value, index) => value / (bare[index] ?? Number.NaN)),
    0.5,
  );
  const shown = (values: readonly number[]) => `${Math.round(quantile(values, 0.5))} calls/s`;
  return {
    what,
    ours: shown(ours),
    peer: { name: 'bare undici', value: shown(bare) },
    ratio,
    budget: { text: '≥ 0.7×', kept: ratio >= 0.7 },
  };
}
