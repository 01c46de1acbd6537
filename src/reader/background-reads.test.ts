import { simulateTime } from '../../test/following/simulated-time.ts';
import { PlatformError } from '../platform/errors/platform-error.ts';
import { createReadTurns, type ReadSource } from './background-reads.ts';

const start = 1_800_000_000_000;
const late = new PlatformError({ asked: 'listComponents', kind: 'timeout', outcome: 'unknown', canRetry: true });
const refused = new PlatformError({ asked: 'listComponents', kind: 'server', outcome: 'unknown', canRetry: true });

async function readFor(
  minutes: number,
  sources: readonly ReadSource[],
  answer: (source: ReadSource, minute: number) => 'ok' | PlatformError,
) {
  const time = simulateTime(start);
  const turns = createReadTurns(time.world, () => 0);
  const asked = sources.map((): number[] => []);
  const outcomes = sources.map((): string[] => []);
  for (let minute = 0; minute < minutes; minute += 1) {
    for (const [index, source] of sources.entries())
      for (let turn = 0; turn < 10; turn += 1)
        void turns
          .take(source, async () => {
            asked[index]?.push(minute);
            const outcome = answer(source, minute);
            await time.world.wait(outcome === 'ok' ? 10 : 5_000);
            if (outcome !== 'ok') throw outcome;
          })
          .then(
            () => outcomes[index]?.push('ok'),
            (error: unknown) => outcomes[index]?.push(error instanceof PlatformError ? error.kind : 'else'),
          );
    await time.pass(60_000);
  }
  return {
    asked: asked.map((each) =>
      Array.from({ length: minutes }, (_, minute) => each.filter((at) => at === minute).length),
    ),
    outcomes,
  };
}

const east = { region: 'east' };
const west = { region: 'west' };

test('a region that times out is asked once a minute, its other reads are skipped, and those of another go on', async () => {
  const { asked, outcomes } = await readFor(5, [east, west], ({ region }, minute) =>
    region === 'east' && minute < 3 ? late : 'ok',
  );
  // Four reads were running before the first timed out. The single read of the fourth minute succeeds, so all other
  // reads succeed a minute later.
  expect(asked).toEqual([
    [4, 1, 1, 1, 10],
    [10, 10, 10, 10, 10],
  ]);
  expect(outcomes.map((each) => each.length)).toEqual([50, 50]);
  expect(outcomes[0]?.slice(0, 30)).toEqual(Array.from({ length: 30 }, () => 'timeout'));
});

test('what a region refuses is an answer: it is asked again', async () => {
  const { asked } = await readFor(2, [east], () => refused);
  expect(asked).toEqual([[10, 10]]);
});

test.each([
  ['monitoring that times out doesn’t keep the rest of its region from being read', true, [10, 10, 10]],
  ['with a region, its monitoring is skipped', false, [4, 1, 1]],
])('%s', async (_what, isOnlyMonitoring, ofRegion) => {
  const monitoring = { ...east, isMonitoring: true } as const;
  const { asked } = await readFor(3, [east, monitoring], ({ isMonitoring }) =>
    isOnlyMonitoring && !isMonitoring ? 'ok' : late,
  );
  expect(asked).toEqual([ofRegion, isOnlyMonitoring ? [4, 1, 1] : [0, 0, 0]]);
});

function turnsBeside(people: number) {
  const time = simulateTime(start);
  const begun: string[] = [];
  const beside = { people, background: 0 };
  const turns = createReadTurns(time.world, () => beside.people + beside.background);
  const take = (name: string, ms: number, source: ReadSource = east, error?: PlatformError) =>
    turns
      .take(source, async () => {
        begun.push(name);
        beside.background += 1;
        await time.world.wait(ms);
        beside.background -= 1;
        if (error) throw error;
      })
      .then(
        () => 'answered',
        () => 'failed',
      );
  return { time, begun, beside, take };
}

test('a read gives way to those that people wait for, and begins as soon as they have ended', async () => {
  const { time, begun, beside, take } = turnsBeside(1);
  void take('a', 10);
  void take('b', 10);
  await time.pass(1_000);
  expect(begun).toEqual([]);
  beside.people = 0;
  await time.pass(100);
  expect(begun).toEqual(['a', 'b']);
});

test('it gives way for three seconds at most, and not to others in the background', async () => {
  const { time, begun, take } = turnsBeside(1);
  void take('a', 60_000);
  await time.pass(2_900);
  expect(begun).toEqual([]);
  await time.pass(100);
  expect(begun).toEqual(['a']);
  const alone = turnsBeside(0);
  void alone.take('a', 60_000);
  await alone.time.pass(1_000);
  void alone.take('b', 60_000);
  await alone.time.pass(0);
  expect(alone.begun).toEqual(['a', 'b']);
});

test('an answer to a read that began before another timed out doesn’t say that the region answers again', async () => {
  const { time, begun, take } = turnsBeside(0);
  void take('early', 10_000);
  await time.pass(1_000);
  void take('late', 5_000, east, late);
  await time.pass(10_000);
  expect(await take('skipped', 10)).toBe('failed');
  expect(begun).toEqual(['early', 'late']);
});
