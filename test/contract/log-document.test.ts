import { readFileSync } from 'node:fs';
import { auditLines } from '../../src/app-audit.ts';
import { createMetrics } from '../../src/observability/metrics.ts';
import { createTroubleLog } from '../../src/observability/trouble-log.ts';
import { readDocument } from '../documents/markdown.ts';
import { wellGauges } from '../gauges.ts';

const guide = readDocument('docs/log-and-metrics.md');

function outageLines(): readonly string[] {
  const lines: string[] = [];
  const record = (what: string) => void lines.push(what);
  const trouble = createTroubleLog({ now: () => 0, log: { debug: record, info: record, warn: record, error: record } });
  for (const on of ['the database', 'Slack', 'the platform'] as const) {
    for (let times = 0; times < 2; times += 1) trouble.failed(on, '');
    trouble.flush();
    trouble.works(on);
    trouble.failed(on, '');
    trouble.works(on);
    trouble.flush();
  }
  return lines;
}

function countedLines(): readonly string[] {
  const source = readFileSync('src/observability/logged-metrics.ts', 'utf8');
  return [...source.matchAll(/trouble\.count\([^']*(?:'\w+'[^']*){0,4}'([a-zA-Z][a-z :A-Z]{8,})'/g)].map(
    ([, line = '']) => line,
  );
}

test('docs/log-and-metrics.md has every line of requests and of trouble', () => {
  expect(countedLines()).toHaveLength(5);
  const lines = [...Object.values(auditLines), ...outageLines(), ...countedLines(), 'database migrated', 'call sent'];
  const missing = lines.filter((line) => !guide.includes(`\`${line}\``));
  expect(missing, 'add the line to a table in docs/log-and-metrics.md').toEqual([]);
});

test('docs/log-and-metrics.md has every metric with its type and its labels, and no other', async () => {
  const source = readFileSync('src/observability/metrics.ts', 'utf8');
  const bot = createMetrics(wellGauges);
  const exposed = [...(await bot.expose()).matchAll(/^# TYPE (portolan_\w+) (\w+)$/gm)].map(
    ([, name, type]) => `${name} ${type}`,
  );
  const rows = [...guide.matchAll(/^\| (`portolan_[^|]+) \| (\w+) \| ([^|]+) \|/gm)].flatMap(
    ([, names = '', type = '', labels = '']) =>
      [...names.matchAll(/`(portolan_\w+)`/g)].map(([, name = '']) => ({ name, type, labels })),
  );
  expect(
    rows.map(({ name, type }) => `${name} ${type}`).sort(),
    'list each metric under “Metrics” in docs/log-and-metrics.md',
  ).toEqual(exposed.sort());
  for (const { name, labels } of rows) {
    const [, declared = ''] =
      new RegExp(`'${name}',[^\\[\\]]{0,120}\\[([^\\]]*)\\]`).exec(source.replaceAll('...labelled,', '')) ?? [];
    const wanted = [...declared.matchAll(/'(\w+)'/g)].map(([, label]) => `\`${label}\``).join(', ');
    if (wanted !== '') expect(`${name}: ${labels.trim()}`).toBe(`${name}: ${wanted}`);
  }
});
