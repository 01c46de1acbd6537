import { type Context, placeKey } from '../../../core/command/context.ts';
import { resultWithin, type World } from '../../../core/world.ts';
import type { Certificate } from '../../../platform/certificate/certificate-endpoints.ts';
import type { ComponentSummary } from '../../../platform/component/component-endpoints.ts';
import type { GatewayRules } from '../../../platform/gateway/gateway-endpoints.ts';
import type { Platform } from '../../../platform/platform.ts';
import { readStuck, runEvents } from '../../shared/component/read-moving.ts';
import { orUndefined } from '../../shared/or-undefined.ts';

/** `isStuck`: it is abnormal because a change of it can't end. A restart would also end the old instances, which may serve. */
export type OverviewComponent = ComponentSummary & { readonly isStuck?: true };

export interface ReadPlace {
  readonly context: Context;
  readonly components: LastRead<readonly OverviewComponent[]> | undefined;
  readonly rules: LastRead<GatewayRules> | undefined;
  readonly certificates: LastRead<readonly Certificate[]> | undefined;
  /** Results of the last reads that succeeded. */
  readonly before?: {
    readonly components?: TimedValue<readonly OverviewComponent[]> | undefined;
    readonly certificates?: TimedValue<readonly Certificate[]> | undefined;
  };
}

export interface OverviewReader {
  known(contexts: readonly Context[]): readonly ReadPlace[];
  /**
   * Reads again if the last read is missing, a minute old, older than the last change, or failed some seconds ago. Waits
   * for at most two seconds.
   * @param changed times of the last changes by `placeKey`, epoch ms
   */
  refresh(
    contexts: readonly Context[],
    changed?: ReadonlyMap<string, number>,
  ): Promise<'read' | 'late' | 'nothing-due'>;
}

/** Maximum number of applications that App Home shows. */
export const maxPlaces = 5;
/** Maximum time that App Home waits for reads, in ms. Later results are shown when App Home is opened again. */
const patienceMs = 2_000;

type ListedPlatform = Pick<Platform, 'listComponents' | 'listEvents' | 'listRules' | 'listCertificates'>;

/** @param platform only lists are read, and the events of what is in progress, never single components */
export function createOverviewReader(
  world: Pick<World, 'now' | 'log' | 'wait'>,
  platform: ListedPlatform,
): OverviewReader {
  const components = createMinuteReads<readonly OverviewComponent[]>('components', world);
  const rules = createMinuteReads<GatewayRules>('rules', world);
  const certificates = createMinuteReads<readonly Certificate[]>('certificates', world);

  return {
    known: (contexts) =>
      contexts.slice(0, maxPlaces).map((context) => ({
        context,
        components: components.last(placeKey(context)),
        rules: rules.last(placeKey(context)),
        certificates: certificates.last(context.team),
        before: {
          components: components.before(placeKey(context)),
          certificates: certificates.before(context.team),
        },
      })),
    async refresh(contexts, changed) {
      const reads = contexts.slice(0, maxPlaces).flatMap((context) => {
        const key = placeKey(context);
        const since = changed?.get(key);
        return [
          components.begin(key, () => readComponents(world, platform, context), since),
          rules.begin(key, () => platform.listRules(context), since),
          certificates.begin(context.team, async () => (await platform.listCertificates(context))?.certificates),
        ].filter((read) => read !== undefined);
      });
      if (reads.length === 0) return 'nothing-due';
      return (await resultWithin(world, patienceMs, Promise.all(reads))) ? 'read' : 'late';
    },
  };
}

/** Lists components. One with a stuck change is abnormal, as for a watch, though the platform says that it is in progress. */
async function readComponents(
  { now }: Pick<World, 'now'>,
  platform: ListedPlatform,
  { team, region, app }: Context,
): Promise<readonly OverviewComponent[] | undefined> {
  const place = { team, region, app };
  const listed = await platform.listComponents(place);
  if (!listed) return undefined;
  const page = { ...place, page: 1, pageSize: runEvents };
  const stuck = await readStuck(listed, (service) => orUndefined(platform.listEvents({ ...page, service })), now());
  return listed.map((each) =>
    stuck.has(each.serviceId) ? { ...each, status: 'abnormal', isStuck: true as const } : each,
  );
}

/** A value, and when its read began, epoch ms. */
export interface TimedValue<T> {
  readonly value: T;
  readonly at: number;
}

/** Last read: its value, that it failed, or `notThere` if the platform has no such list. */
export type LastRead<T> = TimedValue<T> | 'failed' | 'notThere';

interface KeptRead<T> {
  readonly began: number;
  readonly last?: LastRead<T>;
  readonly before?: TimedValue<T> | undefined;
  readonly underWay?: Promise<void>;
}

const minute = 60_000;
/** Time after which a failed read is repeated, in ms, so that Home soon shows that the platform answers again. */
const failedFor = 5_000;
/** Maximum number of reads that are kept, enough for everyone who opens App Home within a few minutes. */
const maxKept = 200;

/** Creates reads of one kind. Each is made once a minute and after each change, for any number of viewers. */
function createMinuteReads<T>(what: string, world: Pick<World, 'now' | 'log'>) {
  const kept = new Map<string, KeptRead<T>>();

  async function run(key: string, began: number, read: () => Promise<T | undefined>): Promise<void> {
    let last: LastRead<T>;
    try {
      const value = await read();
      last = value === undefined ? 'notThere' : { value, at: began };
    } catch (error) {
      world.log.info('App Home could not be told everything', { part: what, error });
      last = 'failed';
    }
    const before = typeof last === 'object' ? last : kept.get(key)?.before;
    kept.set(key, { began, last, before });
  }

  return {
    last: (key: string) => kept.get(key)?.last,
    before: (key: string) => kept.get(key)?.before,
    /** @returns the read that is running now, if any */
    begin(key: string, read: () => Promise<T | undefined>, changedAt = 0): Promise<void> | undefined {
      const { began, underWay, last, before } = kept.get(key) ?? {};
      if (underWay) return underWay;
      const now = world.now();
      const goodFor = last === 'failed' ? failedFor : minute;
      if (began !== undefined && now - began < goodFor && now >= began && began > changedAt) return undefined;
      kept.delete(key);
      if (kept.size >= maxKept) kept.delete(kept.keys().next().value ?? '');
      const running = run(key, now, read);
      // The old result is shown until the new read ends.
      kept.set(key, { began: now, underWay: running, last, before });
      return running;
    },
  };
}
