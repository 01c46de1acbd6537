import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import * as z from 'zod';
import { createMetrics } from '../../src/observability/metrics.ts';
import { wellGauges } from '../gauges.ts';
import { chartDashboard } from './chart-dashboard.ts';

/** Checks that the rules and the dashboard in deploy/ use existing metrics and labels. */

const readFile = (path: string) => readFileSync(join(import.meta.dirname, '../../deploy', path), 'utf8');
const Rules = z.object({
  groups: z.array(
    z.object({
      rules: z.array(z.object({ alert: z.string(), expr: z.string(), annotations: z.record(z.string(), z.string()) })),
    }),
  ),
});
const Dashboard = z.object({
  panels: z.array(
    z.object({ id: z.number(), title: z.string(), targets: z.array(z.object({ expr: z.string() })).default([]) }),
  ),
  templating: z.object({ list: z.array(z.object({ name: z.string(), definition: z.string().optional() })) }),
});
const rules = Rules.parse(parse(readFile('prometheus-rules.yaml'))).groups.flatMap((group) => group.rules);
const dashboard = Dashboard.parse(JSON.parse(readFile('grafana/portolan.json')));

/** Labels that Prometheus adds to every scraped series. */
const scraped = ['job', 'instance'];
const ofTargets = { up: scraped };

const metrics = createMetrics(wellGauges);
metrics.asked('port', 'command', 'ok');
metrics.acked('command', 1);
metrics.platformCalled({ operation: 'listPorts', outcome: 'ok', status: 200, ms: 1 });
metrics.slackCalled('auth.test', 'ok', 1);
metrics.requestBecame('done', 'port');
metrics.pressed('approve', 'ok');
metrics.signatureFailed('old');
metrics.edgeRefused('method');
metrics.drawn('ok', 1);
metrics.dueDone('expire', 'ok', 1);
metrics.alertsReceived('ops', 'stored');
metrics.agentCalled('list_ports', 'token', 'ok');
metrics.readInBackground('list', 'ok');
const lines = (await metrics.expose()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
const series = new Map([
  ...Object.entries(ofTargets),
  ...lines.map((line): [string, readonly string[]] => {
    const [, name = '', labels = ''] = /^(\w+)(?:\{(.*)\})? /.exec(line) ?? [];
    return [name, [...scraped, ...[...labels.matchAll(/(\w+)="/g)].map(([, label = '']) => label)]];
  }),
]);

/** PromQL functions and operators, which aren't names of series. Texts in quotes and brackets were removed before. */
const words = /^(?:sum|min|max|by|rate|increase|deriv|histogram_quantile|label_values|and|or)$/;

function asked(expr: string): readonly (readonly [name: string, labels: readonly string[]])[] {
  const grouped = [...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list = '']) => list.split(/,\s*/));
  const bare = expr
    .replace(/\bby \([^)]*\)/g, '')
    .replace(/label_values\((.*), (\w+)\)/, '$1')
    .replace(/\[[^\]]*\]/g, '');
  const selected = [...bare.matchAll(/([a-z]\w*)(?:\{([^}]*)\})?/g)].filter(([, name = '']) => !words.test(name));
  return selected
    .filter(([, , selector], index, all) => selector !== undefined || !isInside(bare, all[index]?.index ?? 0))
    .map(([, name = '', selector = '']) => [
      name,
      [...[...selector.matchAll(/(\w+)\s*[=!]/g)].map(([, label = '']) => label), ...grouped],
    ]);
}

const isInside = (expr: string, at: number): boolean => expr.lastIndexOf('{', at) > expr.lastIndexOf('}', at);

/** Returns the metrics and labels in an expression that the bot doesn't expose. */
const unknownIn = (expr: string): readonly string[] =>
  asked(expr).flatMap(([name, labels]) => {
    const exposed = series.get(name);
    if (!exposed) return [name];
    return labels.filter((label) => !exposed.includes(label)).map((label) => `${name}{${label}}`);
  });

describe('deploy/prometheus-rules.yaml', () => {
  test.each(rules.map(({ alert, expr, annotations }) => ({ alert, expr, annotations })))(
    '$alert',
    ({ expr, annotations }) => {
      expect(asked(expr)).not.toEqual([]);
      expect(unknownIn(expr)).toEqual([]);
      expect(Object.keys(annotations).sort()).toEqual(['description', 'summary']);
    },
  );

  test('tells of slow acks, a growing outbox, a failing platform, a broken audit log and a full disk', () => {
    const names = rules.map(({ alert }) => alert);
    const wanted = ['SlowAcks', 'OutboxGrowing', 'PlatformFailing', 'AuditLogBroken', 'DiskFilling'];
    expect(names).toEqual(expect.arrayContaining(wanted.map((name) => `Portolan${name}`)));
  });
});

describe('deploy/grafana/portolan.json', () => {
  const expressions = [
    ...dashboard.panels.flatMap(({ title, targets }) => targets.map(({ expr }) => ({ title, expr }))),
    ...dashboard.templating.list.flatMap(({ name, definition }) =>
      definition === undefined ? [] : [{ title: name, expr: definition }],
    ),
  ];

  test.each(expressions)('$title: $expr', ({ expr }) => {
    expect(asked(expr)).not.toEqual([]);
    expect(unknownIn(expr)).toEqual([]);
  });

  test('is in the Helm chart too: run `npm run docs` and commit it', () =>
    expect(readFile('helm/portolan/dashboards/portolan.json')).toBe(chartDashboard()));

  test('shows a series of each rule', () => {
    const shown = new Set(expressions.flatMap(({ expr }) => asked(expr).map(([name]) => name)));
    const unseen = rules.filter(({ expr }) => !asked(expr).some(([name]) => shown.has(name)));
    expect(unseen.map(({ alert }) => alert)).toEqual([]);
  });
});
