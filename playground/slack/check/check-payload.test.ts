import { checkPayload, type PayloadFault, type PayloadKind } from './check-payload.ts';

const plain = (text: string) => ({ type: 'plain_text', text });
const mrkdwn = (text: string) => ({ type: 'mrkdwn', text });
const section = (text: string) => ({ type: 'section', text: mrkdwn(text) });
const button = (action_id: string, more: object = {}) => ({ type: 'button', action_id, text: plain('Go'), ...more });
const option = (value: string) => ({ text: plain(value), value });
const message = (...blocks: unknown[]) => ({ channel: 'C1', text: 'fallback', blocks });
const view = (blocks: unknown[], more: object = {}) => ({ type: 'modal', title: plain('T'), blocks, ...more });
const form = (...blocks: unknown[]) => view(blocks, { submit: plain('Go') });
const input = (element: object, more: object = {}) => ({ type: 'input', label: plain('L'), element, ...more });
const typed = { type: 'plain_text_input', action_id: 'a' };
const cell = (text: string) => ({ type: 'raw_text', text });
const table = (rows: number, cells: number, text = 'x') => ({
  type: 'table',
  rows: Array.from({ length: rows }, () => Array.from({ length: cells }, () => cell(text))),
});
const times = <T>(n: number, make: (index: number) => T) => Array.from({ length: n }, (_, index) => make(index));
const image = { type: 'image', alt_text: 'a chart' };

