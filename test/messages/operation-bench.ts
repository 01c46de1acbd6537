import { startPlatform } from '../../playground/platform/start-platform.ts';
import { riskOf, undoNeeds } from '../../src/changes/policy/rule-plan.ts';
import type { Answer, ChartOrder, Revealed } from '../../src/core/command/answer.ts';
import { type Context, placeKey } from '../../src/core/command/context.ts';
import { interpret } from '../../src/core/command/interpret.ts';
import { isProblem, type Problem } from '../../src/core/command/problem.ts';
import type { Incident } from '../../src/core/incident/incident.ts';
import type { Request } from '../../src/core/operation.ts';
import type { Risk } from '../../src/core/policy/policy.ts';
import { type PolicyDecision, rule } from '../../src/core/policy/policy-decision.ts';
import type { Plan } from '../../src/core/request/plan.ts';
import type { Text } from '../../src/core/text/text.ts';
import { type RunMessage, runMessages } from '../../src/operations/follow/stored-follow.ts';
import { operations } from '../../src/operations/index.ts';
import { type Schedule, storedSchedule } from '../../src/operations/schedule/stored-schedule.ts';
import type { Change } from '../../src/operations/shared/define.ts';
import { incidentRecords } from '../../src/operations/shared/incident/incident-rows.ts';
import { readsOf } from '../../src/operations/shared/services.ts';
import { type Watch, watchRecords } from '../../src/operations/shared/watch/stored-watch.ts';
import { conditionText } from '../../src/operations/watch/watched-items.ts';
import { WriteCallShape, type WriteReply } from '../../src/platform/call.ts';
import { createPlatform } from '../../src/platform/create-platform.ts';
import { PlatformError } from '../../src/platform/errors/platform-error.ts';
import { answerRequest, type Prepared, platformProblem, prepare } from '../../src/questions/answer-request.ts';
import { channel, openStage, people, servicesOf } from '../engine/stage.ts';
import { openTemporaryStore } from '../engine/temporary-store.ts';

export type Outcome =
  | { readonly request: Request; readonly answer: Answer; readonly context?: Context }
  | { readonly request: Request; readonly problem: Problem }
  | { readonly request: Request; readonly chart: ChartOrder }
  | { readonly request: Request; readonly already: Text }
  | { readonly request: Request; readonly revealed: Revealed }
  | {
      readonly request: Request;
      readonly plan: Plan;
      readonly done: readonly Text[];
      readonly risk: Risk;
      readonly ruling: PolicyDecision;
      readonly undoNeeds?: 'approve';
    }
  | { readonly unknown: string };

export interface OperationBench {
  outcomeOf(words: string): Promise<Outcome>;
  /** Current time of the bench, epoch ms. It doesn't change. */
  readonly now: number;
  close(): Promise<void>;
}

