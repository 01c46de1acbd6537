import { asks, buttonsOf, isRecord, shownIn } from './stage.ts';
import { useStillStage } from './use-stage.ts';

/** The playground's regions are like Rainbond 6: no requests per component, only the traffic of the gateway. */
const [shop, maya] = ['C0SHOP', 'U0MAYA'];
const stage = await useStillStage();

test('by default, what the gateway and containers measure', async () => {
  const posted = await asks(stage, maya, shop, '/monitor web 6h');
  const image = posted.blocks.find(({ type }) => type === 'image');
  const alt = isRecord(image) ? String(image.alt_text) : '';
  expect(alt).toMatch(/Latency at the gateway.*web p95.*Requests at the gateway/s);
  const shown = shownIn(posted);
  for (const line of ['web p95', 'web p99']) expect(shown).toMatch(new RegExp(`^${line} latency`, 'm'));
  // All items have values, but the picture has space for only two.
  expect(shown).toMatch(/^web errors/m);
  expect(shown).toMatch(/^web \([a-z0-9]+\) CPU/m);
  expect(Object.values(buttonsOf(posted))).toContain('chart.items');
  expect(shown).toContain('Calls within the cluster don’t pass the gateway and aren’t included.');
});

test('a component that the gateway doesn’t serve has what its containers use', async () => {
  const shown = shownIn(await asks(stage, maya, shop, '/monitor db 1h'));
  expect(shown).toMatch(/^db memory/m);
  expect(shown).toMatch(new RegExp(`^${unserved}$`, 'm'));
});

test.each([
  ['response-time', /doesn’t collect response times\. Rainbond 6 removed them\. Use `gateway-latency` instead\./],
  ['latency', /doesn’t collect response times\. Rainbond 6 removed them\. Use `gateway-latency` instead\./],
  ['traffic', /doesn’t collect the requests of components\. .* Use `gateway-requests` instead\./],
  ['clients', /doesn’t collect online clients\. Rainbond 6 removed them\./],
])('%s has no source: the reason, and what to use', async (item, reason) => {
  const refusal = await asks(stage, maya, shop, `/watch web ${item}`);
  expect(refusal.ephemeralFor).toBe(maya);
  expect(shownIn(refusal)).toMatch(reason);
});

test.each([
  ['response-time above=101ms', 'latency at the gateway (p95) above 101 ms'],
  ['延迟 above=102', 'latency at the gateway (p95) above 102 ms'],
  ['traffic above=103', 'requests at the gateway above 103'],
])(
  'a watch of %s takes what the region collects if the threshold has its unit, and says so',
  async (words, watched) => {
    const added = await asks(stage, maya, shop, `/watch web ${words}`);
    expect(shownIn(added).toLowerCase()).toContain(watched);
    expect(shownIn(added)).toMatch(/^This region doesn’t collect .* Watched instead: /m);
  },
);

test('errors are watched as a share of the requests too, so that a limit fits any traffic', async () => {
  const watched = shownIn(await asks(stage, maya, shop, '/watch web errors above=5%'));
  expect(watched).toMatch(/5xx errors at the gateway above 5% of its requests for 5 minutes/);
  const usual = shownIn(await asks(stage, maya, shop, '/watch usual'));
  expect(usual).toMatch(
    /5xx errors at the gateway above 5% of its requests for 5 minutes · watched only for web\nweb: \d/,
  );
});

test('a share of the limit is no substitute for another item', async () => {
  expect(shownIn(await asks(stage, maya, shop, '/watch worker memory above=91%'))).not.toContain('instead');
});

test('a threshold of another unit isn’t taken: the reason, and what to watch', async () => {
  const refusal = await asks(stage, maya, shop, '/watch web clients above=100');
  expect(refusal.ephemeralFor).toBe(maya);
  expect(shownIn(refusal)).toMatch(/doesn’t collect online clients\. Rainbond 6 removed them\./);
});

test('stopped components have no empty chart: only the person is told, with what starts them', async () => {
  const told = await asks(stage, maya, shop, '/monitor promo');
  expect(told.ephemeralFor).toBe(maya);
  expect(shownIn(told)).toMatch(/^promo is stopped, so nothing can be charted in this time range\./);
  expect(buttonsOf(told)).toHaveProperty('Start');
  // One that runs is charted beside it.
  expect((await asks(stage, maya, shop, '/monitor promo web')).ephemeralFor).toBeNull();
});

test('MB are decimal, so that a threshold means what was typed', async () => {
  expect(shownIn(await asks(stage, maya, shop, '/monitor web memory above=800MB'))).toMatch(/above 763 MiB/);
  expect(shownIn(await asks(stage, maya, shop, '/monitor web memory above=800M'))).toMatch(/above 800 MiB/);
});

