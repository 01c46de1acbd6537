import { type Context, placeKey } from '../../../core/command/context.ts';
import { resultWithin, type World } from '../../../core/world.ts';
import type { Certificate } from '../../../platform/certificate/certificate-reply.ts';
import type { ComponentSummary } from '../../../platform/component/component-reply.ts';
import type { GatewayRules } from '../../../platform/gateway/gateway-reply.ts';
import type { Platform } from '../../../platform/platform.ts';

/** A context with what was last read of its application and its team. */
export interface ReadPlace {
  readonly context: Context;
  readonly components: LastRead<readonly ComponentSummary[]> | undefined;
  readonly rules: LastRead<GatewayRules> | undefined;
  /** The team's. */
  readonly certificates: LastRead<readonly Certificate[]> | undefined;
}

/** Reads the applications that someone's App Home is about. */
export interface OverviewReader {
  /** What was read last; sends nothing. */
  known(contexts: readonly Context[]): readonly ReadPlace[];
  /** Reads again what was read a minute ago or never, and waits for it for at most two seconds. */
  refresh(contexts: readonly Context[]): Promise<'read' | 'late' | 'nothing-due'>;
}

/** As many applications are read for one Home. */
export const mostPlaces = 5;
/** People look at an empty place no longer, in ms; what comes later is shown the next time. */
const patienceMs = 2_000;

/** @param platform what is read from: lists only, never one component after the other */
export function createOverviewReader(
  world: Pick<World, 'now' | 'log' | 'wait'>,
  platform: Pick<Platform, 'listComponents' | 'listRules' | 'listCertificates'>,
): OverviewReader {
  const components = createMinuteReads<readonly ComponentSummary[]>('components', world);
  const rules = createMinuteReads<GatewayRules>('rules', world);
  const certificates = createMinuteReads<readonly Certificate[]>('certificates', world);

  return {
    known: (contexts) =>
      contexts.slice(0, mostPlaces).map((context) => ({
        context,
        components: components.last(placeKey(context)),
        rules: rules.last(placeKey(context)),
        certificates: certificates.last(context.team),
      })),
    async refresh(contexts) {
      const reads = contexts.slice(0, mostPlaces).flatMap((context) => {
        const key = placeKey(context);
        return [
          components.begin(key, () => platform.listComponents(context)),
          rules.begin(key, () => platform.listRules(context)),
          certificates.begin(context.team, async () => (await platform.listCertificates(context))?.certificates),
        ].filter((read) => read !== undefined);
      });
      if (reads.length === 0) return 'nothing-due';
      return (await resultWithin(world, patienceMs, Promise.all(reads))) ? 'read' : 'late';
    },
  };
}

/**
 * What a read gave last: a value, with when its read began (epoch ms), or that it failed. `notThere`: this platform has
 * no such list.
 */
type LastRead<T> = { readonly value: T; readonly at: number } | 'failed' | 'notThere';

interface KeptRead<T> {
  readonly began: number;
  readonly last?: LastRead<T>;
  readonly underWay?: Promise<void>;
}

const minute = 60_000;
/** Of those who look at their Home within some minutes; more would be contexts that nobody looks at any more. */
const mostKept = 200;

/**
 * Reads of one kind, each at most once a minute, however many look. @param world for the time, and to log what failed
 */
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
    kept.set(key, { began, last });
  }

  return {
    /** What was read last; undefined where nothing was yet. Sends nothing. */
    last: (key: string) => kept.get(key)?.last,
    /**
     * Begins a read where the last one is a minute old. @returns when the read under way has ended; undefined without
     * one
     */
    begin(key: string, read: () => Promise<T | undefined>): Promise<void> | undefined {
      const { began, underWay, last } = kept.get(key) ?? {};
      if (underWay) return underWay;
      const now = world.now();
      if (began !== undefined && now - began < minute && now >= began) return undefined;
      kept.delete(key);
      if (kept.size >= mostKept) kept.delete(kept.keys().next().value ?? '');
      const running = run(key, now, read);
      // What was read before is shown until there is something newer.
      kept.set(key, { began: now, underWay: running, last });
      return running;
    },
  };
}
