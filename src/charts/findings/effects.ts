import { present } from '../../core/defined.ts';
import type { ChartJob, ChartMark, ComponentChange, EffectSummary, Unit } from '../data/job.ts';
import { lookBackOf } from '../data/number-format.ts';
import type { Series } from '../data/series.ts';
import { type ChangeSpan, effectOf } from './effect.ts';

export interface HistoryLine {
  readonly item: string;
  readonly unit: Unit;
  /** Component id. */
  readonly component: string;
  readonly name: string;
  readonly series: Series;
}

/** If two changes are at most this many seconds apart, their effects can't be separated. */
const tooClose = 60;

/** Groups a component's marks. Marks too close together to be judged separately form one group. */
export function judgedTogether<Mark extends ComponentChange>(
  marks: readonly Mark[],
  component: string,
): readonly (readonly Mark[])[] {
  const groups: Mark[][] = [];
  const own = marks.filter(({ components }) => components.includes(component));
  for (const mark of own.toSorted((one, other) => one.time - other.time)) {
    const last = groups.at(-1);
    const end = last?.at(-1)?.time ?? Number.NEGATIVE_INFINITY;
    if (last && (mark.since ?? mark.time) - end <= tooClose) last.push(mark);
    else groups.push([mark]);
  }
  return groups;
}

export function spanOf(changes: readonly ComponentChange[]): ChangeSpan {
  return {
    since: Math.min(...changes.map(({ since, time }) => since ?? time)),
    time: Math.max(...changes.map(({ time }) => time)),
  };
}

export function effectsOf(job: ChartJob, lines: readonly HistoryLine[]): readonly EffectSummary[] {
  const { marks = [], history } = job;
  if (!history) return [];
  const changes: readonly ComponentChange[] = [...marks, ...history.otherChanges];
  const inRange = marks.filter(({ time }) => time >= job.start && time <= job.end);
  const found = lines.flatMap(({ item, unit, component, name, series }) => {
    const own = changes.filter(({ components }) => components.includes(component));
    return judgedTogether(inRange, component).flatMap((group) => {
      const others = own.filter((each) => group.every((one) => one !== each)).map((each) => spanOf([each]));
      const effect = effectOf({
        line: series,
        change: spanOf(group),
        others,
        lookBack: lookBackOf(item),
        end: Math.min(history.end, job.end),
        knownSince: Math.max(history.start, history.knownSince),
      });
      if (!effect) return [];
      const { before, after, strength } = effect;
      const told = { item, unit, name, before, after, ...toldOf(group) };
      return [{ told, strength, share: Math.abs(after - before) / Math.max(Math.abs(before), Math.abs(after)) }];
    });
  });
  // If lines never move without a change, their strength is infinite, so compare the share.
  const order = found.sort((a, b) => (a.strength === b.strength ? b.share - a.share : b.strength - a.strength));
  return order.map(({ told }) => told);
}

function toldOf(group: readonly ChartMark[]) {
  const people = new Set(group.map(({ who }) => who));
  const who = people.size === 1 ? group[0]?.who : undefined;
  return {
    whats: [...new Set(group.map(({ what }) => what))],
    time: spanOf(group).time,
    requests: present(group.map(({ request }) => request)),
    who,
  };
}
