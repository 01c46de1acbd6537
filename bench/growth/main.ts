import * as z from 'zod';
import { type Line, type Part, runParts } from '../report.ts';
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
const growths: Readonly<Record<string, Growth>> = {
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
type Measured = z.infer<typeof Figures>['figures'];

/** Measures one size in a process of its own, which runs this file too. */
async function measure(name: string, size: number): Promise<Measured> {
  const child = startScript('growth/main.ts', [name, String(size)], ['--expose-gc']);
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

const partOf =
  (name: string, { title, figures, ...growth }: Growth): Part =>
  async ({ quick }) => {
    const sizes = quick ? growth.quickSizes : growth.sizes;
    const measured: Measured[] = [];
    for (const size of sizes) measured.push(await measure(name, size));
    const lines = Object.entries(figures).map(([key, { what, unit, budget }]): Line => {
      const values = measured.map((each) => each[key] ?? Number.NaN);
      const factor = (values.at(-1) ?? Number.NaN) / (values[0] ?? Number.NaN);
      const cells = values.map((value) => shown(value, unit));
      return {
        ...{ what, ours: cells.join(', ') },
        cells: [...cells, factor > 0 && Number.isFinite(factor) ? `${factor.toFixed(2)}×` : ''],
        budget: budget && { text: budget.text, kept: budget.kept(values, sizes), counts: budget.counts },
      };
    });
    return sizes.length === 0
      ? []
      : [{ title, columns: [...sizes.map((size) => size.toLocaleString('en-US')), 'Factor'], lines }];
  };

/**
 * `npm run bench:growth`: measures how costs grow with the amount of work, at several sizes. `--quick` measures the
 * small sizes only, and skips what depends on the machine's speed. It fails if a budget that doesn't depend on it was
 * exceeded.
 */
if (process.send) {
  const [, , name = '', size = ''] = process.argv;
  const figures = await growths[name]?.measure(Number(size));
  process.send({ figures }, () => process.exit(0));
} else {
  const parts = Object.entries(growths).map(([name, growth]) => [name, partOf(name, growth)] as const);
  await runParts(Object.fromEntries(parts), ({ counts }, { quick }) => quick && counts === true);
}
