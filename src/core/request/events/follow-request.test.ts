import { aPlan, aRequest, aRuling, aStep } from '../../../../test/sample-requests.ts';
import { plain } from '../../../slack/slack-catalog.ts';
import { verbatim } from '../../text/text.ts';
import { advance } from '../advance.ts';
import { type ChangeRequest, withFields } from '../change-request.ts';
import { failedPart } from '../follow-up.ts';
import type { Step } from '../plan.ts';
import type { RequestEvent, Transition } from '../transition.ts';
import { eventWait, logWait } from './follow-event.ts';
import type { FollowedEvent, NamedEvent } from './followed-event.ts';

const start = 1_000_000;
const text = verbatim('x');

const event = (id: string, state: NamedEvent['state'] = 'running', more: Partial<NamedEvent> = {}): NamedEvent => ({
  id,
  type: 'stop',
  state,
  since: start,
  ...more,
});

const awaiting = (component: string, more: Partial<FollowedEvent> = {}): FollowedEvent => ({
  component,
  name: component,
  before: ['old'],
  state: 'awaited',
  ...more,
});

const aStopOf = (ids: readonly string[], more: Partial<Step> = {}): Step =>
  aStep({
    call: { operation: 'operateComponents', method: 'POST', path: '/operations', body: { service_ids: [...ids] } },
    awaits: { components: ids.map((id) => ({ id, name: id })), types: ['stop'], doing: verbatim('Stopping') },
    ...more,
  });

function sentCard(...steps: readonly Step[]): ChangeRequest {
  const ids = steps[0]?.awaits?.components.map(({ id }) => id) ?? [];
  return aRequest(start, {
    plan: aPlan({ locks: ids, steps: [...steps] }),
    ruling: aRuling({ need: 'confirm', from: 'asker', maxOpen: 1, longestRun: 600_000 }),
    steps: steps.map((_, index) =>
      index === 0 ? { state: 'sent', at: start, events: ids.map((id) => awaiting(id)) } : { state: 'waiting' },
    ),
    started: start,
  });
}

function transitionOf(card: ChangeRequest, happens: RequestEvent, now: number): Transition {
  const result = advance(card, happens, now);
  if ('refusal' in result) throw new Error(plain(result.refusal, 'en'));
  return result;
}

const accepted = (card: ChangeRequest, more: object = {}): ChangeRequest =>
  transitionOf(card, { event: 'step-ended', step: 0, outcome: { outcome: 'accepted', status: 200, ...more } }, start)
    .request;

const reading = (
  pages: Readonly<Record<string, readonly NamedEvent[]>>,
  more: Partial<Extract<RequestEvent, { event: 'followed' }>> = {},
): RequestEvent => ({
  event: 'followed',
  step: 0,
  events: new Map(Object.entries(pages)),
  says: [],
  isAbandoned: false,
  ...more,
});

const tellsOf = ({ tells }: Transition) => tells.map(({ tell }) => tell);

const note = ({ tells }: Transition): string | undefined =>
  tells.flatMap((tell) => (tell.tell === 'note' ? [plain(tell.text, 'en')] : []))[0];

const logged = (...ids: readonly string[]) => ({ logs: new Map(ids.map((id) => [id, `${id}: exit 1`] as const)) });

describe('a step that awaits one event', () => {
  const card = accepted(sentCard(aStopOf(['web'])));

  test('its ids are recorded as soon as the platform has taken the call', () => {
    const { records, timers } = transitionOf(
      sentCard(aStopOf(['web', 'api'])),
      { event: 'step-ended', step: 0, outcome: { outcome: 'accepted', status: 200 } },
      start,
    );
    expect(records).toMatchObject([{ kind: 'step', outcome: 'following', details: { ids: 'web api' } }]);
    expect(timers).toEqual([{ kind: 'follow', at: start }]);
  });

  test('what the platform answered instead of yes is the reason', () => {
    const refused = accepted(sentCard(aStopOf(['web'])), { why: verbatim('The region failed.') });
    expect(note(transitionOf(refused, reading({ web: [] }), start + eventWait))).toBe('Failed: x. The region failed.');
  });

  test('the card is edited for the time that has passed at most every ten seconds', () => {
    let now = transitionOf(card, reading({ web: [event('new')] }), start + 1_000).request;
    const edits: number[] = [];
    for (let second = 2; second <= 200; second += 1) {
      const next = advance(now, reading({ web: [event('new')] }), start + second * 1_000);
      if ('refusal' in next) continue;
      edits.push(second);
      now = next.request;
    }
    expect(edits.slice(1).every((second, index) => second - (edits[index] ?? 0) >= 10)).toBe(true);
    expect(edits.filter((second) => second > 70)).toEqual([120, 180]);
  });
});

describe('a failure whose log isn’t there yet', () => {
  const card = accepted(sentCard(aStopOf(['web'])));
  const failed = { web: [event('new', 'failed', { said: 'It broke.' })] };

  test('is told three seconds later, with what there is then', () => {
    const failing = transitionOf(card, reading(failed), start + 5_000);
    expect([failing.request.state, tellsOf(failing)]).toEqual(['running', ['card']]);
    const again = transitionOf(failing.request, reading(failed, logged('new')), start + 6_000);
    expect(again.request.run.steps[0]?.events?.[0]?.cause).toEqual(
      expect.objectContaining({ with: { text: 'new: exit 1' } }),
    );
    const late = transitionOf(failing.request, reading(failed), start + 5_000 + logWait);
    expect(note(late)).toBe('Failed: x. web: failed. “It broke.”');
  });
});

