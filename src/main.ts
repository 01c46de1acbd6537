import { flushCompileCache } from 'node:module';
import { startApp } from './app.ts';
import { announceStart } from './app-ready.ts';
import { startProblemText } from './app-start-problem.ts';
import { findAll } from './checks/doctor.ts';
import { doctorLang } from './checks/report/report.ts';
import { configFaultsText, environment, readConfig, readTextFile } from './config.ts';
import { secretsIn } from './core/text/secret.ts';
import { memoryOf, releaseIdleMemory } from './observability/idle-memory.ts';
import { createLogger } from './observability/logger.ts';
import { changeIds } from './operations/index.ts';
import { configuredFault } from './operations/watch/life/configured-watches.ts';
import { realWorld } from './real-world.ts';

// Saves start.mjs's compile cache now, because a killed process saves nothing. Only the first start takes 0.1 s longer.
flushCompileCache();

/** Maximum time that a stop waits for an unfinished start, in ms. An unfinished start has begun no work yet. */
const startingMs = 5_000;

const env = environment();
const result = readConfig(env, readTextFile, changeIds, configuredFault);
if ('faults' in result) {
  process.stderr.write(`${configFaultsText(result.faults, doctorLang(env))}\n`);
  process.exitCode = 1;
} else {
  const { config } = result;
  const log = createLogger({ level: config.logLevel, secrets: secretsIn(config) });
  // An unhandled rejection doesn't end the process: important state is stored, and verified after a crash. An uncaught
  // exception still ends it.
  process.on('unhandledRejection', (error) => log.error('a promise rejection was not handled', { error }));
  const world = realWorld(log);
  const starting = startApp(config, world);
  let isStopping = false;
  const stop = async (why: Readonly<Record<string, string>>, code: number) => {
    // With `npm start`, this process may get a signal twice. The second signal must not interrupt the stop.
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
    // Remove the earlier listeners only after adding the new one, because a signal without a listener would be lost.
    for (const listener of earlier) process.off(signal, listener);
  }
  try {
    const portolan = await starting;
    const { stdout } = process;
    // If the bot is already stopping, skip the checks, so that nothing is called.
    const checked = isStopping ? Promise.resolve([]) : findAll({ env, readFile: readTextFile, world, isStart: true });
    const print = stdout.isTTY ? (text: string) => stdout.write(text) : undefined;
    void announceStart(portolan.started, config, checked, world, print);
    // `gc` exists only with --expose-gc, which `npm start` and the image set.
    const { gc } = globalThis;
    if (gc) releaseIdleMemory(memoryOf(gc), world.wait);
    void portolan.refused.then((problem) => {
      log.error(startProblemText(problem, env));
      return stop({ why: 'Slack rejected the token' }, 1);
    });
  } catch (error) {
    process.stderr.write(`${startProblemText(error, env)}\n`);
    log.debug('start failed', { error });
    process.exit(1);
  }
}
