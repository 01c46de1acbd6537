#!/usr/bin/env node
// Runs first, on any version of Node.js. Old versions can't read TypeScript and would print a stack trace, so this file
// uses only old JavaScript.
// Arguments: `start`, `playground`, or anything else for the command line (cli.ts)
var version = process.versions.node;
if (Number(version.split('.')[0]) < 24) {
  console.error(
    'Portolan needs Node.js 24 or newer; this is ' +
      version +
      '. On Linux x64, `npm ci` installs it; elsewhere, get it from https://nodejs.org.',
  );
  process.exitCode = 1;
} else import('node:module').then(begin);

function begin(module) {
  keepCompiled(module);
  if (asksAbout()) import('./cli.ts');
  else if (process.argv[2] === 'start') start();
  else if (process.argv[2] === 'playground') import('../playground/main.ts').catch(withoutPlayground);
  else import('./cli.ts');
}

// Used until the bot listens for signals, because process 1 of a container ignores signals without a listener.
function start() {
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
  import('./main.ts');
}

function end() {
  process.exit();
}

// Compiling hundreds of files takes half of the start, so the result is cached in `node_modules`. This is safe, because
// people with write access there can change the code too. Without write access, the files are compiled again at each
// start. NODE_COMPILE_CACHE has priority.
function keepCompiled(module) {
  var folder = decodeURI(new URL('../node_modules/.cache/portolan', import.meta.url).pathname);
  var isEnabled = module.enableCompileCache(folder).status === module.constants.compileCacheStatus.ENABLED;
  // Threads and child processes use a cache only if it is in the environment.
  if (isEnabled) process.env.NODE_COMPILE_CACHE = folder;
}

// `start --help` prints help and starts nothing.
function asksAbout() {
  return process.argv.slice(3).some(isQuestion);
}

function isQuestion(word) {
  return ['--help', '-h', '--version', '-v'].indexOf(word) >= 0;
}

// The production image has no playground.
function withoutPlayground(error) {
  if (error.code !== 'ERR_MODULE_NOT_FOUND' || String(error.message).indexOf('playground/main.ts') < 0) throw error;
  console.error('The playground is not part of this installation. Run it from a clone of the project.');
  process.exitCode = 1;
}
