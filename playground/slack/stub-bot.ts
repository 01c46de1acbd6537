import { createServer } from 'node:http';
import { isJson, parseJson } from './json-values.ts';
import type { JsonRecord } from './page-protocol.ts';
import { type SimulatedSlack, type SlackOptions, startSlack } from './simulated-slack.ts';
import { readBody } from './slack-server.ts';

export type StubAnswer = { readonly status?: number; readonly body?: JsonRecord | string; readonly noRetry?: boolean };

export type Stubbed = {
  readonly slack: SimulatedSlack;
  readonly requests: { readonly body: JsonRecord; readonly headers: Readonly<Record<string, unknown>> }[];
  answer: (body: JsonRecord) => StubAnswer | Promise<StubAnswer>;
  readonly call: (method: string, args?: JsonRecord, token?: string) => Promise<JsonRecord>;
  readonly close: () => Promise<void>;
};

function decode(type: string, raw: string): JsonRecord {
  if (!type.startsWith('application/x-www-form-urlencoded')) return readObject(raw);
  const form = new URLSearchParams(raw);
  const payload = form.get('payload');
  return payload === null ? Object.fromEntries(form) : readObject(payload);
}

function readObject(raw: string): JsonRecord {
  const parsed = parseJson(raw);
  return isJson(parsed) ? parsed : {};
}

/** Starts the simulated Slack and the stub bot. `options` can change everything but the bot. */
export async function startStubbed(options: Partial<Omit<SlackOptions, 'bot'>> = {}): Promise<Stubbed> {
  const bot = { signingSecret: 'secret', botToken: 'xoxb-bot', appToken: 'xapp-app' };
  const slack = await startSlack({ ...options, bot });
  const server = createServer(async (request, response) => {
    const body = decode(request.headers['content-type'] ?? '', (await readBody(request)).toString('utf8'));
    stubbed.requests.push({ body, headers: request.headers });
    const answer = await stubbed.answer(body);
    const type = typeof answer.body === 'object' ? 'application/json' : 'text/plain';
    response.writeHead(answer.status ?? 200, {
      'content-type': type,
      ...(answer.noRetry ? { 'x-slack-no-retry': '1' } : {}),
    });
    response.end(typeof answer.body === 'object' ? JSON.stringify(answer.body) : (answer.body ?? ''));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  slack.bot.eventsUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/slack/events`;
  const stubbed: Stubbed = {
    slack,
    requests: [],
    answer: () => ({}),
    async call(method, args = {}, token = 'xoxb-bot') {
      const response = await fetch(`${slack.apiUrl}${method}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify(args),
      });
      return readObject(await response.text());
    },
    async close() {
      await slack.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return stubbed;
}
