import { interpret } from '../../src/core/command/interpret.ts';
import { readAll } from '../../src/core/command/params.ts';
import { isProblem } from '../../src/core/command/problem.ts';
import { namesIn } from '../../src/operations/help/example-names.ts';
import { defineHelp, helpTopics } from '../../src/operations/help/help.ts';
import { operations } from '../../src/operations/index.ts';
import { createKeptExamples } from '../../src/operations/shared/answer/kept-examples.ts';
import { knownComponents } from '../../src/operations/shared/find-component.ts';
import { readsOf } from '../../src/operations/shared/services.ts';
import { shapeOf } from '../answer-shape.ts';
import { openStage } from '../engine/stage.ts';
import { openTemporaryStore } from '../engine/temporary-store.ts';
import { ask, aTemporaryAccess } from './samples.ts';

test('the first help of a context waits for names for a moment only: it is shown without them', async () => {
  const store = await openTemporaryStore();
  onTestFinished(() => store.close());
  const stage = await openStage(store);
  onTestFinished(() => stage.close());
  const asked: PropertyKey[] = [];
  const platform = new Proxy(stage.services.platform, {
    get(target, name, receiver) {
      const value: unknown = Reflect.get(target, name, receiver);
      if (typeof value !== 'function' || name === 'dialect') return value;
      return () => {
        asked.push(name);
        return new Promise(() => undefined);
      };
    },
  });
  const waits: number[] = [];
  const world = { ...stage.services.world, wait: async (ms: number) => void waits.push(ms) };
  const help = defineHelp(() => operations);
  const facts = await help.gather(
    { about: [], topic: undefined },
    ask,
    readsOf({ ...stage.services, platform, world }),
  );
  if ('problem' in facts) throw new Error(facts.problem);
  expect(facts.works).toBeUndefined();
  expect(shapeOf(help.answer({ about: [], topic: undefined }, facts, ask)).text).toContain(
    'List the components of the app',
  );
  await vi.waitFor(() => expect(asked).not.toEqual([]));
  expect(Math.max(...waits)).toBeLessThanOrEqual(1_000);
});

test('the first help shows what works here, if the platform answers at once', async () => {
  const store = await openTemporaryStore();
  onTestFinished(() => store.close());
  const stage = await openStage(store);
  onTestFinished(() => stage.close());
  const help = defineHelp(() => operations);
  const args = { about: ['port'], topic: undefined };
  const facts = await help.gather(args, ask, readsOf({ ...stage.services, examples: createKeptExamples() }));
  if ('problem' in facts) throw new Error(facts.problem);
  const { text } = shapeOf(help.answer(args, facts, ask));
  expect(text).toMatch(/^`\/port close \S+ \d+` – /m);
  expect(text).toMatch(/^`\/port protocol \S+ \d+ \w+` – /m);
});

test('examples that were kept before a port was opened aren’t shown while it is open', async () => {
  const store = await openTemporaryStore();
  onTestFinished(() => store.close());
  const stage = await openStage(store);
  onTestFinished(() => stage.close());
  const asked: string[] = [];
  const find = async (key: string) => {
    asked.push(key);
    return { names: { components: [], ports: [] }, works: {}, isWhole: true };
  };
  const examples = { ...createKeptExamples(), find };
  const body = { component: 'web', port: 8080, side: 'outer', sides: ['outer'] };
  for (const open of [[], [], [aTemporaryAccess({ body })]]) {
    const temporaryAccess = { list: async () => open, get: async () => undefined };
    const reads = { ...readsOf(stage.services), examples, temporaryAccess };
    await defineHelp(() => operations).gather({ about: [], topic: undefined }, ask, reads);
  }
  expect(asked[1]).toBe(asked[0]);
  expect(asked[2]).not.toBe(asked[0]);
});

test('examples begin with a port that can be opened as it stands, before one was tried', async () => {
  const store = await openTemporaryStore();
  onTestFinished(() => store.close());
  const stage = await openStage(store);
  onTestFinished(() => stage.close());
  const reads = readsOf(stage.services);
  const { names } = await namesIn(ask, reads);
  const components = (await knownComponents(ask.context, reads, ask.now))?.components ?? [];
  const service = components.find(({ name }) => name === names.components[0])?.id ?? '';
  const ports = await stage.services.platform.listPorts({ ...ask.context, service });
  expect(ports.find(({ containerPort }) => containerPort === names.ports[0])).toMatchObject({
    isInnerService: true,
    isOuterService: false,
  });
});

test('no example of help fails, and all name the same application, also while its port is open for a while', async () => {
  const store = await openTemporaryStore();
  onTestFinished(() => store.close());
  const stage = await openStage(store);
  onTestFinished(() => stage.close());
  const help = defineHelp(() => operations);
  const workingNow = async () => {
    const services = { ...stage.services, examples: createKeptExamples() };
    const reads = readsOf(services);
    const working: Record<string, string> = {};
    for (const topic of [undefined, ...helpTopics.map(({ id }) => id)]) {
      await help.gather({ about: [], topic }, ask, reads);
      await services.examples.tried();
      const facts = await help.gather({ about: [], topic }, ask, reads);
      if ('problem' in facts) throw new Error(facts.problem);
      Object.assign(working, facts.works);
    }
    for (const words of Object.values(working)) {
      const meant = interpret(operations, 'portolan', words);
      const operation = meant.meaning === 'request' && operations.find(({ id }) => id === meant.request.operation);
      const parsed = operation && readAll(operation.params, meant.request.given);
      if (!parsed || 'faults' in parsed) throw new Error(words);
      if (operation.kind !== 'change') continue;
      const facts = await operation.gather(parsed.args, ask, reads);
      const plan = isProblem(facts) ? facts : operation.plan(parsed.args, facts, ask);
      expect('already' in plan, words).toBe(false);
      // Nobody opens a port for good, or removes its closing time, by copying an example.
      if (operation.id === 'port.open' && !words.endsWith(' inner')) expect(plan, words).toHaveProperty('timedFor');
      const warnings = 'warnings' in plan ? plan.warnings : [];
      expect(
        warnings.filter(({ weight }) => weight === 'fails'),
        words,
      ).toEqual([]);
    }
    return working;
  };
  const open = 'port open api 8000 for=2h';
  const before = await workingNow();
  expect(before).toMatchObject({ [open]: open, 'component restart web': 'component restart api' });
  await stage.approved('ann', 'port.open', { component: ['api'], port: ['8000'], for: ['2h'] });
  const during = await workingNow();
  expect(during).toMatchObject({ [open]: expect.stringMatching(/^port open api 9100 .*for=2h/) });
  expect(during['component restart web']).toBe('component restart api');
});
