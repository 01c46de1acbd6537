import { acts, asks, shownIn } from './stage.ts';
import { useStillStage } from './use-stage.ts';

const place = await useStillStage();
await place.user('U0MAYA').slash('C0SHOP', '/portolan use shop/east-1/12');

test('from the second minute in which the platform doesn’t answer, the list of watches says so, with all that fired', async () => {
  // While the platform doesn’t answer, a notice may come before the list.
  const list = async () => {
    const changed = await acts(place, 'U0MAYA', 'C0SHOP', (maya) => maya.slash('C0SHOP', '/watch list'));
    return changed.map(shownIn).findLast((text) => text.startsWith('Watches')) ?? '';
  };
  await asks(place, 'U0MAYA', 'C0SHOP', '/watch 订单服务 abnormal for=2m');
  await place.until('it fires', () =>
    place.slack.messages('C0SHOP', 'U0MAYA').find(({ text }) => text.includes(' · 订单服务: abnormal')),
  );
  expect(await list()).not.toContain('last known states');
  await place.platform.faults.set({ down: 'reset' });
  await place.pass(150_000);
  const during = await list();
  expect(during).toMatch(
    /The platform (?:doesn’t answer at the moment|hasn’t answered since .+)\. These are the last known states\.\n▲ /,
  );
  expect(during).toMatch(/^Firing: .*订单服务/m);
  expect(during).not.toMatch(/no data|not evaluated/i);
  await place.platform.faults.reset();
  await place.pass(240_000);
  expect(await list()).not.toContain('last known states');
});
