import { createClock } from '../../../test/engine/clock.ts';
import { type WaitCause, waitOn } from '../../core/waits.ts';
import type { Message } from '../blocks/blocks.ts';
import type { Interaction } from './interaction.ts';
import type { WaitingNotice } from './responder.ts';
import { whileSlow } from './slow-notice.ts';

function stage(from: Interaction['from'], troubles: readonly object[] = []) {
  const clock = createClock(0, 'slow');
  const said: string[] = [];
  const person = { id: 'U1', name: 'Ada', lang: 'en', zone: 'UTC', standing: 'member' } as const;
  const tell = async (message: Message) => void said.push(message.text);
  const reply = {
    channel: 'C1',
    user: 'U1',
    tell,
    tellWaiting: ({ stays }: WaitingNotice) => tell(stays),
    endWaiting: async () => {},
    tellAll: async () => true,
    answeredIn: () => undefined,
  };
  const rows = troubles.map((body, index) => ({
    ...{ kind: 'region-trouble', id: `region-${index}`, at: 0, version: 1, isOpen: true, body },
    ...{ placeKey: '', channel: '' },
  }));
  const services = { world: clock.world, store: { records: { list: async () => rows } } };
  const interaction: Interaction = { person, channel: 'C1', reply, from };
  let finish: (value: string) => void = () => {};
  const job = () => new Promise<string>((resolve) => (finish = resolve));
  return { clock, said, services, interaction, job, finish: (value: string) => finish(value) };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('work that takes long', () => {
  const separately = ' The answer comes as a separate message.';
  test.each<[WaitCause | undefined, string]>([
    [{ on: 'platform', seconds: 21 }, 'The platform is slow (up to 21 s).'],
    [{ on: 'slack' }, 'Slack is slow.'],
    [{ on: 'slack-limit', seconds: 30 }, 'Slack is limiting requests (up to 30 s).'],
    [{ on: 'charts' }, 'Drawing the chart takes a while.'],
    [undefined, 'This takes a while.'],
  ])('is announced after three seconds, with what it waits for: %j', async (wait, says) => {
    const { clock, said, services, interaction, job, finish } = stage('command');
    const done = whileSlow({ services }, interaction, () => (wait ? waitOn(wait, job()) : job()));
    clock.pass(2_900);
    await settled();
    expect(said).toEqual([]);
    clock.pass(200);
    await settled();
    expect(said).toEqual([says + separately]);
    finish('answer');
    expect(await done).toBe('answer');
  });

  test.each([
    [
      [{ unread: 60_000, isPlatform: true }],
      'The platform hasn’t answered since <!date^60^{time}|00:01 UTC> (up to 10 s more).',
    ],
    [[{ unread: 60_000 }, { unmeasured: 0 }], 'The platform is slow (up to 10 s).'],
  ])('says since when the platform is known not to answer: %j', async (troubles, says) => {
    const { clock, said, services, interaction, job, finish } = stage('command', troubles);
    const done = whileSlow({ services }, interaction, () => waitOn({ on: 'platform', seconds: 10 }, job()));
    clock.pass(3_100);
    await settled();
    expect(said).toEqual([says + separately]);
    finish('answer');
    await done;
  });

  test('tells again how far the reading of many apps is, and leaves a use of the response_url for the answer', async () => {
    const { clock, said, services, interaction, job, finish } = stage('command');
    let appsRead = 3;
    const wait = { on: 'apps', of: 200, done: () => appsRead } as const;
    const done = whileSlow({ services }, interaction, () => waitOn(wait, job()));
    for (const seconds of [3, 30, 60, 120, 240, 480]) {
      clock.pass(seconds * 1_000);
      await settled();
      appsRead += 40;
    }
    expect(said).toEqual([3, 43, 83, 123].map((count) => `${count} of 200 apps read so far.${separately}`));
    finish('answer');
    expect(await done).toBe('answer');
  });

  test('is not announced when it is done before, nor in a modal', async () => {
    const quick = stage('command');
    const done = whileSlow({ services: quick.services }, quick.interaction, quick.job);
    quick.finish('answer');
    expect(await done).toBe('answer');
    quick.clock.pass(10_000);
    const modal = stage('modal');
    const slow = whileSlow({ services: modal.services }, modal.interaction, modal.job);
    modal.clock.pass(10_000);
    await settled();
    modal.finish('answer');
    await slow;
    expect([...quick.said, ...modal.said]).toEqual([]);
  });
});
