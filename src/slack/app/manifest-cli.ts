import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { Environment } from '../../config-variables.ts';
import { operations } from '../../operations/index.ts';
import { makeManifest } from './manifest.ts';

/**
 * `npm run manifest`: writes manifest/http.json and manifest/socket.json from the operations.
 * `--check` only tells whether they are up to date. `--prefix rb-` and `--url https://…` print a manifest of your own.
 */
const { values } = parseArgs({
  options: {
    check: { type: 'boolean', default: false },
    prefix: { type: 'string' },
    url: { type: 'string' },
    socket: { type: 'boolean', default: false },
  },
});
const prefix = Environment.pick({ COMMAND_PREFIX: true }).safeParse(
  values.prefix === undefined ? {} : { COMMAND_PREFIX: values.prefix },
);
const folder = new URL('../../../manifest/', import.meta.url);

if (!prefix.success) {
  const why = prefix.error.issues.map(({ message }) => message).join('; ');
  process.stderr.write(`--prefix ${why}; the bot takes the same in COMMAND_PREFIX.\n`);
  process.exitCode = 1;
} else if (values.prefix !== undefined || values.url !== undefined || values.socket) {
  const manifest = makeManifest(operations, {
    mode: values.socket ? 'socket' : 'http',
    ...(values.prefix === undefined ? {} : { prefix: values.prefix }),
    ...(values.url === undefined ? {} : { url: values.url }),
  });
  process.stdout.write(`${JSON.stringify(manifest, null, 2)}\n`);
} else {
  mkdirSync(folder, { recursive: true });
  const stale = (['http', 'socket'] as const).filter((mode) => {
    const file = new URL(`${mode}.json`, folder);
    const text = `${JSON.stringify(makeManifest(operations, { mode }), null, 2)}\n`;
    const same = readText(file) === text;
    if (!same && !values.check) writeFileSync(file, text);
    return !same;
  });
  if (values.check && stale.length > 0) {
    process.stderr.write(`manifest/ is stale (${stale.join(', ')}): run npm run manifest and commit it.\n`);
    process.exitCode = 1;
  } else
    process.stdout.write(values.check ? 'manifest/ is up to date.\n' : `wrote: ${stale.join(', ') || 'nothing new'}\n`);
}

function readText(file: URL): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
