import { readFile } from 'node:fs/promises';
import { environment, readAuditKeys, readEvidenceKeyFile, readTextFile } from './config.ts';
import { createLogger } from './observability/logger.ts';
import { version } from './observability/version.ts';
import { realWorld } from './real-world.ts';
import { runCli } from './run-cli.ts';

const env = environment();

// `… | head` closes the output early. The write below then fails and reports the error.
process.stdout.on('error', () => {});
const write = (text: string) =>
  new Promise<void>((done, fail) => process.stdout.write(text, (error) => (error ? fail(error) : done())));

process.exitCode = await runCli(process.argv.slice(2), {
  place: { dataDirectory: env.PORTOLAN_DATA || './data', databaseUrl: env.DATABASE_URL || undefined },
  keys: readAuditKeys(env),
  policyFile: env.PORTOLAN_CONFIG || './portolan.yaml',
  evidenceKey: readEvidenceKeyFile(env, readTextFile),
  version,
  now: Date.now,
  readFile: (path) => readFile(path, 'utf8'),
  write,
  say: (line) => process.stderr.write(`${line}\n`),
  // Loaded on demand, because these modules import the whole bot and other commands don't need it.
  policyCheck: async (path) => {
    const { runPolicyCheck } = await import('./checks/check-policy-file.ts');
    const { paint } = await import('./checks/doctor.ts');
    const { doctorLang } = await import('./checks/report/report.ts');
    return runPolicyCheck(path, { readFile: readTextFile, now: Date.now(), lang: doctorLang(env) }, write, paint);
  },
  doctor: async (options) => {
    const { runDoctor } = await import('./checks/doctor.ts');
    return runDoctor(options, { env, version, world: realWorld(createLogger({ level: 'silent' })), write });
  },
});
