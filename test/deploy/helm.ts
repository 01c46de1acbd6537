import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { helmProgram } from '../tools/helm-program.ts';

const root = join(import.meta.dirname, '../..');
const chart = join(root, 'deploy/helm/portolan');
const folder = join(import.meta.dirname, 'values');

export const valueSets: readonly string[] = readdirSync(folder).map((name) => basename(name, '.yaml'));

/** Runs `helm lint --strict` with a set of values. @throws with Helm's output */
export async function lint(set: string): Promise<void> {
  await helm('lint', '--strict', chart, '--values', join(folder, `${set}.yaml`));
}

/** Runs `helm template` with a set of values and overrides. @throws with Helm's output */
export async function render(set: string, ...more: readonly string[]): Promise<string> {
  const values = ['--values', join(folder, `${set}.yaml`), ...more.flatMap((each) => ['--set', each])];
  return helm('template', 'portolan', chart, '--namespace', 'chat-ops', '--kube-version', '1.29.0', ...values);
}

async function helm(...args: readonly string[]): Promise<string> {
  // Helm stores nothing here, but requires these folders.
  const home = join(tmpdir(), 'portolan-helm');
  const env = { HELM_CACHE_HOME: home, HELM_CONFIG_HOME: home, HELM_DATA_HOME: home };
  const { stdout } = await promisify(execFile)(helmProgram(), args, { env });
  return stdout;
}
