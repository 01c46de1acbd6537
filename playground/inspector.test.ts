import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createInspector, type Inspector } from './inspector.ts';
import type { InspectorAction, InspectorEntry, InspectorReply, InspectorStatus } from './inspector-protocol.ts';
import {
  alertChoices,
  certificateChoices,
  componentChoices,
  regionChoice,
} from './page/inspector/condition-choices.ts';
import { guideWords } from './page/text/guide-words.ts';
import { type SimulatedPlatform, startPlatform } from './platform/start-platform.ts';

let platform: SimulatedPlatform;
let inspector: Inspector;
let url = '';
const server = createServer(async (request, response) => {
  if (!(await inspector.handle(request, response))) response.writeHead(404).end();
});

beforeAll(async () => {
  platform = await startPlatform();
  inspector = createInspector(platform);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
});

afterAll(async () => {
  inspector.close();
  server.close();
  server.closeAllConnections();
  await platform.close();
});

const ask = (path: string) => fetch(`${platform.url}${path}`, { headers: { authorization: platform.token } });
const read = async <T>(path: string): Promise<T> => JSON.parse(await (await fetch(`${url}${path}`)).text());
const post = async (body: unknown) => {
  const response = await fetch(`${url}/_inspector/faults`, { method: 'POST', body: JSON.stringify(body) });
  const answer: InspectorReply = JSON.parse(await response.text());
  return { status: response.status, answer };
};
const fault = (act: InspectorAction) => post(act);

describe('the inspector of the platform', () => {
  test('what was asked, with its answer, only what is new', async () => {
    await ask('/openapi/v1/teams/shop/regions?page=1');
    const [entry, ...others] = await read<readonly InspectorEntry[]>('/_inspector/log');
    expect(entry).toMatchObject({ kind: 'platform', method: 'GET', query: 'page=1', status: 200, fault: null });
    expect(others).toEqual([]);
    expect(await read(`/_inspector/log?after=${entry?.n}`)).toEqual([]);
  });

  test('a fault stays until all are removed', async () => {
    const { answer } = await fault({ do: 'patch', patch: { nextRead: { kind: 'error', status: 500 } } });
    expect(answer).toMatchObject({ ok: true, faults: { nextRead: { kind: 'error' } } });
    expect((await ask('/openapi/v1/teams/shop/regions')).status).toBe(500);
    await fault({ do: 'patch', patch: { maintenance: ['east-1'] } });
    await fault({ do: 'reset' });
    expect(await read('/_inspector/faults')).toMatchObject({ faults: { maintenance: [], nextRead: null } });
  });

  test('somebody else at work, and back to the start', async () => {
    const outer = async () => {
      const { components } = await read<InspectorStatus>('/_inspector/faults');
      const api = components.find((one) => one.name === 'api' && one.app === 'shop' && one.region === 'east-1');
      return api?.ports.find((one) => one.number === 8000)?.outer;
    };
    expect(await outer()).toBe(false);
    const act = { do: 'open', component: 'api', port: 8000, side: 'outer' } as const;
    expect((await fault({ do: 'elsewhere', act })).answer.ok).toBe(true);
    expect(await outer()).toBe(true);
    await fault({ do: 'restore' });
    expect(await outer()).toBe(false);
  });

  test('what happens by itself is shown with its button, and ends with it', async () => {
    const now = async () => {
      const status = await read<InspectorStatus>('/_inspector/faults');
      const web = status.components.find(({ name, app }) => name === 'web' && app === 'shop');
      if (web === undefined) throw new Error('no web');
      return [...componentChoices(web), regionChoice(status), ...certificateChoices(status)].filter(
        (one) => one !== undefined,
      );
    };
    const press = async (words: string) => {
      const choice = (await now()).find((one) => one.words === words);
      if (choice === undefined) throw new Error(words);
      expect((await fault(choice.act)).answer.ok).toBe(true);
    };
    const active = async () => (await now()).filter(({ on }) => on).map(({ words }) => words);
    expect(await active()).toEqual([]);
    await press('web responds slowly');
    await press('east-1 sends no data');
    expect(await active()).toEqual(['web responds slowly', 'web sends no data', 'east-1 sends no data']);
    await press('east-1 sends no data');
    await press('web responds slowly');
    expect(await active()).toEqual([]);
    const before = (await read<InspectorStatus>('/_inspector/faults')).certificates[0];
    await press('shop-wildcard expires soon');
    await press('a certificate with an IPv6 name');
    expect((await read<InspectorStatus>('/_inspector/faults')).certificates.at(-1)?.name).toBe('ipv6-name');
    await press('web runs out of memory');
    expect((await read<InspectorStatus>('/_inspector/faults')).certificates[0]?.expiresAt).toBeLessThan(
      before?.expiresAt ?? 0,
    );
    expect(platform.state.components.find(({ cname }) => cname === 'web')?.status).toBe('some_abnormal');
    await fault({ do: 'restore' });
  });

  test('what Alertmanager and certificates can do is said in Chinese, too', async () => {
    const status = await read<InspectorStatus>('/_inspector/faults');
    const say = guideWords('zh-CN');
    for (const firing of [0, 1])
      for (const isPaused of [false, true]) {
        const alerts = { firing, isPaused, isPair: false, isLimited: false };
        for (const { words, note } of [...alertChoices({ ...status, alerts }), ...certificateChoices(status)]) {
          if (words !== 'max_alerts') expect(say(words)).not.toBe(words);
          expect(say(note)).not.toBe(note);
        }
      }
  });

  test('what cannot be is said', async () => {
    const refused = await fault({ do: 'elsewhere', act: { do: 'delete', component: 'nobody', port: 1 } });
    expect(refused).toMatchObject({ status: 409, answer: { ok: false, say: 'no component is called nobody' } });
    expect(await post({ do: 'dance' })).toMatchObject({ status: 400, answer: { ok: false } });
    expect(await post(null)).toMatchObject({ status: 400, answer: { ok: false } });
  });

  test('news come by themselves', async () => {
    const stop = new AbortController();
    const stream = await fetch(`${url}/_inspector/live`, { signal: stop.signal });
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
