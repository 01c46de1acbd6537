import { simulateTime } from '../following/simulated-time.ts';
import { stageWatching, type WatchedHistory } from './stage.ts';

const minute = 60_000;
const start = 1_800_000_000_000 - (1_800_000_000_000 % minute);
/** In a minute of its own, so that nothing else happens in the same minute. */
const ailsFrom = start + 3.5 * minute;

/** App in which web becomes slow and abnormal. */
const ailing: WatchedHistory = {
  components: ['web', 'api'],
  status: (component, at) => (component === 'web' && at >= ailsFrom ? 'abnormal' : 'running'),
  value: (component, at) => (component === 'web' && at >= ailsFrom ? 900 : 100),
};

/** Runs two replicas that watch an app. After a time, kills the replica that evaluates. */
async function killed(after: number, history: WatchedHistory) {
  const time = simulateTime(start);
  const stage = await stageWatching(time, history);
  await stage.watch({ components: [{ id: 'web', name: 'web' }] });
  await stage.watch({ id: 'w2', condition: { item: 'abnormal', side: 'above', threshold: 0, for: 5 * minute } });
  const replicas = [stage.replica(), stage.replica()];
  await time.pass(after);
  const [first] = replicas.filter(({ reader }) => reader.isReading());
  first?.kill();
  await time.pass(12 * minute - after);
  const { evaluations, reads, messages } = stage;
  const run = { by: first?.by, at: start + after, evaluations, reads, messages, errors: time.errors };
  await stage.close();
  return run;
}

describe('of two replicas, the one that evaluates is killed', () => {
  const seconds = Array.from({ length: 12 }, (_, index) => 5 * minute + index * 5_000);

  test.each([
    ['at once', 0],
    ['after eight seconds', 8_000],
  ])(
    'while the platform answers %s: the other goes on within 20 seconds, and no minute is left out',
    async (_, takes) => {
      for (const after of seconds) {
        const where = `killed ${after / 1_000 - 300} s into a minute`;
        const { by, at, evaluations, reads, messages, errors } = await killed(after, { ...ailing, takes });
        expect(by, where).toBeDefined();
        // Before the kill and after it, only one replica reads and evaluates.
        expect(new Set(reads.filter((read) => read.at < at).map((read) => read.by)), where).toEqual(new Set([by]));
        const next = reads.find((read) => read.by !== by);
        expect((next?.at ?? Number.POSITIVE_INFINITY) - at, where).toBeLessThanOrEqual(20_000);
        expect(new Set(evaluations.filter((each) => each.at > at).map((each) => each.by)), where).toEqual(
          new Set([next?.by]),
        );
        for (const item of ['request_time', 'abnormal']) {
          const minutes = [...new Set(evaluations.flatMap(({ items }) => items[item] ?? []))];
          const each = Array.from({ length: minutes.length }, (_each, index) => (minutes[0] ?? 0) + index * minute);
          expect(minutes, `${item}, ${where}`).toEqual(each);
          expect(minutes.at(-1), `${item}, ${where}`).toBe(start + 11 * minute);
        }
        // At minute 9, both conditions have lasted for five minutes. One message shows both.
        expect(
          messages.map(({ posted }) => posted <= start + 8.5 * minute + 90_000),
          where,
        ).toEqual([true]);
        expect(errors, where).toEqual([]);
      }
    },
    120_000,
  );
});

test('while each read takes eight seconds, what a list tells is posted within 90 seconds after it has lasted', async () => {
  const time = simulateTime(start);
  const stage = await stageWatching(time, { ...ailing, takes: 8_000 });
  await stage.watch({ condition: { item: 'abnormal', side: 'above', threshold: 0, for: 5 * minute } });
  stage.replica();
  await time.pass(12 * minute);
  expect(stage.messages).toHaveLength(1);
  expect((stage.messages[0]?.posted ?? 0) - (ailsFrom + 5 * minute)).toBeLessThanOrEqual(90_000);
  expect(time.errors).toEqual([]);
  await stage.close();
});
