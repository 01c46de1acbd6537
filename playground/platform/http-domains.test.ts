import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Json } from '../../src/core/text/json.ts';
import { ask } from './ask-platform.ts';
import { isServing } from './live-routes.ts';
import { idOf } from './seed/seed-id.ts';
import { type SimulatedPlatform, startPlatform } from './start-platform.ts';

const app = '/teams/shop/regions/east-1/apps/12';
const rules = `${app}/httpdomains`;
type Part = { readonly [name: string]: Json };
const Rule = z.object({ http_rule_id: z.string() });

describe('HTTP rules at the console’s own path', () => {
  let platform: SimulatedPlatform;
  beforeAll(async () => {
    platform = await startPlatform();
  });
  afterAll(() => platform.close());
  beforeEach(async () => {
    platform.restore();
    await platform.faults.reset();
  });

  const create = (part: Part = {}) =>
    ask(platform, `POST ${rules}`, {
      service_id: idOf('web'),
      container_port: 8080,
      domain_name: 'new.shop.test',
      ...part,
    });
  const made = async (part: Part = {}) => Rule.parse((await create(part)).body).http_rule_id;
  const serves = (domain: string) => isServing(platform.state, domain);

  test('deleted: gone from the lists, while its route keeps serving until the port is closed', async () => {
    const id = await made();
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
