import type { AnyBlock, Button } from '@slack/types';
import { shortItemText } from '../../charts/data/item-messages.ts';
import type { ChartSummary } from '../../charts/data/job.ts';
import { rangeText, zoneClock } from '../../charts/data/zone.ts';
import { type Description, describe, shownTable } from '../../charts/summary/describe.ts';
import { findingsText, readersTimes } from '../../charts/summary/findings-text.ts';
import type { Range } from '../../core/command/answer.ts';
import type { Context } from '../../core/command/context.ts';
import { present } from '../../core/defined.ts';
import { parseDuration, printDuration } from '../../core/text/duration.ts';
import { durationText, rangeLengthText } from '../../core/text/duration-messages.ts';
import { join, type Lang, type Text, verbatim } from '../../core/text/text.ts';
import { visible } from '../../core/text/visible.ts';
import { offsetsText } from '../../core/text/zone-offset.ts';
import { contextText } from '../../operations/shared/place/known-contexts.ts';
import { actions, button, context, type Message, narrowTable, type Page, section } from '../blocks/blocks.ts';
import { blockLimits } from '../blocks/limits.ts';
import { cut, escapeMrkdwn, messageText, mrkdwn } from '../blocks/mrkdwn.ts';
import { phoneHeight } from '../blocks/phone-height.ts';
import { chartMsg } from './chart-messages.ts';

export interface ChartMessage {
  readonly fileId?: string;
  /** Height of the picture in points of a phone's screen. */
  readonly pictureHeight?: number;
  readonly description: Description;
  readonly summary: ChartSummary;
  readonly context: Context;
  readonly range: Range;
  readonly ranges: readonly string[];
  readonly isCompared: boolean;
  readonly schedules?: string;
  readonly consoleLink?: string;
  readonly zone: string;
  /** A name, not a mention: a chart notifies nobody. */
  readonly asker: string;
  readonly at: number;
  readonly schedule?: string;
  readonly heading?: Text;
}

export function chartMessage(chart: ChartMessage, page: Page): Message {
  const { heading, description } = chart;
  const said = heading && mrkdwn(heading, page.lang, page);
  return {
    text: messageText(present([said, escapeMrkdwn(description.text)])),
    blocks: fittingBlocks(chart, page),
  };
}

/** Maximum height of a note after a change, and height of its picture, in points of a phone's screen. */
export const [maxNoteHeight, notePicture] = [645, 290];

/** Maximum height of other charts: 1.3 of a phone's screen, without the message's author and time. */
export const maxChartHeight = 1_040;

/** Returns the height at which a phone shows a picture of this size. */
export function phonePicture({ width, height }: { readonly width: number; readonly height: number }): number {
  return Math.min(420, (328 * height) / width);
}

/** Height to which a picture's height is rounded up, because the lines of its header depend on the language. */
const pictureStep = 40;

/** Maximum number of rows that are kept in any case: one for each item in the picture, or for each named component. */
const maxNamedRows = 4;

/**
 * Draws as many rows as fit with the picture in each language, so that people with other languages see as many. Omits
 * findings, the last ones first, if a named component or an item in the picture would have no row.
 */
function fittingBlocks(chart: ChartMessage, page: Page): AnyBlock[] {
  const { pictureHeight = notePicture, summary, zone } = chart;
  const highest = Math.ceil(pictureHeight / pictureStep) * pictureStep;
  const room = summary.shifts ? maxNoteHeight - notePicture : maxChartHeight - highest;
  const drawn = summary.shifts ? 1 : summary.panels.filter(({ isDrawn }) => isDrawn).length;
  const least = Math.min(maxNamedRows, Math.max(1, drawn, summary.names?.length ?? 1));
  // Values that are as before say less than what was worse in between. Those of what is watched are shown in any case.
  const isWatched = summary.panels.some(({ thresholds = [] }) => thresholds.length > 0);
  const isPassing = !isWatched && summary.shifts?.lines.some(({ passing }) => passing) === true;
  const fits = (['en', 'zh'] as const).map((lang): ShownAmount => {
    const inLang = lang === page.lang ? chart : { ...chart, description: describe(summary, lang, zone) };
    const { table, findings } = inLang.description;
    for (const shown of sizes(table.rows.length, findings.length, least, isPassing)) {
      const others = chartBlocks(showing(inLang, shown, lang), { ...page, lang }).filter(
        ({ type }) => type !== 'image',
      );
      if (phoneHeight(others) <= room) return shown;
    }
    return { rows: 1, findings: 1 };
  });
  const [rows, findings] = [fits.map((each) => each.rows), fits.map((each) => each.findings)];
  return chartBlocks(showing(chart, { rows: Math.min(...rows), findings: Math.min(...findings) }, page.lang), page);
}

