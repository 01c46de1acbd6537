import { type Place, placeKey } from '../../src/core/command/context.ts';
import { Incident } from '../../src/core/incident/incident.ts';
import { defaultPolicy, type Policy } from '../../src/core/policy/policy.ts';
import type { Text } from '../../src/core/text/text.ts';
import type { World } from '../../src/core/world.ts';
import type { PostResult, RefusedPost } from '../../src/delivery/post-result.ts';
import { noticingLost, type PostPlace } from '../../src/delivery/poster.ts';
import { createIncidentDelivery } from '../../src/operations/incident/deliver-incidents.ts';
import type { IncidentDrawn } from '../../src/operations/incident/posted-incident.ts';
import { incidentRecords } from '../../src/operations/shared/incident/incident-rows.ts';
import type { Services } from '../../src/operations/shared/services.ts';
import { evaluationRecords, type Watch, WatchEvaluation } from '../../src/operations/shared/watch/stored-watch.ts';
import { watchLines, watchSubscriptions } from '../../src/operations/watch/watch-notes.ts';
import { watchRecord } from '../../src/operations/watch/watch-text.ts';
import { createWatcher } from '../../src/operations/watch/watcher.ts';
import { readComponents } from '../../src/platform/component/component-endpoints.ts';
import { PlatformError } from '../../src/platform/errors/platform-error.ts';
import { readEvents } from '../../src/platform/event/event-endpoints.ts';
import type { AppInstances } from '../../src/platform/monitoring/watch-query.ts';
import { createAppReader } from '../../src/reader/app-reader.ts';
import { createRunReads } from '../../src/reader/run-reads.ts';
import { plain } from '../../src/slack/slack-catalog.ts';
import type { Store } from '../../src/store/store.ts';
import { type Effects, mortal } from '../crash/one-killed.ts';
import { openTemporaryStore } from '../engine/temporary-store.ts';
import type { SimulatedTime } from '../following/simulated-time.ts';

interface InstancesRange {
  readonly instances: AppInstances;
  readonly start: number;
  readonly end: number;
  readonly step: number;
}

/** State of an app over time. Times are epoch ms. */
export interface WatchedHistory {
  readonly components: readonly string[];
  called?(component: string): string;
  status(component: string, at: number): string;
  /** Events of a component's pods, as rows of the platform's list. */
  events?(component: string): readonly unknown[];
  /** Response time of a component in a minute; undefined if there is none. */
  value(component: string, at: number): number | undefined;
  /** Value of each instance in every query, such as the number of restarts; 0 by default. */
  readonly restarts?: number;
  scrapes?(at: number): boolean;
  /** Whether the simulated bot can draw charts. */
  readonly draws?: true;
  unmonitored?(at: number): boolean;
  fails?(at: number): boolean;
  readonly moved?: readonly string[];
  /** Time that the platform needs for an answer, in ms; 0 by default. */
  readonly takes?: number;
}

/** Action of a replica. `by`: the replica's number, from 0 on. Times are epoch ms. */
export interface Done {
  readonly by: number;
  readonly at: number;
}

export interface Evaluated extends Done {
  readonly items: WatchEvaluation['items'];
}

export interface IncidentPost {
  readonly ts: string;
  readonly posted: number;
  readonly edits: number[];
  readonly notes: string[];
  incident: Incident;
}

