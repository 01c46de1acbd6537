import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The longest files first, so that the last minute is not one core's alone. On a fresh clone nothing has been timed yet. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const long = [
      // These mostly wait.
      ...['real-alertmanager', 'killed-program'],
      ...['kill-everywhere', 'replicas', 'contract/answers', 'test/browser/', 'charts/worker/worker', 'test/crash/'],
      ...['test/watching/', 'test/following/', 'real-prometheus'],
      ...[
        'test/upgrades/upgrades',
        'operations/walk',
        'src/store/',
        'test/engine/',
        'test/scenario/',
        'contract/forms',
      ],
    ];
    const rank = ({ moduleId }: TestSpecification) => {
      const found = long.findIndex((part) => moduleId.includes(part));
      return found < 0 ? long.length : found;
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}

export default defineConfig({
  test: {
    globals: true,
    include: ['src/**/*.test.ts', 'playground/**/*.test.ts', 'test/**/*.test.ts', 'bench/**/*.test.ts'],
    setupFiles: ['test/setup.ts'],
    globalSetup: ['test/shared-services.ts'],
    reporters: ['default', './test/slowest-files.ts', './test/tools/skipped-tests.ts'],
    testTimeout: 20_000,
    hookTimeout: 60_000,
    pool: 'forks',
    // Fewer garbage collections.
    execArgv: ['--max-semi-space-size=64'],
    // Files share a process, and with it every module that is loaded: what a module keeps, it keeps apart for each bot.
    isolate: false,
    // As the bot runs: Node imports the sources itself, which also runs them faster than Vite's module runner does.
    experimental: { viteModuleRunner: false },
    // Many tests wait for a browser, a database or a process that is killed: one more than there are cores keeps all at work.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongestFirst },
  },
});
