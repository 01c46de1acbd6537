import { startPlatform } from '../../playground/platform/start-platform.ts';
import { type RawArgs, readAll } from '../../src/core/command/params.ts';
import { isProblem } from '../../src/core/command/problem.ts';
import { defaultPolicy } from '../../src/core/policy/policy.ts';
import type { Plan, Step } from '../../src/core/request/plan.ts';
import { operations } from '../../src/operations/index.ts';
import { createKeptExamples } from '../../src/operations/shared/answer/kept-examples.ts';
import type { Change, Reads } from '../../src/operations/shared/define.ts';
import { type WriteCall, WriteCallShape, type WriteReply } from '../../src/platform/call.ts';
import { createPlatform } from '../../src/platform/create-platform.ts';
import type { Dialect } from '../../src/platform/endpoint.ts';
import type { Platform } from '../../src/platform/platform.ts';
import { plain } from '../../src/slack/slack-catalog.ts';
import { expectPlan } from './checks.ts';
import { ask } from './samples.ts';

/** Runs changes on the simulated platform with the real client, like the workflow, but without a store. */

export type Bench = Awaited<ReturnType<typeof startBench>>;

/** Starts a platform that closes when the current test finishes. */
export async function startBench(dialect: 'console' | 'document') {
  const simulated = await startPlatform({ dialect });
  const platform = createPlatform({ url: simulated.url, token: simulated.token, now: Date.now, random: () => 0 });
  onTestFinished(async () => {
    await platform.close();
    await simulated.close();
  });
  return { simulated, platform, reads: readsOf(platform), ask };
}

/** Returns the reads that changes need: the platform and known names, but no temporary access and no audit log. */
function readsOf(platform: Platform): Reads {
  const remembered: Awaited<ReturnType<Reads['seen']['find']>>[number][] = [];
  const unread = (): never => {
    throw new Error('a change reads nothing but the platform and openings');
  };
  return {
    platform,
    seen: { remember: async (things) => void remembered.push(...things), find: async () => remembered },
    examples: createKeptExamples(),
    contexts: { get: unread, list: unread, named: unread },
    requests: { open: unread, recent: unread, get: unread, ran: async () => [] },
    temporaryAccess: { list: async () => [], get: unread },
    schedules: { list: unread, get: unread },
    agents: { list: unread, get: unread },
    records: { list: async () => [], get: async () => undefined },
    keepRecords: unread,
    turns: { take: (_of, read) => read() },
    clock: Date.now,
    audit: { search: unread, matching: unread, head: unread, count: unread, append: unread },
    evidence: { fingerprint: undefined, make: unread },
    policy: defaultPolicy,
    actor: unread,
    isPublic: unread,
    userGroups: unread,
    linkOf: unread,
    nameOf: unread,
    soon: (read) => read().catch(() => undefined),
  };
}

export function changeOf(id: string): Change {
  const change = operations.find((operation) => operation.id === id);
  if (change?.kind !== 'change') throw new Error(`no change ${id}`);
  return change;
}

export async function planOf(bench: Bench, id: string, given: RawArgs) {
  const change = changeOf(id);
  const parsed = readAll(change.params, given);
  if ('faults' in parsed) throw new Error(JSON.stringify(parsed.faults));
  const facts = await change.gather(parsed.args, bench.ask, bench.reads);
  return isProblem(facts) ? facts : change.plan(parsed.args, facts, bench.ask);
}

async function factsOf(bench: Bench, change: Change, given: RawArgs): Promise<unknown> {
  const parsed = readAll(change.params, given);
  if ('faults' in parsed) throw new Error(JSON.stringify(parsed.faults));
  const facts = await change.gather(parsed.args, bench.ask, bench.reads);
  if (isProblem(facts)) throw new Error(JSON.stringify(facts));
  return facts;
}

export async function observed(bench: Bench, id: string, given: RawArgs, plan: Plan, step: number) {
  const change = changeOf(id);
  return change.observe(plan, step, await factsOf(bench, change, given));
}

export async function leftoverOf(bench: Bench, id: string, given: RawArgs, plan: Plan, step: number) {
  const change = changeOf(id);
  return change.leftover?.(plan, step, await factsOf(bench, change, given));
}

/** Plans twice, runs and verifies each step, then plans again. @returns the plan and the texts at the end */
export async function runChange(bench: Bench, id: string, given: RawArgs): Promise<{ plan: Plan; endTexts: string[] }> {
  const change = changeOf(id);
  const plan = expectPlan(await planOf(bench, id, given));
  expect(await planOf(bench, id, given)).toEqual(plan);
  bench.simulated.log.clear();
  let reply: WriteReply | undefined;
  for (const [index, step] of plan.steps.entries()) {
    expect(change.observe(plan, index, await factsOf(bench, change, given))).toBe('before');
    reply = await bench.platform.write(writeOf(step, bench.platform.dialect()));
    expect(change.observe(plan, index, await factsOf(bench, change, given))).toBe('after');
  }
  const facts = await factsOf(bench, change, given);
  for (const [index] of plan.steps.entries()) expect(change.observe(plan, index, facts)).toBe('after');
  const again = await planOf(bench, id, given);
  // The second time, there is nothing to do.
  expect(isProblem(again) || 'already' in again).toBe(true);
  const writes = bench.simulated.log.entries.filter(({ method }) => method !== 'GET');
  expect(
    writes.map(({ method, path, status }) => ({ method, path: decodeURIComponent(path), ok: status < 300 })),
  ).toEqual(plan.steps.map(({ call }) => ({ method: call.method, path: decodeURIComponent(call.path), ok: true })));
  return { plan, endTexts: change.done(plan, facts, reply).map((text) => plain(text, 'en')) };
}

/** Returns a step's call after the check that every call gets before it is sent. */
export const writeOf = ({ call }: Step, dialect: Dialect): WriteCall => WriteCallShape[dialect].parse(call);

export async function undo(bench: Bench, plan: Plan) {
  if ('none' in plan.undo) throw new Error('no undo');
  const { operation, given } = plan.undo.proposal;
  return runChange(bench, operation, given);
}

export async function portsOf(bench: Bench, component: string) {
  const { team, region, app } = bench.ask.context;
  return bench.platform.listPorts({ team, region, app, service: component });
}
