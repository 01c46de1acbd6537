import { missingChromium } from './chromium.ts';
import { missingHelm } from './helm-program.ts';
import { missingPostgres } from './postgres-programs.ts';

/** What test files are told about the programs that they need. */
export interface TestTools {
  /** The versions of PostgreSQL that can be started, the usual one first. */
  readonly postgres: readonly string[];
  readonly missing: MissingTools;
}

/** For what there is none of, how to get it. Tests that need it are skipped. */
interface MissingTools {
  readonly chromium?: string | undefined;
  readonly helm?: string | undefined;
  readonly postgres?: string | undefined;
}

/** In CI nothing counts as missing: a test that needs it fails, and says how to get it. */
export function missingTools(): MissingTools {
  return process.env.CI ? {} : { chromium: missingChromium(), helm: missingHelm(), postgres: missingPostgres() };
}
