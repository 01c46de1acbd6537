import fc from 'fast-check';
import { parseBody } from './slack-door.ts';
import { readEnvelope } from './slack-envelope.ts';

const command = { command: '/port', user_id: 'U1', channel_id: 'C1', team_id: 'T1' };
const press = { type: 'block_actions', user: { id: 'U1' }, team: { id: 'T1' }, actions: [{ action_id: 'a' }] };
const submit = {
  type: 'view_submission',
  user: { id: 'U1' },
  team: { id: 'T2' },
  view: { app_installed_team_id: 'T1' },
};
const event = { type: 'event_callback', event_id: 'Ev1', event: { type: 'app_mention', user: 'U1', channel: 'C1' } };

describe('what Slack sends', () => {
  test.each([
    [command, { kind: 'command', type: '/port', installations: ['T1'], user: 'U1', channel: 'C1' }],
    [
      { ...command, team_id: undefined, enterprise_id: 'E1' },
      { kind: 'command', installations: ['E1'] },
    ],
    [press, { kind: 'interaction', type: 'block_actions', installations: ['T1'] }],
    [
      { ...press, team: null, enterprise: { id: 'E1' } },
      { kind: 'interaction', installations: ['E1'] },
    ],
    [submit, { kind: 'interaction', type: 'view_submission', installations: ['T1'] }],
    [
      { ...event, team_id: 'T2' },
      { kind: 'event', type: 'app_mention', installations: ['T2'], channel: 'C1' },
    ],
    [
      { ...event, team_id: 'T2', authorizations: [{ team_id: 'T3' }, { team_id: 'T1', enterprise_id: 'E1' }] },
      { kind: 'event', installations: ['T3', 'T1'] },
    ],
    [{ type: 'url_verification', challenge: 'x' }, { kind: 'other' }],
    [{ ssl_check: '1', token: 'x' }, { kind: 'other' }],
    [{ type: 'something_new' }, { kind: 'other', installations: [] }],
  ])('%j', (body, expected) => expect(readEnvelope(body)).toMatchObject(expected));

  test.each([
    null,
    undefined,
    'text',
    7,
    [],
    {},
    { command: '/port' },
    { command: 7, user_id: 'U1', channel_id: 'C1' },
    { type: 'block_actions', user: { id: 'U1' }, actions: [] },
    { type: 'block_actions', user: { id: 'U1' }, actions: [null] },
    { type: 'block_actions', user: null, actions: [{}] },
    { type: 'view_submission', user: { id: 'U1' } },
    { type: 'view_submission', user: { id: 'U1' }, view: null },
    { type: 'event_callback', event_id: 'Ev1', event: null },
    { type: 'event_callback', event_id: 'Ev1', event: 'app_mention' },
    { type: 'url_verification' },
    { type: 'something_new', event: null },
  ])('%j is none', (body) => expect(readEnvelope(body)).toBeUndefined());

  test('no JSON makes it throw', () => fc.assert(fc.property(fc.jsonValue(), (body) => void readEnvelope(body))));
});

test('a body is JSON, a form, or JSON in a form', () => {
  const form = 'application/x-www-form-urlencoded';
  expect(parseBody('{"a":1}', 'application/json')).toEqual({ a: 1 });
  expect(parseBody('a=1&b=2', form)).toEqual({ a: '1', b: '2' });
  expect(parseBody('payload=%7B%22a%22%3A1%7D', form)).toEqual({ a: 1 });
  for (const [text, type] of [
    ['null', 'application/json'],
    ['payload=null', form],
  ] as const)
    expect(parseBody(text, type)).toBeNull();
  for (const [text, type] of [
    ['{', 'application/json'],
    ['', 'application/json'],
    ['payload={', form],
  ] as const)
    expect(parseBody(text, type)).toBeUndefined();
});
