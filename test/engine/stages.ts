import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect } from 'vitest';
import { openStore } from '../../src/store/open.ts';
import { openStage, type Stage, type StageOptions } from './stage.ts';

/** Opens stages on the embedded database and closes them after each test; nothing may have been logged as an error. */
export function useStages(): (options?: StageOptions) => Promise<Stage> {
  const open: { stage: Stage; directory: string }[] = [];
  afterEach(async () => {
    for (const { stage, directory } of open.splice(0)) {
      await stage.close();
      await stage.store.close();
      rmSync(directory, { recursive: true, force: true });
      expect(stage.clock.errors).toEqual([]);
    }
  });
  return async (options) => {
    const directory = mkdtempSync(join(tmpdir(), 'portolan-stage-'));
    const stage = await openStage(await openStore({ dataDirectory: directory }), options);
    open.push({ stage, directory });
    return stage;
  };
}
