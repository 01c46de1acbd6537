import { z } from 'zod';
import type { Json } from '../../src/core/text/json.ts';
import { ask } from './ask-platform.ts';
import type { LogEntry } from './edge/request-log.ts';
import { isServing } from './live-routes.ts';
import { isNodePortServing } from './port/node-ports.ts';
import { idOf } from './seed/seed-id.ts';
import { startPlatform } from './start-platform.ts';

const app = '/teams/shop/regions/east-1/apps/12';
const web = `${app}/services/gr7c01aa/ports`;
const db = `${app}/services/gr90db11/ports`;
const rules = `${app}/httpdomains`;
type Part = { readonly [name: string]: Json };
const Rule = z.object({ http_rule_id: z.string() });

const platform = await startPlatform();
afterAll(() => platform.close());
beforeEach(async () => {
  platform.restore();
  platform.log.clear();
  await platform.faults.reset();
});

describe('faults', () => {
  const open = () => ask(platform, `PUT ${web}/8443`, { action: 'open_inner' });
  const isOpen = () => platform.state.ports.find((one) => one.number === 8443)?.inner;
  const readRegion = () => ask(platform, 'GET /regions/east-1');

  test.for([
    ['before', false],
    ['after', true],
  ] as const)(
    'the next write answers 500, or breaks off, %s its effect; the one after it is fine',
    async ([when, applied]) => {
      await platform.faults.set({ nextWrite: { kind: 'error', when } });
      expect((await open()).status).toBe(500);
      expect(isOpen()).toBe(applied);
      expect((await open()).status).toBe(200);
      platform.restore();
      await platform.faults.set({ nextWrite: { kind: 'reset', when } });
      await expect(open()).rejects.toThrow();
      expect(isOpen()).toBe(applied);
      expect(platform.log.entries.at(-1)).toMatchObject({ status: 0, fault: `reset ${when}` });
    },
  );

  test('a write hangs; it is applied after the client gave up', async () => {
    await platform.faults.set({ nextWrite: { kind: 'hang', seconds: 0.3 } });
    const applied = new Promise<LogEntry>((resolve) => {
      const stop = platform.log.subscribe((entry) => {
        if (entry.status !== 200) return;
        stop();
        resolve(entry);
      });
    });
    const impatient = fetch(`${platform.url}/openapi/v1${web}/8443`, {
      method: 'PUT',
      headers: { Authorization: platform.token, 'Content-Type': 'application/json' },
      body: '{"action":"open_inner"}',
      signal: AbortSignal.timeout(50),
    });
    await expect(impatient).rejects.toThrow();
    expect(isOpen()).toBe(false);
    expect(await applied).toMatchObject({ fault: 'hang, then applied', body: { action: 'open_inner' } });
    expect(isOpen()).toBe(true);
  });

  test('the log never holds the token', async () => {
    await readRegion();
    expect(JSON.stringify(platform.log.entries)).not.toContain(platform.token);
  });
});

