import { describe, expect, test } from 'vitest';
import type { PageMessage, PagePerson, PageState, PageView } from '../../slack/page-protocol.ts';
import { readBlocks } from '../blocks/read-blocks.ts';
import type { DateViewer } from '../text/dates.ts';
import { allValues, fieldsOf, handInAll, keepKnown, withValue } from './forms.ts';
import { waitBefore } from './live.ts';
import { type Address, readAddress, writeAddress } from './page-address.ts';
import { createStore } from './page-store.ts';
import { mainOf, rowsOf, type Typed, threadOf } from './rows.ts';
import { share } from './structural-sharing.ts';
import { claimViews, viewsHere } from './tab-views.ts';
import { emptyUi } from './ui-state.ts';

const viewer: DateViewer = { zone: 'UTC', locale: 'en-GB', now: Date.parse('2026-11-20T12:00:00Z') };

function message(ts: string, more: Partial<PageMessage> = {}): PageMessage {
  return {
    channel: 'C1',
    ts,
    user: 'U1',
    text: '',
    blocks: [],
    files: [],
    threadTs: null,
    replies: 0,
    ephemeral: false,
    edited: false,
    at: Number(ts) * 1000,
    values: {},
    ...more,
  };
}

describe('rows', () => {
  const start = viewer.now / 1000 - 600;
  const ts = (seconds: number) => String(start + seconds);

  test('one author’s messages join, until somebody else, another day, or a thread comes between', () => {
    const messages = [
      message(ts(0)),
      message(ts(10)),
      message(ts(20), { user: 'U2' }),
      message(ts(30), { user: 'U2', ephemeral: true }),
      message(ts(40), { replies: 2 }),
      message(ts(50)),
      message(ts(500)),
    ];
    const rows = rowsOf(messages, [], [], viewer);
    expect(rows.flatMap((row) => (row.kind === 'message' ? [row.joined] : []))).toEqual([
      false,
      true,
      false,
      false,
      false,
      false,
      false,
    ]);
    expect(rows[0]?.kind).toBe('day');
  });

  test('a day line wherever the day changes', () => {
    const rows = rowsOf([message(ts(-86_400 * 2)), message(ts(0)), message(ts(5))], [], [], viewer);
    expect(rows.map(({ kind }) => kind)).toEqual(['day', 'message', 'day', 'message', 'message']);
  });

  test('what was typed goes when its message is there, and a reason is said once', () => {
    const typed: Typed = {
      id: 1,
      as: 'U1',
      channel: 'C1',
      threadTs: null,
      text: 'hello',
      at: viewer.now,
      state: 'sent',
      say: '',
      ts: '5',
    };
    expect(rowsOf([], [typed], [], viewer)).toHaveLength(2);
    expect(rowsOf([message('5')], [typed], [], viewer).some(({ kind }) => kind === 'typed')).toBe(false);
    const refused: Typed = { ...typed, ts: null, state: 'refused', say: 'no' };
    const notice = { id: 1, as: 'U1', channel: 'C1', say: 'no', at: viewer.now };
    const row = rowsOf([], [refused], [notice], viewer).find(({ kind }) => kind === 'typed');
    expect(row?.kind === 'typed' && row.typed.say).toBe('');
  });

  test('threads and what stands in the conversation', () => {
    const all = [message('1', { threadTs: '1', replies: 1 }), message('2', { threadTs: '1' }), message('3')];
    expect(mainOf(all).map((one) => one.ts)).toEqual(['1', '3']);
    expect(threadOf(all, '1').map((one) => one.ts)).toEqual(['1', '2']);
  });
});

describe('forms', () => {
  const plain = (text: string) => ({ type: 'plain_text', text });
  const input = (id: string, element: object) => ({ type: 'input', block_id: id, label: plain(id), element });
  const web = { text: plain('web'), value: 'w' };
  const blocks = readBlocks([
    input('a', { type: 'plain_text_input', action_id: 'x', initial_value: 'start' }),
    input('b', { type: 'multi_static_select', action_id: 'x', options: [web], initial_options: [web] }),
    { type: 'actions', block_id: 'c', elements: [{ type: 'button', action_id: 'go', text: plain('Go') }] },
  ]);

  test('typed before known before initial', () => {
    expect(allValues({}, {}, blocks)).toEqual({ a: { x: 'start' }, b: { x: ['w'] } });
    expect(allValues({}, { a: { x: 'known' } }, blocks).a).toEqual({ x: 'known' });
    expect(allValues(withValue({}, 'a', 'x', null), { a: { x: 'known' } }, blocks).a).toEqual({ x: null });
  });

  test('values under ids that are gone are forgotten', () => {
    const typed = { a: { x: 'mine' }, 'port@old': { y: '1' } };
    expect(keepKnown(typed, blocks)).toEqual({ a: { x: 'mine' } });
  });

  test('buttons hold no value', () => {
    expect(fieldsOf(blocks).map(({ blockId }) => blockId)).toEqual(['a', 'b']);
  });

  test('handing in copies', () => {
    expect(handInAll({ a: { x: ['1'] } })).toEqual({ a: { x: ['1'] } });
  });
});

