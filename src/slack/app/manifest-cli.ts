import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import * as z from 'zod';
import { Environment } from '../../config-variables.ts';
import { operations } from '../../operations/index.ts';
import { makeManifest } from './manifest.ts';

/** Writes manifest/*.json from the operations. `--check` only compares; `--prefix` and `--url` print another one. */
const usage = `Usage: npm run manifest -- [--check | [--prefix rb-] [--url https://…] [--mcp] [--socket]]
  (nothing)   writes manifest/http.json and manifest/socket.json
  --check     says whether they are up to date
  --prefix    prints a manifest whose commands start with this, such as /rb-port
  --url       prints a manifest for the bot's own address
  --mcp       with --url: lets Slackbot connect to /mcp there, also in Socket Mode
  --socket    prints a manifest for Socket Mode`;

/** The bot's address for Slack: HTTPS, and nothing after the path, because Slack refuses any other request URL. */
const publicUrl = z.string().refine((value) => {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  return url?.protocol === 'https:' && url.search === '' && url.hash === '' && url.username === '';
}, "isn't a valid address. Use the bot's public one, such as https://portolan.example.com");
const prefixes = Environment.shape.COMMAND_PREFIX;
const folder = new URL('../../../manifest/', import.meta.url);

export function manifestCommand(args: readonly string[]): string {
  const { values } = parseArgs({
    args: [...args],
    options: {
      check: { type: 'boolean', default: false },
      prefix: { type: 'string' },
      url: { type: 'string' },
      socket: { type: 'boolean', default: false },
      mcp: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return `${usage}\n`;
  if (values.prefix !== undefined || values.url !== undefined || values.socket || values.mcp)
    return ownManifest(values);
  return values.check ? checkManifests() : writeManifests();
}

interface OwnManifest {
  readonly prefix?: string;
  readonly url?: string;
  readonly socket: boolean;
  readonly mcp: boolean;
}

function ownManifest(values: OwnManifest): string {
  if (values.socket && !values.mcp && values.url !== undefined)
    throw new Error("--url can't be used with --socket: it has no address.");
  if (values.mcp && values.url === undefined)
    throw new Error('--mcp needs --url: Slackbot connects to that address, with /mcp behind it.');
  const prefix = readOption('--prefix', prefixes, values.prefix);
  const url = readOption('--url', publicUrl, values.url);
  const manifest = makeManifest(operations, {
    mode: values.socket ? 'socket' : 'http',
    prefix,
    url,
  });
  const wanted = values.mcp && url !== undefined ? withSlackbot(manifest, url) : manifest;
  return `${JSON.stringify(wanted, null, 2)}\n`;
}

/** Adds `/mcp` at an address for Slackbot (docs/slack.md#slackbot). Slack's typings don't have these fields yet. */
function withSlackbot(
  { oauth_config: { scopes: granted }, ...manifest }: ReturnType<typeof makeManifest>,
  url: string,
) {
  return {
    ...manifest,
    oauth_config: { scopes: { bot: [...granted.bot, 'mcp:connect'] } },
    mcp_servers: { Portolan: { url: `${url.replace(/\/$/, '')}/mcp`, auth_type: 'slack_identity_auth' } },
  };
}

/** @throws Error that names the option and why its value is refused */
function readOption<T>(option: string, schema: z.ZodType<T>, value: string | undefined): T | undefined {
  if (value === undefined) return undefined;
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new Error(`${option} "${value}" ${parsed.error.issues.map(({ message }) => message).join('; ')}.`);
}

function checkManifests(): string {
  const stale = staleManifests().map(({ mode }) => mode);
  if (stale.length > 0)
    throw new Error(`manifest/ is outdated (${stale.join(', ')}). Run npm run manifest and commit it.`);
  return 'manifest/ is up to date.\n';
}

function writeManifests(): string {
  mkdirSync(folder, { recursive: true });
  const stale = staleManifests();
  for (const { file, text } of stale) writeFileSync(file, text);
  return `Written: ${stale.map(({ mode }) => mode).join(', ') || 'nothing, both are up to date'}\n`;
}

function staleManifests(): readonly { readonly mode: string; readonly file: URL; readonly text: string }[] {
  return (['http', 'socket'] as const)
    .map((mode) => {
      const text = `${JSON.stringify(makeManifest(operations, { mode }), null, 2)}\n`;
      return { mode, file: new URL(`${mode}.json`, folder), text };
    })
    .filter(({ file, text }) => readText(file) !== text);
}

function readText(file: URL): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

if (import.meta.main)
  try {
    process.stdout.write(manifestCommand(process.argv.slice(2)));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
