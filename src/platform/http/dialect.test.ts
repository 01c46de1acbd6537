import { client, enveloped, json, place, port, serve, service } from '../../../test/recorded/loopback.ts';

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

  test('configured, it stays, and a document is never asked for more than it has', async () => {
    const { url, requests } = await serve((response) => json(response, enveloped));
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
    expect(requests).toHaveLength(1);
  });

  test.each([
    ['a page with 404', 404, '<html>Not Found</html>'],
    ['nothing with 404', 404, ''],
    ['a page with 200', 200, '<!doctype html>'],
    ['405', 405, '{}'],
  ])('an endpoint that is answered by %s is missing', async (_what, status, body) => {
    const { url } = await serve((response) => response.writeHead(status).end(body));
    expect(await client(url).listApps(place)).toBeUndefined();
    const query = { region: 'r', componentIds: ['a'], item: 'request', start: 1, end: 2, step: 1 } as const;
    expect(await client(url).queryRawMonitoring(query)).toBeUndefined();
  });
});