test.each([
  ['latency', 'Latency at the gateway', /^web p99 latency/m],
  ['延迟', 'Latency at the gateway', /^web p99 latency/m],
  ['traffic', 'Requests at the gateway', /^web requests/m],
])('a chart of %s shows what the gateway measures, and says why', async (item, instead, row) => {
  const charted = await asks(stage, maya, shop, `/monitor web ${item}`);
  expect(shownIn(charted)).toMatch(new RegExp(`^This region doesn’t collect .* Shown instead: ${instead}\\.`));
  expect(shownIn(charted)).toMatch(row);
});

test.each([
  ['memory above=80%', /80% of the limit of 1,024 MiB: 819 MiB\..*Memory never above 819 MiB/s],
  ['api memory above=80%', /^80% isn’t marked, because the components have no common limit\./],
  ['latency above=300ms', /Latency at the gateway (?:never )?above 300 ms/],
])('a chart takes the thresholds of a watch: %s', async (words, said) => {
  expect(shownIn(await asks(stage, maya, shop, `/monitor web ${words}`))).toMatch(said);
});

test('and keeps all that was typed: the range, and the threshold if it has the same unit', async () => {
  const charted = shownIn(await asks(stage, maya, shop, '/monitor web latency 24h above=200'));
  expect(charted).toContain('last 24 hours');
  expect(charted).toMatch(/200 ms/);
  const watched = shownIn(await asks(stage, maya, shop, '/watch web latency above=1s for=10m'));
  expect(watched).toMatch(/latency at the gateway \(p95\) above 1,000 ms for 10 minutes/);
  expect(watched).toContain('Watched instead: latency at the gateway (p95).');
  // A request of a component isn't one of the gateway, so its threshold would be another one.
  const other = await asks(stage, maya, shop, '/watch web clients above=100');
  await stage.user(maya).press(other, Object.values(buttonsOf(other)).find((id) => id.startsWith('ask:')) ?? '');
  expect(shownIn(stage.slack.messages(shop, maya).at(-1))).toContain('Set a threshold');
});

const unserved = 'Latency, requests and errors of db aren’t measured, because no active HTTP gateway rule leads to it.';

test('what the gateway doesn’t measure of a component is replaced by CPU and memory, and the chart says why', async () => {
  const shown = shownIn(await asks(stage, maya, shop, '/monitor db errors'));
  expect(shown).toMatch(new RegExp(`^${unserved} CPU and memory are shown instead\\.`));
  expect(shown).toMatch(/^db CPU/m);
  expect(shown).toMatch(/^db memory/m);
});

test('nor if it was reachable for a while, but nobody called it', async () => {
  const shown = () => stage.slack.messages(shop, maya);
  const runs = async (command: string, who: string) => {
    const earlier = new Set(shown().map(({ ts }) => ts));
    await stage.user(maya).slash(shop, command);
    const find = (words: string) =>
      shown().find((message) => !earlier.has(message.ts) && shownIn(message).includes(words));
    await stage.user(who).press(await stage.until(`${command} waits`, () => find('Waiting for')), 'request.approve');
    await stage.until(`${command} is done`, () => find('Done'));
  };
  await runs('/port open api 8000', 'U0SAM');
  await stage.pass(60_000);
  await runs('/port close api 8000', maya);
  const chart = shownIn(await asks(stage, maya, shop, '/monitor api errors'));
  expect(chart).toMatch(/^Latency, requests and errors of api aren’t measured.* CPU and memory are shown instead\./);
  expect(chart).toMatch(/^api CPU/m);
}, 60_000);

test('a watch of what the gateway doesn’t measure is refused', async () => {
  for (const words of ['/watch db errors above=1', '/watch db errors'])
    expect(shownIn(await asks(stage, maya, shop, words))).toContain(unserved);
});

test('a watch of a third-party component’s memory is refused: the platform runs no pods of it', async () => {
  for (const words of ['/watch payments memory above=300', '/watch payments memory'])
    expect(shownIn(await asks(stage, maya, shop, words))).toContain(
      'The platform runs no instances of payments, a third-party component, so memory can’t be measured.',
    );
});

test('a chart of several components draws each of them', async () => {
  const shown = shownIn(await asks(stage, maya, shop, '/monitor web db'));
  expect(shown).toContain('The other panels have no data of db, so CPU is shown too.');
  expect(shown).toMatch(/ CPU, \d+ lines\..* db \(?/);
});
