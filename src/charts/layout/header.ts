import type { Lang } from '../../core/text/text.ts';
import { dayWords, durationText, itemText, pictureWords } from '../data/picture-messages.ts';
import { offsetText, wallAt, type ZoneClock } from '../data/zone.ts';
import type { Chart } from './chart-data.ts';
import type { TextMark } from './picture.ts';
import { fitText, type Measure } from './text-fit.ts';
import { theme } from './theme.ts';

/** Between a title and its unit. */
const UNIT_GAP = 10;

function unitText(text: string, after: number): TextMark {
  const { name: size } = theme.size;
  return {
    x: theme.margin + after + UNIT_GAP,
    y: 40,
    text,
    size,
    weight: 400,
    ink: theme.quietInk,
    align: 'left',
    halo: 0,
  };
}

/** A moment of the zone's clock: `14:32`, or `20 Nov 14:32` where the day is needed. */
export function clockText(clock: ZoneClock, time: number, withDay: boolean, lang: Lang): string {
  const wall = wallAt(clock, time);
  const hours = `${String(wall.hour).padStart(2, '0')}:${String(wall.minute).padStart(2, '0')}`;
  return withDay ? `${dayWords[lang].date(wall)} ${hours}` : hours;
}

/** The range in words: the day once where both ends are on one day. */
export function rangeText(clock: ZoneClock, start: number, end: number, lang: Lang): string {
  const [from, to] = [wallAt(clock, start), wallAt(clock, end)];
  const words = dayWords[lang];
  const [first, last] = [clockText(clock, start, false, lang), clockText(clock, end, false, lang)];
  if (from.dayNumber === to.dayNumber) return `${words.full(from)} ${first} – ${last}`;
  const opening = from.year === to.year ? words.date(from) : words.full(from);
  return `${opening} ${first} – ${words.full(to)} ${last}`;
}

/**
 * Title and subtitle, from the picture's upper left corner. Names are shortened, what the platform measures is not.
 * @param unit of the only panel, written behind the title
 */
export function headerTexts(chart: Chart, clock: ZoneClock, measure: Measure, unit = ''): TextMark[] {
  const { job, panels, summary } = chart;
  const { title, subtitle, name } = theme.size;
  const behind = unit === '' ? 0 : measure(unit, name, 400) + UNIT_GAP;
  const width = theme.width - 2 * theme.margin - behind;
  const tail = panels.length === 1 ? ` · ${itemText(panels[0]?.summary.item ?? '', job.lang)}` : '';
  const names = new Set(panels.flatMap((panel) => panel.lines.map((line) => line.summary.name)));
  const only = names.size === 1 ? [...names][0] : undefined;
  const subject = only && only !== summary.title ? `${summary.title} · ${only}` : summary.title;
  const shownTail = fitText(tail, width * 0.6, title, 600, measure);
  const whole = `${subject}${shownTail}`;
  const shown =
    measure(whole, title, 600) <= width
      ? whole
      : `${fitText(subject, width - measure(shownTail, title, 600), title, 600, measure)}${shownTail}`;
  const zone = offsetText(clock);
  const parts = [
    rangeText(clock, job.start, job.end, job.lang),
    zone === job.zone ? zone : `${job.zone} ${zone}`,
    pictureWords[job.lang].step(durationText(job.step, job.lang)),
  ];
  if (summary.comparedWith !== undefined) {
    const { compared, notCompared } = pictureWords[job.lang];
    const hasEarlier = panels.some(({ lines }) => lines.some(({ earlier }) => earlier && earlier.times.length > 0));
    parts.splice(2, 1, (hasEarlier ? compared : notCompared)(summary.comparedWith));
  }
  const base = { x: theme.margin, align: 'left', halo: 0 } as const;
  const line = fitText(parts.join(' · '), width + behind, subtitle, 400, measure);
  return [
    { ...base, y: 40, text: shown, size: title, weight: 600, ink: theme.ink },
    ...(unit === '' ? [] : [unitText(unit, measure(shown, title, 600))]),
    { ...base, y: 67, text: line, size: subtitle, weight: 400, ink: theme.quietInk },
  ];
}
