import { createServer } from 'node:http';
import { WebClient } from '@slack/web-api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPeople } from './people.ts';

const members = ['U0ANN'];
let asked = 0;
const server = createServer((_request, response) => {
  asked += 1;
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ ok: true, members }));
});
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => new Promise((resolve) => server.close(resolve)));

test('a membership is kept for a while, but whoever has just joined is in the channel at once', async () => {
  const address = server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  const client = new WebClient('xoxb-test', { slackApiUrl: `http://127.0.0.1:${port}/api/` });
  const people = createPeople({ client, now: () => 0, team: () => 'T0', self: () => 'U0BOT', groups: [] });
  const isIn = async (id: string) => (await people.somebody({ ...someone, id }, 'C0SHOP')).inChannel;
  expect([await isIn('U0ANN'), await isIn('U0ANN'), asked]).toEqual([true, true, 1]);
  expect([await isIn('U0BOB'), asked]).toEqual([false, 2]);
  members.push('U0BOB');
  expect([await isIn('U0BOB'), asked]).toEqual([true, 3]);
});

const someone = { id: '', name: '', lang: 'en', zone: 'UTC', standing: 'member' } as const;
