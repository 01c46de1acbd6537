import { createServer } from 'node:http';
import { listen } from '../test/recorded/listening.ts';
import { servePage } from './page-server.ts';

const server = createServer((request, response) => {
  if (!page.handle(request, response)) response.writeHead(404).end('none of the page');
});

const page = await servePage();
const url = `http://127.0.0.1:${await listen(server)}`;

afterAll(async () => {
  server.close();
  await page.close();
});

describe('the page', () => {
  test('is asked for anew each time, and allows no foreign code', async () => {
    const answer = await fetch(url);
    expect(answer.headers.get('content-type')).toContain('text/html');
    expect(answer.headers.get('cache-control')).toBe('no-cache');
    expect(answer.headers.get('content-security-policy')).toMatch(/default-src 'none'.*script-src 'self'/);
  });

  test('asks for nothing that is not its own', async () => {
    expect(await (await fetch(url)).text()).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
  });
});
