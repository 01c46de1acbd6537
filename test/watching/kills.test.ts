import { incidentState } from '../../src/core/incident/incident.ts';
import { simulateTime } from '../following/simulated-time.ts';
import { stageWatching } from './stage.ts';

const minute = 60_000;
const start = 1_800_000_000_000 - (1_800_000_000_000 % minute);

/**
 * Simulates an incident: it fires, another condition joins it, it ends, it fires again, and its component is deleted
 * together with a watch. Kills one of three replicas at an effect.
 */
async function lived(at?: number, when?: 'before' | 'after') {
  const time = simulateTime(start + 30_000);
  const components = ['web', 'api'];
  const stage = await stageWatching(time, {
    components,
    draws: true,
    status: () => 'running',
    value(component, moment) {
      const minutes = (moment - start) / minute;
      if (component !== 'web') return 100;
      return minutes === 2 ? 600 : minutes === 3 || minutes >= 10 ? 900 : 100;
    },
  });
  Object.assign(stage.effects, at === undefined ? {} : { at, when });
  const condition = { item: 'request_time', side: 'above', for: 0 } as const;
  await stage.watch({ condition: { ...condition, threshold: 500 } });
  await stage.watch({ id: 'w2', condition: { ...condition, threshold: 800 }, notify: ['U2'] });
  await stage.watch({
    id: 'w3',
    condition: { ...condition, threshold: 2_000 },
    components: [{ id: 'web', name: 'web' }],
  });
  for (let n = 0; n < 3; n += 1) stage.replica();
  await time.pass(11 * minute);
  components.shift();
  // A component is deleted if two lists, a minute apart, lack it. After a kill, another replica reads both lists.
  await time.pass(3 * minute);
  const stored = await stage.stored();
  // Ignore the rows for charts of ongoing incidents: the charts would be drawn again later.
  const left = await stage.store.outbox.next(['incident', 'incident-note', 'watch-gone']);
  await stage.close();
  return {
    effects: stage.effects.done,
    messages: stage.messages,
    notices: stage.slack.notices,
    stored,
    left,
    errors: time.errors,
  };
}

type Life = Awaited<ReturnType<typeof lived>>;

// Without the length of the incident: after a kill, another replica sees a minute later that the component is gone.
const notesOf = ({ messages }: Life) =>
  messages.flatMap(({ notes }) => notes.map((note) => note.replace(/^(Component deleted after) [34] minutes/, '$1')));

test('three replicas, one killed before or after anything that it writes or posts: one incident lives its whole life, and is told once', async () => {
  const whole = await lived();
  const record = whole.stored.map(({ times, history }) => [times, history.map(({ what }) => what)]);
  expect(record).toEqual([[2, ['fired', 'joined', 'recovering', 'ended', 'reopened', 'ended']]]);
  expect(whole.stored.map(incidentState)).toEqual(['deleted']);
  expect(notesOf(whole)).toEqual([
    expect.stringMatching(/^@U2 Also firing/),
    expect.stringMatching(/^Resolved after 2 minutes/),
    expect.stringMatching(/^Firing again/),
    expect.stringMatching(/^Component deleted after · web/),
  ]);
  expect(whole.messages.map(({ incident }) => incident)).toEqual(whole.stored);
  expect(whole.notices).toEqual([expect.stringMatching(/^I no longer watch this, since its components were deleted/)]);
  expect(new Set(whole.effects)).toEqual(new Set(['commit', 'post', 'edit', 'note', 'draw', 'tell']));
  // A kill after a commit equals one before the next effect. A kill after a message loses only Slack's answer.
  for (const [at, effect] of whole.effects.entries())
    for (const when of ['post', 'edit', 'note', 'tell'].includes(effect)
      ? (['before', 'after'] as const)
      : (['before'] as const)) {
      const killed = await lived(at, when);
      const where = `killed ${when} ${effect} ${at}`;
      expect(
        killed.stored.map(({ times, history }) => [times, history.map(({ what }) => what)]),
        where,
      ).toEqual(record);
      // Two messages are allowed only if the replica died before it stored Slack's answer to the first message.
      const isLost = (what: string) => when === 'after' && effect === what;
      const isUnkept = when === 'before' && effect === 'commit' && whole.effects[at - 1] === 'post';
      expect(killed.messages.length, where).toBe(isLost('post') || isUnkept ? 2 : 1);
      expect(killed.messages.at(-1)?.incident, where).toEqual(killed.stored[0]);
      expect(
        notesOf(killed).filter((note, n, all) => !isLost('note') || all.indexOf(note) === n),
        where,
      ).toEqual(notesOf(whole));
      expect([...new Set(killed.notices)], where).toEqual(whole.notices);
      if (!isLost('tell')) expect(killed.notices, where).toHaveLength(1);
      expect(killed.left, where).toBeUndefined();
      expect(killed.errors, where).toEqual([]);
    }
}, 240_000);
