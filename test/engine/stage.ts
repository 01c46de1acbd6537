import { type SimulatedPlatform, startPlatform } from '../../playground/platform/start-platform.ts';
import { createChangeEngine } from '../../src/changes/change-engine.ts';
import type { CardAction, CardPress, Proposed } from '../../src/changes/change-engine-types.ts';
import type { Charts } from '../../src/charts/charts.ts';
import type { Person } from '../../src/core/command/context.ts';
import type { RawArgs } from '../../src/core/command/params.ts';
import type { Request } from '../../src/core/operation.ts';
import { defaultPolicy, type Policy } from '../../src/core/policy/policy.ts';
import { ChangeRequest, lockKeysOf } from '../../src/core/request/change-request.ts';
import { createEvidenceMaker } from '../../src/evidence/evidence-maker.ts';
import { features } from '../../src/features.ts';
import { operations } from '../../src/operations/index.ts';
import { createKeptExamples } from '../../src/operations/shared/answer/kept-examples.ts';
import type { People, Services } from '../../src/operations/shared/services.ts';
import { createPlatform } from '../../src/platform/create-platform.ts';
import { createBackgroundReads } from '../../src/reader/background-reads.ts';
import { plain } from '../../src/slack/slack-catalog.ts';
import type { Store } from '../../src/store/store.ts';
import { type Clock, createClock } from './clock.ts';
import { createPoster } from './recording-poster.ts';

/** Timeout of a write in real ms. It is short, so that tests are fast. */
export const writeTimeoutMs = 1_500;

const person = (id: string, name: string, standing: Person['standing'] = 'member'): Person => ({
  id,
  name,
  lang: 'en',
  zone: 'UTC',
  standing,
});

export const people = {
  ann: person('UANN', 'Ann'),
  bob: person('UBOB', 'Bob'),
  cem: person('UCEM', 'Cem'),
  dee: person('UDEE', 'Dee'),
  gus: person('UGUS', 'Gus', 'guest'),
} as const;
export type Name = keyof typeof people;

const everybody: readonly Person[] = Object.values(people);

export const channel = 'C0SHOP';

/** Returns a Slack that knows these people. `groups`: members by group id; `away`: people who are in no channel. */
export function knownPeople(
  options: { readonly groups?: Readonly<Record<string, readonly Name[]>>; readonly away?: readonly Name[] } = {},
): People {
  const { groups = {}, away = [] } = options;
  const here = everybody.filter(({ id }) => !away.some((name) => people[name].id === id));
  const inGroup = (group: string) => (groups[group] ?? []).map((name) => people[name]);
  const find = (id: string) => everybody.find((each) => each.id === id);
  return {
    known: find,
    person: async (id) => find(id) ?? person(id, id, 'stranger'),
    actor: async (who) => ({
      person: who,
      groups: Object.keys(groups).filter((group) => inGroup(group).some(({ id }) => id === who.id)),
      inChannel: here.some(({ id }) => id === who.id),
    }),
    isPublic: async (id) => id.startsWith('C'),
    linkOf: async () => undefined,
    userGroups: async () => Object.keys(groups).map((id) => ({ id, handle: id.toLowerCase(), name: id })),
    cannotPost: async () => false,
    isBotIn: async () => true,
    sharedChannels: async () => [{ id: channel, name: 'shop' }],
    candidates: async ({ channel: of, users = [], groups: some = [] }) => ({
      people: [...(of === undefined ? [] : here), ...users.flatMap((id) => find(id) ?? []), ...some.flatMap(inGroup)],
      others: 'none',
    }),
  };
}

const noCharts: Charts = {
  draw: () => Promise.reject(new Error('no charts here')),
  numbers: () => Promise.reject(new Error('no charts here')),
  warm: async () => {},
  stats: () => ({ waiting: 0, running: 0, drawn: 0, shared: 0, refused: 0, failed: 0, replaced: 0 }),
  close: async () => {},
};

export const servicesOf = (
  parts: Pick<Services, 'world' | 'store' | 'platform'> & { readonly policy?: Policy; readonly people?: People },
): Services => ({
  charts: noCharts,
  evidence: createEvidenceMaker(parts.store, parts.world, { key: undefined, version: '0.0.0' }),
  examples: createKeptExamples(),
  policy: defaultPolicy,
  people: knownPeople(),
  operations,
  prefix: '',
  fallback: { team: 'shop', region: 'east-1', app: '12' },
  agentsUrl: 'https://bot.test/mcp',
  background: createBackgroundReads(parts.world, parts.platform.readsUnderWay),
  ...parts,
});

type Asked = Pick<Request, 'reason' | 'at' | 'ticket' | 'ask'>;
type Pressing = Partial<Pick<CardPress, 'reason' | 'revision' | 'longer' | 'until' | 'nth' | 'settles'>>;

