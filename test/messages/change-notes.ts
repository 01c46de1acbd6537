import { changeMsg } from '../../src/changes/change-messages.ts';
import type { SinceChange } from '../../src/changes/request-drawn.ts';
import type { ChartSummary, ShiftSummary } from '../../src/charts/data/job.ts';
import { unitOf } from '../../src/charts/data/number-format.ts';
import { describe } from '../../src/charts/summary/describe.ts';
import { verdictOf } from '../../src/charts/summary/findings-text.ts';
import { incidentMsg } from '../../src/core/incident/incident-messages.ts';
import { type Text, verbatim } from '../../src/core/text/text.ts';
import { afterChangeMsg } from '../../src/operations/watch/evaluation/after-change-messages.ts';
import type { Message, Page } from '../../src/slack/blocks/blocks.ts';
import { type ChartMessage as ChartView, chartMessage } from '../../src/slack/chart/chart-view.ts';
import { verdictHeading } from '../../src/slack/post/slack-poster.ts';
import { aCard } from '../contract/cards.ts';

const restart = { ...aCard, plan: { ...aCard.plan, title: verbatim('Restart payments-web') } };
const minute = 60;
const end = 1_795_161_600;

function lineOf(item: string, name: string, is: ShiftSummary['is'] = 'usual', times = 1): ShiftSummary {
  return { item, unit: unitOf(item), name, before: 123.4, after: 123.4 * times, is };
}

const usual = [
  ...['web p99', 'web p95', 'web p50'].map((name) => lineOf('gateway_latency', name)),
  lineOf('gateway_requests', 'web'),
  { ...lineOf('gateway_errors', 'web'), before: 0.007_16, after: 0.000_02 },
  ...['web', 'web (2)'].flatMap((name) => ['cpu', 'memory', 'network'].map((item) => lineOf(item, name))),
];
const slower = usual.map((line) =>
  line.item === 'gateway_latency' ? { ...line, after: 370, is: 'clear' as const } : line,
);

const highMemory = usual.map((line) => {
  const passing = { from: end - 12 * minute, to: end - 5 * minute, peak: 980 };
  return line.item === 'memory' ? { ...line, passing } : line;
});

const [from, to] = [
  { at: (end - 30 * minute) * 1_000, show: 'time' },
  { at: (end - 16 * minute) * 1_000, show: 'time' },
] as const;
const linked = (label: Text) => ({ link: 'https://slack.test/p1', label });
const oom = verbatim('Killed, out of memory (OOMKilled)');
export const unchanged: SinceChange = { worse: [], again: [], unresolved: [], recovered: [], afterOther: [] };

/** Lines of notes after a change, and what is known of the time since. */
export const changeNotes: Readonly<Record<string, { lines: readonly ShiftSummary[] } & Partial<SinceChange>>> = {
  'as before': { lines: usual },
  slower: { lines: slower },
  unclear: { lines: [lineOf('cpu', 'web', 'unclear', 3)] },
  'too little data': { lines: [{ ...lineOf('cpu', 'web', 'unjudged'), after: null }] },
  recovered: {
    lines: usual,
    recovered: [
      changeMsg.runsAgain({ name: 'web' }),
      changeMsg.notAgain({ why: oom }),
      changeMsg.isResolved({ from, to, incident: linked(changeMsg.theIncident()) }),
    ],
  },
  'not resolved': {
    lines: slower,
    unresolved: [changeMsg.stillFiring({ at: from, incident: linked(changeMsg.theIncident()), now: to })],
    recovered: [changeMsg.allRunAgain({ name: 'web' })],
  },
  again: {
    lines: slower,
    again: [
      changeMsg.alsoBefore({
        says: changeMsg.incidentAt({ at: to, incident: linked(verbatim('web: response time above 500 ms')) }),
        from,
        to,
      }),
    ],
  },
  relapsed: {
    lines: usual,
    relapse: { recovered: from.at, again: to.at },
    unresolved: [changeMsg.isBack({ from, to: from, again: to, incident: linked(changeMsg.theIncident()) })],
    recovered: [changeMsg.runsAgain({ name: 'web' })],
  },
  'worse for a while': {
    lines: usual,
    worse: [changeMsg.isResolved({ from, to, incident: linked(verbatim('web: abnormal')) })],
    worseUntil: to.at,
  },
  'memory worse for a while': {
    lines: highMemory,
    worse: [afterChangeMsg.memory({ name: verbatim('web'), at: from })],
  },
  'memory high for a while': { lines: highMemory },
  'recovered, memory high for a while': { lines: highMemory, recovered: [changeMsg.runsAgain({ name: 'web' })] },
  'worse after another change': {
    lines: usual,
    afterOther: [
      changeMsg.afterNamed({
        says: changeMsg.incidentAt({ at: to, incident: linked(verbatim('web: abnormal')) }),
        change: incidentMsg.change({ what: linked(verbatim('deploy web')), by: 'Webhook', at: from }),
      }),
    ],
  },
  worse: {
    lines: usual,
    worse: ['abnormal', 'response time above 500 ms'].map((what) =>
      changeMsg.incidentAt({ at: { at: end * 1_000, show: 'time' }, incident: linked(verbatim(`web: ${what}`)) }),
    ),
  },
};

