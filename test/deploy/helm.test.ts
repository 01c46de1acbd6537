import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { parse, parseAllDocuments } from 'yaml';
import * as z from 'zod';
import { variableNames } from '../../src/config-variables.ts';
import { type DoctorStage, startDoctorStage } from '../doctor-stage.ts';
import { loopbackCertificate } from '../recorded/loopback-certificate.ts';
import { newDatabase } from '../shared.ts';
import { helmTest, postgresTest } from '../tools/tests-with-tools.ts';
import { chartReadme } from './chart-readme.ts';
import { lint, render, valueSets } from './helm.ts';
import { type Installation, imageCommand, imageCompiling, secretsOf, startInstallation } from './installation.ts';
import { kubernetesFaults } from './kubernetes-schemas.ts';

/**
 * Compares the Helm chart's output for six sets of values with stored files, checks the output with the Kubernetes
 * schemas, and starts the bot with it. A cluster isn't needed.
 */

const path = (...parts: readonly string[]) => join(import.meta.dirname, ...parts);
const stored = (set: string) => readFileSync(path('renderings', `${set}.yaml`), 'utf8');
const objectsOf = (text: string): readonly unknown[] => parseAllDocuments(text).map((document) => document.toJS());

test('the README of the chart has every value: run `npm run docs` and commit it', () =>
  expect(readFileSync(path('../../deploy/helm/portolan/README.md'), 'utf8')).toBe(chartReadme()));

test('there are six sets', () => expect(valueSets).toHaveLength(6));

describe.each(valueSets)('values/%s.yaml', (set) => {
  helmTest('passes lint, and is rendered as stored', async () => {
    const [rendered] = await Promise.all([render(set), lint(set)]);
    await expect(rendered).toMatchFileSnapshot(path('renderings', `${set}.yaml`));
  });

  test('is valid for Kubernetes, without a key that it doesn’t know', () => {
    const objects = objectsOf(stored(set));
    expect(objects.length).toBeGreaterThan(2);
    expect(objects.flatMap(kubernetesFaults)).toEqual([]);
  });

  test('contains no secret', () => expect(stored(set)).not.toMatch(/kind: Secret\b|xox[abp]-|xapp-/));
});

test('a typo in a key is a fault, wherever it is', () => {
  const rightly = stored('http');
  for (const [right, wrong] of [
    ['imagePullPolicy', 'imagePullPolcy'],
    ['readOnlyRootFilesystem', 'readonlyRootFilesystem'],
    ['serviceName', 'servicename'],
    ['pathType', 'pathtype'],
  ] as const)
    expect(objectsOf(rightly.replace(right, wrong)).flatMap(kubernetesFaults).join(), wrong).toContain(
      `/${wrong} isn’t in the schema`,
    );
  const monitored = stored('monitored').replace('jobLabel', 'jobLable');
  expect(objectsOf(monitored).flatMap(kubernetesFaults)).toEqual(['ServiceMonitor/spec/jobLable isn’t in the schema']);
});

