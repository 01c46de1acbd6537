#!/usr/bin/env node
// The first thing that runs, on whatever Node is there: one that is too old cannot read the TypeScript behind it, and
// would say so in a trace of its own. So this file is plain JavaScript of long ago.
//   start.mjs start | playground | anything else (the command line of `portolan`)
var version = process.versions.node;
if (Number(version.split('.')[0]) < 24) {
  console.error(
    'Portolan needs Node.js 24 or newer; this is ' +
      version +
      '. On Linux x64 `npm ci` brings it, elsewhere get it from https://nodejs.org.',
  );
  process.exitCode = 1;
} else if (process.argv[2] === 'start') import('./main.ts');
else if (process.argv[2] === 'playground') import('../playground/main.ts').catch(withoutPlayground);
else import('./cli.ts');

// The image for production has no playground.
function withoutPlayground(error) {
  if (error.code !== 'ERR_MODULE_NOT_FOUND' || String(error.message).indexOf('playground/main.ts') < 0) throw error;
  console.error('The playground is not part of this installation. Run it from a clone of the project.');
  process.exitCode = 1;
}
