import { createServer } from 'node:http';
import { WebClient } from '@slack/web-api';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createPeople } from './people.ts';

const members = ['U0ANN'];
let asked = 0;
/** A Slack whose channels have the members above, and whose user group S0GONE is an error. */
const server = createServer(async (request, response) => {
  asked += 1;
  let body = '';
  for await (const chunk of request) body += chunk;
  const gone = new URLSearchParams(body).get('usergroup') === 'S0GONE';
  response.setHeader('content-type', 'application/json');
  const user = { id: 'U0ANN', team_id: 'T0' };
  const found = { ok: true, members, users: members, user };
  response.end(JSON.stringify(gone ? { ok: false, error: 'no_such_subteam' } : found));
});
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => new Promise((resolve) => server.close(resolve)));
beforeEach(() => {
  asked = 0;
});

function peopleOf(groups: readonly string[]) {
  const address = server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  const client = new WebClient('xoxb-test', { slackApiUrl: `http://127.0.0.1:${port}/api/` });
  return createPeople({ client, now: () => 0, team: () => 'T0', self: () => 'U0BOT', groups });
}

test('a group that cannot be read says nothing of the others', async () => {
  const groupsOf = async (id: string, groups: readonly string[]) =>
    (await peopleOf(groups).actor({ ...someone, id }, 'C0SHOP')).groups;
  expect(await groupsOf('U0ANN', ['S0GONE', 'S0OPS'])).toEqual({ in: ['S0OPS'], unreadable: ['S0GONE'] });
  expect(await groupsOf('U0EVE', ['S0GONE', 'S0OPS'])).toEqual({ in: [], unreadable: ['S0GONE'] });
  expect(await groupsOf('U0ANN', ['S0OPS'])).toEqual(['S0OPS']);
});

test('a membership is kept for a while, but whoever has just joined is in the channel at once', async () => {
  const people = peopleOf([]);
  const isIn = async (id: string) => (await people.actor({ ...someone, id }, 'C0SHOP')).inChannel;
  expect([await isIn('U0ANN'), await isIn('U0ANN'), asked]).toEqual([true, true, 1]);
  expect([await isIn('U0BOB'), asked]).toEqual([false, 2]);
  members.push('U0BOB');
  expect([await isIn('U0BOB'), asked]).toEqual([true, 3]);
});

const someone = { id: '', name: '', lang: 'en', zone: 'UTC', standing: 'member' } as const;

test('nobody is read, and nothing kept, before the bot knows its workspace', async () => {
  const address = server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  const client = new WebClient('xoxb-test', { slackApiUrl: `http://127.0.0.1:${port}/api/` });
  let team = '';
  const people = createPeople({ client, now: () => 0, team: () => team, self: () => 'U0BOT', groups: [] });
  await expect(people.person('U0ANN')).rejects.toThrow();
  expect([people.known('U0ANN'), asked]).toEqual([undefined, 0]);
  team = 'T0';
  expect(await people.person('U0ANN')).toMatchObject({ standing: 'member' });
});
