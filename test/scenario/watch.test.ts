import { afterAll, beforeAll, expect, test } from 'vitest';
import { asks, buttonsOf, only, type Stage, shownIn, startStage, unsound } from './stage.ts';

let place: Stage;
beforeAll(async () => {
  place = await startStage({ mode: 'socket', hurry: 20 });
});
afterAll(() => place.stop());

const shown = () => place.slack.messages('C0SHOP', 'U0MAYA');
const turn = () => new Promise((next) => setTimeout(next, 150));

/** Lets time pass by seconds, so that everything that is due in it happens. */
async function pass(seconds: number) {
  for (let step = 0; step < seconds; step += 10) {
    place.jump(10_000);
    await turn();
  }
}

/** Lets time pass until something is so. */
async function until<T>(what: string, find: () => T | undefined): Promise<T> {
  for (let step = 0; step < 120; step += 1) {
    const found = find();
    if (found) return found;
    await pass(10);
  }
  throw new Error(`${what}: ${JSON.stringify(shown().map(({ text }) => text))}`);
}

test('a component goes bad: one message, a restart from there, and the same message ends as its own record', async () => {
  const maya = place.slack.user('U0MAYA');
  await maya.slash('C0SHOP', '/portolan use shop/east-1/12');
  await place.idle();
  const added = await asks(place, 'U0MAYA', 'C0SHOP', '/watch api abnormal for=2m');
  expect(shownIn(added)).toContain('abnormal for 2 minutes (api)');
  await pass(60);
  place.platform.elsewhere({ do: 'container-exit', component: 'api', reason: 'Error' });
  const fired = await until('it fires', () => shown().find(({ text }) => text.startsWith('api: abnormal')));
  expect(shownIn(fired)).toMatch(/✕ \*Firing\* since/);
  expect(Object.keys(buttonsOf(fired))).toEqual(['Acknowledge', 'Silence', 'Chart', 'Restart', 'Scale']);
  // One message, however long it goes on.
  await pass(120);
  only(shown().filter(({ text }) => text.startsWith('api: abnormal')));

  await maya.press(fired, buttonsOf(fired).Acknowledge ?? '');
  await place.idle();
  const acknowledged = await until('it is acknowledged', () =>
    shown().find((message) => message.ts === fired.ts && shownIn(message).includes('*Acknowledged* by')),
  );
  expect(buttonsOf(acknowledged).Acknowledge).toBeUndefined();

  await maya.press(acknowledged, buttonsOf(acknowledged).Restart ?? '');
  await place.idle();
  await maya.submit({});
  await place.idle();
  const inThread = () => shown().filter((message) => message.threadTs === fired.ts);
  const card = await until('the card is in the thread', () =>
    inThread().find((message) => shownIn(message).includes('Restart api')),
  );
  await maya.press(card, 'request.approve');
  await place.idle();
  const record = await until('it has ended', () =>
    shown().find((message) => message.ts === fired.ts && shownIn(message).includes('Resolved')),
  );
  expect(shownIn(record)).toMatch(
    /Resolved\* after \d+ minutes, \*Acknowledged\* by <@U0MAYA>\nDone since: .*restart api.* · maya/,
  );
  expect(buttonsOf(record)).toEqual({});
  only(shown().filter(({ text }) => text.startsWith('api: abnormal')));
  expect(await unsound(place)).toEqual([]);
}, 60_000);
