import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { idOf } from '../../playground/platform/seed/seed-id.ts';
import { type SimulatedPlatform, startPlatform } from '../../playground/platform/start-platform.ts';
import { type SimulatedSlack, startSlack } from '../../playground/slack/simulated-slack.ts';
import { ChangeRequest, isFinal } from '../../src/core/request/change-request.ts';
import { operations } from '../../src/operations/index.ts';
import { makeManifest } from '../../src/slack/app/manifest.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { Store } from '../../src/store/store.ts';
import { appOf, seedOf } from '../../test/crash/replicas.ts';
import { startPostgres } from '../../test/postgres.ts';
import type { Section } from '../report.ts';
import { places } from '../stage/stage-places.ts';
import { type Crew, openCrew } from './killed-crew.ts';
import { type KilledRun, killsSection } from './kills-table.ts';
import type { SoakPart } from './part.ts';

/** Requests that are under way at a time, each on a component of its own. */
const atOnce = 6;
/** Components in one app: every plan of a typed name reads the list of its app, and an app of two thousand is nobody's. */
const perApp = 20;
/** Components for changes that are asked for and never approved, because replicas didn't answer. */
const spare = 200;
const killEveryMs = 2_000;
const cutEveryMs = 5_000;
/** So long a card and the answer to a press are waited for: then another one is tried. */
const answerMs = 20_000;
/** After the last approval everything has to come to its end within this time: a call in flight waits for its lease. */
const patienceMs = 260_000;
const lookMs = 100;

/**
 * Three replicas of the program that `npm start` runs, on one PostgreSQL and behind one address, between a simulated Slack
 * and a simulated platform. Every two seconds one of them is killed, whatever its state, its start included; then, in a run
 * of its own, their connections to the database are cut and one of them is stopped again and again. What counts is what
 * reaches the platform: from the moment Slack was told that a press is taken.
 */
export const soak: SoakPart = async ({ quick }) => [
  await measure(quick ? 200 : 1_000, 'kills'),
  await measure(quick ? 100 : 500, 'cuts'),
];

