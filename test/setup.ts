import { flushCompileCache } from 'node:module';

// Without npm, vitest might run on another Node version. Then show a clear error.
const major = Number(process.versions.node.split('.')[0]);
if (major < 24)
  throw new Error(`These tests need Node.js 24 or newer, this is ${process.version}: start them with \`npm test\`.`);

// This process is killed at the end. Then it can't write its compile cache, so write it now.
flushCompileCache();
