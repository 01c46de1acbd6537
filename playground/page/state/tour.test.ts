import { describe, expect, test } from 'vitest';
import type { PageMessage } from '../../slack/page-protocol.ts';
import { actionsIn, afterAction, afterChange, readTour, startTour, type TourProgress, wordsFor } from './tour.ts';

function message(ts: string, actions: readonly string[], more: Partial<PageMessage> = {}): PageMessage {
  const elements = actions.map((action_id) => ({ type: 'button', action_id }));
  return {
    channel: 'C1',
    ts,
    user: 'UBOT',
    text: '',
    blocks: [{ type: 'actions', elements }],
    files: [],
    threadTs: null,
    replies: 0,
    ephemeral: false,
    edited: false,
    at: 0,
    values: {},
    ...more,
  };
}

const typed = (text: string, tour: TourProgress = startTour) =>
  afterAction(tour, { kind: 'typed', as: 'U1', text }).done;

describe('the tour', () => {
  test.each([
    ['/component', ['look']],
    ['/rb-component web', ['look']],
    ['/portolan region', ['look']],
    ['/port open api 8000', []],
    ['hello', []],
  ])('%s', (text, done) => {
    expect(typed(text)).toEqual(done);
  });

  test('a picture is a chart', () => {
    const chart = message('1', [], { blocks: [{ type: 'image' }] });
    expect(afterChange(startTour, [chart], 'U1').done).toEqual(['chart']);
    expect(afterChange(startTour, [{ ...chart, threadTs: '0' }], 'U1').done).toEqual([]);
  });

  test('from the card to its undo', () => {
    const asked = afterChange(startTour, [message('1', ['request.approve', 'request.deny'])], 'U1');
    expect(asked).toMatchObject({ done: ['ask'], asked: { ts: '1', by: 'U1', channel: 'C1' } });
    const running = afterChange(asked, [message('1', [])], 'U2');
    expect(running.done).toEqual(['ask']);
    const approved = afterChange(running, [message('1', ['request.undo'])], 'U2');
    expect(approved.done).toEqual(['ask', 'approve']);
    const pressed = afterAction(approved, { kind: 'pressed', as: 'U2', actionId: 'request.undo', ts: '1' });
    // The port is still open while its undo waits, runs or is canceled.
    const asking = afterChange(pressed, [message('1', ['request.undo']), message('2', ['request.approve'])], 'U2');
    expect(asking).toMatchObject({ done: ['ask', 'approve'], undo: '2' });
    const going = afterChange(asking, [message('1', ['request.undo']), message('2', ['request.calls'])], 'U2');
    expect(going.done).toEqual(['ask', 'approve']);
    const undone = afterChange(going, [message('1', ['request.undo']), message('2', ['request.undo'])], 'U2');
    expect(undone.done).toEqual(['ask', 'approve', 'undo']);
  });

  test('temporary access that is closed early is undone when it is closed', () => {
    const asked = afterChange(startTour, [message('1', ['request.approve'])], 'U1');
    const approved = afterChange(asked, [message('1', ['request.close_now'])], 'U1');
    const pressed = afterAction(approved, { kind: 'pressed', as: 'U1', actionId: 'request.close_now', ts: '1' });
    expect(afterChange(pressed, [message('1', ['request.close_now'])], 'U1').done).toEqual(['ask', 'approve']);
    expect(afterChange(pressed, [message('1', ['request.calls'])], 'U1').done).toEqual(['ask', 'approve', 'undo']);
  });

  test('a card that was cancelled gives way to the next', () => {
    const asked = afterChange(startTour, [message('1', ['request.approve'])], 'U1');
    const next = afterChange(asked, [message('1', []), message('2', ['request.approve'])], 'U1');
    expect(next.asked?.ts).toBe('2');
  });

  test('steps stand in their order whatever came first', () => {
    const chart = message('1', [], { blocks: [{ type: 'image' }] });
    expect(typed('/region', afterChange(startTour, [chart], 'U1'))).toEqual(['look', 'chart']);
  });

  test('actions are found wherever they stand', () => {
    expect(actionsIn([{ accessory: { action_id: 'a' } }, { elements: [{ action_id: 'b' }] }, 'x', null])).toEqual([
      'a',
      'b',
    ]);
  });

  test('words use the workspace’s own command names', () => {
    const commands = ['/rb-component', '/rb-monitor', '/rb-port'].map((command) => ({
      command,
      description: '',
      hint: '',
    }));
    expect(wordsFor('look', commands)).toBe('/rb-component');
    expect(wordsFor('ask', commands)).toMatch(/^\/rb-port open /);
    expect(wordsFor('undo', commands)).toBeNull();
    expect(wordsFor('chart', [])).toBeNull();
  });

  test.each([null, 'x', { done: ['nope', 3], asked: 5 }, {}])('an odd memory starts anew: %j', (kept) => {
    expect(readTour(kept)).toEqual(startTour);
  });
});
