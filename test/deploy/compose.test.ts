import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { parse } from 'yaml';
import * as z from 'zod';
import { variableNames } from '../../src/config-variables.ts';
import { startDoctorStage } from '../doctor-stage.ts';
import { secretsOf, startInstallation } from './installation.ts';

/** Checks that deploy/compose.yaml follows the Compose Specification and starts the bot. Docker isn't needed. */

const text = readFileSync(join(import.meta.dirname, '../../deploy/compose.yaml'), 'utf8');
const withPolicy = text.replace(/^( *)# (?=PORTOLAN_CONFIG:|- \.\/portolan\.yaml:)/gm, '$1');

const Service = z.object({
  environment: z.record(z.string(), z.string()),
  volumes: z.array(z.string()),
  ports: z.array(z.string()).optional(),
  healthcheck: z.object({ test: z.array(z.string()) }),
});
const Compose = z.object({
  services: z.object({ portolan: Service, postgres: Service }),
  volumes: z.record(z.string(), z.null()),
});

const ajv = new Ajv2019({
  strict: false,
  formats: { duration: /^(?:\d+(?:us|ms|s|m|h))+$/, ports: true, expose: true, subnet_ip_address: true },
});
// Today's validators reject the specification's ids and dialect URL, so remove them.
const schema: unknown = JSON.parse(
  readFileSync(join(import.meta.dirname, 'compose-spec/compose_spec.json'), 'utf8'),
  (key, value: unknown) => (['id', '$schema'].includes(key) && typeof value === 'string' ? undefined : value),
);
const validate = ajv.compile(z.record(z.string(), z.unknown()).parse(schema));
const faults = (yaml: string) =>
  validate(parse(yaml)) ? [] : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);

test.each([
  ['as it is', text],
  ['with a policy file', withPolicy],
])('is valid by the Compose Specification: %s', (_what, yaml) => expect(faults(yaml)).toEqual([]));

test('a typo in a key is a fault', () => {
  expect(faults(text.replace('read_only:', 'readonly:'))).not.toEqual([]);
  expect(faults(text.replace('interval: 30s', 'intervall: 30s'))).not.toEqual([]);
  expect(faults(text.replace('stop_grace_period: 20s', 'stop_grace_period: soon'))).not.toEqual([]);
});

test('sets only variables that the bot has, and uses only volumes that it declares', () => {
  expect(withPolicy).not.toBe(text);
  const { services, volumes } = Compose.parse(parse(withPolicy));
  expect(Object.keys(services.portolan.environment).filter((name) => !variableNames.includes(name))).toEqual([]);
  const used = Object.values(services).flatMap((service) =>
    service.volumes.map((volume) => volume.split(':')[0] ?? ''),
  );
  expect(used.filter((name) => !name.startsWith('./')).sort()).toEqual(Object.keys(volumes).sort());
  expect(Object.keys(services.postgres.environment).every((name) => name.startsWith('POSTGRES_'))).toBe(true);
  expect(text).toMatch(/# {3}DATABASE_URL=postgres:\/\/portolan:…@postgres\/portolan/);
});

describe('starts the bot', () => {
  const { portolan } = Compose.parse(parse(withPolicy)).services;

  test('ready for its health check, which runs the command that the file has', async () => {
    const stage = await startDoctorStage();
    const root = mkdtempSync(join(tmpdir(), 'portolan-compose-'));
    const {
      DATABASE_URL: _url,
      ALERTMANAGER_TOKEN: _token,
      SLACK_SIGNING_SECRET: _secret,
      ...secrets
    } = secretsOf(stage, undefined);
    const env = { PLATFORM_URL: 'https://console.example.com', ...secrets, ...portolan.environment };
    const files = { '/etc/portolan/portolan.yaml': 'expiry: 20m\n' };
    const installation = {
      env: { PORT: '3000', ...env },
      files,
      mounts: ['/data', '/etc/portolan', '/tmp'],
      probes: [],
    };
    const started = await startInstallation(installation, stage, root);
    try {
      expect(started.bot.store.engine).toBe('sqlite');
      const [kind, program = '', ...args] = portolan.healthcheck.test;
      expect([kind, program]).toEqual(['CMD', 'node']);
      const moved = args.map((arg) => arg.replace(':9090/', `:${started.env.ADMIN_PORT}/`));
      expect(moved).not.toEqual(args);
      await promisify(execFile)(process.execPath, moved);
      const closed = moved.map((arg) => arg.replace(`:${started.env.ADMIN_PORT}/`, ':2/'));
      await expect(promisify(execFile)(process.execPath, closed)).rejects.toMatchObject({ code: 1 });
    } finally {
      await started.bot.stop();
      await stage.stop();
      rmSync(root, { recursive: true, force: true });
    }
  });
});
