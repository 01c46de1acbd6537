import { afterAll, beforeAll, expect, test } from 'vitest';
import { asks, type Stage, shownIn, startStage, unsound } from './stage.ts';

// A white picture is too bright in a dark Slack. People choose the look of their charts, channels that of automatic
// charts.
let stage: Stage;
beforeAll(async () => {
  stage = await startStage({});
  await asks(stage, 'U0MAYA', 'C0SHOP', '/portolan use shop/east-1/12');
});
afterAll(() => stage.stop());

async function newestBackground(): Promise<number> {
  await stage.idle();
  const bytes = [...stage.slack.workspace.files.values()].findLast(({ name }) => name === 'chart.png')?.bytes;
  if (!bytes) return expect.fail('no picture');
  return bytes[bytes.indexOf('PLTE') + 4] ?? -1;
}

test('the charts of who asks are dark once they say so, those of others and of the channel stay', async () => {
  await asks(stage, 'U0MAYA', 'C0SHOP', '/monitor web 1h item=cpu');
  expect(await newestBackground()).toBe(255);
  expect(shownIn(await asks(stage, 'U0MAYA', 'C0SHOP', '/portolan theme dark'))).toContain(
    'Charts that you ask for are dark from now on.',
  );
  await asks(stage, 'U0MAYA', 'C0SHOP', '/monitor web 6h item=cpu');
  expect(await newestBackground()).toBeLessThan(40);
  await asks(stage, 'U0SAM', 'C0SHOP', '/monitor web 24h item=cpu');
  expect(await newestBackground()).toBe(255);
  expect(shownIn(await asks(stage, 'U0MAYA', 'C0SHOP', '/portolan theme dark here'))).toMatch(
    /posted automatically in <#C0SHOP> are dark/,
  );
  await asks(stage, 'U0SAM', 'C0SHOP', '/monitor web 15m item=cpu');
  expect(await newestBackground()).toBe(255);
  expect(await unsound(stage)).toEqual([]);
});
