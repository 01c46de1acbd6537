import type { ChartJob } from '../../src/charts/data/job.ts';
import { readChart } from '../../src/charts/layout/chart.ts';
import { describe } from '../../src/charts/summary/describe.ts';
import { verdictOf } from '../../src/charts/summary/findings-text.ts';
import type { Problem } from '../../src/core/command/problem.ts';
import { overviewOf } from '../../src/operations/app/overview/overview.ts';
import { operations } from '../../src/operations/index.ts';
import { chartParamMsg } from '../../src/operations/shared/chart/chart-param-messages.ts';
import { contextRequest, shortcutsOf } from '../../src/operations/shared/find-operation.ts';
import { problemMessage } from '../../src/slack/answer/tell-problem.ts';
import type { Page } from '../../src/slack/blocks/blocks.ts';
import { chartMessage } from '../../src/slack/chart/chart-view.ts';
import { runsMessage } from '../../src/slack/follow/runs-view.ts';
import { planView } from '../../src/slack/form/plan-view.ts';
import type { HomeFacts } from '../../src/slack/home/home-facts.ts';
import { type HomeOverview, homeView } from '../../src/slack/home/home-view.ts';
import { incidentMessage } from '../../src/slack/incident/incident-view.ts';
import { verdictHeading } from '../../src/slack/post/slack-poster.ts';
import { cardMessage } from '../../src/slack/request/card-view.ts';
import { callsView, reasonView, reviewView } from '../../src/slack/request/request-actions.ts';
import { plain } from '../../src/slack/slack-catalog.ts';
import { aCard, cards } from '../contract/cards.ts';
import { incidentMessages, incidentNow } from '../contract/incident-messages.ts';
import { runMessages } from '../contract/run-messages.ts';
import { galleryCases } from '../gallery/gallery-cases.ts';
import { aReadPlace } from '../operations/read-place.ts';
import { unchanged } from './change-notes.ts';
import { type MessageSample, messageSample, modalSample, type SampleSection } from './message-sample.ts';

/** Returns the samples that don't belong to one operation: cards in every state, modals, problems, App Home, charts. */
export const fixedSections = (): readonly SampleSection[] => [
  { title: 'Cards', samples: cardSamples() },
  { title: 'Modals of cards', samples: modalSamples() },
  { title: 'Builds and deploys that are followed', samples: runSamples() },
  { title: 'Incidents', samples: incidentSamples() },
  { title: 'Problems of any command', samples: problemSamples() },
  { title: 'App Home', samples: homeSamples() },
  { title: 'Charts', samples: chartSamples() },
];

const cardSamples = (): readonly MessageSample[] =>
  Object.entries(cards).map(([name, card]) => ({
    name,
    shows: 'card',
    card,
    draw: ({ lang, zone }) => messageSample(cardMessage({ ...card, asker: { ...card.asker, lang, zone } })),
  }));

const runSamples = (): readonly MessageSample[] =>
  Object.entries(runMessages).map(([name, message]) => ({
    name,
    shows: 'answer',
    draw: (page) => messageSample(runsMessage(message, page)),
  }));

const incidentSamples = (): readonly MessageSample[] =>
  Object.entries(incidentMessages).map(([name, incident]) => ({
    name,
    shows: 'answer',
    draw: (page) => messageSample(incidentMessage({ ...incident, reader: page }, page, incidentNow)),
  }));

function modalSamples(): readonly MessageSample[] {
  const meta = { value: 'request:1', channel: 'C0SHOP', ts: '1700000000.000100' };
  return [
    { name: 'The exact calls', shows: 'modal', draw: (page) => modalSample(callsView(aCard, page)) },
    {
      name: 'The plan, before it is confirmed',
      shows: 'modal',
      draw(page) {
        const shown = { meta: { o: aCard.operation, plan: '' }, again: true, offers: [] };
        return modalSample(planView(aCard, shown, page));
      },
    },
    { name: 'Review, from App Home', shows: 'modal', draw: (page) => modalSample(reviewView(aCard, '', page)) },
    ...(['deny', 'break_glass'] as const).map(
      (what): MessageSample => ({
        name: what === 'deny' ? 'Denying' : 'Breaking the glass',
        shows: 'modal',
        draw: (page) => modalSample(reasonView(what, meta, aCard.plan.title, page)),
      }),
    ),
  ];
}

