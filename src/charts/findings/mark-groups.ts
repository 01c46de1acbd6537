import { join, verbatim } from '../../core/text/text.ts';
import { plain } from '../chart-catalog.ts';
import type { ChartJob, ChartMark, ChartSummary, EffectSummary, MarkSummary } from '../data/job.ts';
import { cleanName } from '../data/reply.ts';
import { markMsg } from './mark-messages.ts';

/** Maximum number of marks in a picture. */
const maxMarks = 30;
const maxNamed = 2;
const minute = 60;
const day = 86_400;

/** Groups changes by the minute in which they began. */
export function marksOf(
  job: ChartJob,
  effects: readonly EffectSummary[],
): Required<Pick<ChartSummary, 'marks' | 'hiddenMarks'>> {
  const within = (job.marks ?? []).filter(({ time }) => time >= job.start && time <= job.end);
  const sorted = [...within].sort((a, b) => beginOf(a) - beginOf(b));
  const grouped = [...Map.groupBy(sorted, (each) => Math.floor(beginOf(each) / minute)).values()];
  const marks = grouped.map((group): MarkSummary => {
    const hasEffect = group.some((each) =>
      effects.some(({ whats, time: at }) => at === each.time && whats.includes(each.what)),
    );
    return {
      time: Math.min(...group.map(beginOf)),
      until: Math.max(...group.map(({ time }) => time)),
      label: labelOf(group, job.lang),
      ...(hasEffect ? { hasEffect } : {}),
      ...(group.some(({ isNamed }) => isNamed) ? { isNamed: true } : {}),
    };
  });
  const told = mostTelling(marks, maxMarks);
  return { marks: told, hiddenMarks: marks.filter((mark) => !told.includes(mark)).map(({ time }) => time) };
}

function beginOf({ since, time }: ChartMark): number {
  return since ?? time;
}

/** Keeps at most `count` marks: named ones, those with an effect, then those that are worth more, then the newest of each day, then the newest. Returns them by time. */
export function mostTelling(
  marks: readonly MarkSummary[],
  count: number,
  isWorthMore: (mark: MarkSummary) => boolean = () => false,
): readonly MarkSummary[] {
  const newest = marks.toReversed();
  const days = Map.groupBy(newest, ({ time }) => Math.floor(time / day)).values();
  const byWorth = new Set([
    ...newest.filter(({ isNamed }) => isNamed),
    ...newest.filter(({ hasEffect }) => hasEffect),
    ...newest.filter(isWorthMore),
    ...days.map(([last]) => last),
    ...newest,
  ]);
  const kept = new Set([...byWorth].slice(0, count));
  return marks.filter((mark) => kept.has(mark));
}

/** Returns a label such as `scale 3 → 5 · maya`. */
function labelOf(group: readonly ChartMark[], lang: ChartJob['lang']): string {
  const named = group.slice(0, maxNamed);
  const byWho = Map.groupBy(named, ({ who }) => who ?? '');
  const parts = [...byWho].map(([who, marks]) => {
    const whats = join([...new Set(marks.map(({ what }) => cleanName(what)))].map(verbatim), ', ');
    return who === '' ? whats : join([whats, verbatim(cleanName(who))], ' · ');
  });
  const more = group.length - named.length;
  return plain(join([...parts, ...(more > 0 ? [markMsg.moreChanges({ count: more })] : [])], '; '), lang);
}
