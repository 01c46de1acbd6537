import { cpus, loadavg, totalmem } from 'node:os';

/** One measured thing, beside its peer of the same run. */
export interface Line {
  readonly what: string;
  /** With its unit. */
  readonly ours: string;
  /** Whom it stands beside, and what that one took, with its unit. */
  readonly peer?: { readonly name: string; readonly value: string };
  /** Ours to the peer's. */
  readonly ratio?: number;
  readonly budget?: { readonly text: string; readonly kept: boolean };
}

/** What was measured together, or why it could not be. */
export interface Section {
  readonly title: string;
  readonly lines: readonly Line[];
  /** How it was measured, in a sentence. */
  readonly how?: string;
  /** What this machine lacks; the section then has no lines. */
  readonly missing?: string;
}

/** The date, the machine and how busy it was: a number without them says nothing. */
export function machine(now: Date): string {
  const [model = 'unknown'] = cpus().map((cpu) => cpu.model);
  const memory = Math.round(totalmem() / 2 ** 30);
  const busy = (loadavg()[0] ?? 0).toFixed(1);
  return `${now.toISOString().slice(0, 10)}, ${cpus().length} cores (${model}), ${memory} GiB, Node ${process.version}, load before the run ${busy}`;
}

function cellsOf(line: Line): readonly string[] {
  return [
    line.what,
    line.ours,
    line.peer === undefined ? '' : `${line.peer.value} (${line.peer.name})`,
    line.ratio === undefined ? '' : `${line.ratio.toFixed(2)}×`,
    line.budget === undefined ? '' : `${line.budget.kept ? '✓' : '✗'} ${line.budget.text}`,
  ];
}

const HEAD = ['', 'Portolan', 'peer, same run', 'ratio', 'budget'] as const;

/** A section as people read it in a terminal: columns under each other. */
export function asText(section: Section): string {
  const rows = [HEAD, ...section.lines.map(cellsOf)];
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  const lines = rows.map((row) =>
    `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd(),
  );
  const parts = [`\n${section.title}`, ...(section.how === undefined ? [] : [`  ${section.how}`])];
  return [...parts, ...(section.missing === undefined ? lines : [`  left out: ${section.missing}`])].join('\n');
}

/** All sections as one table for docs/benchmarks.md. */
export function asMarkdown(sections: readonly Section[], when: string): string {
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const lines = sections.flatMap((section) => [
    row([`**${section.title}**`, section.missing === undefined ? '' : `left out: ${section.missing}`, '', '', '']),
    ...section.lines.map((line) => row(cellsOf(line))),
  ]);
  return [`Measured ${when}.`, '', row(HEAD), '|---|---|---|---|---|', ...lines].join('\n');
}