describe('ports on the console', () => {
  const put = (path: string, action: string, more: Part = {}) => ask(platform, `PUT ${path}`, { action, ...more });

  const isOpen = (number: number) => isNodePortServing(platform.state, number);
  const rename = { port_alias: 'MYSQLX', k8s_service_name: 'mysql' };

  test('closing a tcp port closes its node port; before 6.7.4 not where alias and in-cluster name differ', async () => {
    await put(`${db}/33060`, 'close_outer');
    expect(isOpen(30021)).toBe(false);
    await put(`${db}/33060`, 'open_outer');
    expect(isOpen(30021)).toBe(true);
    await platform.faults.set({ regionVersion: '6.7.3' });
    await put(`${db}/33060`, 'close_outer');
    expect(isOpen(30021)).toBe(false);
    await put(`${db}/33060`, 'open_outer');
    await put(`${db}/33060`, 'change_port_alias', rename);
    expect(await put(`${db}/33060`, 'close_outer')).toMatchObject({ status: 200 });
    expect(isOpen(30021)).toBe(true);
    await put(`${db}/33060`, 'close_inner');
    expect(await ask(platform, `DELETE ${db}/33060`)).toMatchObject({ status: 200 });
    expect(isOpen(30021)).toBe(true);
  });

  test('opening a tcp port again gives its number, or is refused and leaves its node port open', async () => {
    await ask(platform, `POST ${db}`, { port: 7000, protocol: 'tcp', is_inner_service: true });
    await put(`${db}/7000`, 'open_outer');
    await put(`${db}/33060`, 'close_outer');
    await platform.faults.set({ workerRestarted: true });
    expect(await put(`${db}/33060`, 'open_outer')).toMatchObject({ status: 400, body: { code: 50005 } });
    expect(isOpen(30021)).toBe(true);
    await platform.faults.set({ regionVersion: '6.9.5' });
    expect(await put(`${db}/33060`, 'open_outer')).toMatchObject({ status: 200 });
    await platform.faults.set({ regionVersion: null });
    await put(`${db}/7000`, 'close_outer');
    expect(await put(`${db}/7000`, 'open_outer')).toMatchObject({ status: 200 });
  });

  test('closing what is closed fails, and its event never ends', async () => {
    await put(`${db}/33060`, 'close_outer');
    expect((await put(`${db}/33060`, 'close_outer')).status).toBe(400);
    const events = platform.state.events.filter(({ optType }) => optType === 'handle-service-outerport');
    expect(events.map(({ endsAt }) => endsAt === null)).toEqual([false, true]);
  });

  test('delete: custom domain first, then inner, then outer; closed it takes all rules along', async () => {
    expect((await ask(platform, `DELETE ${web}/8080`)).status).toBe(412);
    await put(`${web}/8080`, 'close_outer');
    expect((await ask(platform, `DELETE ${web}/8080`)).body).toMatchObject({ msg: 'can not delete inner port' });
    await put(`${web}/8080`, 'close_inner');
    expect((await ask(platform, `DELETE ${web}/8080`)).status).toBe(200);
    expect(platform.state.httpRules.filter((rule) => rule.port === 8080 && /gr7c|www/.test(rule.domain))).toEqual([]);
    expect((await ask(platform, `DELETE ${web}/8080`)).status).toBe(404);
  });
});

describe('HTTP rules at the console’s own path', () => {
  const create = (part: Part = {}) =>
    ask(platform, `POST ${rules}`, {
      service_id: idOf('web'),
      container_port: 8080,
      domain_name: 'new.shop.test',
      ...part,
    });
  const createRule = async (part: Part = {}) => Rule.parse((await create(part)).body).http_rule_id;
  const serves = (domain: string) => isServing(platform.state, domain);

  test('deleted: gone from the lists, while its route keeps serving until the port is closed', async () => {
    const id = await createRule();
    const deleted = await ask(platform, `DELETE ${rules}/${id}`);
    expect(deleted).toMatchObject({ status: 200, body: { http_rule_id: id, rule_extensions: [] } });
    expect(deleted.body).not.toHaveProperty('ID');
    expect(platform.state.httpRules.some((rule) => rule.id === id)).toBe(false);
    expect(serves('new.shop.test')).toBe(true);
    const gone = { status: 404, body: { code: 1404, msg: 'domain not found' } };
    expect(await ask(platform, `DELETE ${rules}/${id}`)).toMatchObject(gone);
    expect(await ask(platform, `DELETE ${rules}/${idOf('http rule 14')}`)).toMatchObject(gone);
    expect(await ask(platform, `DELETE ${rules}/${idOf('tcp rule 2')}`)).toMatchObject(gone);
    platform.elsewhere({ do: 'close', component: 'web', port: 8080, side: 'outer' });
    expect(serves('new.shop.test')).toBe(false);
  });

  test('a region that fails keeps the rule, one that does not know it lets it go', async () => {
    const id = idOf('http rule 5');
    await platform.faults.set({ regionFaults: { 'east-1': { kind: 'answers', status: 500, body: { msg: 'boom' } } } });
    expect((await ask(platform, `DELETE ${rules}/${id}`)).status).toBe(400);
    expect((await ask(platform, `GET ${rules}/${id}`)).body).toMatchObject({ http_rule_id: id });
    await platform.faults.set({ regionFaults: { 'east-1': { kind: 'answers', status: 404, body: { msg: 'x' } } } });
    expect((await ask(platform, `DELETE ${rules}/${id}`)).status).toBe(200);
  });
});