/** Simulates the platform's reads for watches, from a known history. */
export function simulatePlatform(history: WatchedHistory, { now, wait }: Pick<World, 'now' | 'wait'>) {
  const answering = async (isMonitoring = false) => {
    if (history.takes !== undefined) await wait(history.takes);
    if (history.fails?.(now()) || (isMonitoring && history.unmonitored?.(now())))
      throw new PlatformError({ asked: 'listComponents', kind: 'timeout', outcome: 'unknown', canRetry: true });
  };
  return {
    readsUnderWay: () => 0,
    /** Checks whether Prometheus has a sample from the last two minutes. */
    async isScraped({ at }: { readonly at: number }) {
      await answering(true);
      return [0, 60, 119].some((seconds) => history.scrapes?.((at - seconds) * 1_000) ?? true);
    },
    listEvents: async ({ service }: { readonly service: string }) =>
      history.events && readEvents({ events: history.events(service) }),
    readEventLog: async () => undefined,
    readComponent: () => Promise.reject(new Error('nothing here reads a component')),
    listApps: async () => [{ appId: '99', name: 'billing', componentCount: undefined, note: undefined }],
    async listComponents({ app }: Pick<Place, 'app'>) {
      await answering();
      return readComponents(
        (app === '99' ? (history.moved ?? []) : history.components).map((name) => ({
          ...{
            service_id: name,
            service_alias: name,
            service_cname: history.called?.(name) ?? name,
            k8s_component_name: name,
          },
          status: history.status(name, now()),
        })),
      );
    },
    async queryRawMonitoring(query: {
      readonly componentIds: readonly string[];
      readonly start: number;
      readonly end: number;
      readonly step: number;
    }) {
      await answering(true);
      const result = query.componentIds.map((id) => {
        const values: [number, string][] = [];
        for (let at = query.start; at <= query.end; at += query.step) {
          const value = history.value(id, at * 1_000);
          if (value !== undefined) values.push([at, String(value)]);
        }
        return { metric: { service_id: id }, values };
      });
      return matrix(result);
    },
    async queryInstances({ instances, start, end, step }: InstancesRange) {
      await answering(true);
      const { app, components } = instances;
      const values: [number, string][] = [];
      for (let at = start; at <= end; at += step) values.push([at, String(history.restarts ?? 0)]);
      return matrix(components.map((container) => ({ metric: { pod: `${app}-${container}-0`, container }, values })));
    },
    readApp: async () => ({ k8sApp: 'app' }),
    readNamespace: async () => 'shop',
    readSources: async () => ({ requests: true, containers: true, kubeState: true, gateway: true }),
    listRules: async () => ({ http: [], tcp: [] }),
  };
}

const matrix = (result: readonly unknown[]): Uint8Array =>
  new TextEncoder().encode(JSON.stringify({ status: 'success', data: { resultType: 'matrix', result } }));