/** Complete workflow on a simulated platform over HTTP. Only tests advance its clock. */
export type Stage = Awaited<ReturnType<typeof openStage>>;

export interface StageOptions {
  readonly policy?: Policy;
  readonly people?: People;
  readonly dialect?: 'console' | 'document';
  readonly simulated?: SimulatedPlatform;
  readonly clock?: Clock;
  /** Another connection to the same data. The caller must close it. */
  readonly store?: Store;
}

export async function openStage(store: Store, options: StageOptions = {}) {
  const clock = options.clock ?? createClock(1_800_000_000_000, `r${Math.random().toString(36).slice(2, 8)}`);
  const simulated = options.simulated ?? (await startPlatform({ dialect: options.dialect ?? 'console' }));
  const platform = createPlatform({
    url: simulated.url,
    token: simulated.token,
    now: Date.now,
    random: () => 0,
    readTimeoutMs: 8_000,
    writeTimeoutMs,
  });
  const poster = createPoster();
  const { policy, people: directory } = options;
  const parts = {
    world: clock.world,
    store,
    platform,
    ...(policy ? { policy } : {}),
    ...(directory ? { people: directory } : {}),
  };
  const services = servicesOf(parts);
  const engine = createChangeEngine(services, poster, { writeTimeoutMs, features });
  let returnedCount = 0;

  const ask = (who: Name, operation: string, given: RawArgs, more: Asked = {}) =>
    engine.propose({ operation, given, ...more }, { person: people[who], channel });
  const press = (who: Name, { id, revision }: ChangeRequest, what: CardAction, more: Pressing = {}) =>
    engine.press({ do: what, card: id, revision, person: people[who], channel, ...more });
  const requestIn = (proposed: Proposed | undefined): ChangeRequest => {
    if (!proposed || !('request' in proposed)) throw new Error(`no card but ${JSON.stringify(proposed)}`);
    return proposed.request;
  };
  const card = async (...asked: Parameters<typeof ask>) => requestIn(await ask(...asked));
  /** Presses a button and finishes the work that it causes. Returns the reply in English. */
  const pressed = async (...pressing: Parameters<typeof press>) => {
    const { says } = await press(...pressing);
    await engine.idle();
    return plain(says, 'en');
  };
  /** Returns a line for each post since the last call. */
  const newPosts = () => {
    const fresh = poster.posts.slice(returnedCount);
    returnedCount = poster.posts.length;
    return fresh.map(({ how, state, text, to }) =>
      [how, state, to, text].filter((part) => part !== undefined).join(' · '),
    );
  };
  return {
    ...{ clock, simulated, store, services, poster, engine, ask, press, card, pressed, newPosts },
    /** Asks for a change, and `by` approves or confirms it. Returns the request as it was before that. */
    async approved(who: Name, operation: string, given: RawArgs, by: Name = 'bob', more?: Asked) {
      const request = await card(who, operation, given, more);
      await pressed(by, request, 'approve');
      return request;
    },
    /** Presses a button that asks for another change. Returns the new request. */
    follow: async (...pressing: Parameters<typeof press>) => requestIn((await press(...pressing)).proposed),
    /** Finishes the work that is due, and forgets the new posts. */
    async quiet() {
      await engine.idle();
      newPosts();
    },
    /** Another request gets the component for some ms. Returns a function that ends that. */
    async lock(request: ChangeRequest, ms: number) {
      const [at, all] = [clock.world.now(), lockKeysOf(request)];
      const other = { card: 'other', holder: 'other', until: at + ms };
      await store.commit({ at, lease: all.map((key) => ({ take: { key, ...other } })) });
      return () =>
        store.commit({ at: clock.world.now(), lease: all.map((key) => ({ release: { key, card: 'other' } })) });
    },
    /** Kinds of the entries of the audit log, the oldest first. */
    kinds: async () => (await store.audit.search({ limit: 99 })).toReversed().map(({ kind }) => kind),
    async pass(ms: number) {
      // A failed read might still retry in real time, and a later read would join it, so wait for its end.
      await vi.waitUntil(() => platform.readsUnderWay() === 0, { timeout: 8_000 });
      clock.pass(ms);
      await engine.idle();
    },
    async now({ id }: Pick<ChangeRequest, 'id'>) {
      return ChangeRequest.parse((await store.requests.get(id))?.body);
    },
    /** Writes that reached the platform. Each has the method, the end of the path, and the action. */
    writes: () =>
      simulated.log.entries
        .filter(({ method, fault }) => method !== 'GET' && !fault?.startsWith('hang,'))
        .map(({ method, path, body }) =>
          [method, path.split('/').slice(-2).join('/'), actionOf(body)].join(' ').trim(),
        ),
    async close() {
      await engine.stop();
      await platform.close();
      if (!options.simulated) await simulated.close();
    },
  };
}

const actionOf = (body: unknown): string =>
  typeof body === 'object' && body !== null && 'action' in body ? String(body.action) : '';
