import { cpus, loadavg, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { ms, quantile } from './quantile.ts';

export interface Line {
  readonly what: string;
  readonly ours: string;
  readonly peer?: { readonly name: string; readonly value: string };
  /** Our value divided by the peer's value. */
  readonly ratio?: number;
  readonly budget?: { readonly text: string; readonly kept: boolean };
}

export interface Section {
  readonly title: string;
  readonly lines: readonly Line[];
  readonly how?: string;
  /** Tool that this machine lacks. The section then has no lines. */
  readonly missing?: string;
}

/** `quick`: a shorter load with the same budgets. `minutes`: duration of the mixed traffic. */
export interface PartOptions {
  readonly quick: boolean;
  readonly minutes?: number | undefined;
}

/** Measures one part. At the end, and also on failure, ends every process that it started. */
export type Part = (options: PartOptions) => Promise<readonly Section[]>;

export function atMost(what: string, value: number, max: number, show: (value: number) => string = ms): Line {
  return { what, ours: show(value), budget: { text: `≤ ${show(max)}`, kept: value <= max } };
}

/** Returns a line with a budget of zero. The line names the first findings. */
export function none(what: string, found: readonly string[]): Line {
  const named = [...new Set(found)].slice(0, 8).join('; ');
  const ours = found.length === 0 ? '0' : `${found.length}: ${named}`;
  return { what, ours, budget: { text: '0', kept: found.length === 0 } };
}

/** Compares a quantile of our times with a bare Bolt app's, in ms. Budget: `most` times the Bolt app's value. */
export function besideBolt(
  what: string,
  share: number,
  ours: readonly number[],
  theirs: readonly number[],
  max?: number,
): Line {
  const [mine, peer] = [quantile(ours, share), quantile(theirs, share)];
  const budget = max === undefined ? {} : { budget: { text: `≤ ${max}×`, kept: mine <= max * peer } };
  return { what, ours: ms(mine), peer: { name: 'bare Bolt', value: ms(peer) }, ratio: mine / peer, ...budget };
}

/** Returns the date, the machine and its load. A measured number means nothing without them. */
export function machine(now: Date): string {
  const [model = 'unknown'] = cpus().map((cpu) => cpu.model);
  const memory = Math.round(totalmem() / 2 ** 30);
  const busy = (loadavg()[0] ?? 0).toFixed(1);
  return `${now.toISOString().slice(0, 10)}, ${cpus().length} cores (${model}), ${memory} GiB, Node ${process.version}, load before the run ${busy}`;
}

function cellsOf({ what, ours, peer, ratio, budget }: Line): readonly string[] {
  const verdict = budget && `${budget.kept ? '✓' : '✗'} ${budget.text}`;
  return [what, ours, peer ? `${peer.value} (${peer.name})` : '', ratio ? `${ratio.toFixed(2)}×` : '', verdict ?? ''];
}

function asTable({ title, how, lines, missing }: Section): string {
  const head = [title, 'Portolan', 'Peer, same run', 'Ratio', 'Budget'];
  const rows = [head, head.map(() => '---'), ...lines.map(cellsOf)];
  const widths = head.map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  const table = rows.map((row) => `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`);
  const body = missing === undefined ? table : [`${title}: left out, ${missing}`];
  return ['', ...body, ...(how === undefined ? [] : [how])].join('\n');
}

/** Returns the parts that `--only` selects, or all parts. @throws Error if a name is unknown */
export function chosen(all: readonly string[], only: string | undefined): readonly string[] {
  const wanted = only?.split(',') ?? all;
  const unknown = wanted.filter((name) => !all.includes(name));
  if (unknown.length > 0) throw new Error(`There is no part ${unknown.join(', ')}; there are ${all.join(', ')}.`);
  return wanted;
}

/**
 * Runs the parts of the command line in order, prints the results with their budgets, and ends the process. The exit
 * code is 1 if a part failed or, with `isStrict`, if a budget was exceeded. Options: `--quick`, `--only a,b`,
 * `--minutes 60`.
 */
export async function runParts(parts: Readonly<Record<string, Part>>, isStrict: boolean): Promise<never> {
  const { values } = parseArgs({
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string' },
      minutes: { type: 'string' },
    },
  });
  const options = { quick: values.quick, minutes: values.minutes === undefined ? undefined : Number(values.minutes) };
  console.log(machine(new Date()));
  const sections: Section[] = [];
  let broken = 0;
  for (const name of chosen(Object.keys(parts), values.only))
    try {
      for (const section of (await parts[name]?.(options)) ?? []) {
        sections.push(section);
        console.log(asTable(section));
      }
    } catch (error) {
      broken += 1;
      console.error(`\n${name} could not be measured:`, error);
    }
  const missed = sections.flatMap(({ title, lines }) =>
    lines.filter(({ budget }) => budget?.kept === false).map(({ what, ours }) => `${title}: ${what} ${ours}`),
  );
  console.log(missed.length === 0 ? '\nEvery budget was kept.' : `\nNot kept:\n  ${missed.join('\n  ')}`);
  process.exit(broken + (isStrict ? missed.length : 0) === 0 ? 0 : 1);
}
