import { describe, expect, test } from 'vitest';
import { client, enveloped, failure, json, place, port, serve, service } from '../../../test/recorded/loopback.ts';

/** What the client learns of the platform's dialect, and what it sends because of it. */

describe('dialect', () => {
  test('a wrapped reply shows a console, a bare port the document', async () => {
    const wrapped = client((await serve((response) => json(response, enveloped))).url);
    expect(wrapped.dialect()).toBe('unknown');
    await wrapped.listPorts(service);
    expect(wrapped.dialect()).toBe('console');
    const bare = client((await serve((response) => json(response, port))).url);
    expect(await bare.listPorts(service)).toHaveLength(1);
    expect(bare.dialect()).toBe('document');
    expect(await bare.listTeams()).toBeUndefined();
  });

  test('the shape of an error shows a console, until a bare reply says otherwise', async () => {
    const { url } = await serve((response, _heard, count) =>
      count === 1
        ? json(response, { code: 404, msg: 'no found app', msg_show: '应用不存在' }, 404)
        : json(response, [port]),
    );
    const platform = client(url);
    await failure(platform.listPorts(service));
    expect(platform.dialect()).toBe('console');
    await platform.listPorts(service);
    expect(platform.dialect()).toBe('document');
  });

  test('configured, it stays, and a document is never asked for more than it has', async () => {
    const { url, heard } = await serve((response) => json(response, enveloped));
    const platform = client(url, { dialect: 'document' });
    await platform.listPorts(service);
    expect(platform.dialect()).toBe('document');
    const range = { start: 1, end: 2, step: 1 };
    for (const promise of [
      platform.listTeams(),
      platform.listApps(place),
      platform.readApp(place),
      platform.listComponents(place),
      platform.listRules(place),
      platform.queryRawMonitoring({ region: 'r', componentIds: ['a'], item: 'request', ...range }),
    ])
      expect(await promise).toBeUndefined();
    expect(heard).toHaveLength(1);
  });

  test.each([
    ['a page with 404', 404, '<html>Not Found</html>'],
    ['nothing with 404', 404, ''],
    ['a page with 200', 200, '<!doctype html>'],
    ['405', 405, '{}'],
  ])('an endpoint that is answered by %s is missing', async (_what, status, body) => {
    const { url } = await serve((response) => response.writeHead(status).end(body));
    expect(await client(url).listApps(place)).toBeUndefined();
    expect(
      await client(url).queryRawMonitoring({
        region: 'r',
        componentIds: ['a'],
        item: 'request',
        start: 1,
        end: 2,
        step: 1,
      }),
    ).toBeUndefined();
  });

  test('a thing that is missing is an error', async () => {
    const { url } = await serve((response) =>
      json(response, { code: 404, msg: 'no found team', msg_show: '团队不存在' }, 404),
    );
    expect(await failure(client(url).listApps(place))).toMatchObject({ reason: 'no-such-team' });
  });
});

describe('listRegions', () => {
  const region = (n: number) => ({ region_id: `id${n}`, region_name: `r${n}`, region_alias: `East ${n}`, status: '1' });

  test('reads all pages for a search, unless the document is spoken', async () => {
    const { url, heard } = await serve((response, { url: path }) => {
      const page = Number(new URL(path ?? '', 'http://x').searchParams.get('page') ?? 1);
      const regions = Array.from({ length: 100 }, (_none, i) => region((page - 1) * 100 + i)).slice(
        0,
        page === 3 ? 5 : 100,
      );
      json(response, { total: 205, regions });
    });
    const found = await client(url).listRegions({ team: 't', search: 'EAST 20', pageSize: 3, page: 2 });
    expect(found.total).toBe(6);
    expect(found.regions.map((one) => one.regionName)).toEqual(['r202', 'r203', 'r204']);
    expect(heard.map((one) => one.url)).toHaveLength(3);
    expect(heard.every((one) => !one.url?.includes('query='))).toBe(true);
    await client(url, { dialect: 'document' }).listRegions({ team: 't', search: 'a&b' });
    expect(heard[3]?.url).toContain('?query=a%26b');
  });

  test('stops when a server knows no pages', async () => {
    const { url, heard } = await serve((response) => json(response, { total: 900, regions: [region(1)] }));
    expect((await client(url).listRegions({ team: 't', search: 'r1' })).total).toBe(1);
    expect(heard).toHaveLength(2);
  });
});
