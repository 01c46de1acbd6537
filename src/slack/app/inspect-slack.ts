import type { WebClient } from '@slack/web-api';
import * as z from 'zod';
import type { Config } from '../../config.ts';
import { clockDifference } from '../../core/clock-difference.ts';
import type { Secret } from '../../core/text/secret.ts';
import type { World } from '../../core/world.ts';
import { slackRefusal } from '../interaction/slack-errors.ts';
import { type BotIdentity, identify } from './identify.ts';
import { createSlackClient } from './slack-client.ts';

function createSlackClock({ now }: Pick<World, 'now'>) {
  let ahead: number | undefined;
  return {
    async send(...[input, init]: Parameters<typeof fetch>): Promise<Response> {
      const from = now();
      const response = await globalThis.fetch(input, init);
      const date = Date.parse(response.headers.get('date') ?? '');
      if (!Number.isNaN(date)) ahead = clockDifference(date, from, now());
      return response;
    },
    /** How far this machine's clock is ahead of Slack's, in ms, by the last `Date` header; undefined without one. */
    aheadMs: () => ahead,
  };
}

export type Tried<T> = { readonly value: T } | { readonly error: unknown };

export interface SlackInspection {
  readonly identity: Tried<BotIdentity>;
  /** How far this machine's clock is ahead of Slack's, in ms; undefined if Slack didn't answer. */
  readonly aheadMs: number | undefined;
  /** Whether `SLACK_APP_TOKEN` gets a connection; undefined over HTTP, or if Slack rejects the bot's token. */
  readonly socket: Tried<true> | undefined;
  /** The installed app's manifest; undefined without `SLACK_CONFIG_TOKEN`, or if Slack rejects the bot's token. */
  readonly manifest: Tried<InstalledManifest> | undefined;
  /** Whether the bot is a member, by channel; empty if Slack doesn't accept the bot's token. */
  readonly channels: ReadonlyMap<string, Tried<boolean>>;
  /** People and user groups, by id; empty if Slack rejects the bot's token. */
  readonly people: ReadonlyMap<string, Tried<Standing>>;
}

type Standing = 'active' | 'deactivated' | 'unknown';

export interface SlackQuestions {
  /** `SLACK_CONFIG_TOKEN`: the only kind of token that is allowed to read the manifest. */
  readonly configToken?: Secret | undefined;
  readonly socket: boolean;
  readonly channels: readonly string[];
  readonly users: readonly string[];
  readonly groups: readonly string[];
}

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

/** Asks Slack about the bot's tokens, the installed app, and the policy's names. Changes nothing, and never rejects. */
export async function inspectSlack(
  slack: Config['slack'],
  world: World,
  { configToken, socket: withSocket, channels, users, groups }: SlackQuestions,
): Promise<SlackInspection> {
  const clock = createSlackClock(world);
  const clientOf = (token: Secret) => createSlackClient(token.reveal(), slack.apiUrl, world, clock.send);
  const client = clientOf(slack.botToken);
  const identity = await tried(identify(client));
  if ('error' in identity)
    return {
      identity,
      aheadMs: clock.aheadMs(),
      socket: undefined,
      manifest: undefined,
      channels: new Map(),
      people: new Map(),
    };
  const [socket, manifest, members, people] = await Promise.all([
    withSocket && slack.mode === 'socket' ? tried(openSocket(clientOf(slack.appToken))) : undefined,
    configToken && tried(readManifest(client, clientOf(configToken), identity.value)),
    Promise.all(channels.map(async (channel) => [channel, await tried(isMember(client, channel))] as const)),
    standings(client, users, groups),
  ]);
  return { identity, aheadMs: clock.aheadMs(), socket, manifest, channels: new Map(members), people };
}

/** Maximum number of people to check, because Slack allows about a hundred such calls per minute. */
const maxPeople = 60;

async function standings(
  client: WebClient,
  users: readonly string[],
  groups: readonly string[],
): Promise<ReadonlyMap<string, Tried<Standing>>> {
  const list = groups.length === 0 ? { value: new Set<string>() } : await tried(activeGroups(client));
  const people = users.slice(0, maxPeople).map(async (user) => [user, await tried(standingOf(client, user))] as const);
  return new Map<string, Tried<Standing>>([
    ...(await Promise.all(people)),
    ...groups.map((group): [string, Tried<Standing>] => [
      group,
      'error' in list ? list : { value: list.value.has(group) ? 'active' : 'unknown' },
    ]),
  ]);
}

async function standingOf(client: WebClient, user: string): Promise<Standing> {
  try {
    const { user: profile } = await client.users.info({ user });
    return profile?.deleted ? 'deactivated' : 'active';
  } catch (error) {
    if (slackRefusal(error)?.fault === 'user-gone') return 'unknown';
    throw error;
  }
}

async function activeGroups(client: WebClient): Promise<ReadonlySet<string>> {
  const { usergroups = [] } = await client.usergroups.list();
  return new Set(usergroups.flatMap(({ id }) => id ?? []));
}

/** Checks whether the bot is in a channel. Slack doesn't find a private channel without the bot. */
async function isMember(client: WebClient, channel: string): Promise<boolean> {
  const { channel: info } = await client.conversations.info({ channel }).catch((error: unknown) => {
    if (slackRefusal(error)?.code === 'channel_not_found') return { channel: undefined };
    throw error;
  });
  return info?.is_member === true && info.is_archived !== true;
}

export function tried<T>(call: Promise<T>): Promise<Tried<T>> {
  return call.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
}

async function openSocket(client: WebClient): Promise<true> {
  await client.apps.connections.open({});
  return true;
}

/** Reads the app's manifest with the configuration token. The bot's token identifies the app. */
async function readManifest(bot: WebClient, config: WebClient, { botId }: BotIdentity): Promise<InstalledManifest> {
  const { bot: info } = await bot.bots.info({ bot: botId });
  const { app_id } = z.object({ app_id: z.string() }).parse(info);
  return InstalledManifest.parse((await config.apps.manifest.export({ app_id })).manifest);
}
