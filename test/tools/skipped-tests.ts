import type { Reporter, TestModule } from 'vitest/node';
import { missingTools } from './test-tools.ts';

/** Prints how to install the tools that skipped tests need. */
export default class SkippedTests implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const skipped = modules.flatMap(({ children }) => [...children.allTests('skipped')]).length;
    if (skipped === 0) return;
    for (const nextStep of Object.values(missingTools()))
      if (nextStep !== undefined) process.stdout.write(`\nTests were skipped. ${nextStep}\n`);
  }
}