describe('values.schema.json', () => {
  const schema: unknown = JSON.parse(readFileSync(path('../../deploy/helm/portolan/values.schema.json'), 'utf8'));
  const Values = z.record(z.string(), z.unknown());
  const validate = new Ajv({ strict: false }).compile(z.record(z.string(), z.unknown()).parse(schema));
  const defaults = Values.parse(parse(readFileSync(path('../../deploy/helm/portolan/values.yaml'), 'utf8')));
  const merged = (over: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(
      [...new Set([...Object.keys(defaults), ...Object.keys(over)])].map((key) => {
        const [base, more] = [defaults[key], over[key]];
        const areMaps = [base, more].every((each) => typeof each === 'object' && each !== null && !Array.isArray(each));
        return [key, areMaps ? { ...Values.parse(base), ...Values.parse(more) } : (more ?? base)];
      }),
    );
  const minimal = Values.parse(parse(readFileSync(path('values/socket.yaml'), 'utf8')));

  test.each(valueSets)('accepts %s', (set) => {
    const values = Values.parse(parse(readFileSync(path('values', `${set}.yaml`), 'utf8')));
    expect(validate(merged(values)), JSON.stringify(validate.errors)).toBe(true);
  });

  test.each<[string, Readonly<Record<string, unknown>>]>([
    ['more than one replica without PostgreSQL', { replicas: 2 }],
    ['an unknown key', { replicass: 1 }],
    ['an unknown key further in', { image: { repository: 'x', pullPolcy: 'Always' } }],
    ['a variable that the bot doesn’t have', { env: { LOGLEVEL: 'info' } }],
    ['a variable that has a value of its own', { env: { ADMIN_PORT: '1' } }],
    ['a secret as a variable', { env: { SLACK_BOT_TOKEN: 'xoxb-1' } }],
    ['no mode', { slack: { mode: '' } }],
    ['another mode', { slack: { mode: 'rtm' } }],
    ['no secret', { existingSecret: '' }],
    ['no address of the platform', { platform: { url: '' } }],
    ['no image', { image: { repository: '' } }],
    ['a short digest', { image: { repository: 'x', digest: 'sha256:abc' } }],
    ['an Ingress without a host', { slack: { mode: 'http' }, ingress: { enabled: true } }],
    ['an Ingress with nothing to publish', { ingress: { enabled: true, host: 'x.example.com' } }],
    ['an address of /mcp that isn’t one', { mcp: { url: 'http://portolan.example.com/mcp' } }],
    ['a hook without a token', { hooks: { alertmanager: [{ name: 'prod' }] } }],
    ['a backup without a volume', { backup: { enabled: true } }],
    ['a backup of PostgreSQL', { backup: { enabled: true, existingClaim: 'x' }, postgres: { enabled: true } }],
    ['both ports the same', { admin: { port: 3000 } }],
    ['a policy that isn’t text', { policy: { rules: [] } }],
  ])('refuses %s', (_what, over) => {
    expect(validate(merged(minimal))).toBe(true);
    expect(validate(merged({ ...minimal, ...over }))).toBe(false);
  });

  helmTest('is what Helm goes by', async () => {
    await expect(render('socket', 'replicas=2')).rejects.toThrow('replicas: Must be less than or equal to 1');
    await expect(render('socket', 'replicass=1')).rejects.toThrow('Additional property replicass is not allowed');
    await expect(render('socket', 'slack.mode=')).rejects.toThrow(
      'slack.mode must be one of the following: "socket", "http"',
    );
  });
});

const Workload = z.object({
  kind: z.enum(['StatefulSet', 'Deployment']),
  spec: z.object({
    template: z.object({
      spec: z.object({
        containers: z.tuple([
          z.object({
            command: z.undefined().optional(),
            args: z.undefined().optional(),
            env: z.array(
              z.object({
                name: z.string(),
                value: z.string().optional(),
                valueFrom: z
                  .object({ secretKeyRef: z.object({ key: z.string(), optional: z.boolean().optional() }) })
                  .optional(),
              }),
            ),
            ports: z.array(z.object({ name: z.string(), containerPort: z.number() })),
            startupProbe: z.object({ httpGet: z.object({ path: z.string(), port: z.string() }) }),
            livenessProbe: z.object({ httpGet: z.object({ path: z.string(), port: z.string() }) }),
            readinessProbe: z.object({ httpGet: z.object({ path: z.string(), port: z.string() }) }),
            volumeMounts: z.array(z.object({ name: z.string(), mountPath: z.string() })),
          }),
        ]),
        volumes: z.array(
          z.object({
            name: z.string(),
            configMap: z
              .object({ name: z.string(), items: z.array(z.object({ key: z.string(), path: z.string() })).optional() })
              .optional(),
          }),
        ),
      }),
    }),
  }),
});
const ConfigMap = z.object({
  kind: z.literal('ConfigMap'),
  metadata: z.object({ name: z.string() }),
  data: z.record(z.string(), z.string()),
});

const givenMaps: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'company-ca': { 'company.crt': loopbackCertificate },
};