/** Starts replicas that watch an app, and collects their messages. */
export async function stageWatching(time: SimulatedTime, history: WatchedHistory) {
  const store: Store = await openTemporaryStore();
  const closing = new AbortController();
  const platform = simulatePlatform(history, {
    now: time.world.now,
    wait: (ms) => time.world.wait(ms, closing.signal),
  });
  const messages: IncidentPost[] = [];
  const slack: { refuses?: RefusedPost; isRemoved?: boolean; notices: string[] } = { notices: [] };
  const running = new Set<{ stop(): Promise<void> }>();
  const effects: Effects = { done: [] };
  const evaluations: Evaluated[] = [];
  const reads: Done[] = [];
  let posts = 0;
  let replicas = 0;

  async function commit(by: number, changes: Parameters<Store['commit']>[0]) {
    const outcome = await store.commit(changes);
    for (const change of outcome === 'saved' ? (changes.records ?? []) : [])
      if ('next' in change && change.next.kind === evaluationRecords.kind)
        evaluations.push({ by, at: changes.at, items: WatchEvaluation.parse(change.next.body).items });
    return outcome;
  }

  function readBy(by: number): typeof platform {
    const recorded = <A extends readonly unknown[], T>(call: (...args: A) => Promise<T>) => {
      return (...args: A) => {
        reads.push({ by, at: time.world.now() });
        return call(...args);
      };
    };
    return {
      ...platform,
      listApps: recorded(platform.listApps),
      listComponents: recorded(platform.listComponents),
      queryRawMonitoring: recorded(platform.queryRawMonitoring),
      queryInstances: recorded(platform.queryInstances),
      readApp: recorded(platform.readApp),
      readNamespace: recorded(platform.readNamespace),
      readSources: recorded(platform.readSources),
      isScraped: recorded(platform.isScraped),
    };
  }

  function replica({ policy = defaultPolicy, ...breaks }: { afterPost?: () => void; policy?: Policy } = {}) {
    const { kill, alive, effect } = mortal(effects, () => running.delete(parts));
    const by = replicas++;
    const world = { ...time.world, wait: alive(time.world.wait) };
    const mine: Store = { ...store, commit: effect('commit', (changes) => commit(by, changes)) };
    const spy = readBy(by);
    const services = {
      ...{ world, store: mine, platform: spy, policy, operations: [] },
      people: {
        isPublic: async () => true,
        cannotPost: async () => slack.isRemoved === true,
        isBotIn: async () => slack.isRemoved !== true && !slack.refuses,
      },
    } as unknown as Services;
    const answer = (ts: string): PostResult => slack.refuses ?? { posted: true, channel: 'C0OPS', ts };
    const pause = (channel: string, code: string) => watchSubscriptions.pauseIn(services, channel, code);
    const poster: Parameters<typeof createIncidentDelivery>[1] = {
      post: noticingLost(async (place, drawn: IncidentDrawn) => {
        if (drawn.shows === 'incident')
          return effect(place.ts === undefined ? 'post' : 'edit', postIncident)(place, drawn.incident);
        return effect(place.thread === undefined ? 'tell' : 'note', postLine)(place, drawn.text);
      }, pause),
      picture: effect('draw', async () => (history.draws ? { file: `F${effects.done.length}`, alt: '' } : undefined)),
      link: async () => undefined,
    };
    async function postIncident({ ts }: PostPlace, incident: Incident): Promise<PostResult> {
      if (ts === undefined) {
        posts += 1;
        const fresh = `${posts}`;
        if (!slack.refuses) messages.push({ ts: fresh, posted: time.world.now(), edits: [], notes: [], incident });
        breaks.afterPost?.();
        return answer(fresh);
      }
      const post = messages.find((each) => each.ts === ts);
      if (post) {
        post.incident = incident;
        post.edits.push(time.world.now());
      }
      return answer(ts);
    }
    /** Collects a text: a note if it is in a thread, otherwise a message about a watch. */
    async function postLine({ thread }: PostPlace, text: Text): Promise<PostResult> {
      if (thread === undefined) slack.notices.push(plain(text, 'en'));
      else messages.find((each) => each.ts === thread)?.notes.push(plain(text, 'en'));
      return thread === undefined ? { posted: true, channel: 'C0OPS', ts: '' } : answer(thread);
    }
    const reader = createAppReader({ world, store: mine, platform: spy, runs: createRunReads(spy, world.now) });
    const delivery = createIncidentDelivery(services, poster, [watchLines]);
    const watcher = createWatcher(services, reader, delivery.wake);
    reader.subscribe(watcher);
    reader.start();
    watcher.start();
    delivery.start();
    const parts = { stop: async () => void (await Promise.all([reader.stop(), watcher.stop(), delivery.stop()])) };
    running.add(parts);
    return {
      by,
      reader,
      lateMs: watcher.lateMs,
      kill,
      /** Stops the replica like a normal shutdown. */
      async stop() {
        running.delete(parts);
        await parts.stop();
      },
    };
  }

  async function watch(changes: Partial<Watch> = {}) {
    const body: Watch = {
      id: 'w1',
      channel: 'C1',
      context: { team: 'shop', region: 'east', app: '1' },
      condition: { item: 'request_time', side: 'above', threshold: 500, for: 5 * 60_000 },
      notify: ['U1'],
      by: { id: 'U1', name: 'Ann', lang: 'en', zone: 'UTC' },
      at: time.world.now(),
      ...changes,
    };
    await store.commit({ at: body.at, records: [watchRecord(body)] });
  }

  return {
    store,
    messages,
    slack,
    effects,
    /** Evaluations of all replicas, in order. */
    evaluations,
    reads,
    platform,
    replica,
    watch,
    async stored(): Promise<readonly Incident[]> {
      const key = placeKey({ team: 'shop', region: 'east', app: '1' });
      return (await store.records.list(incidentRecords.kind, { placeKey: key }))
        .flatMap(({ body }) => Incident.safeParse(body).data ?? [])
        .toSorted((one, other) => one.opened - other.opened);
    },
    async close() {
      // Abort the reads, because they wait for a time that never comes.
      closing.abort();
      for (const each of running) await each.stop();
      await store.close();
    },
  };
}