export async function openOperationBench(): Promise<OperationBench> {
  const store = await openTemporaryStore();
  const simulated = await startPlatform({ dialect: 'console' });
  const stage = await openStage(store, { simulated });
  const { world } = stage.clock;
  const platform = createPlatform({ url: simulated.url, token: simulated.token, now: Date.now, random: () => 0 });
  const services = servicesOf({ world, store, platform });
  let revealed: Revealed | undefined;
  const reveal = async (shown: Revealed) => {
    revealed = shown;
    return true;
  };
  const asked = { person: people.ann, channel, announce: async () => true, reveal };

  /** Schedule that the examples use. It is reset before each example. */
  const schedule: Schedule = {
    id: 'a1b2c3',
    given: { component: ['web'], range: ['24h'] },
    words: 'monitor web 24h',
    cron: '0 9 * * 1-5',
    zone: 'Europe/Berlin',
    context: { team: 'shop', region: 'east-1', app: '12', appName: 'Shop' },
    channel,
    owner: { id: people.ann.id, name: people.ann.name, lang: 'en' },
    at: world.now(),
    paused: false,
  };

  const deploy: RunMessage = {
    id: 'C0SHOP:a1b2c3',
    channel,
    context: schedule.context,
    kind: 'deploy',
    by: 'tom',
    began: world.now() - 160_000,
    lines: [
      {
        component: 'web',
        name: 'web',
        image: 'registry.test/shop/web:1.4.2',
        report: {
          ...{ id: 'a1b2c3', kind: 'deploy', state: 'running', event: 'a1b2c3', by: 'tom' },
          ...{ began: world.now() - 160_000, built: 72_000, took: 160_000, ended: world.now() },
        },
      },
    ],
    reader: { lang: 'en', zone: 'Europe/Berlin' },
  };

  const watch: Watch = {
    id: 'a1b2c3',
    channel,
    context: schedule.context,
    condition: { item: 'request_time', side: 'above', threshold: 500, for: 300_000 },
    components: [{ id: 'web', name: 'web' }],
    notify: [],
    by: { id: people.ann.id, name: people.ann.name, lang: 'en', zone: 'Europe/Berlin' },
    at: world.now(),
  };
  const incident: Incident = {
    id: 'a1b2c3',
    source: { kind: 'watches' },
    channel,
    context: schedule.context,
    component: { id: 'web', name: 'web' },
    lines: [
      {
        key: 'a1b2c3 web',
        what: conditionText(watch.condition),
        component: { id: 'web', name: 'web' },
        watch: watch.id,
        state: 'firing',
        since: world.now() - 600_000,
      },
    ],
    opened: world.now() - 300_000,
    times: 1,
    before: [],
    done: [],
    history: [],
    notify: [],
    mentioned: {},
    reader: { lang: 'en', zone: 'Europe/Berlin' },
  };

  async function outcomeOf(words: string): Promise<Outcome> {
    // Remove the existing watches, because a channel can't have the same watch twice.
    for (const { kind, id } of words.startsWith('watch ') ? await store.records.list(watchRecords.kind) : [])
      await store.commit({ at: world.now(), records: [{ drop: { kind, id } }] });
    if (/^watch .*a1b2c3/.test(words)) {
      const at = world.now();
      const row = { placeKey: placeKey(watch.context), channel, isOpen: true, at };
      // Only the person who acknowledged it can take that back.
      const acknowledged = { id: people.ann.id, name: people.ann.name, at };
      const body = words.includes(' unacknowledge ') ? { ...incident, acknowledged } : incident;
      const kept = [
        { kind: watchRecords.kind, id: watch.id, ...row, body: watch },
        { kind: incidentRecords.kind, id: incident.id, ...row, body },
      ];
      for (const { kind, id } of kept) await store.commit({ at, records: [{ drop: { kind, id } }] });
      await store.commit({ at, records: kept.map((next) => ({ next, expect: 'new' as const })) });
    }
    if (words.includes(deploy.id)) {
      const next = {
        kind: runMessages.kind,
        id: deploy.id,
        placeKey: placeKey(deploy.context),
        channel,
        isOpen: false,
      };
      const at = world.now();
      await store.commit({ at, records: [{ next: { ...next, at, body: deploy }, expect: 'new' }] });
    }
    if (words.includes(schedule.id))
      await store.commit({ at: world.now(), schedules: { put: [storedSchedule(schedule)] } });
    const [command = '', ...rest] = words.split(' ');
    const meant = interpret(operations, command, rest.join(' '));
    if (meant.meaning !== 'request') return { unknown: words };
    const { request, faults } = meant;
    if (faults.length > 0) return { request, problem: { problem: 'invalid', faults } };
    if (request.operation === 'watch.add') {
      const watched = await store.records.list(watchRecords.kind, {});
      await store.commit({ at: world.now(), records: watched.map(({ kind, id }) => ({ drop: { kind, id } })) });
    }
    const operation = operations.find(({ id }) => id === request.operation);
    if (operation?.kind !== 'change') {
      revealed = undefined;
      const isHelp = operation?.kind === 'question' && operation.isHelp === true;
      // The first help tries its examples. Wait for the results, because the next help shows them.
      if (isHelp) await answerRequest(services, request, asked).then(() => services.examples.tried());
      const { result, context } = await answerRequest(services, request, asked);
      if (revealed) return { request, revealed };
      if (isProblem(result)) return { request, problem: result };
      if ('chart' in result) return { request, chart: result };
      return { request, answer: result, ...(context ? { context } : {}) };
    }
    try {
      const ready = await prepare(services, request, asked);
      if (isProblem(ready)) return { request, problem: ready };
      const facts = await operation.gather(ready.args, ready.ask, readsOf(services));
      if (isProblem(facts)) return { request, problem: facts };
      const planned = operation.plan(ready.args, facts, ready.ask);
      if (isProblem(planned)) return { request, problem: planned };
      if ('already' in planned) return { request, already: planned.already };
      const risk = riskOf({ operation, args: ready.args, plan: planned });
      const policyInput = {
        context: ready.ask.context,
        channel,
        asker: { id: people.ann.id, groups: [] },
        touchesMost: planned.touchesMost === true,
      };
      const ruling = rule(services.policy, { risk, operation: operation.id, ...policyInput });
      if ('refused' in ruling) throw new Error(`${words} is refused by the policy`);
      const needed = undoNeeds(services, planned, policyInput);
      const done = await doneOf(operation, ready, planned);
      return { request, plan: planned, done, risk, ruling, ...(needed ? { undoNeeds: needed } : {}) };
    } catch (error) {
      if (error instanceof PlatformError) return { request, problem: platformProblem(error) };
      throw error;
    }
  }

  /**
   * Returns the message of an operation after its plan has run. Uses a copy of the platform, so that other samples
   * don't change. Each call gets ten minutes to take effect. Returns an empty list if the platform refuses a call.
   */
  async function doneOf(operation: Change, { args, ask: asking }: Prepared, plan: Plan): Promise<readonly Text[]> {
    let now = Date.now();
    const world = simulated.state;
    const copy = await startPlatform({ dialect: 'console', seed: () => world, now: () => now });
    const client = createPlatform({ url: copy.url, token: copy.token, now: Date.now, random: () => 0 });
    try {
      let reply: WriteReply | undefined;
      for (const { call } of plan.steps) {
        reply = await client.write(WriteCallShape.console.parse(call));
        now += 600_000;
      }
      const facts = await operation.gather(args, asking, { ...readsOf(services), platform: client });
      return isProblem(facts) ? [] : operation.done(plan, facts, reply);
    } catch (error) {
      if (error instanceof PlatformError) return [];
      throw error;
    } finally {
      await client.close();
      await copy.close();
    }
  }

  const waiting = await stage.card('ann', 'port.open', { component: ['web'], port: ['9090'] });
  const timed = await stage.card('bob', 'port.open', {
    component: ['api'],
    port: ['9100'],
    side: ['inner'],
    for: ['2h'],
  });
  await stage.press('ann', waiting, 'deny', { reason: 'Not during the release' });
  await stage.press('bob', timed, 'approve');
  await stage.engine.idle();
  await stage.card('bob', 'port.open', { component: ['web'], port: ['9090'], for: ['2h'] });
  await outcomeOf('portolan use shop/east-1/12 as shop');

  return {
    outcomeOf,
    now: world.now(),
    async close() {
      await stage.close();
      await platform.close();
      await simulated.close();
      await store.close();
    },
  };
}
