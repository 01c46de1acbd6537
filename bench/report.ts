import { cpus, loadavg, totalmem } from 'node:os';
import { parseArgs } from 'node:util';

export interface Line {
  readonly what: string;
  readonly ours: string;
  /** Cells of the section's own columns. */
  readonly cells?: readonly string[];
  readonly peer?: { readonly name: string; readonly value: string };
  /** Our value divided by the peer's value. */
  readonly ratio?: number;
  readonly budget?: Budget | undefined;
}

/** `counts`: the value doesn't depend on the machine's speed. */
interface Budget {
  readonly text: string;
  readonly kept: boolean;
  readonly counts?: boolean | undefined;
}

export interface Section {
  readonly title: string;
  /** Columns between the title and the budget; by default ours, the peer's and the ratio. */
  readonly columns?: readonly string[];
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
export function none(what: string, findings: readonly string[]): Line {
  const named = [...new Set(findings)].slice(0, 8).join('; ');
  const ours = findings.length === 0 ? '0' : `${findings.length}: ${named}`;
  return { what, ours, budget: { text: '0', kept: findings.length === 0 } };
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

function cellsOf({ what, ours, peer, ratio, cells, budget }: Line): readonly string[] {
  const beside = [ours, peer ? `${peer.value} (${peer.name})` : '', ratio ? `${ratio.toFixed(2)}×` : ''];
  return [what, ...(cells ?? beside), budget ? `${budget.kept ? '✓' : '✗'} ${budget.text}` : ''];
}

function asTable({ title, columns = ['Portolan', 'Peer, same run', 'Ratio'], how, lines, missing }: Section): string {
  const head = [title, ...columns, 'Budget'];
  const rows = [head, head.map(() => '---'), ...lines.map(cellsOf)];
  const widths = head.map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  const table = rows.map((row) => `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`);
  const body = missing === undefined ? table : [`${title}: left out, ${missing}`];
  return ['', ...body, ...(how === undefined ? [] : [how])].join('\n');
}

/** Returns the parts that `--only` selects, or all parts. @throws Error if a name is unknown */
function chosen(all: readonly string[], only: string | undefined): readonly string[] {
  const wanted = only?.split(',') ?? all;
  const unknown = wanted.filter((name) => !all.includes(name));
  if (unknown.length > 0) throw new Error(`There is no part ${unknown.join(', ')}; there are ${all.join(', ')}.`);
  return wanted;
}

/**
 * Runs the parts of the command line in order, prints the results with their budgets, and ends the process. The exit
 * code is 1 if a part failed, or if a budget was exceeded for which `fails` returns true. Options: `--quick`, `--only
 * a,b`, `--minutes 60`.
 */
export async function runParts(
  parts: Readonly<Record<string, Part>>,
  fails: (budget: Budget, options: PartOptions) => boolean = () => false,
): Promise<never> {
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
    lines.flatMap(({ what, ours, budget }) =>
      budget?.kept === false ? [{ budget, says: `${title}: ${what} ${ours}` }] : [],
    ),
  );
  const all = missed.map(({ says }) => says).join('\n  ');
  console.log(missed.length === 0 ? '\nEvery budget was kept.' : `\nNot kept:\n  ${all}`);
  process.exit(broken === 0 && !missed.some(({ budget }) => fails(budget, options)) ? 0 : 1);
}

/** Returns the quantile of the values for a share from 0 to 1, or NaN without values. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

/** Formats milliseconds: without decimals from 10 ms, with one below. */
export function ms(value: number): string {
  return `${value >= 10 ? value.toFixed(0) : value.toFixed(1)} ms`;
}

export function mib(bytes: number): string {
  return `${Math.round(bytes / 2 ** 20)} MiB`;
}

export const mebibyte = 2 ** 20;
