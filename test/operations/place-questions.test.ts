import { idOf } from '../../playground/platform/seed/seed-id.ts';
import { isProblem, type Problem } from '../../src/core/command/problem.ts';
import type { Ask } from '../../src/core/operation.ts';
import { componentShow } from '../../src/operations/component/component-show.ts';
import { checkContext } from '../../src/operations/context/check-context.ts';
import { portList } from '../../src/operations/port/port-operations.ts';
import { regionList } from '../../src/operations/region/region-operations.ts';
import { regionShow } from '../../src/operations/region/region-show.ts';
import type { Reads } from '../../src/operations/shared/define.ts';
import { plain } from '../../src/slack/slack-catalog.ts';
import { shapeOf } from '../answer-shape.ts';
import { type Bench, startBench } from './platform.ts';

const nowhere = { team: '', region: '', app: '' };

describe.each(['console', 'document'] as const)('on the %s', (dialect) => {
  let bench: Bench;
  let reads: Reads;
  beforeEach(async () => {
    bench = await startBench(dialect);
    const stored = { team: 'shop', region: 'east-1', app: '12', setBy: 'U1', at: 0 };
    const contexts = {
      get: async () => undefined,
      named: async () => [],
      list: async () => [{ scope: 'channel' as const, key: 'C1', context: stored }],
    };
    reads = { ...bench.reads, contexts };
  });

  const asking = (context: Ask['context']): Ask => ({ ...bench.ask, context });
  const list = { search: undefined, page: 1, page_size: 20 };
  const near = (problem: Problem) =>
    problem.problem === 'unknown-name' ? problem.nearest.map(({ value }) => value) : [];

  test('regions need a team and never an app', async () => {
    const named = await regionList.gather({ ...list, team: 'shop' }, asking(nowhere), reads);
    expect(named).toMatchObject({ team: 'shop', total: 4 });
    expect(await regionList.gather({ ...list, team: undefined }, bench.ask, reads)).toMatchObject({ team: 'shop' });
    const shown = await regionShow.gather({ region: 'east-1', team: 'shop', more: false }, asking(nowhere), reads);
    expect(shown).toMatchObject({ team: 'shop', region: { regionName: 'east-1' } });
  });

  test('without a context: the only team, or the question which one', async () => {
    const answer = await regionList.gather({ ...list, team: undefined }, asking(nowhere), reads);
    const teams = await reads.platform.listTeams();
    if (teams === undefined) expect(answer).toMatchObject({ team: 'shop' });
    else
      expect(answer).toMatchObject({
        problem: 'ambiguous',
        param: 'team',
        choices: teams.map(({ teamName }) => ({ value: teamName })),
      });
    const alone = { ...reads, platform: { ...reads.platform, listTeams: async () => teams?.slice(0, 1) } };
    expect(await regionList.gather({ ...list, team: undefined }, asking(nowhere), alone)).toMatchObject({
      team: teams?.[0]?.teamName ?? 'shop',
    });
  });

  test('a policy with contexts: only their teams can be asked about', async () => {
    const place = { name: 'shop', team: 'shop', region: 'east-1', app: '12' };
    const limited = { ...reads, policy: { ...reads.policy, contexts: [place] } };
    const asked = (team: string | undefined) => regionList.gather({ ...list, team }, asking(nowhere), limited);
    expect(await asked('lab')).toMatchObject({ problem: 'unknown-name', param: 'team', nearest: [{ value: 'shop' }] });
    expect(await asked('shop')).toMatchObject({ team: 'shop' });
    expect(await asked(undefined)).toMatchObject({ team: 'shop' });
  });

  test('an unknown team: what was typed, and the nearest', async () => {
    for (const answer of [
      await regionList.gather({ ...list, team: 'shopp' }, bench.ask, reads),
      await regionShow.gather({ region: 'east-1', team: 'shopp', more: false }, bench.ask, reads),
    ]) {
      if (!isProblem(answer)) throw new Error('accepted');
      expect(answer).toMatchObject({ problem: 'unknown-name', param: 'team', typed: 'shopp' });
      expect(near(answer)).toContain('shop');
    }
  });

  test.each([
    [{ team: 'shopp', region: 'east-1', app: '12' }, 'shop/east-1/12'],
    [{ team: 'shop', region: 'east-2', app: '12' }, 'shop/east-1/12'],
  ])('a context that is not there is refused with the nearest: %o', async (place, nearest) => {
    const checked = await checkContext(place, reads, Date.now());
    if (!isProblem(checked)) throw new Error('accepted');
    expect(checked).toMatchObject({ problem: 'unknown-name', param: 'where' });
    expect(near(checked)).toContain(nearest);
  });

  test('a context whose app is not there is refused, whether the platform can list apps or not', async () => {
    const checked = await checkContext({ team: 'shop', region: 'east-1', app: '99' }, reads, Date.now());
    expect(checked).toMatchObject({ problem: 'unknown-name', param: 'where', typed: 'shop/east-1/99' });
    expect(await checkContext({ team: 'shop', region: 'east-1', app: '12' }, reads, Date.now())).toMatchObject({
      app: '12',
    });
    await bench.simulated.faults.set({ monitoringDown: true });
    expect(await checkContext({ team: 'shop', region: 'east-1', app: '12' }, reads, Date.now())).toMatchObject({
      app: '12',
    });
  });
});