interface ShownAmount {
  readonly rows: number;
  readonly findings: number;
}

/** Returns what a message can show, most first. */
function sizes(rows: number, findings: number, least: number, mayLackRows: boolean): readonly ShownAmount[] {
  const fewest = Math.min(rows, least);
  return [
    ...Array.from({ length: rows - fewest + 1 }, (_, fewer) => ({ rows: rows - fewer, findings })),
    ...Array.from({ length: Math.max(0, findings - 1) }, (_, fewer) => ({
      rows: fewest,
      findings: findings - 1 - fewer,
    })),
    ...Array.from({ length: Math.max(0, fewest - 1) }, (_, fewer) => ({ rows: fewest - 1 - fewer, findings: 1 })),
    ...(mayLackRows ? [{ rows: 0, findings: 1 }] : []),
  ];
}

function showing(chart: ChartMessage, { rows, findings: said }: ShownAmount, lang: Lang): ChartMessage {
  const { description, summary, zone } = chart;
  const [table, findings] = [shownTable(summary, lang, zone, rows), description.findings.slice(0, said)];
  return { ...chart, description: { ...description, table, findings } };
}

function chartBlocks(chart: ChartMessage, page: Page): AnyBlock[] {
  const { description, summary } = chart;
  const blocks: AnyBlock[] = chart.heading === undefined ? [] : [section(chart.heading, page)];
  if (chart.fileId !== undefined && summary.empty === null) {
    blocks.push({
      type: 'image',
      slack_file: { id: chart.fileId },
      alt_text: cut(visible(description.alt), blockLimits.altText),
    });
  }
  if (summary.empty !== null) blocks.push(section(verbatim(description.text), page));
  else if (description.table.rows.length > 0) {
    blocks.push(numbersTable(description.table, page));
    if (!summary.shifts) blocks.push(...moreRows(chart).map((line) => context(line, page)));
  }
  const { findings } = description;
  // The heading after a change has moments in each reader's zone, so those of the findings are, too.
  const said = summary.shifts
    ? findingsText(summary, page.lang, readersTimes, findings.length)
    : findings.map(verbatim);
  if (said.length > 0) blocks.push(section(join(said, '\n'), page));
  const left = summary.empty === null ? description.left.map(verbatim) : [];
  const isCompared = summary.shifts !== undefined && description.table.rows.length > 0;
  const below = [...(isCompared ? [chartMsg.typical()] : []), ...moreRows(chart), ...left];
  if (summary.shifts) blocks.push(...(below.length > 0 ? [context(join(below), page)] : []));
  else blocks.push(...(left.length > 0 ? [context(join(left), page)] : []), context(stamp(chart, page.lang), page));
  blocks.push(...buttons(chart, page));
  return blocks;
}

/** Returns a table with one row per line of the chart. The button Numbers shows the hidden rows. */
function numbersTable({ columns, rows }: Description['table'], page: Page): AnyBlock {
  return narrowTable(
    columns.map(verbatim),
    rows.map((row) => row.map(verbatim)),
    page,
  );
}

function moreRows({ description: { table }, summary }: ChartMessage): readonly Text[] {
  if (table.hidden === 0) return [];
  // The modal has no values before and after a change.
  return [summary.shifts ? chartMsg.allInNumbers() : chartMsg.moreRows({ count: table.hidden })];
}