function installationOf(text: string, secrets: Readonly<Record<string, string>>): Installation {
  const objects = objectsOf(text);
  const maps = {
    ...givenMaps,
    ...Object.fromEntries(
      objects
        .flatMap((each) => ConfigMap.safeParse(each).data ?? [])
        .map(({ metadata, data }) => [metadata.name, data]),
    ),
  };
  const [workload] = objects.flatMap((each) => Workload.safeParse(each).data ?? []);
  if (!workload) throw new Error('there is no workload');
  const { containers, volumes } = workload.spec.template.spec;
  const [container] = containers;
  const env = container.env.flatMap(({ name, value, valueFrom }): (readonly [string, string])[] => {
    if (value !== undefined) return [[name, value]];
    const { key = '', optional = false } = valueFrom?.secretKeyRef ?? {};
    const secret = secrets[key];
    if (secret === undefined && !optional) throw new Error(`the Secret lacks ${key}`);
    return secret === undefined ? [] : [[name, secret]];
  });
  const files = container.volumeMounts.flatMap(({ name, mountPath }) => {
    const configMap = volumes.find((volume) => volume.name === name)?.configMap;
    const data = configMap && maps[configMap.name];
    if (!data) return [];
    const items = configMap.items ?? Object.keys(data).map((key) => ({ key, path: key }));
    return items.map((item): [string, string] => [join(mountPath, item.path), data[item.key] ?? '']);
  });
  const probe = ({ httpGet }: { readonly httpGet: { readonly path: string; readonly port: string } }) => ({
    path: httpGet.path,
    port: container.ports.find(({ name }) => name === httpGet.port)?.containerPort ?? 0,
  });
  return {
    env: Object.fromEntries(env),
    files: Object.fromEntries(files),
    mounts: container.volumeMounts.map(({ mountPath }) => mountPath),
    probes: [probe(container.startupProbe), probe(container.livenessProbe), probe(container.readinessProbe)],
  };
}

describe('each rendered installation starts the bot, ready for its probes', () => {
  let stage: DoctorStage;
  let root: string;
  beforeAll(async () => {
    stage = await startDoctorStage();
    root = mkdtempSync(join(tmpdir(), 'portolan-installations-'));
  });
  afterAll(async () => {
    await stage?.stop();
    rmSync(root, { recursive: true, force: true });
  });

  test('by the command of the image', () => {
    expect(imageCommand().slice(0, 1)).toEqual(['node']);
    expect(imageCommand().slice(-2)).toEqual(['src/start.mjs', 'start']);
    // Both commands need the same options, because otherwise Node doesn't use the compile cache.
    expect(imageCompiling()).toContain(`${imageCommand().slice(0, -2).join(' ')} -e `);
  });

  const needsPostgres = (set: string) =>
    readFileSync(path('values', `${set}.yaml`), 'utf8').includes('postgres: { enabled: true }');
  for (const set of valueSets)
    (needsPostgres(set) ? postgresTest : test)(set, async () => {
      const secrets = secretsOf(stage, needsPostgres(set) ? await newDatabase() : undefined);
      const installation = installationOf(stored(set), secrets);
      const unknown = Object.keys(installation.env).filter((name) => !variableNames.includes(name));
      expect(unknown.filter((name) => name !== 'ALERTMANAGER_TOKEN')).toEqual([]);
      const { bot, statuses, env } = await startInstallation(installation, stage, join(root, set));
      try {
        expect(statuses).toEqual([200, 200, 200]);
        expect(bot.store.engine).toBe(needsPostgres(set) ? 'postgres' : 'sqlite');
        expect(env.PORTOLAN_DATA?.startsWith(root)).toBe(!needsPostgres(set));
      } finally {
        await bot.stop();
      }
    });
});
