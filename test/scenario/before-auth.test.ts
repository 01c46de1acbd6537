import { createServer } from 'node:http';
import { sign } from '../../playground/slack/delivery/deliver.ts';
import { type Portolan, startApp } from '../../src/app.ts';
import { createLogger } from '../../src/observability/logger.ts';
import { realWorld } from '../../src/real-world.ts';
import { freePort, listen } from '../recorded/listening.ts';
import { type Stage, startStage } from './stage.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** Starts a proxy for the simulated Slack that delays `auth.test`. Collects the methods that the bot calls. */
async function holdAuth(stage: Stage) {
  const called: string[] = [];
  let letGo: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const server = createServer((request, response) => {
    void (async () => {
      const method = (request.url ?? '').split('/').at(-1) ?? '';
      called.push(method);
      const pieces: Buffer[] = [];
      for await (const piece of request) pieces.push(Buffer.from(piece));
      if (method === 'auth.test') await held;
      const { authorization = '', 'content-type': type = '' } = request.headers;
      const reply = await fetch(`${stage.slack.apiUrl}${method}`, {
        method: 'POST',
        headers: { authorization, 'content-type': type },
        body: Buffer.concat(pieces),
      });
      response.writeHead(reply.status, { 'content-type': 'application/json' }).end(await reply.text());
    })();
  });
  const port = await listen(server);
  closing.push(async () => server.close());
  return { called, letGo, apiUrl: `http://127.0.0.1:${port}/` };
}

test.each(['http', 'socket'] as const)(
  'nothing is taken from Slack before auth.test has answered: %s',
  async (mode) => {
    const stage = await startStage({ mode });
    closing.push(() => stage.stop());
    await stage.bot().stop();
    const before = await holdAuth(stage);
    const port = await freePort();
    const lines: string[] = [];
    const log = createLogger({ level: 'warn', stream: { write: (line: string) => void lines.push(line) } });
    const starting: Promise<Portolan> = startApp(
      {
        ...stage.config,
        slack: { ...stage.config.slack, apiUrl: before.apiUrl },
        http: { ...stage.config.http, port },
      },
      realWorld(log),
    );
    closing.push(async () => (await starting).stop());
    const at = (path: string) => `http://127.0.0.1:${port}${path}`;
    await expect.poll(() => before.called).toEqual(['auth.test']);
    expect((await fetch(at('/healthz'))).status).toBe(200);
    expect((await fetch(at('/readyz'))).status).toBe(503);
    const seconds = Math.floor(Date.now() / 1_000);
    const team = stage.slack.workspace.team.id;
    const body = `command=%2Fregion&text=&user_id=U0MAYA&channel_id=C0SHOP&team_id=${team}&trigger_id=1`;
    const send = async () => {
      const response = await fetch(at('/slack/events'), {
        method: 'POST',
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          'x-slack-request-timestamp': String(seconds),
          'x-slack-signature': sign(stage.slack.bot.signingSecret, seconds, body),
        },
        body,
      });
      return response.status;
    };
    if (mode === 'http') expect(await send()).toBe(503);
    expect(before.called).toEqual(['auth.test']);
    before.letGo();
    const portolan = await starting;
    expect((await fetch(at('/readyz'))).status).toBe(200);
    if (mode === 'http') expect(await send()).toBe(200);
    else expect(before.called).toContain('apps.connections.open');
    await portolan.idle();
  },
);
