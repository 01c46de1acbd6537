import { checkPayload } from '../../playground/slack/check/check-payload.ts';
import type { ChartSummary, SeriesSummary } from '../../src/charts/data/job.ts';
import { describe as describeChart } from '../../src/charts/summary/describe.ts';
import type { Answer, Part } from '../../src/core/command/answer.ts';
import type { RawArgs } from '../../src/core/command/params.ts';
import { type Choice, invalid, type Problem, refused } from '../../src/core/command/problem.ts';
import type { OverviewRow } from '../../src/operations/app/overview/overview.ts';
import { operations } from '../../src/operations/index.ts';
import { shortcutsOf } from '../../src/operations/shared/find-operation.ts';
import { answerMessage } from '../../src/slack/answer/answer-view.ts';
import { problemMessage } from '../../src/slack/answer/tell-problem.ts';
import { chartMessage } from '../../src/slack/chart/chart-view.ts';
import { lineView } from '../../src/slack/form/form-view.ts';
import { openFormBlocks } from '../../src/slack/form/open-form.ts';
import type { HomeFacts } from '../../src/slack/home/home-facts.ts';
import { type HomeOverview, homeView } from '../../src/slack/home/home-view.ts';
import { lineMessage } from '../../src/slack/interaction/responder.ts';
import { cards, many, titledCards } from './cards.ts';
import { buttonsIn, elementsIn, expectTaken } from './messages.ts';
import { oddText, oddTexts, pages } from './odd.ts';

const everywhere = ['message', 'update', 'ephemeral', 'response_url'] as const;
const context = { team: 'shop', region: 'east-1', app: '12', name: 'shop', appName: 'Shop' };

describe('answers', () => {
  const part = (kind: Part['part'], index: number): Part => {
    switch (kind) {
      case 'line':
      case 'note':
      case 'heading':
        return { part: kind, text: oddText(index) };
      case 'fields':
        return { part: kind, fields: many(index * 7, (at) => ({ label: oddText(at), value: oddText(at + index) })) };
      case 'table': {
        const row = (at: number) => many(1 + index, (cell) => oddText(at + cell));
        return { part: kind, columns: row(index), rows: many(index * 15, row) };
      }
      case 'forms':
        return {
          part: kind,
          label: oddText(index),
          operations: many(index * 30, (at) => ({ id: 'port.list', label: oddText(at) })),
        };
      case 'preformatted':
        return { part: kind, text: oddTexts.slice(index).join('\n') };
      case 'row':
        return {
          part: kind,
          text: oddText(index),
          menu: {
            given: { id: [oddTexts[index] ?? ''] },
            entries: many(index, (at) => ({
              label: oddText(at),
              operation: 'watch.pause',
              given: { for: [oddTexts[at] ?? ''] },
            })),
          },
        };
      case 'select':
        return {
          part: kind,
          label: oddText(index),
          operation: 'component.show',
          params: index % 3 ? ['component'] : ['component', 'port'],
          given: index % 2 ? { more: [oddTexts[index] ?? ''] } : {},
          options: many(index * 20, (at) => ({
            values: [`${oddTexts[at % oddTexts.length]}${at}`, String(at)],
            label: oddText(at),
          })),
          ...(index % 5 ? {} : { opens: 'modal' as const }),
        };
      case 'buttons':
        return {
          part: kind,
          buttons: many(index, (at) => ({
            label: oddText(at),
            operation: 'port.list',
            given: { component: [oddTexts[at] ?? ''] },
            ...(at % 2 ? { opens: 'modal' as const } : { style: 'danger' as const }),
          })),
        };
    }
  };
  const kinds = [
    'line',
    'note',
    'heading',
    'fields',
    'table',
    'preformatted',
    'row',
    'select',
    'forms',
    'buttons',
  ] as const;
  const answers: readonly Answer[] = [
    { title: oddText(0), parts: [] },
    { title: oddText(5), parts: [], share: false },
    ...kinds.flatMap((kind) => many(8, (index): Answer => ({ title: oddText(index), parts: [part(kind, index)] }))),
    ...many(3, (index) => ({
      title: oddText(index),
      parts: many(40, (at) => part(kinds[(at + index) % kinds.length] ?? 'line', at % 4)),
    })),
  ];
  const frames = [
    { at: 0, context, shareId: 'answer:1' },
    { at: 0, context, sharedBy: 'U0MAYA' },
    { at: 0, context: { ...context, appName: '长'.repeat(5_000) }, shareId: 'answer:2' },
    { at: 0 },
  ];

  test.each(answers.map((answer, index) => [index, answer] as const))('%i', (_index, answer) => {
    for (const page of pages)
      for (const frame of frames) {
        const message = answerMessage(answer, frame, page);
        expectTaken(everywhere, message);
        // The share button and the context remain even if other content is cut.
        if (frame.shareId && answer.share !== false)
          expect(buttonsIn(message.blocks).at(-1)).toEqual({ id: 'share', value: frame.shareId });
        if (frame.context === context) expect(JSON.stringify(message.blocks)).toContain('shop / east-1 / Shop #12');
      }
  });
});

