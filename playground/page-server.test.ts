import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type PageServer, servePage } from './page-server.ts';

let page: PageServer;
let url = '';
const server = createServer((request, response) => {
  if (!page.handle(request, response)) response.writeHead(404).end('none of the page');
});

beforeAll(async () => {
  page = await servePage();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
});

afterAll(async () => {
  server.close();
  await page.close();
});

async function assets(): Promise<readonly string[]> {
  const html = await (await fetch(url)).text();
  return [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map((match) => match[1] ?? '');
}

describe('the page', () => {
  test('is asked for anew each time, and allows no foreign code', async () => {
    const answer = await fetch(url);
    expect(answer.headers.get('content-type')).toContain('text/html');
    expect(answer.headers.get('cache-control')).toBe('no-cache');
    expect(answer.headers.get('content-security-policy')).toMatch(/default-src 'none'.*script-src 'self'/);
  });

  test('its program and its looks stay the same for ever, and come compressed', async () => {
    const found = await assets();
    expect(found.map((path) => path.split('.').at(-1)).sort()).toEqual(['css', 'js']);
    for (const path of found) {
      const answer = await fetch(`${url}${path}`);
      expect(answer.headers.get('cache-control')).toContain('immutable');
      expect(answer.headers.get('content-encoding')).toBe('gzip');
      expect((await answer.text()).length).toBeGreaterThan(1_000);
    }
  });

  test('every font that its looks name is served', async () => {
    const [css = ''] = (await assets()).filter((path) => path.endsWith('.css'));
    const looks = await (await fetch(`${url}${css}`)).text();
    const fonts = [...looks.matchAll(/url\("?(\/fonts\/[^")]+)"?\)/g)].map(([, path = '']) => path);
    expect(fonts).toHaveLength(5);
    for (const path of fonts) {
      const answer = await fetch(`${url}${path}`, { method: 'HEAD' });
      expect([answer.status, answer.headers.get('content-type')], path).toEqual([200, 'font/ttf']);
    }
    const [inter = ''] = fonts;
    const bytes = new Uint8Array(await (await fetch(`${url}${inter}`)).arrayBuffer());
    expect([...bytes.subarray(0, 4)]).toEqual([0, 1, 0, 0]);
    expect((await fetch(`${url}/fonts/constructor`)).status).toBe(404);
  });

  test('asks for nothing that is not its own', async () => {
    const html = await (await fetch(url)).text();
    expect(html).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
  });

  test('HEAD has no body; other methods and addresses are not the page’s', async () => {
    expect((await (await fetch(url, { method: 'HEAD' })).text()).length).toBe(0);
    expect((await fetch(url, { method: 'POST' })).status).toBe(404);
    expect((await fetch(`${url}/assets/../../package.json`)).status).toBe(404);
  });

  test('a second start serves the same', async () => {
    const again = await servePage();
    const before = await assets();
    expect(before.length).toBe(2);
    await again.close();
    expect(await assets()).toEqual(before);
  });
});
