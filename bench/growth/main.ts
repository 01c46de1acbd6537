import { parseArgs } from 'node:util';
import * as z from 'zod';
import { machine } from '../report.ts';
import { nextMessage, startScript } from '../stage/processes.ts';
import type { Figure } from './growth.ts';
import { exceededOf, type Grown, growthTable } from './growth-table.ts';
import { growths } from './growths.ts';

/**
 * `npm run bench:growth`: what things cost as the work grows, at several sizes, with the factor between them. `--quick`
 * measures the small sizes only and takes less than a minute; `--only components,audit-log` some of it; `--best-of 3` runs each
 * several times and takes the best of each figure. The process fails where something couldn't be measured, and in the short
 * form where a budget that isn't a matter of speed was exceeded.
 */
const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    'best-of': { type: 'string', default: '1' },
  },
});

const Figures = z.object({
  figures: z.array(
    z.object({
      what: z.string(),
      value: z.number(),
      unit: z.enum(['ms', 's', 'MiB', 'kB', 'bytes']).optional(),
    }),
  ),
});

async function measure(name: string, size: number): Promise<readonly Figure[]> {
  const child = startScript('./growth/child.ts', [name, String(size)], ['--expose-gc']);
  try {
    return (await nextMessage(child.child, Figures)).figures;
  } finally {
    await child.stop();
  }
}

/** Of each figure the best of some runs: what else goes on in the machine only ever adds. */
async function best(name: string, size: number, runs: number): Promise<readonly Figure[]> {
  let found: readonly Figure[] = [];
  for (let run = 0; run < runs; run += 1) {
    const next = await measure(name, size);
    found =
      run === 0
        ? next
        : found.map((figure, at) => ({ ...figure, value: Math.min(figure.value, next[at]?.value ?? figure.value) }));
  }
  return found;
}

const inForm = Object.keys(growths).filter((name) => !options.quick || (growths[name]?.quickSizes.length ?? 0) > 0);
const wanted = options.only?.split(',') ?? inForm;
const unknown = wanted.filter((name) => !Object.hasOwn(growths, name));
if (unknown.length > 0)
  throw new Error(`There is no growth ${unknown.join(', ')}; there are ${Object.keys(growths).join(', ')}.`);

console.log(machine(new Date()));
const all: Grown[] = [];
const broken: string[] = [];
for (const name of wanted) {
  const growth = growths[name];
  if (!growth) continue;
  const sizes = options.quick ? growth.quickSizes : growth.sizes;
  try {
    const figures: (readonly Figure[])[] = [];
    for (const size of sizes) figures.push(await best(name, size, Number(options['best-of'])));
    all.push({ growth, sizes, figures });
    console.log(`\n${growthTable([{ growth, sizes, figures }])}`);
  } catch (error) {
    broken.push(name);
    console.error(`\n${name} could not be measured:`, error);
  }
}
if (wanted.length > 1 && all.length > 0) console.log(`\n${growthTable(all)}`);
const exceeded = exceededOf(all);
console.log(exceeded.length === 0 ? '\nEvery budget was kept.' : `\nExceeded:\n  ${exceeded.join('\n  ')}`);
process.exit(broken.length + (options.quick ? exceededOf(all, true).length : 0) === 0 ? 0 : 1);
