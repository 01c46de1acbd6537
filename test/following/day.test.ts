import { isOver } from '../../src/core/runs/followed-run.ts';
import { type SimulatedDeploy, simulateApp } from './simulated-app.ts';
import { simulateTime } from './simulated-time.ts';
import { stageFollowing } from './stage.ts';

const minute = 60_000;
const hour = 60 * minute;
const start = Date.UTC(2027, 0, 15);
/** Number of deploys in the day. For a larger day: `PORTOLAN_DAY=400 vitest run test/following/day.test.ts`. */
const deploysOfDay = Number(process.env.PORTOLAN_DAY ?? 200);
const failures = 15;
const workingDay = 10 * hour;
const people = ['tom', 'ann', 'Webhook', 'WebAPI'];
const components = Array.from({ length: 20 }, (_, n) => `c${n}`);

/** Returns a team's deploys of one day, mostly in working hours. Some start together or overlap on a component. */
function dayOf(count: number): readonly SimulatedDeploy[] {
  let seed = 20_270_115;
  const next = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  const free = new Map<string, number>();
  const deploys: SimulatedDeploy[] = [];
  let at = start + 10 * minute;
  let by = 'tom';
  while (deploys.length < count) {
    const isTogether = next(4) === 0;
    at += isTogether ? next(12_000) : next(Math.floor((2 * workingDay) / count));
    if (!isTogether) by = people[next(people.length)] ?? 'tom';
    const component = components.find((_, n) => (free.get(components[(n + deploys.length) % 20] ?? '') ?? 0) < at);
    const chosen = components[(components.indexOf(component ?? 'c0') + deploys.length) % 20] ?? 'c0';
    const fails = deploys.length % Math.floor(count / failures) === 5 ? kinds[deploys.length % 3] : undefined;
    const deploy = {
      ...{ component: chosen, by, at, buildMs: 20_000 + next(200_000), rolloutMs: 5_000 + next(90_000) },
      ...(fails && deploys.filter((each) => each.fails).length < failures ? { fails } : {}),
    };
    deploys.push(deploy);
    free.set(chosen, at + deploy.buildMs + deploy.rolloutMs + 3 * minute);
  }
  return deploys;
}
const kinds = ['build', 'rollout', 'pods'] as const;

test('a day of a team: exactly one true message for each run, although the console is down twice', async () => {
  const time = simulateTime(start);
  const deploys = dayOf(deploysOfDay);
  expect(deploys.filter(({ fails }) => fails)).toHaveLength(failures);
  // Each component ran on the day before, because otherwise the bot polls it only every ten minutes.
  const before = components.map((component, n) => ({
    ...{ component, by: 'tom', at: start - 12 * hour + n * minute, buildMs: minute, rolloutMs: minute },
  }));
  const app = simulateApp(components, [...before, ...deploys], time.world.now);
  const begun = app.begun.slice(before.length);
  const outages = [
    { from: (deploys[40]?.at ?? 0) + 10_000, ms: 20 * minute },
    { from: (deploys[120]?.at ?? 0) + 30_000, ms: 45 * minute },
  ].map(({ from, ms }) => ({ from, to: from + ms }));
  for (const { from, to } of outages) app.failsBetween(from, to);
  const stage = await stageFollowing(time, app.platform);
  await stage.follow('C1');
  stage.replica();
  await time.pass((deploys.at(-1)?.at ?? start) - start + 20 * minute);
  const lines = stage.messages.flatMap(({ message }) => message.lines);
  const reported = lines.map(({ report }) => [report.id, report.state, report.failedAt]).toSorted();
  // A run's outcome can't be known if another run followed on the same component before the next poll.
  const mayBeUnseen = ({ component, at, ready }: (typeof begun)[number]) =>
    outages.some(
      ({ from, to }) =>
        ready + minute > from &&
        ready < to &&
        begun.some((each) => each.component === component && each.at > at && each.built < to + 3 * minute),
    );
  const unseen = new Set(reported.flatMap(([id, state]) => (state === 'replaced' ? [id] : [])));
  expect(unseen.size).toBeLessThan(deploysOfDay / 8);
  const truth = begun.map((deploy) => {
    const { id, fails } = deploy;
    if (unseen.has(id) && mayBeUnseen(deploy)) return [id, 'replaced', undefined];
    return [id, fails ? 'failed' : 'running', fails === 'pods' ? 'status' : fails];
  });
  expect(reported).toEqual(truth.toSorted());
  expect(lines.every(({ report }) => isOver(report))).toBe(true);
  // The reported durations are correct, except for the delay until the next poll.
  for (const { report } of lines) {
    const real = begun.find(({ id }) => id === report.id);
    expect(report.began).toBe(real?.at);
    expect(report.by).toBe(real?.by);
    if (!real || report.state !== 'running') continue;
    if (report.built !== undefined) expect(report.built).toBe(real.buildMs);
    if (report.took !== undefined) expect(Math.abs(report.took - (real.ready - real.at))).toBeLessThanOrEqual(90_000);
  }
  const untimed = lines.filter(({ report }) => report.took === undefined).map(({ report }) => report.id);
  const isDuring = ({ at, ready }: (typeof begun)[number]) =>
    outages.some(({ from, to }) => ready + minute > from && at < to + minute);
  expect(begun.filter((deploy) => untimed.includes(deploy.id) && !isDuring(deploy))).toEqual([]);
  for (const { edits, posted } of stage.messages)
    for (const [n, at] of edits.entries()) expect(at - (edits[n - 1] ?? posted)).toBeGreaterThanOrEqual(5_000);
  expect(stage.missed).toEqual([]);
  expect(time.errors).toEqual([]);
  await stage.close();
}, 600_000);