function summaryOf(lines: readonly ShiftSummary[]): ChartSummary {
  const items = [...new Set(lines.map(({ item }) => item))];
  return {
    title: 'web',
    start: end - 60 * minute,
    end,
    step: 15,
    panels: items.map((item, index) => ({ item, unit: unitOf(item), isDrawn: index < 2, coloured: 0, series: [] })),
    empty: null,
    leftOut: { components: [], withoutPoints: [], absent: [], items: [], points: 0 },
    shifts: { change: aCard.id, lines },
  };
}

/** Draws the note after a change. @param fileId absent: the note has no picture */
export function changeNote(name: string, page: Page, fileId?: string): Message {
  const { lines = [], ...since } = changeNotes[name] ?? {};
  const summary = summaryOf(lines);
  const heading = verdictHeading({ request: restart, since: { ...unchanged, ...since } }, verdictOf(summary));
  return drawn(summary, page, { heading, fileId });
}

const drawn = (summary: ChartSummary, page: Page, more: Pick<ChartView, 'heading' | 'fileId' | 'pictureHeight'> = {}) =>
  chartMessage(
    {
      ...{ description: describe(summary, page.lang, page.zone), summary, context: aCard.context },
      range: { from: (end - 60 * minute) * 1_000, to: end * 1_000 },
      ...{ ranges: ['1h', '6h', '24h', '7d'], isCompared: false, zone: page.zone, asker: 'maya', at: end * 1_000 },
      ...more,
    },
    page,
  );

/** Draws charts with all items, and numbers of very different size. */
export function chartTables(page: Page, pictureHeight?: number): readonly Message[] {
  const numbers = [
    { last: 0, mean: 0.007_16, max: 0.0487 },
    { last: 0.000_02, mean: 3, max: 41_000_000 },
    { last: 285, mean: 359, max: 12_345 },
  ];
  const items = [
    'gateway_latency',
    'gateway_requests',
    'gateway_errors',
    'cpu',
    'memory',
    'network',
    'request_time',
    'request',
  ];
  return numbers.map((each) => {
    const rest = {
      lastAt: 0,
      min: 0,
      minAt: 0,
      peakAt: 0,
      trend: 'steady',
      gaps: [],
      gapCount: 0,
      gapSeconds: 0,
    } as const;
    const series = [{ id: 'web', name: 'web p99', points: 20, ...rest, ...each }];
    const { shifts: _, ...summary } = summaryOf(usual);
    const panels = items.map((item) => ({ item, unit: unitOf(item), isDrawn: true, coloured: 1, series }));
    return drawn({ ...summary, panels }, page, { pictureHeight });
  });
}
