import { cardMessage } from '../../src/slack/request/card-view.ts';
import type { Stage } from './stage.ts';
import { useStagesOfOneTime } from './stages.ts';

/** Tests temporary access that someone closes in the console, and sometimes opens again. */

const minute = 60_000;
const open = useStagesOfOneTime();

async function opened(component: string, port: number) {
  const stage = await open();
  const given = { component: [component], port: [String(port)], for: ['2h'] };
  const card = await stage.approved('ann', 'port.open', given);
  expect(await stage.now(card)).toMatchObject({ state: 'done' });
  const begun = stage.writes().length;
  return {
    ...{ stage, card },
    isOpen: () => isOpen(stage, port),
    sent: () => stage.writes().slice(begun),
    async inConsole(act: 'open' | 'close') {
      stage.simulated.elsewhere({ do: act, component, port, side: 'outer' });
    },
  };
}

const isOpen = ({ simulated }: Stage, port: number): boolean =>
  simulated.state.ports.some(({ number, outer }) => number === port && outer);

test('what was closed there is told within ten minutes, and what is opened there later stays open', async () => {
  const { stage, card, inConsole, isOpen, sent } = await opened('api', 8000);
  expect(cardMessage(await stage.now(card)).text).toContain('External access is open: <http');
  await stage.pass(5 * minute);
  await inConsole('close');
  stage.newPosts();
  await stage.pass(10 * minute);
  expect(stage.newPosts()).toEqual([
    'update · done',
    expect.stringMatching(/asker · External access to port 8000 on api was closed outside Portolan/),
  ]);
  const { text } = cardMessage(await stage.now(card));
  expect(text).toMatch(/Closed outside Portolan\*, seen at/);
  expect(text).not.toMatch(/to the internet: http|automatically/);
  expect(await stage.store.temporaryAccess.list()).toEqual([]);
  await inConsole('open');
  await stage.pass(600 * minute);
  expect([isOpen(), sent()]).toEqual([true, []]);
});

test('closed and opened again between two looks: the only port that it can be isn’t closed', async () => {
  const { stage, card, inConsole, isOpen, sent } = await opened('cache', 6379);
  await stage.pass(5 * minute);
  await inConsole('close');
  await stage.pass(2 * minute);
  await inConsole('open');
  stage.newPosts();
  await stage.pass(600 * minute);
  expect([isOpen(), sent()]).toEqual([true, []]);
  expect(stage.newPosts().at(-1)).toMatch(
    /asker · External access to port 6379 on cache was closed and opened again outside Portolan/,
  );
  expect(cardMessage(await stage.now(card)).text).toMatch(/opened again outside Portolan\*, seen .* doesn’t close/);
});

test('where it may have been another port, it is closed, and the card says what isn’t known', async () => {
  const { stage, card, inConsole, isOpen } = await opened('api', 8000);
  await stage.pass(5 * minute);
  await inConsole('close');
  await stage.pass(2 * minute);
  await inConsole('open');
  await stage.pass(600 * minute);
  expect(isOpen()).toBe(false);
  expect(cardMessage(await stage.now(card)).text).toMatch(/Closed automatically\* .* may have opened the port again/);
});

test.each(['by a request', 'with Close now'])('what Portolan closed itself %s is never taken for that', async (how) => {
  const { stage, card } = await opened('api', 8000);
  await stage.pass(15 * minute);
  if (how === 'by a request') {
    await stage.approved('bob', 'port.close', { component: ['api'], port: ['8000'] });
  } else await stage.pressed('dee', await stage.now(card), 'close_now');
  await stage.pass(30 * minute);
  expect((await stage.now(card)).access).toMatchObject({ closed: true, by: expect.anything() });
  expect(cardMessage(await stage.now(card)).text).not.toContain('outside');
});
