import { missingChromium } from './chromium.ts';
import { missingHelm } from './helm-program.ts';
import { missingPostgres } from './postgres-programs.ts';

/** Information for test files about the programs that they need. */
export interface TestTools {
  /** Available versions of PostgreSQL, the default first. */
  readonly postgres: readonly string[];
  readonly missing: MissingTools;
}

/** How to get each missing tool. Tests that need it are skipped. */
interface MissingTools {
  readonly chromium?: string | undefined;
  readonly helm?: string | undefined;
  readonly postgres?: string | undefined;
}

/** In CI nothing counts as missing: tests that need it fail with the instructions. */
export function missingTools(): MissingTools {
  return process.env.CI ? {} : { chromium: missingChromium(), helm: missingHelm(), postgres: missingPostgres() };
}
