import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import { type SimulatedPlatform, startPlatform } from '../../playground/platform/start-platform.ts';
import { type Delivery, encode, sign } from '../../playground/slack/delivery/deliver.ts';
import { startApp } from '../../src/app.ts';
import type { Config } from '../../src/config.ts';
import { defaultPolicy } from '../../src/core/policy/policy.ts';
import { Secret } from '../../src/core/text/secret.ts';
import { createLogger } from '../../src/observability/logger.ts';
import { realWorld } from '../../src/real-world.ts';
import { sharedCharts } from '../shared-charts.ts';
import { botToken, type Called, type EmulatedSlack } from './emulated.ts';

const signingSecret = 'emulated-signing-secret-0123456789';

/** The bot itself at the emulated Slack, and what Slack would send to it, signed. */
export interface EmulatedBot {
  readonly platform: SimulatedPlatform;
  /** Lines that the bot logged as errors. */
  readonly errors: readonly string[];
  /** Sends something, and gives the body of the acknowledgement once all work that follows it has ended. */
  send(delivery: Pick<Delivery, 'kind' | 'payload'>): Promise<unknown>;
  /** A slash command, as Slack would send it but without a response address. */
  slash(
    typed: string,
    from: { readonly user: string; readonly channel: string; readonly trigger?: string },
  ): Promise<unknown>;
  /** The press of a button of a message or view that was seen in a call. */
  press(actionId: string, on: Called, from: { readonly user: string; readonly trigger?: string }): Promise<unknown>;
  stop(): Promise<void>;
}

export async function startEmulatedBot(slack: EmulatedSlack): Promise<EmulatedBot> {
  const platform = await startPlatform({});
  const data = mkdtempSync(join(tmpdir(), 'portolan-'));
  const errors: string[] = [];
  const log = createLogger({ level: 'error', stream: { write: (line: string) => void errors.push(line) } });
  const app = await startApp(configOf(slack, platform, data), realWorld(log), sharedCharts());

  async function send(delivery: Pick<Delivery, 'kind' | 'payload'>): Promise<unknown> {
    const { type, body } = encode(delivery);
    const seconds = Math.floor(Date.now() / 1_000);
    const response = await fetch(`http://127.0.0.1:${app.port}/slack/events`, {
      method: 'POST',
      headers: {
        'content-type': type,
        'x-slack-request-timestamp': String(seconds),
        'x-slack-signature': sign(signingSecret, seconds, body),
      },
      body,
    });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`the bot answered ${response.status}`);
    await app.idle();
    return text === '' ? undefined : JSON.parse(text);
  }

  const common = (user: string) => ({
    user: { id: user, username: user, name: user, team_id: slack.team },
    team: { id: slack.team, domain: 'harbour' },
    api_app_id: slack.bot.app,
    is_enterprise_install: false,
  });
  return {
    platform,
    errors,
    send,
    async slash(typed, { user, channel, trigger }) {
      const [command = '', ...words] = typed.split(' ');
      const trigger_id = trigger ?? (await slack.trigger(user));
      const where = { team_id: slack.team, channel_id: channel, user_id: user, api_app_id: slack.bot.app };
      return send({ kind: 'slash_commands', payload: { ...where, command, text: words.join(' '), trigger_id } });
    },
    async press(actionId, on, { user, trigger }) {
      const found = buttonIn(on, actionId);
      const trigger_id = trigger ?? (await slack.trigger(user));
      const base = { type: 'block_actions', ...common(user), trigger_id, actions: [{ ...found, type: 'button' }] };
      return send({ kind: 'interactive', payload: { ...base, ...placeOf(on) } });
    },
    async stop() {
      await app.stop();
      await platform.close();
      rmSync(data, { recursive: true, force: true });
    },
  };
}

const Blocks = z.array(
  z.looseObject({ elements: z.array(z.looseObject({ action_id: z.string().optional() })).optional() }),
);
const View = z.looseObject({ blocks: Blocks });

function buttonIn({ args }: Called, actionId: string) {
  const blocks = args.view === undefined ? Blocks.parse(args.blocks) : View.parse(args.view).blocks;
  const found = blocks.flatMap(({ elements }) => elements ?? []).find((element) => element.action_id === actionId);
  if (!found) throw new Error(`no button ${actionId}`);
  return found;
}

const Posted = z.looseObject({
  channel: z.string().optional(),
  ts: z.string().optional(),
  message_ts: z.string().optional(),
});

function placeOf({ method, args, answer }: Called) {
  const posted = Posted.parse(answer);
  const ts = posted.ts ?? posted.message_ts;
  const channel = posted.channel ?? args.channel;
  const container = {
    type: 'message',
    message_ts: ts,
    channel_id: channel,
    is_ephemeral: method === 'chat.postEphemeral',
  };
  return { channel: { id: channel, name: 'shop' }, container, ...(container.is_ephemeral ? {} : { message: { ts } }) };
}

function configOf(slack: EmulatedSlack, platform: SimulatedPlatform, data: string): Config {
  return {
    slack: {
      mode: 'http',
      signingSecret: new Secret(signingSecret),
      botToken: new Secret(botToken),
      apiUrl: slack.apiUrl,
    },
    consoleUrl: undefined,
    commandPrefix: '',
    language: undefined,
    platform: {
      url: platform.url,
      token: new Secret(platform.token),
      authHeader: 'Authorization',
      authPrefix: '',
      dialect: 'auto',
      readTimeoutMs: 10_000,
      monitorTimeoutMs: 30_000,
      writeTimeoutMs: 80_000,
    },
    context: { team: 'shop', region: 'east-1', app: '12' },
    store: { engine: 'sqlite', directory: data },
    audit: { current: undefined, previous: [], retentionMs: undefined },
    policy: defaultPolicy,
    policyFile: undefined,
    http: { port: 0, host: '127.0.0.1', adminPort: undefined },
    logLevel: 'error',
  };
}