describe('problems', () => {
  const choice = (index: number): Choice => ({ value: `c0de${index}`, label: oddTexts[index % oddTexts.length] ?? '' });
  const offer = (index: number) => ({
    label: oddText(index),
    operation: 'port.open',
    given: { component: [oddTexts[index % oddTexts.length] ?? ''], port: ['8080'] },
  });
  const problems: readonly Problem[] = [
    ...many(oddTexts.length, (index) => invalid('component', oddText(index))),
    { problem: 'invalid', faults: many(30, (index) => ({ param: index % 2 ? 'port' : '', why: oddText(index) })) },
    ...[0, 1, 5, 30].flatMap((count): readonly Problem[] => [
      { problem: 'unknown-name', param: 'component', why: oddText(count), nearest: many(count, choice) },
      { problem: 'unknown-name', param: 'in', typed: 'x', why: oddText(4), nearest: many(count, choice) },
      { problem: 'ambiguous', param: 'component', why: oddText(count), choices: many(count, choice) },
      refused(oddText(count), many(count, offer)),
    ]),
    { problem: 'no-context' },
    { problem: 'platform', why: oddText(5), canRetry: true, reference: 'x'.repeat(300) },
    { problem: 'platform', why: oddText(9), canRetry: false },
    { problem: 'bug', reference: '0a1b2c3d' },
  ];
  const givens: readonly RawArgs[] = [{}, { component: ['web'], port: ['80'] }, { component: ['x'.repeat(5_000)] }];

  test.each(problems.map((problem, index) => [index, problem.problem, problem] as const))(
    '%i %s',
    (_n, _k, problem) => {
      for (const page of pages)
        for (const given of givens)
          for (const operation of [undefined, ...operations.slice(0, 8)]) {
            const request = {
              operation: operation?.id ?? 'gone',
              given,
              in: 'shop/east-1/12',
              reason: oddTexts[4] ?? '',
            };
            const setContext = { operation: 'context.use', given: {} };
            const frame = { request, prefix: 'rb-', setContext, ...(operation ? { operation } : {}), choicesId: 'abc' };
            expectTaken(everywhere, problemMessage(problem, frame, page));
          }
    },
  );

  test('lines and forms that open by themselves', () => {
    for (const page of pages)
      for (const [index, text] of oddTexts.entries()) {
        const more = openFormBlocks({ operation: 'port.open', given: { component: [text] } }, page);
        const line = lineMessage(oddText(index), page, more);
        expectTaken(everywhere, line);
        expect(checkPayload('view', lineView(oddText(index), oddText(index), page))).toEqual([]);
      }
  });
});

describe('App Home', () => {
  const person = { id: 'U0MAYA', name: 'maya', lang: 'en', zone: 'UTC', standing: 'member' } as const;
  const facts = (count: number): HomeFacts => ({
    person,
    shortcuts: shortcutsOf(operations),
    setContext: { operation: 'context.use', given: { me: ['yes'] } },
    help: '/rb-portolan help',
    requests: '/rb-portolan requests',
    exposure: '/rb-portolan exposure',
    waiting: titledCards(count),
    mine: titledCards(count),
    recent: count === 0 ? [] : Object.values(cards),
    contexts: many(count, (index) => ({ ...context, name: oddTexts[index % oddTexts.length] ?? '' })),
    totals: { waiting: count > 4 ? undefined : count, mine: count * 2, contexts: count, schedules: count },
    schedules: [],
    places: [],
    leftOut: many(count, () => context),
    stored: { temporaryAccess: [], done: [] },
    ...(count === 0 ? {} : { context: { place: context, isOwn: count % 2 === 0 } }),
    at: 0,
  });

  const overview = (count: number): HomeOverview => {
    const row = (index: number): OverviewRow => ({
      text: oddText(index),
      button: {
        label: oddText(index),
        spoken: oddText(index),
        operation: 'port.close',
        given: { component: [oddTexts[index % oddTexts.length] ?? ''] },
        opens: 'modal',
        in: 'shop/east-1/12',
      },
    });
    const rows = many(count, row);
    return { open: rows, down: rows, certificates: rows, unread: many(count, oddText), isReading: count % 2 === 0 };
  };

  test('apps that are left out and don’t fit are counted', () => {
    const [page = expect.fail()] = pages;
    expect(JSON.stringify(homeView(facts(13), overview(0), page))).toMatch(/(, and 3 more|另外 3 个)/);
  });

  test('a change that was partly done has the mark of the audit log, and its app in short', () => {
    const named = { ...context, appName: 'shop' };
    const recent = ['failed partway', 'failed'].map((name) => ({ ...(cards[name] ?? expect.fail()), context: named }));
    const shown = JSON.stringify(homeView({ ...facts(0), recent }, overview(0), { lang: 'en', zone: 'UTC' }));
    expect(shown).toMatch(/◐ [^✗]*> · shop · [^✗]*✗ /);
    expect(shown).not.toContain('#12');
  });

  test.each([0, 1, 5, 20])('with %i requests of each kind', (count) => {
    for (const page of pages) {
      const view = homeView(facts(count), overview(count), page);
      expect(checkPayload('home', view)).toEqual([]);
      expectTaken([], view);
      for (const { element } of elementsIn(view.blocks)) expect(element.value).not.toBe('');
      // The help button and the time remain for any number of waiting requests.
      expect(JSON.stringify(view.blocks.slice(-2))).toContain('/rb-portolan help');
    }
  });
});

