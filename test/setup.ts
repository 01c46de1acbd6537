import { flushCompileCache } from 'node:module';
import fc from 'fast-check';

// Without npm, vitest might run on another Node version. Then show a clear error.
const major = Number(process.versions.node.split('.')[0]);
if (major < 24)
  throw new Error(`These tests need Node.js 24 or newer, this is ${process.version}: start them with \`npm test\`.`);

// This process is killed at the end. Then it can't write its compile cache, so write it now.
flushCompileCache();

// Chance may find an old fault while someone works. It must not refuse a change that has nothing to do with the fault.
if (process.env.CI) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: 20_261_128 });