function problemSamples(): readonly MessageSample[] {
  const request = { operation: 'port.list', given: { component: ['web'] } };
  const setContext = contextRequest(operations, 'channel');
  const frame = { request, prefix: '', ...(setContext ? { setContext } : {}) };
  const problems: readonly (readonly [string, Problem])[] = [
    ['No context', { problem: 'no-context' }],
    ['An internal error', { problem: 'bug', reference: '0a1b2c3d' }],
  ];
  return problems.map(([name, problem]) => ({
    name,
    shows: 'problem',
    draw: (page) => messageSample(problemMessage(problem, frame, page)),
  }));
}

function homeSamples(): readonly MessageSample[] {
  const facts = ({ lang, zone }: Page, isEmpty: boolean): HomeFacts => {
    const setContext = contextRequest(operations, 'person');
    const all = Object.values(cards);
    return {
      person: { id: 'U0MAYA', name: 'maya', lang, zone, standing: 'member' },
      shortcuts: shortcutsOf(operations),
      ...(setContext ? { setContext } : {}),
      help: '/portolan help',
      requests: '/portolan requests',
      exposure: '/portolan exposure',
      waiting: isEmpty ? [] : all.filter(({ state }) => state === 'proposed').slice(0, 2),
      mine: isEmpty ? [] : all.filter(({ state }) => state === 'running'),
      recent: isEmpty ? [] : all.filter(({ state }) => state === 'done' || state === 'failed').slice(0, 3),
      contexts: isEmpty ? [] : [aCard.context],
      totals: { waiting: isEmpty ? 0 : undefined, mine: isEmpty ? 0 : 12, contexts: isEmpty ? 0 : 1, schedules: 0 },
      schedules: [],
      places: [],
      leftOut: [],
      stored: { temporaryAccess: [], done: [] },
      ...(isEmpty ? {} : { context: { place: aCard.context, isOwn: true } }),
      at: aCard.at,
    };
  };
  const overview = (isEmpty: boolean): HomeOverview => ({
    ...overviewOf({
      places: isEmpty ? [] : [aReadPlace(aCard.at)],
      temporaryAccess: [],
      done: [],
      now: aCard.at,
      late: false,
    }),
    isReading: false,
  });
  return [true, false].map((isEmpty) => ({
    name: isEmpty ? 'With nothing in it' : 'With requests',
    shows: 'home',
    draw: (page) => ({ kind: 'home', blocks: homeView(facts(page, isEmpty), overview(isEmpty), page).blocks }),
  }));
}

/** Translates the label of the earlier period, because the gallery's charts have only one language. */
function inLanguage(job: ChartJob, { lang, zone }: Page): ChartJob {
  const { comparison } = job;
  const label = plain(chartParamMsg.yesterday(), lang);
  return { ...job, lang, zone, ...(comparison ? { comparison: { ...comparison, label } } : {}) };
}

/** Returns charts as text. The alt text must contain everything that the picture shows. */
function chartSamples(): readonly MessageSample[] {
  // Skip charts with fifty lines: they show nothing new after thirty lines, and take 0.5 s.
  const cases = galleryCases().filter(({ name }) => !name.includes('fifty'));
  return cases.map(({ name, job }) => ({
    name,
    shows: 'chart',
    draw: (page) => {
      const chart = readChart(inLanguage(job, page));
      if ('fault' in chart) throw new Error(`${name}: ${chart.fault}`);
      const { summary } = chart;
      const description = describe(summary, page.lang, page.zone);
      const message = chartMessage(
        {
          description,
          summary,
          context: aCard.context,
          range: { last: (job.end - job.start) * 1_000 },
          ranges: ['1h', '6h', '24h', '7d'],
          isCompared: name.includes('compare'),
          zone: page.zone,
          asker: 'Ada',
          at: aCard.at,
          fileId: 'F0123456789',
          heading: summary.shifts && verdictHeading({ request: aCard, since: unchanged }, verdictOf(summary)),
        },
        page,
      );
      return { ...messageSample(message), alt: description.alt };
    },
  }));
}