describe('charts', () => {
  const name = '<订单> & "co" \u202e';
  const aSeries = (index: number): SeriesSummary => ({
    id: `c0de${index}`,
    name: `${name.repeat(1 + (index % 3) * 40)}${index}`,
    points: 60,
    ...{
      last: 0.25,
      lastAt: 1_700_003_600,
      min: 0,
      minAt: 1_700_000_000,
      mean: 1e12,
      max: 1e15,
      peakAt: 1_700_000_060,
    },
    ...{ gaps: [{ from: 1_700_000_060, to: 1_700_000_180 }], gapCount: 1, gapSeconds: 120, trend: 'rising' as const },
  });
  const summary = (panels: number, lines: number, empty: ChartSummary['empty'] = null): ChartSummary => ({
    ...{ title: name, start: 1_700_000_000, end: 1_700_003_600, step: 60, empty },
    panels: many(panels, (index) => ({
      item: index === 0 ? 'request_time' : `<item ${index}>`,
      unit: 'ms' as const,
      isDrawn: true,
      series: many(lines, aSeries),
      coloured: 8,
    })),
    leftOut: { components: [name], withoutPoints: many(200, () => name), absent: [name], items: [name], points: 3 },
  });
  const crowded: ChartSummary = {
    ...summary(4, 8),
    panels: summary(4, 8).panels.map((panel) => ({
      ...panel,
      thresholds: many(6, (value) => ({
        value,
        beyond: many(8, () => ({ name, seconds: 60, since: 1_700_000_060, until: 1_700_000_120, stretches: 1 })),
      })),
    })),
    marks: many(30, (index) => ({
      time: 1_700_000_000 + index,
      until: 1_700_000_000 + index,
      label: name.repeat(9),
      effects: [{ item: 'request_time', unit: 'ms' as const, name, before: 1, after: 2 }],
    })),
    hiddenMarks: many(5, (index) => 1_700_000_000 + index),
  };
  const summaries = [
    summary(1, 1),
    summary(1, 50),
    summary(4, 50),
    summary(0, 0, 'no-series'),
    summary(1, 1, 'no-points'),
    crowded,
  ];
  const ranges = [{ last: 3_600_000 }, { last: 86_400_000 }, { from: 0, to: 3_600_000 }];

  test.each(summaries.map((each, index) => [index, each] as const))('%i', (_index, each) => {
    for (const page of pages)
      for (const range of ranges)
        for (const source of ['monitoring', 'raw'] as const)
          for (const more of [{}, { fileId: 'F0123456789' }, { schedule: 'x'.repeat(40) }]) {
            const description = describeChart(each, page.lang, page.zone);
            const base = {
              description,
              summary: each,
              context,
              range,
              ranges: ['1h', '6h', '24h', '7d'],
              isCompared: source === 'raw',
              zone: page.zone,
              asker: 'U0MAYA',
              source,
              at: 0,
            };
            const message = chartMessage({ ...base, ...more }, page);
            expectTaken(everywhere, message);
            const ids = elementsIn(message.blocks).map(({ element }) => element.action_id);
            const ours = ['chart.range:1h', 'chart.range:6h', 'chart.range:24h', 'chart.range:7d'];
            expect(ids).toEqual([...ours, 'chart.refresh', 'chart.numbers', 'chart.compare']);
            expect(message.text).not.toMatch(/<订单>|<item/);
          }
  });
});
