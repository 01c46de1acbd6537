import { flushCompileCache } from 'node:module';

// Without npm, vitest could run on another Node version: show a clear error instead.
const major = Number(process.versions.node.split('.')[0]);
if (major < 24)
  throw new Error(`These tests need Node.js 24 or newer, this is ${process.version}: start them with \`npm test\`.`);

// This process is killed at the end and would lose its compile cache, so write it now.
flushCompileCache();
