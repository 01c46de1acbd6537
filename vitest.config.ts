import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'playground/**/*.test.ts', 'test/**/*.test.ts', 'bench/**/*.test.ts'],
    setupFiles: ['test/setup.ts'],
    globalSetup: ['test/shared-services.ts'],
    reporters: ['default', './test/slowest-files.ts'],
    testTimeout: 20_000,
    hookTimeout: 60_000,
    pool: 'forks',
    // Files share a process, and with it every module that is loaded: nothing in the project keeps state in a module.
    isolate: false,
    // By default one core is left idle, which is half of a machine with two.
    maxWorkers: availableParallelism(),
  },
});
