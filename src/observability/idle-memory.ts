import type { World } from '../core/world.ts';

/** What is known of a process. */
export interface ProcessMemory {
  /** Milliseconds of CPU that the process has used so far. */
  cpuMs(): number;
  residentBytes(): number;
  /** Collects all garbage and gives unused pages back. It stops the event loop, for about 0.2 s with 60 MB in use. */
  collect(): void;
}

/** This process. @param gc what `--expose-gc` gives */
export function memoryOf(gc: NonNullable<typeof globalThis.gc>): ProcessMemory {
  return {
    cpuMs: () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1_000;
    },
    residentBytes: () => process.memoryUsage.rss(),
    collect: () => void gc({ type: 'major', execution: 'sync', flavor: 'last-resort' }),
  };
}

/** Between two looks, in ms. */
export const lookMs = 4_000;
/** A process is idle when it used less of one core than this since the last look: schedules and due work go on when nobody asks. */
const idleShare = 0.08;
/** So much more than after the last collection is worth the next, in bytes. */
const worthBytes = 24 * 2 ** 20;

/**
 * Whether to collect now: the process is idle and holds clearly more than after the last collection.
 * @param afterLast resident bytes after the last collection; nothing before the first
 */
export function shouldCollect(seen: {
  readonly cpuMs: number;
  readonly residentBytes: number;
  readonly afterLast: number | undefined;
}): boolean {
  const isIdle = seen.cpuMs < lookMs * idleShare;
  return isIdle && (seen.afterLast === undefined || seen.residentBytes > seen.afterLast + worthBytes);
}

/**
 * Gives memory back when the process has become idle after load. V8 keeps freed pages for later and returns them only
 * when its memory reducer runs; that one judges by the allocation rate at the last collections, which stays high when
 * load ends suddenly. Seen with Node 24.21: 100 MiB kept for as long as the bot was idle (`--trace-memory-reducer`).
 * @returns what ends it
 */
export function releaseIdleMemory(memory: ProcessMemory, wait: World['wait']): () => void {
  const stop = new AbortController();
  const watchMemory = async () => {
    let afterLast: number | undefined;
    let cpuMs = memory.cpuMs();
    for (;;) {
      await wait(lookMs, stop.signal);
      if (stop.signal.aborted) return;
      const now = memory.cpuMs();
      if (shouldCollect({ cpuMs: now - cpuMs, residentBytes: memory.residentBytes(), afterLast })) {
        memory.collect();
        afterLast = memory.residentBytes();
      }
      cpuMs = memory.cpuMs();
    }
  };
  void watchMemory();
  return () => stop.abort();
}
