import { acts, asks, shownIn } from './stage.ts';
import { useStage } from './use-stage.ts';

// A white picture is too bright in a dark Slack. People choose the look of their charts, channels that of automatic
// charts.
const stage = await useStage({});
await asks(stage, 'U0MAYA', 'C0SHOP', '/portolan use shop/east-1/12');

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
    'Charts that you ask for are dark from now on. For charts that are posted automatically in a channel, use `/portolan theme dark here` there.',
  );
  await asks(stage, 'U0MAYA', 'C0SHOP', '/monitor web 6h item=cpu');
  expect(await newestBackground()).toBeLessThan(40);
  await asks(stage, 'U0SAM', 'C0SHOP', '/monitor web 24h item=cpu');
  expect(await newestBackground()).toBe(255);
  const told = await asks(stage, 'U0MAYA', 'C0SHOP', '/portolan theme dark here');
  expect(told.ephemeralFor).toBeNull();
  expect(shownIn(told)).toContain('maya set the theme of this channel');
  await asks(stage, 'U0SAM', 'C0SHOP', '/monitor web 15m item=cpu');
  expect(await newestBackground()).toBe(255);
});

test('the chart in a request’s thread follows the channel, whoever asked for the change', async () => {
  await asks(stage, 'U0MAYA', 'C0BILLING', '/portolan use shop/east-1/12');
  const backgroundFor = async (component: string) => {
    const pictures = () => stage.slack.workspace.files.size;
    const pictureCount = pictures();
    await acts(stage, 'U0MAYA', 'C0BILLING', (maya) => maya.slash('C0BILLING', `/component restart ${component}`));
    await vi.waitFor(() => expect(pictures()).toBeGreaterThan(pictureCount), 20_000);
    return newestBackground();
  };
  expect(await backgroundFor('web')).toBe(255);
  await asks(stage, 'U0MAYA', 'C0BILLING', '/portolan theme dark here');
  expect(await backgroundFor('api')).toBeLessThan(40);
});