function stamp(chart: ChartMessage, lang: Lang): Text {
  const common = {
    context: contextText(chart.context),
    range: shownRange(chart.range, chart.zone, lang),
    step: durationText(chart.summary.step * 1_000),
    // The same clock and zone as in the picture.
    zone: offsetsText(zoneClock(chart.zone, chart.summary.start, chart.summary.end).offsets),
    at: { at: chart.at, show: 'time' as const, zone: chart.zone },
  };
  return chart.schedule === undefined
    ? chartMsg.stamp({ ...common, who: chart.asker })
    : chartMsg.scheduled({ ...common, who: chart.asker, id: chart.schedule });
}

/** Describes a range in the picture's zone, not the reader's. The stamp below the chart names the picture's zone. */
function shownRange(range: Range, zone: string, lang: Lang): Text {
  if ('last' in range) return chartMsg.last({ time: rangeLengthText(range.last) });
  const [from, to] = [range.from / 1_000, range.to / 1_000];
  return verbatim(rangeText(zoneClock(zone, from, to), from, to, lang));
}

/** Maximum number of ranges. On a phone, the first row has room for five buttons. */
const maxRanges = 4;

/** Ranges that a chart around a change offers: the whole note must fit on a phone's screen. */
const rangesAfter: readonly string[] = ['6h', '24h'];

function buttons(chart: ChartMessage, page: Page): readonly AnyBlock[] {
  const isAfter = chart.summary.shifts !== undefined;
  const now = 'last' in chart.range ? printDuration(chart.range.last) : undefined;
  const isShown = (range: string) => now === range || (range === '24h' && now === '1d');
  const isUsual = now === undefined || chart.ranges.some(isShown);
  const lengthOf = (range: string) => parseDuration(range) ?? 0;
  const all = isUsual ? chart.ranges : [...chart.ranges, now].toSorted((one, other) => lengthOf(one) - lengthOf(other));
  // Offer a longer range beside the shown one.
  const first = Math.max(0, all.findIndex(isShown) + 2 - maxRanges);
  const near = all.slice(Math.min(first, Math.max(0, all.length - maxRanges))).slice(0, maxRanges);
  const offered = isAfter ? chart.ranges.filter((range) => rangesAfter.includes(range)) : near;
  const ranges = offered.map((range) =>
    button(
      {
        actionId: `chart.range:${range}`,
        label: verbatim(range),
        accessibleLabel: chartMsg.showRange({ label: range, range: rangeLengthText(lengthOf(range)) }),
        ...(isShown(range) ? { style: 'primary' as const } : {}),
      },
      page,
    ),
  );
  const numbers = button({ actionId: 'chart.numbers', label: chartMsg.numbers() }, page);
  if (isAfter) return actions([...ranges, numbers, ...showItems(chart, page)]);
  const again = button({ actionId: 'chart.refresh', label: chartMsg.refresh() }, page);
  const { schedules, consoleLink: url } = chart;
  const more = present([
    numbers,
    button(
      chart.isCompared
        ? { actionId: 'chart.compare', label: chartMsg.stopComparing() }
        : { actionId: 'chart.compare', label: chartMsg.compare(), accessibleLabel: chartMsg.compareSays() },
      page,
    ),
    ...showItems(chart, page),
    schedules !== undefined &&
      button({ actionId: 'modal:schedule', label: chartMsg.schedule(), value: schedules }, page),
    url !== undefined && button({ actionId: 'chart.console', label: chartMsg.openConsole(), url }, page),
  ]);
  return [...actions([...ranges, again]), ...actions(more)];
}

function showItems({ summary }: ChartMessage, page: Page): readonly Button[] {
  const left = summary.panels.filter(({ isDrawn }) => !isDrawn);
  const [first] = left;
  if (!first || summary.empty !== null) return [];
  const label = left.length === 1 ? chartMsg.showItem({ item: shortItemText(first.item) }) : chartMsg.showAll();
  return [button({ actionId: 'chart.items', label, accessibleLabel: chartMsg.showSays({ label }) }, page)];
}
