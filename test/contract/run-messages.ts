import type { RunReport } from '../../src/core/runs/followed-run.ts';
import type { RunLine, RunMessage } from '../../src/operations/follow/stored-follow.ts';

const began = 1_800_000_000_000;
const cause = 'error: src/cart/total.ts(41,7): Type ‘string’ is not assignable to type ‘number’. token=••••';
const image = 'registry.test/shop/web:1.4.2';

export function runLine(name: string, report: Partial<RunReport>, more: Partial<RunLine> = {}): RunLine {
  const id = `e-${name}`;
  return {
    component: `id-${name}`,
    name,
    report: { ...{ id, kind: 'deploy', state: 'building', began, by: 'tom', event: id }, ...report },
    ...more,
  };
}

export const runMessage = (lines: readonly RunLine[], more: Partial<RunMessage> = {}): RunMessage => ({
  id: 'C0SHOP:e1',
  channel: 'C0SHOP',
  context: { team: 'shop', region: 'east-1', app: '12', name: 'shop' },
  kind: lines[0]?.report.kind ?? 'deploy',
  by: 'tom',
  began,
  lines: [...lines],
  reader: { lang: 'en', zone: 'Europe/Berlin' },
  ...more,
});

const running = { state: 'running', built: 72_000, took: 160_000, ended: began + 160_000 } as const;

export const runMessages: Readonly<Record<string, RunMessage>> = {
  scanning: runMessage([runLine('web', { state: 'scanning' })]),
  building: runMessage([runLine('web', { state: 'building' }, { image })]),
  'rolling out, started by a webhook': runMessage([runLine('web', { state: 'rolling-out', built: 72_000 })], {
    by: 'Webhook',
  }),
  running: runMessage([runLine('web', running)]),
  'running, requested with Portolan': runMessage([
    runLine('web', running, { card: 'https://example.slack.com/archives/C0OPS/p1', requester: 'maya' }),
  ]),
  'running, read too late to say since when': runMessage([runLine('web', { state: 'running' })]),
  'running, began in a freeze': runMessage([
    runLine('web', running, { frozen: { by: 'freeze', reason: 'Double Eleven', until: began + 3_600_000 } }),
  ]),
  'failed while scanning': runMessage([runLine('web', { state: 'failed', failedAt: 'scan' })]),
  'failed while building': runMessage([
    runLine('web', { state: 'failed', failedAt: 'build', status: 'running' }, { line: cause, image }),
  ]),
  'failed while pulling the image': runMessage([
    runLine(
      'web',
      { state: 'failed', failedAt: 'build', status: 'running' },
      { line: 'manifest unknown', isPulled: true },
    ),
  ]),
  'failed while rolling out': runMessage([
    runLine('web', { state: 'failed', failedAt: 'rollout', said: 'no node has enough memory' }),
  ]),
  abnormal: runMessage([
    runLine('web', {
      ...{ state: 'failed', failedAt: 'status', status: 'abnormal' },
      ...{ trouble: 'CrashLoopBackOff', said: 'back-off 40s restarting failed container' },
    }),
  ]),
  'several components': runMessage([
    runLine('web', running),
    runLine('api', { state: 'rolling-out', built: 31_000 }),
    runLine('worker', { state: 'building' }),
  ]),
  'several components, some failed': runMessage([
    runLine('web', running),
    runLine('api', { state: 'failed', failedAt: 'build' }, { line: cause }),
    runLine('worker', { state: 'failed', failedAt: 'rollout', said: 'no node has enough memory' }),
  ]),
  'several components, all running': runMessage([
    runLine('web', running),
    runLine('api', { ...running, took: 90_000 }),
  ]),
  'many components': runMessage(['web', 'api', 'worker', 'cache', 'search'].map((name) => runLine(name, running))),
  built: runMessage([runLine('web', { state: 'built', built: 72_000 })]),
  'not known': runMessage([runLine('web', { state: 'unknown' })]),
  replaced: runMessage([runLine('web', { state: 'replaced', built: 72_000 })]),
  deleted: runMessage([runLine('web', { state: 'gone' })]),
  'a restart that Portolan runs': runMessage([
    runLine('web', { kind: 'restart', state: 'working' }, { card: 'https://example.slack.com/archives/C0OPS/p1' }),
  ]),
  'scaled, with an instance that fails': runMessage([
    runLine('web', { kind: 'scale', state: 'failed', failedAt: 'status', status: 'degraded', trouble: 'OOMKilled' }),
  ]),
  scaled: runMessage([runLine('web', { kind: 'scale', state: 'done', took: 12_000 })]),
  'nothing to do': runMessage([runLine('web', { kind: 'start', state: 'running', idle: true })]),
  'a stop that failed': runMessage([
    runLine('web', { kind: 'stop', state: 'failed', failedAt: 'status', status: 'running' }),
  ]),
};
