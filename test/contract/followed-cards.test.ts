import { type ChangeRequest, withFields } from '../../src/core/request/change-request.ts';
import type { FollowedEvent } from '../../src/core/request/events/followed-event.ts';
import { langs, verbatim } from '../../src/core/text/text.ts';
import { logMessage } from '../../src/slack/post/draw-forms.ts';
import { cardMessage } from '../../src/slack/request/card-view.ts';
import { aCard } from './cards.ts';
import { expectTaken } from './messages.ts';
import { oddTexts } from './odd.ts';

/** Cards that follow the platform's events about their calls, and the logs in the cards' threads. */

const since = 1_700_000_000_000;
const states: readonly FollowedEvent['state'][] = [
  'awaited',
  'running',
  'succeeded',
  'failed',
  'timed-out',
  'missing',
  'skipped',
];

function followed(names: readonly string[], looked: number): ChangeRequest {
  const components = names.map((name, n) => ({ id: `c${n}`, name }));
  const [step] = aCard.plan.steps;
  if (!step) throw new Error('no step');
  const events = components.map(({ id, name }, n): FollowedEvent => {
    const state = states[n % states.length] ?? 'running';
    const elsewhere = { event: `e${n}`, what: verbatim('Deploy'), by: name };
    return {
      component: id,
      name,
      before: [],
      event: `o${n}`,
      since,
      state,
      ...(n % 3 === 0 ? { elsewhere: [elsewhere] } : {}),
    };
  });
  return withFields(aCard, {
    state: 'running',
    risk: 'disrupt',
    plan: { ...aCard.plan, steps: [{ ...step, awaits: { components, types: ['x'], doing: verbatim('Deploying') } }] },
    run: { steps: [{ state: 'following', at: since, looked, events }] },
  });
}

const many = Array.from({ length: 100 }, (_, n) => `component-${n}-with-a-name-that-is-rather-long`);

describe.each(langs)('in %s', (lang) => {
  const drawn = (card: ChangeRequest) => cardMessage({ ...card, asker: { ...card.asker, lang } });

  test.each([
    ['one of each', states.map((state) => `web-${state}`)],
    ['a hundred', many],
    ['odd names', oddTexts],
  ])('%s: Slack takes the card', (_what, names) =>
    expectTaken(['message', 'update'], drawn(followed(names, since + 130_000))),
  );

  test('what needs attention comes first, and a long list is cut', () => {
    const { text } = drawn(followed(many, since + 130_000));
    expect(text.match(/^✗ /gm)?.length).toBeGreaterThan(10);
    expect(text).toMatch(lang === 'en' ? /… and 80 more/ : /另外 80 个/);
  });

  test.each([...oddTexts, 'x'.repeat(5_000)])('a log of %j', (text) => {
    const page = { lang, zone: 'UTC' };
    const log = { label: verbatim('Log'), operation: 'component.log', given: { component: ['c'], event: ['e'] } };
    for (const shown of [text, undefined])
      expectTaken(
        ['message'],
        logMessage({ shows: 'log', request: aCard, name: text || 'web', text: shown, log }, page),
      );
  });
});

describe('a card says each thing once, and only what is so', () => {
  const web = { component: 'c0', name: 'web', before: [], event: 'o0', since } satisfies Partial<FollowedEvent>;
  const api = { ...web, component: 'c1', name: 'api' };
  const status = { kind: 'moving', words: verbatim('◌ starting') } as const;

  function linesOf(state: ChangeRequest['state'], run: Partial<ChangeRequest['run']['steps'][number]>) {
    const card = followed(['web', 'api'], since);
    const [step] = card.plan.steps;
    const [first] = card.run.steps;
    if (!step || !first) throw new Error('no step');
    const steps = [{ ...first, state: 'done' as const, ...run }, { state: 'not-sent' as const }];
    const plan = { ...card.plan, steps: [{ ...step, says: verbatim('Stop web, api') }, step] };
    return cardMessage(withFields(card, { state, plan, run: { steps } })).text.split('\n');
  }

  test.each<
    [string, ChangeRequest['state'], Partial<ChangeRequest['run']['steps'][number]>, readonly string[], RegExp]
  >([
    [
      'a step that one of two components failed isn’t done',
      'failed',
      {
        events: [
          { ...web, state: 'failed' },
          { ...api, state: 'succeeded' },
        ],
      },
      ['⚠ Stop web, api: partly done', '✗ web: failed', '✓ api'],
      /✓ Stop/,
    ],
    [
      'what the platform took and then failed wasn’t refused',
      'failed',
      { state: 'failed', events: [{ ...web, state: 'failed' }] },
      ['✗ Stop web, api', '✗ web: failed'],
      /refused/,
    ],
    [
      'what didn’t begin is said of the step alone',
      'failed',
      { state: 'failed', why: verbatim('Nothing began.'), events: [{ ...web, state: 'missing' }] },
      ['✗ Stop web, api: Nothing began.'],
      /web: not started/,
    ],
    [
      'what is no longer followed isn’t shown as moving',
      'unknown',
      {
        state: 'unknown',
        looked: since + 1_740_000,
        events: [
          { ...web, state: 'running' },
          { ...api, state: 'awaited' },
        ],
      },
      ['? web: the platform hasn’t reported the end yet', '? api: the platform hasn’t reported the end yet'],
      /Deploying…|◌ api/,
    ],
    [
      'what someone else did meanwhile doesn’t say once more that the only component is done',
      'done',
      { events: [{ ...api, state: 'succeeded', elsewhere: [{ event: 'e1', what: verbatim('Deploy'), by: 'li' }] }] },
      ['⚠ Meanwhile on api, not part of this request: Deploy by li'],
      /✓ api/,
    ],
    [
      'nor once a person has ended the request without its end',
      'failed',
      { state: 'unknown', looked: since + 1_740_000, events: [{ ...web, state: 'running' }] },
      ['? web: the platform hasn’t reported the end yet'],
      /Deploying…/,
    ],
    [
      'nor is a status that was read last',
      'unknown',
      { state: 'unknown', events: [{ ...web, state: 'running', phase: 'settling', status }] },
      ['? web: ◌ starting when last read'],
      /▶/,
    ],
    [
      'a rollout that isn’t reported is the reason, not a line as well',
      'unknown',
      { state: 'unknown', why: verbatim('No rollout.'), events: [{ ...web, state: 'running', phase: 'lost' }] },
      ['? Stop web, api: No rollout.'],
      /web: built/,
    ],
  ])('%s', (_what, state, run, expected, never) => {
    const lines = linesOf(state, run);
    expect(lines).toEqual(expect.arrayContaining([...expected]));
    expect(lines.join('\n')).not.toMatch(never);
  });
});
