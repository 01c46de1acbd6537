import { createServer } from 'node:http';
import { WebClient } from '@slack/web-api';
import { listen } from '../../../test/recorded/listening.ts';
import { createPeople } from './people.ts';

const members = ['U0ANN'];
/** Ids of people with unreadable profiles. */
let unreadable: readonly string[] = [];
let heldUntil = 0;
let broken: readonly string[] = [];
let isLarge = false;
/** Calls that the simulated Slack limits for thirty seconds. */
let limited: readonly string[] = [];
let guest = false;
let marks: object = {};
const calls: string[] = [];
let time = 0;

/**
 * All channels have `members`; a large channel always has more pages. U0BOB is in C0FAR, on the second page of his
 * conversations, and in D0BOB. The user group S0GONE is an error.
 */
function answer(method: string, args: URLSearchParams): object {
  if (broken.includes(method) || args.get('usergroup') === 'S0GONE') return { ok: false, error: 'internal_error' };
  const user = args.get('user');
  switch (method) {
    case 'conversations.members':
      return { ok: true, members, response_metadata: { next_cursor: isLarge ? 'more' : '' } };
    case 'users.conversations': {
      const second = args.get('cursor') === 'second';
      const channels = user === 'U0BOB' && second ? [{ id: 'C0FAR' }] : [{ id: 'C0OTHER' }];
      return { ok: true, channels, response_metadata: { next_cursor: second ? '' : 'second' } };
    }
    case 'conversations.open':
      return { ok: true, channel: { id: `D0${args.get('users')?.slice(2)}` } };
    case 'conversations.info':
      return { ok: true, channel: { is_member: args.get('channel') !== 'C0NOBOT' } };
    case 'users.info':
      if (user === 'U0NOBODY') return { ok: false, error: 'user_not_found' };
      if (unreadable.includes(user ?? '')) return { ok: false, error: 'internal_error' };
      return { ok: true, user: { id: user, team_id: 'T0', name: 'someone', is_restricted: guest, ...marks } };
    default:
      return { ok: true, users: members };
  }
}

const held: (() => void)[] = [];
const server = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  const method = request.url?.split('/').at(-1) ?? '';
  calls.push(method);
  const args = new URLSearchParams(body);
  response.setHeader('content-type', 'application/json');
  if (limited.includes(method)) response.writeHead(429, { 'retry-after': '30' });
  const answers = () => response.end(JSON.stringify(answer(method, args)));
  if (heldUntil === 0 || method !== 'users.info') {
    answers();
    return;
  }
  held.push(answers);
  if (held.length >= heldUntil) for (const each of held.splice(0)) each();
});
const port = await listen(server);
afterAll(() => new Promise((resolve) => server.close(resolve)));
beforeEach(() => {
  broken = [];
  limited = [];
  isLarge = false;
  guest = false;
  marks = {};
  time = 0;
  calls.length = 0;
  unreadable = [];
  heldUntil = 0;
});

function peopleOf(groups: readonly string[] = [], team = 'T0') {
  const slackApiUrl = `http://127.0.0.1:${port}/api/`;
  const client = new WebClient('xoxb-test', { slackApiUrl, retryConfig: { retries: 0 }, rejectRateLimitedCalls: true });
  return createPeople({ client, now: () => time, team: () => team, groups });
}
type People = ReturnType<typeof peopleOf>;

const someone = { id: '', name: '', lang: 'en', zone: 'UTC', standing: 'member' } as const;
const isIn = async (people: People, id: string, channel = 'C0SHOP') =>
  (await people.actor({ ...someone, id }, channel)).inChannel;

test('a group that cannot be read says nothing of the others', async () => {
  const groupsOf = async (id: string, groups: readonly string[]) =>
    (await peopleOf(groups).actor({ ...someone, id }, 'C0SHOP')).groups;
  expect(await groupsOf('U0ANN', ['S0GONE', 'S0OPS'])).toEqual({ in: ['S0OPS'], unreadable: ['S0GONE'] });
  expect(await groupsOf('U0EVE', ['S0GONE', 'S0OPS'])).toEqual({ in: [], unreadable: ['S0GONE'] });
  expect(await groupsOf('U0ANN', ['S0OPS'])).toEqual(['S0OPS']);
});

