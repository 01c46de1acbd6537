import { type SimulatedPlatform, startPlatform } from '../../playground/platform/start-platform.ts';
import { createClock } from './clock.ts';
import { openStage, type Stage, type StageOptions } from './stage.ts';
import { openTemporaryStore } from './temporary-store.ts';

/**
 * Returns a function that opens stages on the embedded database. After each test, closes them; fails on logged errors.
 */
export function useStages(): (options?: StageOptions) => Promise<Stage> {
  const open: { stage: Stage; isStoreOwn: boolean }[] = [];
  afterEach(async () => {
    for (const { stage, isStoreOwn } of open.splice(0).toReversed()) {
      await stage.close();
      if (isStoreOwn) await stage.store.close();
      expect(stage.clock.errors).toEqual([]);
    }
  });
  return async (options) => {
    const stage = await openStage(options?.store ?? (await openTemporaryStore()), options);
    open.push({ stage, isStoreOwn: options?.store === undefined });
    return stage;
  };
}

/**
 * Returns a function that opens stages. The platform and the bot share a clock, so events continue while time advances.
 */
export function useStagesOfOneTime(): (options?: StageOptions) => Promise<Stage> {
  const open = useStages();
  const started: SimulatedPlatform[] = [];
  afterEach(async () => {
    for (const each of started.splice(0)) await each.close();
  });
  return async (options = {}) => {
    if (options.simulated) return open(options);
    const clock = createClock(1_800_000_000_000, `t${started.length}`);
    const simulated = await startPlatform({ now: clock.world.now });
    started.push(simulated);
    return open({ clock, simulated, ...options });
  };
}
