import type { Reporter, TestModule } from 'vitest/node';

const count = 10;
const seconds = (ms: number): string => `${(ms / 1000).toFixed(1).padStart(6)} s`;

/** Returns the duration of a test file in ms, including imports and hooks. */
function durationOf(module: TestModule): number {
  const { collectDuration, duration, setupDuration } = module.diagnostic();
  return setupDuration + collectDuration + duration;
}

/** Prints the slowest test files after a run of more than `count` files, so that people notice slow files. */
export default class SlowestFiles implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    if (modules.length <= count) return;
    const slowest = modules
      .map((module) => ({ name: module.relativeModuleId, took: durationOf(module) }))
      .sort((a, b) => b.took - a.took)
      .slice(0, count);
    const lines = slowest.map(({ name, took }) => `${seconds(took)}  ${name}`);
    process.stdout.write(`\nThe ${count} slowest of ${modules.length} test files:\n${lines.join('\n')}\n`);
  }
}
