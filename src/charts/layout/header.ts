import { join, type Text, verbatim } from '../../core/text/text.ts';
import { offsetsText } from '../../core/text/zone-offset.ts';
import { plain } from '../chart-catalog.ts';
import { itemText } from '../data/item-messages.ts';
import { rangeText, type ZoneClock } from '../data/zone.ts';
import { fitText, inLines, type Measure } from '../text/text-fit.ts';
import type { Chart } from './chart-data.ts';
import { type LineForm, type TextMark, textMark } from './picture.ts';
import { pictureMsg } from './picture-messages.ts';
import { theme } from './theme.ts';

const TITLE = 44;
const FIRST_LINE = TITLE + 38;
/** Distance from the last line's baseline to the content below. */
const BELOW = 20;

/** Forms and marks of a picture, which its header explains. */
interface Encodings {
  readonly forms: readonly LineForm[];
  readonly hasStripes: boolean;
  readonly hasBend: boolean;
  readonly hasChanging: boolean;
}

/** Positions the texts from the upper left corner of the picture. */
export function headerTexts(
  chart: Chart,
  clock: ZoneClock,
  measure: Measure,
  drawn: Encodings,
): { readonly texts: readonly TextMark[]; readonly height: number } {
  const { job } = chart;
  const width = theme.width - 2 * theme.margin;
  const range = `${rangeText(clock, job.start, job.end, job.lang)} (${offsetsText(clock.offsets)})`;
  const widthOf = (text: string) => measure(text, theme.size.text, 400);
  const lines = inLines([range, ...encodingTexts(chart, drawn)], ' · ', width, widthOf);
  const x = theme.margin;
  const texts = [
    textMark({ x, y: TITLE, text: titleText(chart, width, measure), size: theme.size.title, weight: 600 }),
    ...lines.map((text, row) => textMark({ x, y: FIRST_LINE + row * theme.textRow, text, ink: theme.quietInk })),
  ];
  return { texts, height: FIRST_LINE + (lines.length - 1) * theme.textRow + BELOW };
}

/** Maximum number of names to measure. No title has room for more, and measuring thousands would take seconds. */
const maxNames = 100;

/** Returns as many names of drawn components as fit, or the app's name if no component was requested by name. */
function titleText({ job, panels, summary }: Chart, width: number, measure: Measure): string {
  const widthOf = (text: string) => measure(text, theme.size.title, 600);
  const names = summary.names ?? [];
  if (names.length > 0) {
    for (let count = Math.min(names.length, maxNames); count > 0; count -= 1) {
      const some = names.slice(0, count);
      // Check this first, because it is cheap and most candidates don't fit even without separators.
      if (widthOf(some.join('')) > width) continue;
      const text = plain(namesText(some, names.length - count), job.lang);
      if (widthOf(text) <= width) return text;
    }
    // Not even one name fits, so shorten it and keep the count.
    const more = plain(namesText([''], names.length - 1), job.lang);
    const [first = ''] = names;
    return `${fitText(first, width - widthOf(more), widthOf)}${more}`;
  }
  const isOfLines = panels.every((panel) => !panel.summary.isMerged);
  const lines = new Set(panels.flatMap((panel) => panel.lines.map((line) => line.summary.name)));
  const only = isOfLines && lines.size === 1 ? [...lines][0] : undefined;
  const fullTitle = only && only !== summary.title ? `${summary.title} · ${only}` : summary.title;
  return fitText(fullTitle, width, widthOf);
}

/** Writes a list of names, and how many more there are. */
export function namesText(names: readonly string[], more: number): Text {
  const all = names.map(verbatim);
  if (more > 0) return pictureMsg.namesAndMore({ names: join(all, ', '), en: more, zh: names.length + more });
  const [last = verbatim(''), ...others] = all.toReversed();
  return others.length === 0 ? last : pictureMsg.names({ names: join(others.reverse(), ', '), last });
}

/** Returns texts that explain unusual lines: stretches of samples instead of single samples, dashed lines, and stripes, and explains a bend of an axis. */
function encodingTexts(
  { job, panels, summary }: Chart,
  { forms, hasStripes, hasBend, hasChanging }: Encodings,
): string[] {
  const texts: Text[] = [];
  // A median has a label beside it, so it is explained here only if there is no other line.
  const byLine = Map.groupBy(panels, ({ summary: { isMerged } }, index) =>
    isMerged ? 'median' : forms[index] === 'max' ? 'max' : 'mean',
  );
  const isAlone = byLine.size === 1 || (byLine.size === 2 && byLine.has('median'));
  const lines = (['mean', 'max'] as const).flatMap((kind) => {
    const items = byLine.get(kind)?.map((panel) => itemText(panel.summary.item));
    if (!items) return [];
    const line = pictureMsg[kind]();
    return [kind === 'mean' || isAlone ? line : pictureMsg.lineOf({ line, items: join(items, ', ') })];
  });
  const line = lines.length > 0 ? join(lines, ', ') : pictureMsg.median();
  if (!forms.includes('samples')) texts.push(pictureMsg.band({ line }));
  if (hasBend) texts.push(pictureMsg.bend());
  if (hasStripes) texts.push(pictureMsg.stripe());
  if (hasChanging) texts.push(pictureMsg.changing());
  if (summary.comparedWith !== undefined) {
    const hasEarlier = panels.some(({ lines }) => lines.some(({ earlier }) => earlier && earlier.times.length > 0));
    texts.push((hasEarlier ? pictureMsg.compared : pictureMsg.notCompared)({ label: summary.comparedWith }));
  }
  return texts.map((text) => plain(text, job.lang));
}
