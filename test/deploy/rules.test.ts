import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import * as z from 'zod';
import { createMetrics, type Metrics } from '../../src/observability/metrics.ts';
import { installed } from '../alertmanager/monitoring-programs.ts';
import { wellGauges } from '../gauges.ts';

/** Checks that each rule in deploy/prometheus-rules.yaml fires if the bot's metrics show the problem. */

const file = join(import.meta.dirname, '../../deploy/prometheus-rules.yaml');
const Rules = z.object({
  groups: z.array(z.object({ rules: z.array(z.object({ alert: z.string(), expr: z.string() })) })),
});
const rules = Rules.parse(parse(readFileSync(file, 'utf8'))).groups.flatMap((group) => group.rules);

let minute = 0;
/** Problem that makes each alert fire: values of gauges, and events every minute. */
const causes: Readonly<
  Record<string, { readonly gauges?: Partial<typeof wellGauges>; readonly each?: (bot: Metrics) => void }>
> = {
  PortolanDown: {},
  PortolanNotReady: { gauges: { ready: () => false } },
  PortolanDatabaseDown: { gauges: { database: () => false } },
  PortolanSocketDown: { gauges: { socketConnected: () => false } },
  PortolanSlowAcks: { each: (bot) => bot.acked('command', 2_900) },
  PortolanOutboxGrowing: { gauges: { outbox: () => 30 + minute } },
  PortolanPlatformFailing: {
    each: (bot) => bot.platformCalled({ operation: 'listPorts', outcome: 'timeout', ms: 10_000 }),
  },
  PortolanLateWork: { each: (bot) => bot.dueDone('change.close', 'ok', 70_000) },
  PortolanLateReads: { gauges: { watchesLate: () => 400_000 } },
  PortolanAlertsLost: { each: (bot) => bot.alertsReceived('ops', 'unauthorized') },
  PortolanAgentsRefused: { each: (bot) => bot.agentCalled('list_ports', 'token', 'refused') },
  PortolanSignatureFailures: { each: (bot) => Array.from({ length: 20 }, () => bot.signatureFailed('wrong')) },
  PortolanAuditLogBroken: { gauges: { auditIntact: () => false } },
  PortolanDiskFilling: { gauges: { disk: async () => ({ freeBytes: 50e6, totalBytes: 10e9 }) } },
};

const minutes = 45;

async function scraped(alert: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const { gauges, each } = causes[alert] ?? {};
  const bot = createMetrics({ ...wellGauges, ...gauges });
  const series = new Map<string, string[]>();
  for (minute = 0; minute < minutes; minute += 1) {
    // In minute 0 nothing happens, because Prometheus sees no increase when a series begins.
    if (minute > 0) each?.(bot);
    for (const line of (await bot.expose()).split('\n')) {
      const [, name = '', value = ''] = /^(portolan_[^ ]+) (\S+)$/.exec(line) ?? [];
      if (name === '') continue;
      const values = series.get(name) ?? Array.from({ length: minute }, () => '0');
      series.set(name, [...values, value]);
    }
  }
  if (alert === 'PortolanDown')
    series.set(
      'up',
      Array.from({ length: minutes }, () => '0'),
    );
  return series;
}

function withTarget(series: string): string {
  const target = 'job="portolan",instance="bot:3000"';
  return series.endsWith('}') ? `${series.slice(0, -1)},${target}}` : `${series}{${target}}`;
}

test('every rule has a cause here', () =>
  expect(Object.keys(causes).sort()).toEqual(rules.map(({ alert }) => alert).sort()));

test.each(rules)('$alert asks for series that its cause moves', async ({ alert, expr }) => {
  const moved = [...(await scraped(alert))].filter(([, values]) => new Set(values).size > 1 || values[0] === '0');
  const names = [...expr.matchAll(/\b(?:portolan_\w+|up)\b/g)].map(([name]) => name);
  const isMoved = names.some((name) => moved.some(([series]) => series.split('{', 1)[0] === name));
  expect(isMoved || alert === 'PortolanDiskFilling' || alert === 'PortolanLateReads', names.join()).toBe(true);
});

test.skipIf(!installed.promtool)('each rule fires for its cause, and none for a bot that is well', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'portolan-rules-'));
  const firing = (alert: string, fires: boolean) => ({
    expr: `(count(ALERTS{alertname="${alert}",alertstate="firing"}) or vector(0)) > bool 0`,
    eval_time: `${minutes - 1}m`,
    exp_samples: [{ labels: '{}', value: fires ? 1 : 0 }],
  });
  const inputs = (series: ReadonlyMap<string, readonly string[]>) =>
    [...series].map(([name, values]) => ({ series: withTarget(name), values: values.join(' ') }));
  const groups: object[] = [];
  for (const { alert } of rules) {
    const input_series = inputs(await scraped(alert));
    groups.push({ interval: '1m', input_series, promql_expr_test: [firing(alert, true)] });
  }
  const up = Array.from({ length: minutes }, () => '1');
  const healthy = {
    interval: '1m',
    input_series: inputs(new Map([...(await scraped('no cause')), ['up', up]])),
    promql_expr_test: rules.map(({ alert }) => firing(alert, false)),
  };
  writeFileSync(
    join(folder, 'test.yml'),
    stringify({ rule_files: [file], evaluation_interval: '1m', tests: [...groups, healthy] }),
  );
  try {
    const said = execFileSync(installed.promtool ?? '', ['test', 'rules', join(folder, 'test.yml')], {
      encoding: 'utf8',
    });
    expect(said).toContain('SUCCESS');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
