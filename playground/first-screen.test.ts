import { createLogger } from '../src/observability/logger.ts';
import { realWorld } from '../src/real-world.ts';
import { sharedCharts } from '../test/shared-charts.ts';
import { fillFirstScreen, setChannelContexts } from './first-screen.ts';
import { createMovableClock } from './movable-clock.ts';
import { startPlayground } from './playground.ts';

const shop = 'C0SHOP';
const clock = createMovableClock(realWorld(createLogger({ level: 'fatal' })));
const { now } = clock.world;
const slack = { now, fileReadyMs: 0 };
const playground = await startPlayground({
  world: clock.world,
  mode: 'socket',
  charts: sharedCharts(),
  slack,
  platform: { now },
});
await setChannelContexts(playground);
await fillFirstScreen(playground);
afterAll(() => playground?.stop());

const shown = (channel: string, as = 'U0MAYA') =>
  playground.slack.messages(channel, as).map(({ text, blocks }) => `${text}\n${JSON.stringify(blocks)}`);

test('the first channel has one finished request and one chart', () => {
  expect(shown(shop).filter((text) => text.includes('request.close_now'))).toHaveLength(1);
  expect(shown(shop).filter((text) => text.includes('"type":"image"'))).not.toEqual([]);
  expect(shown(shop).filter((text) => text.includes('request.approve'))).toEqual([]);
  expect(playground.slack.faults).toEqual([]);
});

test('when eight hours are skipped, the port closes automatically', async () => {
  const isOpen = () => playground.platform.state.ports.some(({ number, outer }) => number === 8443 && outer);
  expect(isOpen()).toBe(true);
  clock.skip(8 * 3_600_000 + 60_000);
  const closed = () => !isOpen() && shown(shop).every((text) => !text.includes('request.close_now'));
  await playground.slack.until(closed);
  expect(playground.slack.faults).toEqual([]);
});
