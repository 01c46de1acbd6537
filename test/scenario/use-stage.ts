import { type Stage, type StillStage, startStage, startStillStage, unsound } from './stage.ts';

/** Starts a stage for all tests of a file or a `describe`. Resets faults after each test. At the end, checks and stops it. */
export const useStage = async (...options: Parameters<typeof startStage>) => kept(await startStage(...options));

export const useStillStage = async (...options: Parameters<typeof startStillStage>): Promise<StillStage> =>
  kept(await startStillStage(...options));

function kept<T extends Stage>(stage: T): T {
  afterAll(() => stage.stop());
  afterAll(async () => expect(await unsound(stage)).toEqual([]));
  afterEach(async () => {
    await stage.platform.faults.reset();
    await stage.slack.injectFault({ fault: 'reset' });
  });
  return stage;
}
