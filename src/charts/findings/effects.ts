import { defined } from '../../core/defined.ts';
import type { ChartJob, ComponentChange, EffectSummary, Unit } from '../data/job.ts';
import { lookBackOf } from '../data/number-format.ts';
import type { Series } from '../data/series.ts';
import { type ChangeSpan, effectOf } from './effect.ts';

/** A line of a chart over the time that its changes are judged by. */
export interface HistoryLine {
  readonly item: string;
  readonly unit: Unit;
  /** The component's id, and the line's name. */
  readonly component: string;
  readonly name: string;
  readonly series: Series;
}

/** What the changes of a chart clearly did to the components that they touched, the strongest effect first. Pure. */
export function effectsOf(job: ChartJob, lines: readonly HistoryLine[]): readonly EffectSummary[] {
  const { marks = [], history } = job;
  if (!history) return [];
  const changes: readonly ComponentChange[] = [...marks, ...history.otherChanges];
  const found = marks
    .filter(({ time }) => time >= job.start && time <= job.end)
    .flatMap((mark) =>
      lines.flatMap(({ item, unit, component, name, series }) => {
        if (!mark.components.includes(component)) return [];
        const others = changes.filter((each) => each !== mark && each.components.includes(component)).map(spanOf);
        const effect = effectOf({
          ...{ line: series, change: spanOf(mark), others, lookBack: lookBackOf(item) },
          ...{ end: Math.min(history.end, job.end), knownSince: Math.max(history.start, history.knownSince) },
        });
        if (!effect) return [];
        const { before, after, strength } = effect;
        const { what, time, request } = mark;
        const told = { item, unit, name, before, after, what, time, ...defined({ request }) };
        return [{ told, strength, share: Math.abs(after - before) / Math.max(Math.abs(before), Math.abs(after)) }];
      }),
    );
  // Of lines that never move by themselves, all are infinitely strong.
  const order = found.sort((a, b) => (a.strength === b.strength ? b.share - a.share : b.strength - a.strength));
  return order.map(({ told }) => told);
}

function spanOf({ since, time }: ComponentChange): ChangeSpan {
  return { since: since ?? time, time };
}
