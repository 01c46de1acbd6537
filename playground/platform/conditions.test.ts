import { ask } from './ask-platform.ts';
import { type SimulatedPlatform, startPlatform } from './start-platform.ts';

const began = Date.UTC(2026, 10, 18, 6);

describe('what a watch is to notice', () => {
  let now = began;
  let platform: SimulatedPlatform;
  beforeAll(async () => {
    platform = await startPlatform({ now: () => now, requestItems: true });
  });
  afterAll(() => platform.close());
  beforeEach(async () => {
    now = began;
    platform.restore();
    await platform.faults.reset();
  });

  test('a certificate that the console can’t parse fails its page, and of a single name another one is told', async () => {
    const page = (query: string) => ask(platform, `GET /teams/shop/certificates?${query}`);
    platform.elsewhere({ do: 'add-certificate', which: 'ipv6-name' });
    expect((await page('page=1&page_size=100')).status).toBe(500);
    expect((await page('page=1&page_size=4')).body).toMatchObject({ total: 5, list: [{}, {}, {}, {}] });
    expect((await page('page=5&page_size=1')).status).toBe(500);
    const { id } = platform.state.certificates.at(-1) ?? {};
    expect(platform.state.httpRules.find(({ domain }) => domain === 'www.shop.test')?.certificateId).toBe(id);
    platform.elsewhere({ do: 'add-certificate', which: 'one-name' });
    expect((await page('page=6&page_size=1')).body).toMatchObject({
      list: [{ alias: 'one-name', issued_to: ['Example Internal CA leaf'] }],
    });
  });

  test.each([
    ['rate(container_memory_rss)', 'expected type range vector in call to function "rate", got instant vector'],
    ['ceil(container_memory_rss[5m])', 'expected type instant vector'],
    ['sum(up', 'unexpected end of input'],
    ['up{job=cadvisor}', 'in label matching, expected string'],
    ['up{job=~"("}', 'error parsing regexp'],
    ['nothing(up)', 'unknown function with name "nothing"'],
    ['up ? 1', "unexpected character: '?'"],
    ['sum(up)[5m]', 'ranges only allowed for vector selectors'],
    // The query is decoded twice, so `+` becomes a blank.
    ['up + up', 'unexpected identifier "up"'],
    ['container_memory_rss / on (namespace) container_memory_rss', 'found duplicate series for the match group'],
  ])('what Prometheus refuses: %s', async (query, said) => {
    const asked = `region_name=east-1&start=${began / 1_000}&end=${began / 1_000}&step=60&query=${encodeURIComponent(query)}`;
    const { status, body } = await ask(platform, `GET /monitor/query_range?${asked}`);
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain(JSON.stringify(said).slice(1, -1));
  });
});
