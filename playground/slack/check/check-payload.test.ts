import { describe, expect, it } from 'vitest';
import { checkPayload, type PayloadFault, type PayloadKind } from './check-payload.ts';

const plain = (text: string) => ({ type: 'plain_text', text });
const mrkdwn = (text: string) => ({ type: 'mrkdwn', text });
const section = (text: string) => ({ type: 'section', text: mrkdwn(text) });
const button = (actionId: string, more: object = {}) => ({
  type: 'button',
  action_id: actionId,
  text: plain('Go'),
  ...more,
});
const option = (value: string) => ({ text: plain(value), value });
const message = (...blocks: unknown[]) => ({ channel: 'C1', text: 'fallback', blocks });
const view = (blocks: unknown[], more: object = {}) => ({ type: 'modal', title: plain('T'), blocks, ...more });
const input = (element: object, more: object = {}) => ({ type: 'input', label: plain('L'), element, ...more });
const typed = { type: 'plain_text_input', action_id: 'a' };
const cell = (text: string) => ({ type: 'raw_text', text });
const table = (rows: number, cells: number, text = 'x') => ({
  type: 'table',
  rows: Array.from({ length: rows }, () => Array.from({ length: cells }, () => cell(text))),
});
const times = <T>(n: number, make: (index: number) => T) => Array.from({ length: n }, (_, index) => make(index));
const image = { type: 'image', alt_text: 'a chart' };

/** What passes. */
const good: [string, PayloadKind, unknown][] = [
  ['a plain message', 'message', { channel: 'C1', text: 'hi' }],
  ['a message that goes nowhere yet', 'message', { text: 'hi' }],
  ['50 blocks', 'message', message(...times(50, () => ({ type: 'divider' })))],
  ['text of 3000', 'message', message(section('x'.repeat(3000)))],
  ['a table at its limits', 'message', message(table(100, 20, 'xxxxx'))],
  ['a slack file', 'message', message({ ...image, slack_file: { id: 'F0123ABCD' } })],
  ['25 buttons', 'message', message({ type: 'actions', elements: times(25, (n) => button(`b${n}`)) })],
  [
    'the same action in two blocks',
    'message',
    message({ type: 'actions', elements: [button('a')] }, { type: 'actions', elements: [button('a')] }),
  ],
  ['a modal with an input', 'view', view([input(typed)], { submit: plain('Go') })],
  ['a modal of 100 blocks', 'view', view(times(100, () => ({ type: 'divider' })))],
  ['App Home', 'home', { type: 'home', blocks: [section('hello')] }],
  ['100 options', 'options', { options: times(100, (n) => option(`${n}`)) }],
  ['no options', 'options', { options: [] }],
  ['groups', 'options', { option_groups: [{ label: plain('g'), options: [option('a')] }] }],
  ['nothing acked', 'ack', ''],
  ['field errors', 'ack', { response_action: 'errors', errors: { port: 'Not a number' } }],
  ['a view acked', 'ack', { response_action: 'update', view: view([section('Reading…')]) }],
  ['delete_original alone', 'response_url', { delete_original: true }],
  ['a replacement', 'response_url', { replace_original: true, text: 'done' }],
];

