import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect } from 'vitest';
import { openStore } from '../../src/store/open-store.ts';
import { openStage, type Stage, type StageOptions } from './stage.ts';

/** Opens stages on the embedded database and closes them after each test; nothing may have been logged as an error. */
export function useStages(): (options?: StageOptions) => Promise<Stage> {
  const open: { stage: Stage; directory?: string }[] = [];
  afterEach(async () => {
    // Those that use another one's store or platform first.
    for (const { stage, directory } of open.splice(0).toReversed()) {
      await stage.close();
      if (directory !== undefined) {
        await stage.store.close();
        rmSync(directory, { recursive: true, force: true });
      }
      expect(stage.clock.errors).toEqual([]);
    }
  });
  return async (options) => {
    if (options?.store) {
      const stage = await openStage(options.store, options);
      open.push({ stage });
      return stage;
    }
    const directory = mkdtempSync(join(tmpdir(), 'portolan-stage-'));
    const stage = await openStage(await openStore({ dataDirectory: directory }), options);
    open.push({ stage, directory });
    return stage;
  };
}
