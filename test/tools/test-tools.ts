import { missingChromium } from './chromium.ts';
import { missingHelm } from './helm-program.ts';
import { missingPostgres } from './postgres-programs.ts';

/** Programs that tests need. Test files get this information. */
export interface TestTools {
  /** PostgreSQL versions on this machine, the default version first. */
  readonly postgres: readonly string[];
  readonly missing: MissingTools;
}

/** Instructions to get each missing tool. Tests that need the tool are skipped. */
interface MissingTools {
  readonly chromium?: string | undefined;
  readonly helm?: string | undefined;
  readonly postgres?: string | undefined;
}

/** Returns nothing in CI, so that tests that need a missing tool fail with the instructions. */
export const missingTools = (): MissingTools =>
  process.env.CI ? {} : { chromium: missingChromium(), helm: missingHelm(), postgres: missingPostgres() };
