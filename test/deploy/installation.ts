import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { startApp } from '../../src/app.ts';
import { configFaultsText, readConfig, readTextFile } from '../../src/config.ts';
import { createLogger } from '../../src/observability/logger.ts';
import { changeIds } from '../../src/operations/index.ts';
import { configuredFault } from '../../src/operations/watch/life/configured-watches.ts';
import { realWorld } from '../../src/real-world.ts';
import { type DoctorStage, doctorTokens } from '../doctor-stage.ts';
import { freePort } from '../recorded/listening.ts';
import { sharedCharts } from '../shared-charts.ts';

/** Environment of a container: its variables, files, mounts and probes. */
export interface Installation {
  readonly env: Readonly<Record<string, string>>;
  readonly files: Readonly<Record<string, string>>;
  readonly mounts: readonly string[];
  readonly probes: readonly { readonly path: string; readonly port: number }[];
}

/** Returns the keys of the Secret. Their values are the tokens of the simulators. */
export function secretsOf(stage: DoctorStage, databaseUrl: string | undefined): Readonly<Record<string, string>> {
  return {
    SLACK_BOT_TOKEN: doctorTokens.botToken,
    SLACK_APP_TOKEN: doctorTokens.appToken,
    SLACK_SIGNING_SECRET: doctorTokens.signingSecret,
    PLATFORM_TOKEN: stage.platform.token,
    AUDIT_KEY: '0123456789abcdef'.repeat(3),
    ALERTMANAGER_TOKEN: 'alertmanager-token-of-this-test',
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
  };
}

/**
 * Starts the bot in this process like the container would. The differences: paths are under `root`, ports are free
 * ports of 127.0.0.1, and Slack and the platform are simulators. @returns the bot, and the status of each probe
 */
export async function startInstallation(installation: Installation, stage: DoctorStage, root: string) {
  for (const mount of installation.mounts) mkdirSync(join(root, mount), { recursive: true });
  for (const [path, text] of Object.entries(installation.files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const ports = new Map<string, number>();
  for (const name of ['PORT', 'ADMIN_PORT']) {
    const given = installation.env[name];
    if (given !== undefined) ports.set(given, await freePort());
  }
  const moved = Object.entries({ ...imageEnvironment(), ...installation.env }).map(([name, value]) => {
    const isPath = installation.mounts.some((mount) => value === mount || value.startsWith(`${mount}/`));
    const isPort = name === 'PORT' || name === 'ADMIN_PORT';
    return [name, isPath ? join(root, value) : isPort ? String(ports.get(value)) : value];
  });
  const env: Record<string, string> = {
    ...Object.fromEntries(moved),
    HOST: '127.0.0.1',
    SLACK_API_URL: stage.slack.apiUrl,
    PLATFORM_URL: stage.platform.url,
  };
  const loaded = readConfig(env, readTextFile, changeIds, configuredFault);
  if ('faults' in loaded) throw new Error(configFaultsText(loaded.faults));
  const world = realWorld(createLogger({ level: 'silent' }));
  const bot = await startApp(loaded.config, world, sharedCharts());
  const statuses: number[] = [];
  for (const { path, port } of installation.probes)
    statuses.push((await fetch(`http://127.0.0.1:${ports.get(String(port))}${path}`)).status);
  return { bot, statuses, env };
}

const dockerfile = readFileSync(join(import.meta.dirname, '../../Dockerfile'), 'utf8');

export function imageEnvironment(): Readonly<Record<string, string>> {
  const set = [...dockerfile.matchAll(/^ENV (.*)$/gm)].flatMap(([, line = '']) => line.split(' '));
  return Object.fromEntries(
    set.map((each): [string, string] => [each.split('=')[0] ?? '', each.slice(each.indexOf('=') + 1)]),
  );
}

/** Returns the image's command. It runs unless an installation sets `command` or `args`. */
export function imageCommand(): readonly string[] {
  const [, list = '[]'] = /^CMD (\[.*\])$/m.exec(dockerfile) ?? [];
  const words: unknown = JSON.parse(list);
  return Array.isArray(words) ? words.map(String) : [];
}

/** Returns the command that fills the compile cache when the image is built. */
export const imageCompiling = (): string =>
  dockerfile.match(/NODE_COMPILE_CACHE=\/app\/node_modules\/\.cache\/portolan (.*)$/m)?.[1] ?? '';

/** Returns the endings of the font files that the image keeps. */
export function imageFonts(): readonly string[] {
  const line = dockerfile.split('\n').find((each) => each.includes('@expo-google-fonts')) ?? '';
  return [...line.matchAll(/! -name '\*([^']+)'/g)].map(([, end = '']) => end);
}