async function shownOf(component: string, bench: Bench, reads: Bench['reads'] = bench.reads) {
  const args = { component, more: false };
  const facts = await componentShow.gather(args, bench.ask, reads);
  if (isProblem(facts)) throw new Error(plain('why' in facts ? facts.why : { key: '', with: {} }, 'en'));
  return shapeOf(componentShow.answer(args, facts, bench.ask));
}

describe('a component', () => {
  let bench: Bench;
  beforeEach(async () => {
    bench = await startBench('console');
  });

  test('has its own usage, even if another has its name', async () => {
    const [one, other] = [await shownOf('gr5ea3c1', bench), await shownOf('gr5ea3c2', bench)];
    const usageIn = (text: string) => /^Uses .*$/m.exec(text)?.[0];
    expect(usageIn(one.text)).toMatch(/^Uses \d+% of 0\.5 cores · \d+% of 512 MiB$/);
    expect(usageIn(other.text)).toMatch(/^Uses \d+% of 0\.5 cores · \d+% of 512 MiB$/);
    expect(usageIn(other.text)).not.toBe(usageIn(one.text));
  });

  test('has no usage if another has its in-cluster name, because the sum of both isn’t its own', async () => {
    const { platform } = bench.reads;
    const listComponents: typeof platform.listComponents = async (place) =>
      (await platform.listComponents(place))?.map((each) =>
        each.serviceAlias === 'gr5ea3c2' ? { ...each, k8sComponentName: 'search' } : each,
      );
    const reads = { ...bench.reads, platform: { ...platform, listComponents } };
    const { text } = await shownOf('gr5ea3c1', bench, reads);
    expect(text).toContain('Usage unknown: another component has the same in-cluster name');
    expect(text).not.toContain('Uses ');
    expect((await shownOf('web', bench, reads)).text).toMatch(/^Uses /m);
  });

  test('with a gateway rule says how it answers there, unless that can’t be read', async () => {
    expect((await shownOf('web', bench)).text).toMatch(
      /^Gateway: latency \d+ ms \(p95\) · .*5xx errors · last 5 minutes$/m,
    );
    expect((await shownOf('db', bench)).text).not.toContain('Gateway');
    await bench.simulated.faults.set({ monitoringDown: true });
    const { text } = await shownOf('web', bench);
    expect(text).toContain('● running');
    expect(text).not.toContain('Gateway');
  });
});

describe('a component that can’t be read itself', () => {
  let bench: Bench;
  beforeEach(async () => {
    bench = await startBench('console');
  });

  const shown = (component: string) => shownOf(component, bench);

  test('while it is being created, what the list knows is shown, and what is missing', async () => {
    const { text, buttons } = await shown('importer');
    expect(text).toContain('◌ not created yet');
    expect(text).toContain('still being created');
    expect(text).not.toContain('code 10401');
    expect(buttons).toContain(`component.show component=${idOf('importer')}`);
  });

  test('while its region is down, open ports keep their addresses', async () => {
    await bench.simulated.faults.set({ regionFaults: { 'east-1': { kind: 'unreachable' } } });
    const { text } = await shown('web');
    expect(text).toContain('Its status and other details can’t be read now');
    expect(text).toContain('https://www.shop.test');
    const list = { component: 'web' };
    const facts = await portList.gather(list, bench.ask, bench.reads);
    if (isProblem(facts)) throw new Error('not found');
    expect(JSON.stringify(shapeOf(portList.answer(list, facts, bench.ask)).rows)).toContain('https://www.shop.test');
  });
});
