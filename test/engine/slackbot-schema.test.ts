import type { AnyBlock } from '@slack/types';
import { describe, expect, test } from 'vitest';
import { isPublicAddress } from '../../src/mcp/slackbot-blocks.ts';
import { blockFault } from './slackbot-schema.ts';

const button = (more: object): AnyBlock => ({
  type: 'actions',
  elements: [
    {
      ...{ type: 'button', text: { type: 'plain_text', text: 'Ports' }, action_id: 'tool:list_ports', value: '{}' },
      ...more,
    },
  ],
});
const section = (text: string): AnyBlock => ({ type: 'section', text: { type: 'mrkdwn', text } });
const table = (rows: number, text: string): AnyBlock => ({
  type: 'table',
  rows: Array.from({ length: rows }, () => [{ type: 'raw_text', text }]),
});

describe('the blocks of a result for Slackbot', () => {
  test.each<[string, readonly AnyBlock[]]>([
    ['none', []],
    ['a section', [section('x')]],
    ['50 of them', Array.from({ length: 50 }, () => section('x'))],
    ['a table at its limits', [table(100, 'x'.repeat(100))]],
    ['a button that reads', [button({})]],
  ])('%s can be sent', (_case, blocks) => {
    expect(blockFault(blocks)).toBeUndefined();
  });

  test.each<[string, readonly AnyBlock[]]>([
    ['an empty text', [section('')]],
    ['51 of them', Array.from({ length: 51 }, () => section('x'))],
    ['two tables', [table(1, 'x'), table(1, 'x')]],
    ['a table that is too long', [table(100, 'x'.repeat(101))]],
    ['101 rows', [table(101, 'x')]],
    ['an empty cell', [table(1, '')]],
    ['a button that proposes', [button({ action_id: 'tool:propose_change' })]],
    ['a button that cancels', [button({ action_id: 'tool:cancel_request' })]],
    ['a button of a card', [button({ action_id: 'request.approve' })]],
    ['a button without an object', [button({ value: '' })]],
    ['a value that is too long', [button({ value: `{"a":"${'x'.repeat(2_000)}"}` })]],
    ['a link to a private address', [button({ action_id: 'open_card', value: undefined, url: 'https://10.0.0.1/x' })]],
    ['a picture', [{ type: 'image', image_url: 'https://a.example.com/x.png', alt_text: 'x' }]],
  ])('%s can’t', (_case, blocks) => {
    expect(blockFault(blocks)).toBeDefined();
  });

  test.each<[string, boolean]>([
    ['https://harbour.slack.com/archives/C1/p1', true],
    ['http://harbour.slack.com/', false],
    ['https://localhost/x', false],
    ['https://127.0.0.1/x', false],
    ['https://[::1]/x', false],
    ['https://web.shop.svc.cluster.local/', false],
    ['https://user@a.example.com/', false],
    ['data:text/html,x', false],
    ['', false],
  ])('the address %j is public: %s', (address, isPublic) => {
    expect(isPublicAddress(address)).toBe(isPublic);
  });
});
