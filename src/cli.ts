import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import { runCli } from './audit-cli.ts';
import { configFaultsText, environment, readAuditKeys } from './config.ts';

const version = z.object({ version: z.string() });
const { DATABASE_URL, PORTOLAN_DATA } = environment();

const keys = readAuditKeys(environment());

// `… | head` closes our output early; the write itself then fails, and that is told.
process.stdout.on('error', () => {});
if ('faults' in keys) {
  process.stderr.write(`${configFaultsText(keys.faults)}\n`);
  process.exitCode = 2;
} else
  process.exitCode = await runCli(process.argv.slice(2), {
    place: { dataDirectory: PORTOLAN_DATA || './data', databaseUrl: DATABASE_URL || undefined },
    keys,
    version: version.parse(JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))).version,
    now: Date.now,
    readFile: (path) => readFile(path, 'utf8'),
    write: (text) => new Promise((done, fail) => process.stdout.write(text, (error) => (error ? fail(error) : done()))),
    say: (line) => process.stderr.write(`${line}\n`),
  });
