import { parseArgs } from 'node:util';
import * as z from 'zod';
import { chosen, machine } from '../report.ts';
import { nextMessage, startScript } from '../stage/processes.ts';
import { auditLog } from './audit-log.ts';
import { chartPoints } from './chart-points.ts';
import { evidence } from './evidence.ts';
import { exposed } from './exposed.ts';
import { following } from './following.ts';
import type { Growth, GrowthFigure } from './growth.ts';
import { members } from './members.ts';
import { peopleAtOnce } from './people-at-once.ts';
import { replicas } from './replicas.ts';
import { components, days, openRequests } from './requests.ts';
import { schedules } from './schedules.ts';

/** All measurements, by the names that `--only` accepts. */
export const growths: Readonly<Record<string, Growth>> = {
  components,
  'open-requests': openRequests,
  'audit-log': auditLog,
  evidence,
  schedules,
  following,
  exposed,
  members,
  replicas,
  'people-at-once': peopleAtOnce,
  'chart-points': chartPoints,
  days,
};

const Figures = z.object({ figures: z.record(z.string(), z.number()) });

async function measure(name: string, size: number): Promise<Readonly<Record<string, number>>> {
  const child = startScript('growth/child.ts', [name, String(size)], ['--expose-gc']);
  try {
    return (await nextMessage(child.child, Figures)).figures;
  } finally {
    await child.stop();
  }
}

function shown(value: number, unit: GrowthFigure['unit']): string {
  const digits = Math.abs(value) >= 10 || Number.isInteger(value) ? 0 : Math.abs(value) >= 1 ? 1 : 2;
  const number = value.toLocaleString('en-US', { maximumFractionDigits: digits, minimumFractionDigits: digits });
  return unit === undefined ? number : `${number} ${unit}`;
}

const row = (...cells: readonly string[]) => console.log(`| ${cells.join(' | ')} |`);

/** Prints the table rows for docs/benchmarks.md. @returns the budgets that were exceeded */
function print({ title, figures, sizes }: Growth, measured: readonly Readonly<Record<string, number>>[]) {
  console.log('');
  row(`**${title}**`, ...sizes.map((size) => `**${size.toLocaleString('en-US')}**`), 'Factor', 'Budget');
  console.log(`|${'---|'.repeat(sizes.length + 3)}`);
  return Object.entries(figures).flatMap(([key, { what, unit, budget }]) => {
    const values = measured.map((each) => each[key] ?? Number.NaN);
    const factor = (values.at(-1) ?? Number.NaN) / (values[0] ?? Number.NaN);
    const kept = budget?.kept(values, sizes) ?? true;
    row(
      what,
      ...values.map((value) => shown(value, unit)),
      factor > 0 && Number.isFinite(factor) ? `${factor.toFixed(2)}×` : '',
      budget ? `${kept ? '✓' : '✗'} ${budget.text}` : '',
    );
    return kept ? [] : [{ what: `${title}: ${what} (${budget?.text})`, counts: budget?.counts === true }];
  });
}

/**
 * `npm run bench:growth`: measures how costs grow with the amount of work, at several sizes. `--quick` measures the
 * small sizes only, in less than a minute; `--only components,audit-log` selects parts. The process fails if a
 * measurement fails. With `--quick`, it also fails if a budget that doesn't depend on the machine's speed was exceeded.
 */
async function run(): Promise<never> {
  const { values: options } = parseArgs({
    options: { quick: { type: 'boolean', default: false }, only: { type: 'string' } },
  });
  console.log(machine(new Date()));
  const exceeded: { what: string; counts: boolean }[] = [];
  let broken = 0;
  for (const name of chosen(Object.keys(growths), options.only)) {
    const growth = growths[name];
    const sizes = (options.quick ? growth?.quickSizes : growth?.sizes) ?? [];
    if (!growth || sizes.length === 0) continue;
    try {
      const measured: Readonly<Record<string, number>>[] = [];
      for (const size of sizes) measured.push(await measure(name, size));
      exceeded.push(...print({ ...growth, sizes }, measured));
    } catch (error) {
      broken += 1;
      console.error(`\n${name} could not be measured:`, error);
    }
  }
  const all = exceeded.map(({ what }) => what).join('\n  ');
  console.log(exceeded.length === 0 ? '\nEvery budget was kept.' : `\nExceeded:\n  ${all}`);
  process.exit(broken + (options.quick ? exceeded.filter(({ counts }) => counts).length : 0) === 0 ? 0 : 1);
}

if (import.meta.main) await run();
