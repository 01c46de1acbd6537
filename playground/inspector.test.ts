import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createGlass, type Glass } from './inspector.ts';
import type { GlassAct, GlassActed, GlassEntry, GlassStanding } from './inspector-protocol.ts';
import { type SimulatedPlatform, startPlatform } from './platform/start-platform.ts';

let platform: SimulatedPlatform;
let glass: Glass;
let url = '';
const server = createServer(async (request, response) => {
  if (!(await glass.handle(request, response))) response.writeHead(404).end();
});

beforeAll(async () => {
  platform = await startPlatform();
  glass = createGlass(platform);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
});

afterAll(async () => {
  glass.close();
  server.close();
  server.closeAllConnections();
  await platform.close();
});

const ask = (path: string) => fetch(`${platform.url}${path}`, { headers: { authorization: platform.token } });
const read = async <T>(path: string): Promise<T> => JSON.parse(await (await fetch(`${url}${path}`)).text());
const post = async (body: unknown) => {
  const response = await fetch(`${url}/_glass/tilt`, { method: 'POST', body: JSON.stringify(body) });
  const answer: GlassActed = JSON.parse(await response.text());
  return { status: response.status, answer };
};
const tilt = (act: GlassAct) => post(act);

describe('the platform behind the glass', () => {
  test('what was asked, with its answer, only what is new', async () => {
    await ask('/openapi/v1/teams/shop/regions?page=1');
    const [entry, ...others] = await read<readonly GlassEntry[]>('/_glass/log');
    expect(entry).toMatchObject({ kind: 'platform', method: 'GET', query: 'page=1', status: 200, tilt: null });
    expect(others).toEqual([]);
    expect(await read(`/_glass/log?after=${entry?.n}`)).toEqual([]);
  });

  test('a tilt holds until all is level', async () => {
    const { answer } = await tilt({ do: 'patch', patch: { nextRead: { kind: 'error', status: 500 } } });
    expect(answer).toMatchObject({ ok: true, tilts: { nextRead: { kind: 'error' } } });
    expect((await ask('/openapi/v1/teams/shop/regions')).status).toBe(500);
    await tilt({ do: 'patch', patch: { maintenance: ['east-1'] } });
    await tilt({ do: 'reset' });
    expect(await read('/_glass/tilt')).toMatchObject({ tilts: { maintenance: [], nextRead: null } });
  });

  test('somebody else at work, and back to the start', async () => {
    const outer = async () => {
      const { components } = await read<GlassStanding>('/_glass/tilt');
      const api = components.find((one) => one.name === 'api' && one.app === 'shop' && one.region === 'east-1');
      return api?.ports.find((one) => one.number === 8000)?.outer;
    };
    expect(await outer()).toBe(false);
    const act = { do: 'open', component: 'api', port: 8000, side: 'outer' } as const;
    expect((await tilt({ do: 'elsewhere', act })).answer.ok).toBe(true);
    expect(await outer()).toBe(true);
    await tilt({ do: 'restore' });
    expect(await outer()).toBe(false);
  });

  test('what cannot be is said', async () => {
    const refused = await tilt({ do: 'elsewhere', act: { do: 'delete', component: 'nobody', port: 1 } });
    expect(refused).toMatchObject({ status: 409, answer: { ok: false, say: 'no component is called nobody' } });
    expect(await post({ do: 'dance' })).toMatchObject({ status: 400, answer: { ok: false } });
    expect(await post(null)).toMatchObject({ status: 400, answer: { ok: false } });
  });

  test('news come by themselves', async () => {
    const stop = new AbortController();
    const stream = await fetch(`${url}/_glass/live`, { signal: stop.signal });
    const lines = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
    await lines?.read();
    await ask('/openapi/v1/teams/shop/regions');
    expect((await lines?.read())?.value).toMatch(/^data: \{"n":\d+\}\n\n$/);
    stop.abort();
  });

  test('other addresses are somebody else’s', async () => {
    expect((await fetch(`${url}/`)).status).toBe(404);
  });
});
