import { readFile } from 'node:fs/promises';
import { runCli } from './audit-cli.ts';
import { environment } from './config.ts';

const { DATABASE_URL, PORTOLAN_DATA } = environment();

// `… | head` closes our output early; the write itself then fails, and that is told.
process.stdout.on('error', () => {});
process.exitCode = await runCli(process.argv.slice(2), {
  place: { dataDirectory: PORTOLAN_DATA || './data', databaseUrl: DATABASE_URL || undefined },
  now: Date.now,
  readFile: (path) => readFile(path, 'utf8'),
  write: (text) => new Promise((done, fail) => process.stdout.write(text, (error) => (error ? fail(error) : done()))),
  say: (line) => process.stderr.write(`${line}\n`),
});
