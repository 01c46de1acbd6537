import { ask } from './ask-platform.ts';
import { type SimulatedPlatform, type SimulatedPlatformOptions, startPlatform } from './start-platform.ts';

const now = Date.UTC(2026, 10, 18, 6);
const app = '/teams/shop/regions/east-1/apps/12';
const web = `${app}/services/gr7c01aa`;

describe('the document taken literally', () => {
  let platform: SimulatedPlatform | undefined;
  const start = async (options: SimulatedPlatformOptions = {}): Promise<SimulatedPlatform> => {
    platform = await startPlatform({ dialect: 'document', now: () => now, ...options });
    return platform;
  };
  afterEach(() => platform?.close());

  test('six actions; an alias alone keeps the name; closing twice is fine; mysql opens', async () => {
    const one = await start();
    const put = (path: string, body: { readonly [name: string]: string }) => ask(one, `PUT ${path}`, body);
    expect((await put(`${web}/ports/8443`, { action: 'only_open_outer' })).status).toBe(400);
    expect((await put(`${web}/ports/8443`, { action: 'change_port_alias', port_alias: 'TLS' })).body).toMatchObject({
      port_alias: 'TLS',
      k8s_service_name: 'web',
    });
    expect((await put(`${web}/ports/8443`, { action: 'close_outer' })).status).toBe(200);
    const db = `${app}/services/gr90db11/ports/3306`;
    expect((await put(db, { action: 'open_outer' })).body).toMatchObject({ is_outer_service: true });
  });

  test('nothing but the nine operations, errors plain', async () => {
    const one = await start();
    for (const path of ['/currentuser', '/teams', `${app}/services`, '/monitor/query']) {
      expect(await ask(one, `GET ${path}`)).toMatchObject({
        status: 404,
        body: expect.stringContaining('<h1>Not Found'),
      });
    }
    expect((await ask(one, `GET ${app}/domains`)).status).toBe(405);
    expect((await ask(one, `GET ${app}/services/nosuch`)).body).toEqual({ code: 404, msg: 'no found component' });
    expect((await ask(one, `GET ${web}`)).body).not.toHaveProperty('arch');
    const creating = await ask(one, `GET ${app}/services/gr77c4e7`);
    expect(creating).toMatchObject({ status: 200, body: { create_status: 'creating' } });
    expect(creating.body).not.toHaveProperty('status');
  });
});
