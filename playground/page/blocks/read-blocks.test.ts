import { describe, expect, test } from 'vitest';
import { readBlocks } from './read-blocks.ts';

const plain = (text: string) => ({ type: 'plain_text', text });
const one = (block: Record<string, unknown>) => readBlocks([block])[0];

describe('blocks', () => {
  test.each([
    ['divider', { type: 'divider' }],
    ['header', { type: 'header', text: plain('x') }],
    ['section', { type: 'section', text: plain('x') }],
    ['context', { type: 'context', elements: [plain('x')] }],
    ['actions', { type: 'actions', elements: [] }],
    ['image', { type: 'image', image_url: 'https://x.test/a.png', alt_text: 'a' }],
    ['input', { type: 'input', label: plain('x'), element: { type: 'plain_text_input', action_id: 'a' } }],
    ['text', { type: 'rich_text', elements: [] }],
    ['text', { type: 'markdown', text: 'x' }],
    ['table', { type: 'table', rows: [] }],
    ['table', { type: 'data_table', rows: [], caption: 'x' }],
    ['alert', { type: 'alert', text: plain('x') }],
    ['card', { type: 'card', title: plain('x') }],
    ['carousel', { type: 'carousel', elements: [] }],
    ['container', { type: 'container', title: plain('x'), child_blocks: [] }],
    ['fault', { type: 'hologram' }],
    ['fault', {}],
  ])('%s', (type, block) => {
    expect(one(block)?.type).toBe(type);
  });

  test('what cannot be drawn shows its JSON', () => {
    const block = one({ type: 'hologram', deep: { a: 1 } });
    expect(block?.type === 'fault' && block.what).toBe('block “hologram”');
    expect(block?.type === 'fault' && block.json).toContain('"a": 1');
  });

  test('a block without an id is named by its place', () => {
    expect(readBlocks([{ type: 'divider' }, { type: 'divider', block_id: 'b' }]).map(({ blockId }) => blockId)).toEqual(
      ['block-0', 'b'],
    );
  });

  test('pictures: the workspace’s own file, a web address, or nothing', () => {
    const src = (more: object) => {
      const block = one({ type: 'image', alt_text: 'a', ...more });
      return block?.type === 'image' ? block.src : undefined;
    };
    expect(src({ slack_file: { id: 'F0/../A' } })).toBe('/_page/files/F0%2F..%2FA');
    expect(src({ image_url: 'https://x.test/a.png' })).toBe('https://x.test/a.png');
    expect(src({ image_url: 'javascript:x' })).toBeNull();
  });
});

describe('elements', () => {
  const element = (given: Record<string, unknown>) => {
    const block = one({ type: 'actions', elements: [given] });
    return block?.type === 'actions' ? block.elements[0] : undefined;
  };

  test('a button', () => {
    const confirm = {
      title: plain('Sure?'),
      text: plain('x'),
      confirm: plain('Yes'),
      deny: plain('No'),
      style: 'danger',
    };
    expect(
      element({
        type: 'button',
        action_id: 'a',
        text: plain('Go'),
        style: 'primary',
        value: 'v',
        url: 'ftp://x',
        confirm,
      }),
    ).toEqual({
      type: 'button',
      actionId: 'a',
      confirm: {
        title: [{ kind: 'text', text: 'Sure?' }],
        text: [{ kind: 'paragraph', children: [{ kind: 'text', text: 'x' }] }],
        confirm: 'Yes',
        deny: 'No',
        danger: true,
      },
      text: [{ kind: 'text', text: 'Go' }],
      label: 'Go',
      style: 'primary',
      value: 'v',
      href: null,
    });
  });

  test.each([
    ['static_select', 'static', false],
    ['external_select', 'external', false],
    ['multi_external_select', 'external', true],
    ['users_select', 'users', false],
    ['multi_conversations_select', 'conversations', true],
    ['channels_select', 'channels', false],
  ])('%s', (type, source, many) => {
    expect(element({ type, action_id: 'a' })).toMatchObject({ type: 'select', source, many });
  });

  test.each([
    ['plain_text_input', 'plain'],
    ['url_text_input', 'url'],
    ['email_text_input', 'email'],
    ['number_input', 'number'],
    ['rich_text_input', 'rich'],
  ])('%s', (type, kind) => {
    expect(element({ type, action_id: 'a' })).toMatchObject({ type: 'text', kind });
  });

  test('a text dispatches on Enter unless told otherwise', () => {
    expect(element({ type: 'plain_text_input', action_id: 'a' })).toMatchObject({ on: ['on_enter_pressed'] });
    const config = { trigger_actions_on: ['on_character_entered'] };
    expect(element({ type: 'plain_text_input', action_id: 'a', dispatch_action_config: config })).toMatchObject({
      on: ['on_character_entered'],
    });
  });

  test('what is chosen at first', () => {
    const web = { text: plain('web'), value: 'w' };
    expect(element({ type: 'static_select', action_id: 'a', options: [web], initial_option: web })).toMatchObject({
      initial: [{ value: 'w', label: 'web' }],
    });
    expect(element({ type: 'users_select', action_id: 'a', initial_user: 'U1' })).toMatchObject({
      initial: [{ value: 'U1' }],
    });
    expect(element({ type: 'datetimepicker', action_id: 'a', initial_date_time: 1763683200 })).toMatchObject({
      initial: '1763683200',
    });
  });

  test('a file input is told, not hidden', () => {
    expect(element({ type: 'file_input', action_id: 'a' })).toMatchObject({
      type: 'fault',
      what: 'element “file_input”',
    });
  });
});