const good: [string, PayloadKind, unknown][] = [
  ['a plain message', 'message', { channel: 'C1', text: 'hi' }],
  ['a message that goes nowhere yet', 'message', { text: 'hi' }],
  ['50 blocks', 'message', message(...times(50, () => ({ type: 'divider' })))],
  ['text of 3000', 'message', message(section('x'.repeat(3000)))],
  ['a table at its limits', 'message', message(table(100, 20, 'xxxxx'))],
  ['a slack file', 'message', message({ ...image, slack_file: { id: 'F0123ABCD' } })],
  ['25 buttons', 'message', message({ type: 'actions', elements: times(25, (n) => button(`b${n}`)) })],
  ['an action in two blocks', 'message', message(...times(2, () => ({ type: 'actions', elements: [button('a')] })))],
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

const actions = (...elements: object[]) => ({ type: 'actions', elements });
const divider = { type: 'divider' };
const x = (n: number) => 'x'.repeat(n);
const select = (more: object) => actions({ type: 'static_select', ...more });
const unsure = { confirm: { title: plain('t'), text: plain('t'), confirm: plain('y') } };
const file = (more: object) => ({ ...image, slack_file: { id: 'F0123ABCD', ...more } });

/** Blocks of a message that Slack refuses as `invalid_blocks`: the blocks, the pointer, and a part of the reason. */
const badBlocks: [string, readonly unknown[], string, string][] = [
  ['51 blocks', times(51, () => divider), '', 'no more than 50'],
  ['unknown block', [{ type: 'nope' }], '/0/type', 'unsupported type: nope'],
  ['alert outside modals', [{ type: 'alert', text: plain('x') }], '/0/type', 'unsupported'],
  ['empty text object', [section('')], '/0/text/text', 'more than 0'],
  ['date in a link', [section('<https://a.test|until <!date^1^{time}|1:00>>')], '/0/text/text', 'in another'],
  ['text of 3001', [section(x(3001))], '/0/text/text', 'less than 3001'],
  ['header in mrkdwn', [{ type: 'header', text: mrkdwn('x') }], '/0/text/type', ''],
  ['header of 151', [{ type: 'header', text: plain(x(151)) }], '/0/text/text', ''],
  ['section without words', [{ type: 'section' }], '/0', 'text or fields'],
  ['11 fields', [{ type: 'section', fields: times(11, () => plain('x')) }], '/0/fields', ''],
  ['field of 2001', [{ type: 'section', fields: [plain(x(2001))] }], '/0/fields/0/text', ''],
  ['unknown key', [{ ...divider, style: 'x' }], '/0', 'invalid additional property: style'],
  ['repeated block_id', times(2, () => ({ ...section('a'), block_id: 'b' })), '/1/block_id', 'already exists'],
  ['repeated action_id', [actions(button('a'), button('a'))], '/0', 'already exists'],
  ['26 buttons', [actions(...times(26, (n) => button(`b${n}`)))], '/0/elements', ''],
  ['no button', [actions()], '/0/elements', ''],
  ['button text of 76', [actions(button('a', { text: plain(x(76)) }))], '/0/elements/0/text/text', ''],
  ['button value of 2001', [actions(button('a', { value: x(2001) }))], '/0/elements/0/value', ''],
  ['button style', [actions(button('a', { style: 'default' }))], '/0/elements/0/style', ''],
  ['text input in actions', [actions(typed)], '/0/elements/0/type', 'unsupported'],
  [
    'confirm without deny',
    [actions(button('a', unsure))],
    '/0/elements/0/confirm/deny',
    'missing required field: deny',
  ],
  ['image without alt_text', [{ type: 'image', image_url: 'https://a.test/x.png' }], '/0/alt_text', 'alt_text'],
  ['image with two sources', [{ ...file({}), image_url: 'https://a.test/x.png' }], '/0', 'exactly one'],
  ['file id', [file({ id: 'file-1' })], '/0/slack_file/id', ''],
  ['file id and url', [file({ url: 'https://a.test/x' })], '/0/slack_file', ''],
  ['11 context elements', [{ type: 'context', elements: times(11, () => mrkdwn('x')) }], '/0/elements', ''],
  ['101 options', [select({ options: times(101, (n) => option(`${n}`)) })], '/0/elements/0/options', ''],
  [
    'an initial option of no list',
    [select({ options: [option('a')], initial_option: option('b') })],
    '/0/elements/0/initial_option',
    'exactly match',
  ],
  ['option text of 76', [select({ options: [option(x(76))] })], '/0/elements/0/options/0/text/text', ''],
  [
    'option value of 76',
    [select({ options: [{ ...option('a'), value: x(76) }] })],
    '/0/elements/0/options/0/value',
    '',
  ],
  [
    '6 overflow entries',
    [actions({ type: 'overflow', options: times(6, (n) => option(`${n}`)) })],
    '/0/elements/0/options',
    '',
  ],
  ['101 rows', [table(101, 1)], '/0/rows', ''],
  ['21 cells', [table(1, 21)], '/0/rows/0', ''],
  ['an empty cell', [table(1, 1, '')], '/0/rows/0/0/text', ''],
  ['a table of 10,100 characters', [table(10, 10, x(101))], '', '10000'],
];

/** Modals that Slack refuses as `invalid_arguments`. */
const badViews: [string, object, string, string][] = [
  ['table in a modal', view([table(1, 1)]), '/blocks/0/type', 'unsupported'],
  ['input without submit', view([input(typed)]), '/submit', 'required'],
  ['title of 25', view([], { title: plain(x(25)) }), '/title/text', ''],
  ['101 blocks in a modal', view(times(101, () => divider)), '/blocks', ''],
  ['metadata of 3001', view([], { private_metadata: x(3001) }), '/private_metadata', ''],
  [
    'two focuses',
    form(...times(2, (n) => input({ ...typed, action_id: `a${n}`, focus_on_load: true }))),
    '/blocks/1',
    'focus',
  ],
  ['min over max', form(input({ ...typed, min_length: 5, max_length: 4 })), '/blocks/0/element', ''],
  ['number of no kind', form(input({ type: 'number_input' })), '/blocks/0/element/is_decimal_allowed', ''],
];

/** Payloads that Slack refuses: kind, payload, error code, pointer, and a part of the reason. */
const bad: [string, PayloadKind, unknown, string, string, string][] = [
  ...badBlocks.map(([name, blocks, path, why]): (typeof bad)[number] => {
    return [name, 'message', message(...blocks), 'invalid_blocks', `/blocks${path}`, why];
  }),
  ...badViews.map(([name, shown, path, why]): (typeof bad)[number] => {
    return [name, 'view', shown, 'invalid_arguments', path, why];
  }),
  ['no text', 'message', { channel: 'C1' }, 'no_text', '/text', ''],
  ['blank text', 'message', { channel: 'C1', text: '  ' }, 'no_text', '/text', ''],
  ['blocks as text', 'message', { channel: 'C1', text: 'x', blocks: '[]' }, 'invalid_blocks_format', '/blocks', ''],
  ['unknown argument', 'message', { channel: 'C1', text: 'x', thread: '1' }, 'invalid_arguments', '', 'thread'],
  ['two tables', 'message', message(table(1, 1), table(1, 1)), 'invalid_attachments', '/blocks/1', 'only_one_table'],
  ['13,005 characters', 'message', message(...times(5, () => section(x(2601)))), 'msg_blocks_too_long', '/blocks', ''],
  ['a long update', 'update', { channel: 'C1', ts: '1.000001', text: x(4001) }, 'msg_too_long', '/text', ''],
  ['a long update in Chinese', 'update', { text: '长'.repeat(1_334) }, 'msg_too_long', '/text', ''],
  ['an update that escaping makes long', 'update', { text: '&'.repeat(801) }, 'msg_too_long', '/text', ''],
  [
    'markdown beside text',
    'message',
    { text: 'x', markdown_text: 'y' },
    'markdown_text_conflict',
    '/markdown_text',
    '',
  ],
  ['a wrong thread', 'message', { channel: 'C1', text: 'x', thread_ts: 'abc' }, 'invalid_thread_ts', '/thread_ts', ''],
  ['a view of 251 KB', 'view', view(times(100, () => section(x(2600)))), 'view_too_large', '', ''],
  ['home with a title', 'home', { type: 'home', title: plain('x'), blocks: [] }, 'invalid_arguments', '', 'title'],
  ['101 answers', 'options', { options: times(101, (n) => option(`${n}`)) }, 'invalid_options', '/options', ''],
  ['both lists answered', 'options', { options: [], option_groups: [] }, 'invalid_options', '', ''],
  ['an ack with no errors', 'ack', { response_action: 'errors', errors: {} }, 'invalid_arguments', '/errors', ''],
  [
    'a bad view',
    'ack',
    { response_action: 'push', view: view([section('')]) },
    'invalid_arguments',
    '/view/blocks/0/text/text',
    '',
  ],
  ['a response without words', 'response_url', { response_type: 'ephemeral' }, 'no_text', '/text', ''],
  [
    'a deletion with text',
    'response_url',
    { delete_original: true, text: 'x' },
    'invalid_payload',
    '/delete_original',
    '',
  ],
];

describe('checkPayload', () => {
  it.each(good)('takes %s', (_name, kind, payload) => expect(checkPayload(kind, payload)).toEqual([]));

  it.each(bad)('refuses %s', (_name, kind, payload, error, path, why) =>
    expect(checkPayload(kind, payload)).toContainEqual({
      error,
      path,
      why: expect.stringContaining(why),
    } satisfies PayloadFault),
  );
});