async function measure(wanted: number, faults: KilledRun['faults']): Promise<Section> {
  const server = await startPostgres();
  const directory = mkdtempSync(join(tmpdir(), 'portolan-kills-'));
  const platform = await startPlatform({ seed: seedOf(wanted + spare, perApp) });
  const slack = await startSlack({
    manifest: makeManifest(operations, { mode: 'http', prefix: '' }),
    bot: { signingSecret: places.signingSecret, botToken: places.botToken },
    seed: {
      people: workers.flatMap(({ asker, approver }) => [
        { id: asker, name: asker.toLowerCase(), locale: 'en-US', timeZone: 'Europe/Berlin' },
        { id: approver, name: approver.toLowerCase(), locale: 'en-US', timeZone: 'Europe/Berlin' },
      ]),
      channels: workers.map(({ asker, approver, channel }) => ({
        id: channel,
        name: channel.toLowerCase(),
        members: [asker, approver, 'U0PORTOLAN'],
      })),
    },
  });
  const databaseUrl = await server.database();
  const crew = await openCrew({
    DATABASE_URL: databaseUrl,
    SLACK_BOT_TOKEN: places.botToken,
    SLACK_SIGNING_SECRET: places.signingSecret,
    SLACK_API_URL: slack.apiUrl,
    PLATFORM_URL: platform.url,
    PLATFORM_TOKEN: platform.token,
    PLATFORM_CONTEXT: places.context,
    PORTOLAN_DATA: directory,
  });
  const store = await openStore({ databaseUrl, dataDirectory: '' });
  try {
    slack.bot.eventsUrl = `http://127.0.0.1:${crew.port}/slack/events`;
    return await run({ slack, platform, store, crew, databaseUrl, faults }, wanted);
  } finally {
    await crew.close();
    await store.close();
    await Promise.all([slack.close(), platform.close()]);
    await server.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Who asks and approves, each pair in a channel of its own, so that whatever the bot posts there answers them. */
const workers = Array.from({ length: atOnce }, (_, n) => ({
  asker: `U0ASK${n}`,
  approver: `U0YES${n}`,
  channel: `C0PAIR${n}`,
}));
type Pair = (typeof workers)[number];

interface KillStage {
  readonly slack: SimulatedSlack;
  readonly platform: SimulatedPlatform;
  readonly store: Store;
  readonly crew: Crew;
  readonly databaseUrl: string;
  readonly faults: KilledRun['faults'];
}

async function run(stage: KillStage, wanted: number): Promise<Section> {
  const { platform, crew, faults } = stage;
  /** When calls reached the platform, by the id of their component; ms of `performance`. */
  const arrived = new Map<string, number[]>();
  platform.log.subscribe(({ method, path }) => {
    const component = path.split('/').at(-3) ?? '';
    if (method !== 'GET') arrived.set(component, [...(arrived.get(component) ?? []), performance.now()]);
  });
  const over = new AbortController();
  const since = performance.now();
  const breaking =
    faults === 'kills'
      ? crew.keepKilling(killEveryMs, over.signal)
      : Promise.all([keepCutting(stage.databaseUrl, over.signal), crew.keepStopping(over.signal)]);
  const approved = await approveAll(stage, wanted);
  const unfinished = await untilEnded(stage, approved);
  over.abort();
  await breaking;
  const ends = await endsOf(stage.store);
  const { kills, killedStarting, alive } = crew.counted();
  const result: KilledRun = {
    faults,
    wanted,
    seconds: (performance.now() - since) / 1_000,
    kills,
    killedStarting,
    alive,
    unfinished,
    approved: [...approved].map(([component, at]) => {
      const calls = arrived.get(component) ?? [];
      const [first] = calls;
      const end = ends.get(component);
      return {
        ...(first === undefined ? {} : { wait: Math.max(0, first - at) }),
        calls: calls.length,
        state: end?.state ?? 'not stored',
        // A call was marked as sent, and the process died before it left: it may not be sent again.
        marked: end?.steps.some(({ state }) => state !== 'waiting' && state !== 'not-sent') ?? false,
      };
    }),
  };
  return killsSection(result);
}

/** Cuts all connections of the replicas to the database, until the signal. */
async function keepCutting(connectionString: string, signal: AbortSignal): Promise<void> {
  const admin = new Client({ connectionString });
  await admin.connect();
  while (!signal.aborted) {
    await sleep(cutEveryMs, undefined, { signal }).catch(() => undefined);
    const replicas = "from pg_stat_activity where datname = current_database() and application_name = 'portolan'";
    await admin.query(`select pg_terminate_backend(pid) ${replicas} and pid <> pg_backend_pid()`);
  }
  await admin.end();
}

/** Requests and approves changes until so many presses were acknowledged. @returns when, by component */
async function approveAll(stage: KillStage, wanted: number): Promise<ReadonlyMap<string, number>> {
  const approved = new Map<string, number>();
  let next = 0;
  const work = async (pair: Pair): Promise<void> => {
    while (approved.size < wanted && next < wanted + spare) {
      const number = next;
      next += 1;
      const card = await askFor(stage, pair, number);
      if (card === undefined) continue;
      const at = await approve(stage, pair, card);
      if (at !== undefined) approved.set(idOf(`part-${number}`), at);
    }
  };
  await Promise.all(workers.map(work));
  return approved;
}

/** Asks until a card is posted; undefined where the command was taken and nothing came of it in time. */
async function askFor(
  { slack }: KillStage,
  { asker, approver, channel }: Pair,
  number: number,
): Promise<string | undefined> {
  const words = `/port open ${idOf(`part-${number}`)} 8000 in=shop/east-1/${appOf(number, perApp)}`;
  const title = `port 8000 on part-${number} `;
  const posted = () => slack.messages(channel, approver).find(({ text }) => text.includes(title))?.ts;
  if (!(await untilTaken(() => slack.user(asker).slash(channel, words)))) return undefined;
  return untilFound(posted);
}

/** Presses Approve until Slack is told that the press is taken. @returns that moment */
async function approve({ slack }: KillStage, { approver, channel }: Pair, ts: string): Promise<number | undefined> {
  const taken = await untilTaken(() => slack.user(approver).press({ channel, ts }, 'request.approve'));
  return taken ? performance.now() : undefined;
}

/** Does something until the bot acknowledges it, as people do whom Slack tells that it failed. */
async function untilTaken(act: () => Promise<{ readonly ok: boolean }>): Promise<boolean> {
  const end = performance.now() + answerMs;
  while (performance.now() < end) {
    if ((await act()).ok) return true;
    await sleep(300);
  }
  return false;
}

async function untilFound<T>(look: () => T | undefined): Promise<T | undefined> {
  const end = performance.now() + answerMs;
  while (performance.now() < end) {
    const found = look();
    if (found !== undefined) return found;
    await sleep(lookMs);
  }
  return undefined;
}

/** @returns how many have not ended */
async function untilEnded({ store }: KillStage, approved: ReadonlyMap<string, number>): Promise<number> {
  const end = performance.now() + patienceMs;
  for (;;) {
    const ends = await endsOf(store);
    const left = [...approved.keys()].filter((component) => !isFinal(ends.get(component)?.state ?? 'proposed'));
    if (left.length === 0 || performance.now() > end) return left.length;
    await sleep(1_000);
  }
}

/** The stored requests by their components; the last one of each. */
async function endsOf(store: Store): Promise<ReadonlyMap<string, ChangeRequest>> {
  const stored = await store.requests.recent(5_000);
  const cards = stored.map(({ body }) => ChangeRequest.parse(body)).filter(({ system }) => !system);
  return new Map(cards.toReversed().map((card) => [card.plan.component, card]));
}