/** What Slack refuses: kind, payload, its code, the pointer, a piece of the reason. */
const bad: [string, PayloadKind, unknown, string, string, string][] = [
  ['no text', 'message', { channel: 'C1' }, 'no_text', '/text', ''],
  ['blank text', 'message', { channel: 'C1', text: '  ' }, 'no_text', '/text', ''],
  ['blocks as text', 'message', { channel: 'C1', text: 'x', blocks: '[]' }, 'invalid_blocks_format', '/blocks', ''],
  [
    '51 blocks',
    'message',
    message(...times(51, () => ({ type: 'divider' }))),
    'invalid_blocks',
    '/blocks',
    'no more than 50',
  ],
  ['unknown block', 'message', message({ type: 'nope' }), 'invalid_blocks', '/blocks/0/type', 'unsupported type: nope'],
  [
    'alert outside modals',
    'message',
    message({ type: 'alert', text: plain('x') }),
    'invalid_blocks',
    '/blocks/0/type',
    'unsupported',
  ],
  ['table in a modal', 'view', view([table(1, 1)]), 'invalid_arguments', '/blocks/0/type', 'unsupported'],
  ['empty text object', 'message', message(section('')), 'invalid_blocks', '/blocks/0/text/text', 'more than 0'],
  [
    'text of 3001',
    'message',
    message(section('x'.repeat(3001))),
    'invalid_blocks',
    '/blocks/0/text/text',
    'less than 3001',
  ],
  [
    'header in mrkdwn',
    'message',
    message({ type: 'header', text: mrkdwn('x') }),
    'invalid_blocks',
    '/blocks/0/text/type',
    '',
  ],
  [
    'header of 151',
    'message',
    message({ type: 'header', text: plain('x'.repeat(151)) }),
    'invalid_blocks',
    '/blocks/0/text/text',
    '',
  ],
  ['section without words', 'message', message({ type: 'section' }), 'invalid_blocks', '/blocks/0', 'text or fields'],
  [
    '11 fields',
    'message',
    message({ type: 'section', fields: times(11, () => plain('x')) }),
    'invalid_blocks',
    '/blocks/0/fields',
    '',
  ],
  [
    'field of 2001',
    'message',
    message({ type: 'section', fields: [plain('x'.repeat(2001))] }),
    'invalid_blocks',
    '/blocks/0/fields/0/text',
    '',
  ],
  [
    'unknown key',
    'message',
    message({ type: 'divider', style: 'x' }),
    'invalid_blocks',
    '/blocks/0',
    'invalid additional property: style',
  ],
  ['unknown argument', 'message', { channel: 'C1', text: 'x', thread: '1' }, 'invalid_arguments', '', 'thread'],
  [
    'repeated block_id',
    'message',
    message({ ...section('a'), block_id: 'b' }, { ...section('a'), block_id: 'b' }),
    'invalid_blocks',
    '/blocks/1/block_id',
    'already exists',
  ],
  [
    'repeated action_id',
    'message',
    message({ type: 'actions', elements: [button('a'), button('a')] }),
    'invalid_blocks',
    '/blocks/0',
    'already exists',
  ],
  [
    '26 buttons',
    'message',
    message({ type: 'actions', elements: times(26, (n) => button(`b${n}`)) }),
    'invalid_blocks',
    '/blocks/0/elements',
    '',
  ],
  ['no button', 'message', message({ type: 'actions', elements: [] }), 'invalid_blocks', '/blocks/0/elements', ''],
  [
    'button text of 76',
    'message',
    message({ type: 'actions', elements: [button('a', { text: plain('x'.repeat(76)) })] }),
    'invalid_blocks',
    '/blocks/0/elements/0/text/text',
    '',
  ],
  [
    'button value of 2001',
    'message',
    message({ type: 'actions', elements: [button('a', { value: 'x'.repeat(2001) })] }),
    'invalid_blocks',
    '/blocks/0/elements/0/value',
    '',
  ],
  [
    'button style',
    'message',
    message({ type: 'actions', elements: [button('a', { style: 'default' })] }),
    'invalid_blocks',
    '/blocks/0/elements/0/style',
    '',
  ],
  [
    'text input in actions',
    'message',
    message({ type: 'actions', elements: [typed] }),
    'invalid_blocks',
    '/blocks/0/elements/0/type',
    'unsupported',
  ],
  [
    'confirm without deny',
    'message',
    message({
      type: 'actions',
      elements: [button('a', { confirm: { title: plain('t'), text: plain('t'), confirm: plain('y') } })],
    }),
    'invalid_blocks',
    '/blocks/0/elements/0/confirm/deny',
    'missing required field: deny',
  ],
  [
    'image without alt_text',
    'message',
    message({ type: 'image', image_url: 'https://a.test/x.png' }),
    'invalid_blocks',
    '/blocks/0/alt_text',
    'missing required field: alt_text',
  ],
  [
    'image with two sources',
    'message',
    message({ ...image, image_url: 'https://a.test/x.png', slack_file: { id: 'F0123ABCD' } }),
    'invalid_blocks',
    '/blocks/0',
    'exactly one',
  ],
  [
    'file id',
    'message',
    message({ ...image, slack_file: { id: 'file-1' } }),
    'invalid_blocks',
    '/blocks/0/slack_file/id',
    '',
  ],
  [
    'file id and url',
    'message',
    message({ ...image, slack_file: { id: 'F0123ABCD', url: 'https://a.test/x' } }),
    'invalid_blocks',
    '/blocks/0/slack_file',
    '',
  ],
  [
    '11 context elements',
    'message',
    message({ type: 'context', elements: times(11, () => mrkdwn('x')) }),
    'invalid_blocks',
    '/blocks/0/elements',
    '',
  ],
  [
    '101 options',
    'message',
    message({ type: 'actions', elements: [{ type: 'static_select', options: times(101, (n) => option(`${n}`)) }] }),
    'invalid_blocks',
    '/blocks/0/elements/0/options',
    '',
  ],
  [
    'an initial option of no list',
    'message',
    message({
      type: 'actions',
      elements: [{ type: 'static_select', options: [option('a')], initial_option: option('b') }],
    }),
    'invalid_blocks',
    '/blocks/0/elements/0/initial_option',
    'exactly match',
  ],
  [
    'option value of 76',
    'message',
    message({ type: 'actions', elements: [{ type: 'overflow', options: [option('x'.repeat(76))] }] }),
    'invalid_blocks',
    '/blocks/0/elements/0/options/0/text/text',
    '',
  ],
  [
    '6 overflow entries',
    'message',
    message({ type: 'actions', elements: [{ type: 'overflow', options: times(6, (n) => option(`${n}`)) }] }),
    'invalid_blocks',
    '/blocks/0/elements/0/options',
    '',
  ],
  ['two tables', 'message', message(table(1, 1), table(1, 1)), 'only_one_table_allowed', '/blocks/1', ''],
  ['101 rows', 'message', message(table(101, 1)), 'invalid_blocks', '/blocks/0/rows', ''],
  ['21 cells', 'message', message(table(1, 21)), 'invalid_blocks', '/blocks/0/rows/0', ''],
  ['an empty cell', 'message', message(table(1, 1, '')), 'invalid_blocks', '/blocks/0/rows/0/0/text', ''],
  [
    'a table of 10,100 characters',
    'message',
    message(table(10, 10, 'x'.repeat(101))),
    'invalid_blocks',
    '/blocks',
    '10000',
  ],
  [
    '13,005 characters',
    'message',
    message(...times(5, () => section('x'.repeat(2601)))),
    'msg_blocks_too_long',
    '/blocks',
    '',
  ],
  ['a long update', 'update', { channel: 'C1', ts: '1.000001', text: 'x'.repeat(4001) }, 'msg_too_long', '/text', ''],
  [
    'markdown beside text',
    'message',
    { channel: 'C1', text: 'x', markdown_text: 'y' },
    'markdown_text_conflict',
    '/markdown_text',
    '',
  ],
  ['a wrong thread', 'message', { channel: 'C1', text: 'x', thread_ts: 'abc' }, 'invalid_thread_ts', '/thread_ts', ''],
  ['input without submit', 'view', view([input(typed)]), 'invalid_arguments', '/submit', 'required'],
  ['title of 25', 'view', view([], { title: plain('x'.repeat(25)) }), 'invalid_arguments', '/title/text', ''],
  ['101 blocks in a modal', 'view', view(times(101, () => ({ type: 'divider' }))), 'invalid_arguments', '/blocks', ''],
  [
    'metadata of 3001',
    'view',
    view([], { private_metadata: 'x'.repeat(3001) }),
    'invalid_arguments',
    '/private_metadata',
    '',
  ],
  ['a view of 251 KB', 'view', view(times(100, () => section('x'.repeat(2600)))), 'view_too_large', '', ''],
  [
    'two focuses',
    'view',
    view(
      times(2, (n) => input({ ...typed, action_id: `a${n}`, focus_on_load: true })),
      { submit: plain('x') },
    ),
    'invalid_arguments',
    '/blocks/1',
    'focus',
  ],
  [
    'min over max',
    'view',
    view([input({ ...typed, min_length: 5, max_length: 4 })], { submit: plain('x') }),
    'invalid_arguments',
    '/blocks/0/element',
    '',
  ],
  [
    'number without is_decimal_allowed',
    'view',
    view([input({ type: 'number_input' })], { submit: plain('x') }),
    'invalid_arguments',
    '/blocks/0/element/is_decimal_allowed',
    '',
  ],
  ['home with a title', 'home', { type: 'home', title: plain('x'), blocks: [] }, 'invalid_arguments', '', 'title'],
  [
    '101 options answered',
    'options',
    { options: times(101, (n) => option(`${n}`)) },
    'invalid_options',
    '/options',
    '',
  ],
  ['both lists answered', 'options', { options: [], option_groups: [] }, 'invalid_options', '', ''],
  ['an ack with no errors', 'ack', { response_action: 'errors', errors: {} }, 'invalid_arguments', '/errors', ''],
  [
    'an ack with a bad view',
    'ack',
    { response_action: 'push', view: view([section('')]) },
    'invalid_arguments',
    '/view/blocks/0/text/text',
    '',
  ],
  ['a response without words', 'response_url', { response_type: 'ephemeral' }, 'no_text', '/text', ''],
  [
    'delete_original with words',
    'response_url',
    { delete_original: true, text: 'x' },
    'invalid_payload',
    '/delete_original',
    'only key',
  ],
];

describe('checkPayload', () => {
  it.each(good)('takes %s', (_name, kind, payload) => {
    expect(checkPayload(kind, payload)).toEqual([]);
  });

  it.each(bad)('refuses %s', (_name, kind, payload, error, path, why) => {
    expect(checkPayload(kind, payload)).toContainEqual({
      error,
      path,
      why: expect.stringContaining(why),
    } satisfies PayloadFault);
  });
});
