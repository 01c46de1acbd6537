import { asks, shownIn } from './stage.ts';
import { useStillStage } from './use-stage.ts';

const place = await useStillStage();
await place.user('U0MAYA').slash('C0SHOP', '/portolan use shop/east-1/12');

test('an update in the console whose containers don’t run is marked as failed, and is then why the component is abnormal', async () => {
  const find = () =>
    shownIn(place.slack.messages('C0SHOP', 'U0MAYA').find(({ text }) => text.includes(' · worker: abnormal')));
  const shows = (what: string, words: RegExp) => place.until(what, () => words.test(find()) || undefined);
  await asks(place, 'U0MAYA', 'C0SHOP', '/watch worker abnormal for=2m');
  await place.pass(120_000);
  place.platform.elsewhere({ do: 'container-exit', component: 'worker', reason: 'OOMKilled' });
  await shows('it fires', /^Why: killed, out of memory/m);
  place.platform.elsewhere({ do: 'operate', component: 'worker', action: 'upgrade', fails: 'start' });
  await shows('the update failed', /^Changed since: rolling update of worker \(failed\) · mei/m);
  await shows('its reason is told', /^Why: keeps crashing/m);
  place.platform.elsewhere({ do: 'operate', component: 'worker', action: 'upgrade' });
  await shows('it has recovered', /^\*✓ Resolved/m);
  expect(find()).toMatch(/^Why: keeps crashing/m);
  expect(find()).toMatch(/^• rolling update of worker · mei.*\n• rolling update of worker \(failed\) · mei/m);
}, 60_000);
