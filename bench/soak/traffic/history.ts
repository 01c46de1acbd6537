import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { createCharts } from '../../../src/charts/charts.ts';
import { residentOf } from '../../stage/processes.ts';
import type { TrafficStage } from './traffic-stage.ts';

/** What the bot holds at a moment. */
export interface Held {
  /** Epoch seconds. */
  readonly at: number;
  readonly residentBytes: number;
  readonly descriptors: number;
  readonly databaseBytes: number;
  /** Rows of each table. */
  readonly rows: Readonly<Record<string, number>>;
}

/** A picture has about so many points in each line. */
const points = 240;
/** The tables with the most rows are drawn. */
const mostTables = 6;

/** Looks at what the bot holds so often, until the signal. */
export async function keepHistory(
  stage: TrafficStage,
  lengthMs: number,
  signal: AbortSignal,
): Promise<readonly Held[]> {
  const found: Held[] = [];
  while (!signal.aborted) {
    found.push(lookAt(stage));
    await sleep(Math.max(1_000, lengthMs / points), undefined, { signal }).catch(() => undefined);
  }
  return found;
}

function lookAt({ pid, data }: TrafficStage): Held {
  const files = readdirSync(data).filter((name) => name.startsWith('portolan.db'));
  const database = new DatabaseSync(join(data, 'portolan.db'), { readOnly: true });
  try {
    const tables = database.prepare(`select name from sqlite_master where type = 'table'`).all();
    const count = (name: string) => Number(database.prepare(`select count(*) as n from "${name}"`).get()?.n ?? 0);
    return {
      at: Math.floor(Date.now() / 1_000),
      residentBytes: residentOf(pid).now,
      descriptors: readdirSync(`/proc/${pid}/fd`).length,
      databaseBytes: files.reduce((sum, name) => sum + statSync(join(data, name)).size, 0),
      rows: Object.fromEntries(tables.map(({ name }) => [String(name), count(String(name))])),
    };
  } finally {
    database.close();
  }
}

/** Draws a history with the bot's own charts: memory, descriptors, the database, and rows of the largest tables. */
export async function drawHistory(history: readonly Held[], path: string): Promise<void> {
  const [first, second] = history;
  const last = history.at(-1);
  if (!first || !second || !last) throw new Error('nothing was held for long enough to be drawn');
  const step = Math.max(1, Math.round((last.at - first.at) / (history.length - 1)));
  // One sample for each step, as the platform would answer.
  const at = (index: number) => String(first.at + index * step);
  const monitor = (item: string, value: (held: Held) => number) => ({
    monitor_item: item,
    status: 'success',
    data: {
      resultType: 'matrix',
      result: [{ value: history.map((held, index) => [at(index), String(value(held))]) }],
    },
  });
  const component = (name: string, ...monitors: ReturnType<typeof monitor>[]) => ({
    ...{ service_id: name, service_cname: name, service_alias: name, monitors },
  });
  const items = ['Resident memory, MiB', 'File descriptors', 'Database, MiB', 'Rows'] as const;
  const mib = (bytes: number) => Math.round((bytes / 2 ** 20) * 10) / 10;
  const tables = Object.entries(last.rows)
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, mostTables)
    .map(([name]) => name);
  const reply = [
    component(
      'portolan',
      monitor(items[0], (held) => mib(held.residentBytes)),
      monitor(items[1], (held) => held.descriptors),
      monitor(items[2], (held) => mib(held.databaseBytes)),
    ),
    ...tables.map((name) =>
      component(
        name,
        monitor(items[3], (held) => held.rows[name] ?? 0),
      ),
    ),
  ];
  const charts = createCharts();
  try {
    const { png } = await charts.draw({
      ...{
        body: new TextEncoder().encode(JSON.stringify(reply)),
        start: first.at,
        end: first.at + (history.length - 1) * step,
        step,
      },
      ...{ zone: 'UTC', lang: 'en', title: 'What the bot holds under load', items },
    });
    writeFileSync(path, png);
  } finally {
    await charts.close();
  }
}