describe('address', () => {
  const cases: readonly (readonly [string, Address])[] = [
    ['#/U0MAYA/C0SHOP', { as: 'U0MAYA', place: { channel: 'C0SHOP', thread: null } }],
    ['#/U0MAYA/C0SHOP/17.5', { as: 'U0MAYA', place: { channel: 'C0SHOP', thread: '17.5' } }],
    ['#/U0MAYA/home', { as: 'U0MAYA', place: { home: true } }],
    ['#/U0MAYA', { as: 'U0MAYA', place: null }],
    ['', { as: null, place: null }],
    ['#/<x>/../y', { as: null, place: null }],
  ];
  test.each(cases)('%s', (hash, address) => {
    expect(readAddress(hash)).toEqual(address);
    if (address.as !== null) expect(writeAddress(address.as, address.place)).toBe(hash);
  });
});

describe('sharing', () => {
  test('what did not change stays the same object', () => {
    const old = { list: [{ a: 1 }, { b: [2] }], other: 1 };
    const fresh = { list: [{ a: 1 }, { b: [3] }], other: 1 };
    const shared = share(old, fresh);
    expect(shared).toEqual(fresh);
    expect(shared.list[0]).toBe(old.list[0]);
    expect(shared.list[1]).not.toBe(old.list[1]);
    expect(share(old, structuredClone(old))).toBe(old);
  });

  test('lists that grew, keys that went', () => {
    expect(share([1], [1, 2])).toEqual([1, 2]);
    expect(share({ a: 1, b: 2 }, { a: 1 })).toEqual({ a: 1 });
  });
});

test('a store tells of changes, not of sameness', () => {
  const store = createStore(1);
  let told = 0;
  const stop = store.listen(() => {
    told += 1;
  });
  store.set((value) => value);
  store.set((value) => value + 1);
  stop();
  store.set((value) => value + 1);
  expect([told, store.get()]).toEqual([1, 3]);
});

test('waits grow and stop growing', () => {
  expect([0, 1, 2, 5, 99].map(waitBefore)).toEqual([400, 800, 1600, 8000, 8000]);
});

describe('a modal belongs to the tab in which its person acted', () => {
  const person = (id: string): PagePerson => ({
    ...{ id, name: id, realName: id, kind: 'member', locale: 'en-US', timeZone: 'UTC', initials: 'AA', hue: 0 },
  });
  const view = (id: string): PageView => ({
    ...{
      id,
      type: 'modal',
      callbackId: '',
      title: '',
      submit: null,
      close: null,
      blocks: [],
      hash: '',
      values: {},
      errors: {},
    },
  });
  const state = (me: string, ...views: readonly string[]): PageState => ({
    ...{ revision: 1, now: 0, team: { id: 'T', name: 'T', domain: 't' }, bot: { user: 'B', name: 'bot' }, people: [] },
    ...{ groups: [], channels: [], messages: {}, home: null, commands: [], shortcuts: [], faults: [] },
    ...{ me: person(me), views: views.map(view) },
  });
  const acted = { as: 'U1', at: 100_000 };

  test.each([
    ['opened by what was done here', acted, 101_000, ['V1']],
    ['opened long after what was done here', acted, 120_000, []],
    ['opened by somebody else’s action', { ...acted, as: 'U2' }, 101_000, []],
    ['open already when the tab was loaded', null, 101_000, []],
  ])('%s', (_what, last, now, shown) => {
    const server = state('U1', 'V1', 'V2');
    const tabViews = claimViews({ tabViews: [], acted: last }, server, now);
    expect(tabViews).toEqual(shown);
    expect(viewsHere({ ...emptyUi, server, tabViews }).map(({ id }) => id)).toEqual(
      shown.length > 0 ? ['V1', 'V2'] : [],
    );
  });

  test('one that is this tab’s stays so; one in its place has to be claimed again', () => {
    expect(claimViews({ tabViews: ['V1'], acted }, state('U1', 'V1'), 999_000)).toEqual(['V1']);
    expect(claimViews({ tabViews: ['V1'], acted }, state('U1'), 101_000)).toEqual(['V1']);
    expect(viewsHere({ ...emptyUi, server: state('U1', 'V9'), tabViews: ['V1'] })).toEqual([]);
  });
});
