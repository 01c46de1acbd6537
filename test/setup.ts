import { flushCompileCache } from 'node:module';

// A vitest started from a shell, not by npm, would run on the machine's own Node: say so instead of failing oddly.
const major = Number(process.versions.node.split('.')[0]);
if (major < 24)
  throw new Error(`These tests need Node.js 24 or newer, this is ${process.version}: start them with \`npm test\`.`);

// This process is killed at the end, which keeps nothing: what was compiled so far is kept for those that start later.
flushCompileCache();
