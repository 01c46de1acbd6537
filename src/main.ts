import { flushCompileCache } from 'node:module';
import { startApp } from './app.ts';
import { announceStart } from './app-ready.ts';
import { startProblemText } from './app-start-problem.ts';
import { findAll } from './checks/doctor.ts';
import { configFaultsText, environment, readConfig, readTextFile } from './config.ts';
import { secretsIn } from './core/text/secret.ts';
import { memoryOf, releaseIdleMemory } from './observability/idle-memory.ts';
import { createLogger } from './observability/logger.ts';
import { changeIds } from './operations/index.ts';
import { configuredFault } from './operations/watch/life/configured-watches.ts';
import { realWorld } from './real-world.ts';
import { StoreProblem } from './store/store.ts';

// What start.mjs keeps, kept now: a process that is killed would leave nothing. The first start takes 0.1 s for it.
flushCompileCache();

/** How long a stop waits for a start to end, in ms: one that still waits for Slack or the database has begun no work. */
const startingMs = 5_000;

/** `npm start`: reads the environment, starts the app, stops it when asked to. */
const read = readConfig(environment(), readTextFile, changeIds, configuredFault);
if ('faults' in read) {
  process.stderr.write(`${configFaultsText(read.faults)}\n`);
  process.exitCode = 1;
} else {
  const { config } = read;
  const log = createLogger({ level: config.logLevel, secrets: secretsIn(config) });
  // A rejected promise that nothing awaits leaves no work half done: what matters is stored, and read back after a crash.
  // An uncaught exception still ends the process.
  process.on('unhandledRejection', (error) => log.error('a promise rejection was not handled', { error }));
  const world = realWorld(log);
  const starting = startApp(config, world);
  let isStopping = false;
  const stop = async (why: Readonly<Record<string, string>>, code: number) => {
    // `npm start` passes a signal on that its process group has had: a second one must not cut the stop short.
    if (isStopping) return;
    isStopping = true;
    log.info('stopping', why);
    const late = world.wait(startingMs).then(() => undefined);
    await (await Promise.race([starting.catch(() => undefined), late]))?.stop();
    log.info('stopped');
    process.exit(code);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    const earlier = process.listeners(signal);
    process.on(signal, () => void stop({ signal }, 0));
    // Removed only now: between two listeners, a signal that has arrived would be lost.
    for (const listener of earlier) process.off(signal, listener);
  }
  try {
    const portolan = await starting;
    const { stdout } = process;
    // While it stops, nothing is called any more.
    const checked = isStopping
      ? Promise.resolve([])
      : findAll({ env: environment(), readFile: readTextFile, world, isStart: true });
    const print = stdout.isTTY ? (text: string) => stdout.write(text) : undefined;
    void announceStart(portolan.started, config, checked, world, print);
    // Given by --expose-gc, which `npm start` and the image set.
    const { gc } = globalThis;
    if (gc) releaseIdleMemory(memoryOf(gc), world.wait);
    void portolan.refused.then((problem) => {
      log.error(startProblemText(problem, environment()));
      return stop({ why: 'Slack rejected the token' }, 1);
    });
  } catch (error) {
    const line = error instanceof StoreProblem ? error.message : startProblemText(error, environment());
    process.stderr.write(`${line}\n`);
    log.debug('start failed', { error });
    process.exit(1);
  }
}
