import { StoreProblem } from '../store.ts';
import type { Engine } from './tables.ts';

export interface StoreHealth {
  works(): void;
  failed(problem: StoreProblem): void;
}

export function watchedEngine(engine: Engine, health: StoreHealth): Engine {
  /** Reads can work while writes fail. So after a failed write, only a successful write proves recovery. */
  let hasFailedWrite = false;
  let probing = false;

  function succeeded(isWrite: boolean): void {
    if (isWrite) hasFailedWrite = false;
    if (hasFailedWrite) void probe();
    else health.works();
  }

  async function probe(): Promise<void> {
    if (probing) return;
    probing = true;
    const problem = await engine.problem();
    probing = false;
    if (!problem) succeeded(true);
  }

  async function watch<T>(work: Promise<T>, isWrite: boolean): Promise<T> {
    try {
      const result = await work;
      succeeded(isWrite);
      return result;
    } catch (error) {
      if (error instanceof StoreProblem) {
        hasFailedWrite ||= isWrite;
        health.failed(error);
      }
      throw error;
    }
  }

  return {
    ...engine,
    read: (work) => watch(engine.read(work), false),
    write: (work) => watch(engine.write(work), true),
    writeRelaxed: (work) => watch(engine.writeRelaxed(work), true),
    transact: (work) => watch(engine.transact(work), true),
    async problem() {
      const problem = await engine.problem();
      hasFailedWrite = problem !== undefined;
      if (problem) health.failed(problem);
      else health.works();
      return problem;
    },
  };
}
