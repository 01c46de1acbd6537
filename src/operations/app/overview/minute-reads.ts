import { defined } from '../../../core/defined.ts';
import type { World } from '../../../core/world.ts';

/**
 * What a read gave last: a value, with when its read began (epoch ms), or that it failed. `notThere`: this platform has no
 * such list.
 */
export type LastRead<T> = { readonly value: T; readonly at: number } | 'failed' | 'notThere';

/** Reads of one kind, each at most once a minute, however many look. */
export interface MinuteReads<T> {
  /** What was read last; undefined where nothing was yet. Sends nothing. */
  last(key: string): LastRead<T> | undefined;
  /** Begins a read where the last one is a minute old. @returns when the read under way has ended; undefined without one */
  begin(key: string, read: () => Promise<T | undefined>): Promise<void> | undefined;
}

interface KeptRead<T> {
  readonly began: number;
  readonly last?: LastRead<T>;
  readonly underWay?: Promise<void>;
}

const minute = 60_000;
/** Of those who look at their Home within some minutes; more would be contexts that nobody looks at any more. */
const mostKept = 200;

/** @param world for the time, and to log what failed */
export function createMinuteReads<T>(what: string, world: Pick<World, 'now' | 'log'>): MinuteReads<T> {
  const kept = new Map<string, KeptRead<T>>();

  async function run(key: string, began: number, read: () => Promise<T | undefined>): Promise<void> {
    let last: LastRead<T>;
    try {
      const value = await read();
      last = value === undefined ? 'notThere' : { value, at: began };
    } catch (error) {
      world.log.info('App Home could not be told everything', { what, error });
      last = 'failed';
    }
    kept.set(key, { began, last });
  }

  return {
    last: (key) => kept.get(key)?.last,
    begin(key, read) {
      const { began, underWay, last } = kept.get(key) ?? {};
      if (underWay) return underWay;
      const now = world.now();
      if (began !== undefined && now - began < minute && now >= began) return undefined;
      kept.delete(key);
      if (kept.size >= mostKept) kept.delete(kept.keys().next().value ?? '');
      const running = run(key, now, read);
      // What was read before is shown until there is something newer.
      kept.set(key, { began: now, underWay: running, ...defined({ last }) });
      return running;
    },
  };
}
