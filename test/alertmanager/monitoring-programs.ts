import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { freePort, listen } from '../recorded/listening.ts';

/** Returns the path of the first program found on the PATH, or undefined. */
function programNamed(...names: readonly string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path));
}

/** Programs on this machine. Debian's packages are `prometheus` and `prometheus-alertmanager`. */
export const installed = {
  alertmanager: programNamed('prometheus-alertmanager', 'alertmanager'),
  prometheus: programNamed('prometheus'),
  promtool: programNamed('promtool'),
};

export interface RunningProgram {
  readonly url: string;
  stop(): Promise<void>;
}

export async function serveAt(listener: RequestListener): Promise<RunningProgram> {
  const server = createServer(listener);
  return { url: `http://127.0.0.1:${await listen(server)}`, stop: () => closed(server) };
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}

/** Starts a program in a temporary folder that contains these files. Waits until the program is ready. */
async function run(
  program: string,
  files: Readonly<Record<string, string>>,
  argumentsFor: (folder: string, address: string) => readonly string[],
): Promise<RunningProgram> {
  const folder = mkdtempSync(join(tmpdir(), 'portolan-monitoring-'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const address = `127.0.0.1:${await freePort()}`;
  const child: ChildProcess = spawn(program, argumentsFor(folder, address), { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr?.on('data', (piece: Buffer) => {
    said = `${said}${piece.toString()}`.slice(-4_000);
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const url = `http://${address}`;
  await until(async () => {
    if (child.exitCode !== null) throw new Error(`${program} has ended: ${said}`);
    return (await fetch(`${url}/-/ready`).catch(() => undefined))?.ok === true;
  });
  return {
    url,
    async stop() {
      child.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Starts Alertmanager with short repeat intervals and one webhook. For the alert `Cut`, it sends at most two alerts.
 */
export function startAlertmanager(program: string, hook: string, token: string): Promise<RunningProgram> {
  const config = `route:
  receiver: portolan
  group_by: [alertname]
  group_wait: 1s
  group_interval: 1s
  repeat_interval: 2s
  routes:
    - { receiver: cut, matchers: [alertname = "Cut"], repeat_interval: 1h }
    - { receiver: portolan, matchers: [alertname =~ "Away|Pair"], repeat_interval: 1h }
receivers:
  - name: portolan
    webhook_configs:
      - url: ${hook}
        send_resolved: true
        http_config: { authorization: { credentials: ${token} } }
  - name: cut
    webhook_configs:
      - url: ${hook}
        max_alerts: 2
        http_config: { authorization: { credentials: ${token} } }
`;
  return run(program, { 'alertmanager.yml': config }, (folder, address) => [
    ...[`--config.file=${folder}/alertmanager.yml`, `--storage.path=${folder}/data`],
    ...[`--web.listen-address=${address}`, '--cluster.listen-address=', '--log.level=warn'],
  ]);
}

/** Starts Prometheus with one rule. Prometheus scrapes one address every second, as the job `cadvisor`. */
export function startPrometheus(
  program: string,
  { exporter, alertmanager, rule }: { exporter: string; alertmanager?: string; rule: string },
): Promise<RunningProgram> {
  const targets = (url: string) => `[{ targets: ['${new URL(url).host}'] }]`;
  const config = `global: { scrape_interval: 1s, evaluation_interval: 1s }
rule_files: [rules.yml]
scrape_configs:
  - { job_name: cadvisor, honor_labels: true, static_configs: ${targets(exporter)} }
${alertmanager === undefined ? '' : `alerting: { alertmanagers: [{ static_configs: ${targets(alertmanager)} }] }\n`}`;
  return run(program, { 'prometheus.yml': config, 'rules.yml': rule }, (folder, address) => [
    ...[`--config.file=${folder}/prometheus.yml`, `--storage.tsdb.path=${folder}/data`],
    ...[`--web.listen-address=${address}`, '--log.level=warn'],
  ]);
}

/** Starts Prometheus with old samples. They are in the OpenMetrics format, each with its timestamp. */
export const startPrometheusWith = (program: string, promtool: string, past: string): Promise<RunningProgram> =>
  run(program, { 'prometheus.yml': 'global: {}\n', 'past.om': past }, (folder, address) => {
    const args = ['tsdb', 'create-blocks-from', 'openmetrics', `${folder}/past.om`, `${folder}/data`];
    execFileSync(promtool, args, { stdio: 'ignore' });
    return [
      ...[`--config.file=${folder}/prometheus.yml`, `--storage.tsdb.path=${folder}/data`],
      ...[`--web.listen-address=${address}`, '--log.level=warn'],
    ];
  });

export async function until(holds: () => Promise<boolean> | boolean, seconds = 40): Promise<void> {
  for (let step = 0; step < seconds * 10; step += 1) {
    if (await holds()) return;
    await new Promise((next) => setTimeout(next, 100));
  }
  throw new Error('it never came to that');
}