test.each<[object, string]>([
  [{ is_app_user: true }, 'member'],
  [{ is_app_user: true, is_admin: true, profile: { bot_id: '' } }, 'member'],
  [{ is_bot: true }, 'bot'],
  [{ profile: { bot_id: 'B0123ABCD' } }, 'bot'],
  [{ is_workflow_bot: true }, 'bot'],
  [{ is_connector_bot: true }, 'bot'],
])('%o: a %s. Who has authorized the app is no bot', async (given, standing) => {
  marks = given;
  expect((await peopleOf().person('U0ANN')).standing).toBe(standing);
});

test('a membership is kept for a minute, but someone who has just joined is in the channel at once', async () => {
  const people = peopleOf();
  expect([await isIn(people, 'U0ANN'), await isIn(people, 'U0ANN'), calls.length]).toEqual([true, true, 1]);
  expect([await isIn(people, 'U0BOB'), calls.length]).toEqual([false, 2]);
  members.push('U0BOB');
  expect([await isIn(people, 'U0BOB'), calls.length]).toEqual([true, 3]);
  members.pop();
  time += 60_000;
  expect([await isIn(people, 'U0BOB'), calls.length]).toEqual([false, 5]);
});

test('of a large channel the person’s own conversations decide, all pages of them', async () => {
  isLarge = true;
  const people = peopleOf();
  expect(await isIn(people, 'U0ANN', 'C0FAR')).toBe(true);
  expect(calls).not.toContain('users.conversations');
  expect(await isIn(people, 'U0BOB', 'C0FAR')).toBe(true);
  expect(await isIn(people, 'U0EVE', 'C0FAR')).toBe(false);
  broken = ['users.conversations'];
  expect(await isIn(people, 'U0EVE', 'C0FAR')).toBe('unreadable');
});

test('a failed reading is never a yes, and never kept', async () => {
  const people = peopleOf();
  broken = ['conversations.members', 'conversations.open'];
  expect(await isIn(people, 'U0ANN')).toBe('unreadable');
  expect(await isIn(people, 'U0ANN', 'D0ANN')).toBe('unreadable');
  broken = [];
  expect(await isIn(people, 'U0ANN')).toBe(true);
});

test('a limit of Slack’s is told with what is left of it, and only of what it keeps from being read', async () => {
  const people = peopleOf(['S0OPS']);
  limited = ['conversations.members'];
  expect(await people.actor({ id: 'U0ANN', standing: 'member' }, 'C0SHOP')).toEqual({
    person: { id: 'U0ANN', standing: 'member' },
    groups: ['S0OPS'],
    inChannel: 'unreadable',
    limitedMs: 30_000,
  });
  limited = ['usergroups.users.list', 'users.info'];
  time += 60_000;
  const { groups, ...rest } = await people.actor({ id: 'U0ANN', standing: 'member' }, 'C0SHOP');
  expect(groups).toEqual({ in: [], unreadable: ['S0OPS'], limitedMs: 30_000 });
  expect(rest).toEqual({ person: { id: 'U0ANN', standing: 'member' }, inChannel: true });
  await expect(people.person('U0ANN')).rejects.toMatchObject({ limitedMs: 30_000 });
});

test('the profile of someone who acts is at most a minute old, that of a candidate ten', async () => {
  const people = peopleOf();
  const candidates = async () => (await people.candidates({ users: ['U0ANN'] })).people;
  expect((await people.person('U0ANN')).standing).toBe('member');
  guest = true;
  time += 59_999;
  expect((await people.person('U0ANN')).standing).toBe('member');
  time += 1;
  expect([(await candidates())[0]?.standing, (await people.person('U0ANN')).standing]).toEqual(['member', 'guest']);
  guest = false;
  time += 599_999;
  expect((await candidates())[0]?.standing).toBe('guest');
  time += 1;
  expect((await candidates())[0]?.standing).toBe('member');
});

test('a profile that cannot be read, or read too early, is refused and not kept', async () => {
  broken = ['users.info'];
  const people = peopleOf();
  await expect(people.person('U0ANN')).rejects.toMatchObject({ name: 'ProfileUnreadable' });
  broken = [];
  expect((await people.person('U0ANN')).standing).toBe('member');
  await expect(peopleOf([], '').person('U0ANN')).rejects.toMatchObject({ name: 'ProfileUnreadable' });
});