test.each([
  ['running', 'This left web partly down: x.'],
  ['degraded', 'web was partly down afterwards, as before: x.'],
  [undefined, 'This left web partly down: x.'],
] as const)('a failed change of a component that was %s says what it changed: %s', (was, says) => {
  const awaits = { components: [{ id: 'web', name: 'web' }], types: ['stop'], doing: text };
  const card = aRequest(start, {
    plan: aPlan({ locks: ['web'], steps: [aStep({ awaits })] }),
    ruling: aRuling({ need: 'confirm', from: 'asker', maxOpen: 1, longestRun: 600_000 }),
    steps: [{ state: 'following', at: start, events: [awaiting('web', was && { was })] }],
    started: start,
  });
  const status = { kind: 'degraded', words: text } as const;
  const failed = reading({ web: [event('new', 'failed')] }, { ...logged('new'), statuses: new Map([['web', status]]) });
  expect(note(transitionOf(card, failed, start + 5_000))).toContain(says);
});

describe('a step of several components', () => {
  const card = accepted(sentCard(aStopOf(['web', 'api'])));

  test('each has its own outcome; some failed is partly done', () => {
    const pages = { web: [event('w', 'succeeded')], api: [event('a', 'failed')] };
    const failed = transitionOf(card, reading(pages, logged('a')), start + 9_000);
    const { request: ended, tells } = failed;
    expect(ended.state).toBe('failed');
    expect(ended.run.steps).toMatchObject([{ state: 'done', events: [{ state: 'succeeded' }, { state: 'failed' }] }]);
    expect(note(failed)).toBe('Partly done: x. api: failed. “a: exit 1”');
    expect(tells.filter(({ tell }) => tell === 'log')).toHaveLength(1);
    expect(failedPart(ended)?.components).toEqual(['api']);
  });

  test('the others go on while one has failed, and its log comes at once', () => {
    const pages = { web: [event('w')], api: [event('a', 'failed')] };
    const now = transitionOf(card, reading(pages, logged('a')), start + 9_000);
    expect(now.request.state).toBe('running');
    expect(tellsOf(now)).toEqual(['card', 'log']);
    const end = transitionOf(now.request, reading({ web: [event('w', 'succeeded')] }), start + 20_000);
    expect([end.request.state, tellsOf(end)]).toEqual(['failed', ['card', 'note']]);
  });

  test('one that the platform did not start is told by name', () => {
    const pages = { web: [event('w', 'succeeded')], api: [event('old')] };
    expect(note(transitionOf(card, reading(pages), start + eventWait))).toBe(
      'Partly done: x. api: not started by the platform',
    );
  });
});

describe('a step that must follow another', () => {
  const rest = { operation: 'component.start', given: { component: ['web'] } };
  const first = aStopOf(['web'], { rest, after: { runs: false } });
  const mustFollow = { otherwise: verbatim('web is stopped.'), label: verbatim('Start') };
  const sent = sentCard(first, aStopOf(['web'], { mustFollow }));
  const following = accepted(sent);
  const ended = { web: [event('new', 'succeeded')] };

  const isStopped = { statuses: new Map([['web', { kind: 'stopped', words: text } as const]]) };
  const stopped = transitionOf(following, reading(ended, isStopped), start + 3_000).request;
  const notSent = { outcome: 'not-sent', why: verbatim('No connection.') } as const;

  test('is tried again while it never left', () => {
    const again = transitionOf(stopped, { event: 'step-ended', step: 1, outcome: notSent }, start + 4_000);
    expect(again.request.run.steps[1]).toEqual({ state: 'waiting' });
    expect([again.timers, again.lease]).toEqual([[], 'release']);
  });

  test('goes on after a crash, also where only reading back tells of the step before', () => {
    const running = transitionOf(sent, { event: 'interrupted', shows: 'after', says: [] }, start + 200_000);
    expect(running.request).toMatchObject({
      state: 'running',
      run: { steps: [{ state: 'done' }, { state: 'waiting' }] },
    });
    const lost = transitionOf(sent, { event: 'interrupted', shows: 'unreadable', says: [] }, start + 200_000).request;
    expect(lost.run.steps.map(({ state }) => state)).toEqual(['unknown', 'waiting']);
    const late = transitionOf(lost, { event: 'observed', shows: 'after', says: [] }, start + 205_000);
    expect(late.request).toMatchObject({ state: 'running', run: { steps: [{ state: 'done' }, { state: 'waiting' }] } });
    const events = new Map([['web', [event('new')]]]);
    const recovered = transitionOf(lost, { event: 'recovered', step: 0, events }, start + 205_000);
    expect(recovered.request).toMatchObject({
      state: 'running',
      run: { steps: [{ state: 'following' }, { state: 'waiting' }] },
    });
    const over = transitionOf(
      withFields(lost, { run: { check: { n: 4, at: start } } }),
      { event: 'observed', shows: 'before', says: [] },
      start + 290_000,
    );
    expect(over.request).toMatchObject({
      state: 'failed',
      run: { steps: [{ state: 'failed' }, { state: 'not-sent' }] },
    });
  });
});
