import { type Figure, factorOf, type Growth } from './growth.ts';

/** A growth with what was measured of it. */
export interface Grown {
  readonly growth: Growth;
  readonly sizes: readonly number[];
  /** By size. */
  readonly figures: readonly (readonly Figure[])[];
}

/** One line: a figure at all sizes. */
interface GrownLine {
  readonly what: string;
  readonly values: readonly number[];
  readonly unit: Figure['unit'];
  readonly budgets: readonly { readonly text: string; readonly kept: boolean; readonly counts: boolean }[];
}

function linesOf({ growth, sizes, figures }: Grown): readonly GrownLine[] {
  const names = [...new Set(figures.flat().map(({ what }) => what))];
  return names.map((what) => {
    const found = figures.map((each) => each.find((figure) => figure.what === what));
    const values = found.map((figure) => figure?.value ?? Number.NaN);
    const budgets = growth.budgets
      .filter((budget) => budget.what === what)
      .map((budget) => ({
        text: budget.text,
        kept: budget.kept(values, sizes),
        counts: budget.counts === true,
      }));
    return { what, values, unit: found.find(Boolean)?.unit, budgets };
  });
}

/** What was exceeded; `counted` only what doesn't depend on the machine's speed. */
export function exceededOf(all: readonly Grown[], counted = false): readonly string[] {
  return all.flatMap((grown) =>
    linesOf(grown).flatMap(({ what, budgets }) =>
      budgets
        .filter(({ kept, counts }) => !kept && (counts || !counted))
        .map(({ text }) => `${grown.growth.title}: ${what} (${text})`),
    ),
  );
}

function shown(value: number, unit: Figure['unit']): string {
  if (Number.isNaN(value)) return '–';
  const digits = Math.abs(value) >= 10 || Number.isInteger(value) ? 0 : Math.abs(value) >= 1 ? 1 : 2;
  const number = value.toLocaleString('en-US', { maximumFractionDigits: digits, minimumFractionDigits: digits });
  return unit === undefined ? number : `${number} ${unit}`;
}

/** The table of docs/benchmarks.md: a row for each figure, under the size at which it was measured. */
export function growthTable(all: readonly Grown[]): string {
  const columns = Math.max(...all.map(({ sizes }) => sizes.length));
  const row = (what: string, cells: readonly string[], factor = '', budget = '') =>
    `| ${[what, ...Array.from({ length: columns }, (_, at) => cells[at] ?? ''), factor, budget].join(' | ')} |`;
  const head = [row('', ['1×'], 'Factor', 'Budget'), `|${'---|'.repeat(columns + 3)}`];
  const body = all.flatMap((grown) => [
    row(
      `**${grown.growth.title}**`,
      grown.sizes.map((size) => `**${size.toLocaleString('en-US')}**`),
    ),
    ...linesOf(grown).map(({ what, values, unit, budgets }) =>
      row(
        what,
        values.map((value) => shown(value, unit)),
        factorOf(values) > 0 && Number.isFinite(factorOf(values)) ? `${factorOf(values).toFixed(2)}×` : '',
        budgets.map(({ text, kept }) => `${kept ? '✓' : '✗'} ${text}`).join(', '),
      ),
    ),
  ]);
  return [...head, ...body].join('\n');
}
