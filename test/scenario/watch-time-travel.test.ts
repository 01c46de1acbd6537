import { asks, only, shownIn } from './stage.ts';
import { useStillStage } from './use-stage.ts';

const place = await useStillStage();

const shown = () => place.slack.messages('C0SHOP', 'U0MAYA').map((message) => shownIn(message));
async function until(words: RegExp): Promise<string> {
  await place.until(String(words), () => shown().find((text) => words.test(text)));
  return only(
    shown().filter((text) => words.test(text)),
    JSON.stringify(shown()),
  );
}

test('what the inspector causes is watched, also where ten minutes are skipped at once', async () => {
  await place.user('U0MAYA').slash('C0SHOP', '/portolan use shop/east-1/12');
  for (const what of ['memory above=90% for=5m', 'gateway-latency above=500ms for=5m', 'oom'])
    expect(shownIn(await asks(place, 'U0MAYA', 'C0SHOP', `/watch web ${what}`))).toContain('now watches');
  await place.pass(80_000);
  place.platform.elsewhere({ do: 'trouble', component: 'web', trouble: 'memory' });
  place.platform.elsewhere({ do: 'trouble', component: 'web', trouble: 'slow' });
  place.jump(10 * 60_000);
  const fired = await until(/^\*▲ Firing · web: /);
  expect(fired).toMatch(/memory above 90% of its limit[\s\S]*now 9\d/);
  expect(fired).toMatch(/latency at the gateway \(p95\) above 500 ms/);
  place.platform.elsewhere({ do: 'container-exit', component: 'web', reason: 'OOMKilled' });
  await until(/^\*▲ Firing · web: .*out of memory/);
  // New pods replace the old pods, so the old problems end.
  place.platform.elsewhere({ do: 'operate', component: 'web', action: 'upgrade' });
  place.jump(20 * 60_000);
  // The title is the problem that began first.
  await until(/^\*✓ Resolved · web: [\s\S]*memory above 90% of its limit/);
}, 90_000);

test('a restart, while no request is served, doesn’t hide the latency of its whole step', async () => {
  place.platform.elsewhere({ do: 'operate', component: 'web', action: 'stop' });
  place.jump(2 * 60_000);
  place.platform.elsewhere({ do: 'operate', component: 'web', action: 'start' });
  place.jump(40 * 60_000);
  await place.user('U0MAYA').slash('C0SHOP', '/monitor web gateway-latency 2h step=10m');
  const posted = () =>
    place.slack.messages('C0SHOP', 'U0MAYA').flatMap(({ blocks }) => blocks.filter(({ type }) => type === 'image'));
  const image = await place.until('the chart', () => posted().at(-1));
  expect(JSON.stringify(image)).toMatch(/web p95 [^.]*: mean/);
  expect(JSON.stringify(image)).not.toMatch(/no data/i);
}, 90_000);
