import type { WebClient } from '@slack/web-api';
import * as z from 'zod';
import type { Config } from '../../config.ts';
import { defined } from '../../core/defined.ts';
import type { Secret } from '../../core/text/secret.ts';
import type { World } from '../../core/world.ts';
import { slackRefusal } from '../interaction/slack-errors.ts';
import { type BotIdentity, identify } from './identify.ts';
import { createSlackClient } from './slack-client.ts';
import { createSlackClock } from './slack-clock.ts';

/** The result of a call, or its error. */
export type Tried<T> = { readonly value: T } | { readonly error: unknown };

/** What Slack says about the installed app. */
export interface SlackInspection {
  readonly identity: Tried<BotIdentity>;
  /** How much this machine's clock is ahead of Slack's, in ms; undefined where Slack didn't answer. */
  readonly aheadMs: number | undefined;
  /**
   * Whether Slack gives `SLACK_APP_TOKEN` a connection; undefined over HTTP, or where the bot's token isn't accepted.
   */
  readonly socket: Tried<true> | undefined;
  /**
   * The app's manifest as it is installed; undefined without `SLACK_CONFIG_TOKEN`, or where the bot's token isn't
   * accepted.
   */
  readonly manifest: Tried<InstalledManifest> | undefined;
  /** Whether the bot is a member, by channel; empty where its token isn't accepted. */
  readonly channels: ReadonlyMap<string, Tried<boolean>>;
}

/** The parts of an installed manifest that the bot depends on. */
const InstalledManifest = z.object({
  features: z
    .object({
      slash_commands: z.array(z.object({ command: z.string(), url: z.string().optional() })).default([]),
      shortcuts: z.array(z.object({ callback_id: z.string() })).default([]),
      app_home: z
        .object({ home_tab_enabled: z.boolean().optional(), messages_tab_enabled: z.boolean().optional() })
        .default({}),
    })
    .prefault({}),
  oauth_config: z.object({ scopes: z.object({ bot: z.array(z.string()).default([]) }).prefault({}) }).prefault({}),
  settings: z
    .object({
      event_subscriptions: z
        .object({ request_url: z.string().optional(), bot_events: z.array(z.string()).default([]) })
        .prefault({}),
      interactivity: z
        .object({
          is_enabled: z.boolean().default(false),
          request_url: z.string().optional(),
          message_menu_options_url: z.string().optional(),
        })
        .prefault({}),
      socket_mode_enabled: z.boolean().default(false),
    })
    .prefault({}),
});
export type InstalledManifest = z.infer<typeof InstalledManifest>;

/**
 * Asks Slack about the bot's tokens and the installed app; changes nothing. Never rejects.
 * @param configToken `SLACK_CONFIG_TOKEN`: the only kind of token that may read the manifest
 * @param channels those in which the bot has to be a member
 */
export async function inspectSlack(
  slack: Config['slack'],
  world: World,
  configToken?: Secret,
  channels: readonly string[] = [],
): Promise<SlackInspection> {
  const clock = createSlackClock(world);
  const clientOf = (token: Secret) => createSlackClient(token.reveal(), slack.apiUrl, world, clock.send);
  const client = clientOf(slack.botToken);
  const identity = await tried(identify(client));
  if ('error' in identity)
    return { identity, aheadMs: clock.aheadMs(), socket: undefined, manifest: undefined, channels: new Map() };
  const [socket, manifest, members] = await Promise.all([
    slack.mode === 'socket' ? tried(openSocket(clientOf(slack.appToken))) : undefined,
    configToken && tried(readManifest(client, clientOf(configToken), identity.value)),
    Promise.all(channels.map(async (channel) => [channel, await tried(isMember(client, channel))] as const)),
  ]);
  return { identity, aheadMs: clock.aheadMs(), socket, manifest, channels: new Map(members) };
}

/** Whether the bot can post there; a private channel without the bot isn't found at all. */
async function isMember(client: WebClient, channel: string): Promise<boolean> {
  const { channel: info } = await client.conversations.info({ channel }).catch((error: unknown) => {
    if (slackRefusal(error)?.code === 'channel_not_found') return { channel: undefined };
    throw error;
  });
  return info?.is_member === true && info.is_archived !== true;
}

/** The result of a call, without rejecting. */
export function tried<T>(call: Promise<T>): Promise<Tried<T>> {
  return call.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
}

/** Asks for a connection, and doesn't use it. */
async function openSocket(client: WebClient): Promise<true> {
  await client.apps.connections.open({});
  return true;
}

/**
 * The app's manifest: the bot's token tells which app it is, and only the other kind of token may read the manifest.
 */
async function readManifest(bot: WebClient, config: WebClient, { botId }: BotIdentity): Promise<InstalledManifest> {
  const { bot: info } = await bot.bots.info(defined({ bot: botId }));
  const { app_id } = z.object({ app_id: z.string() }).parse(info);
  return InstalledManifest.parse((await config.apps.manifest.export({ app_id })).manifest);
}
