import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createActor, type SimulatedActor } from './actions/actor.ts';
import { createGateway } from './actions/page-gateway.ts';
import { enforcedTimes } from './check/enforced-limits.ts';
import { createRateLimits } from './check/rate-limits.ts';
import { createDeliver, type Deliver, encode, sign } from './delivery/deliver.ts';
import { createEvents, type Events } from './delivery/events.ts';
import { createSockets, type Sockets, type SocketTrouble } from './delivery/sockets.ts';
import { readManifest } from './installed-manifest.ts';
import { createJournal, type Journal, type JournalUpdate, type RecordedFault } from './journal.ts';
import type { InjectedSlackFault, JsonRecord, PageLogEntry } from './page-protocol.ts';
import { createSlackFaults } from './slack-faults.ts';
import { createIds } from './slack-ids.ts';
import { serve } from './slack-server.ts';
import type { BotLink, SlackState } from './slack-state.ts';
import { createSlackbot } from './slackbot/slackbot.ts';
import { messageOf, remove, visibleTo } from './workspace/channel-messages.ts';
import type { StoredMessage, Workspace } from './workspace/workspace.ts';
import { createWorkspace, type WorkspaceSeed } from './workspace/workspace-seed.ts';

export type SlackOptions = {
  /** 0, the default, uses a free port. */
  readonly port?: number;
  readonly host?: string;
  /** Clock of the workspace (triggers, response URLs, files, retries), epoch ms. Default: the machine's. */
  readonly now?: () => number;
  /** App manifest as JSON: scopes, commands, shortcuts, events. Without a manifest, the app is allowed everything. */
  readonly manifest?: unknown;
  /** Clock of signatures, which Bolt compares with the machine's clock. Default: the workspace's clock. */
  readonly signNow?: () => number;
  readonly bot: BotLink;
  readonly seed?: WorkspaceSeed;
  /** Timeout for an ack in real ms; by default Slack's 3 s. */
  readonly ackMs?: number;
  /** Time until a message can show an uploaded image, in ms of the workspace's clock. */
  readonly fileReadyMs?: number;
  /** Speed of the bot's uploads in Mbit/s; unlimited by default. */
  readonly uplinkMbit?: number;
  /**
   * `off` disables rate limits: for measurements, and for tests that do in a second what takes people minutes. Default:
   * Slack's limits (docs/slack.md#rate-limits).
   */
  readonly rateLimits?: 'off';
};

/** Request that isn't from Slack, or is late. */
export type Forgery = {
  readonly kind: 'slash_commands' | 'interactive' | 'events_api';
  readonly payload: JsonRecord;
  readonly secret?: string;
  /** Milliseconds added to the timestamp. */
  readonly shift?: number;
};

export type SimulatedSlack = {
  /** Base URL without a trailing slash. */
  readonly url: string;
  /** For `SLACK_API_URL`. */
  readonly apiUrl: string;
  readonly bot: BotLink;
  readonly workspace: Workspace;
  readonly user: (id: string) => SimulatedActor;
  readonly messages: (channel: string, as: string) => readonly StoredMessage[];
  /** Used to log agents' requests to the bot. */
  readonly journal: Pick<Journal, 'write'>;
  readonly log: readonly PageLogEntry[];
  /** Payloads that Slack would refuse. This list should be empty. */
  readonly faults: readonly RecordedFault[];
  readonly subscribe: (listener: (update: JournalUpdate) => void) => () => void;
  readonly injectFault: (given: InjectedSlackFault) => Promise<void>;
  readonly emit: Events['emit'];
  readonly redeliver: Events['redeliver'];
  readonly rateLimitEvents: Events['rateLimited'];
  /** Sends the event retries that are due. Also runs automatically, ten times a second. */
  readonly tick: Events['tick'];
  readonly pendingRetries: Events['pending'];
  readonly forge: (forgery: Forgery) => Promise<number>;
  readonly connections: () => number;
  readonly disconnect: Sockets['disconnect'];
  readonly socketTrouble: SocketTrouble;
  /** Calls `check` after every change until it returns a value, for at most `ms` of real time. */
  readonly until: <T>(check: () => T | undefined | false, ms?: number) => Promise<T>;
  /** The page's routes (`/_page/…`), which this server also serves. */
  readonly gateway: (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;
  readonly close: () => Promise<void>;
};

const pumpMs = 100;

function createSim(options: SlackOptions, origin: () => string): SlackState {
  const now = options.now ?? Date.now;
  return {
    now,
    ids: createIds(now),
    workspace: createWorkspace(options.seed),
    installed: readManifest(options.manifest),
    manifest: options.manifest,
    journal: createJournal(now),
    faults: createSlackFaults(options.fileReadyMs ?? 300),
    ...(options.rateLimits === 'off' ? {} : { rateLimits: createRateLimits() }),
    uplinkMbit: options.uplinkMbit,
    bot: options.bot,
    loaded: new Map(),
    tickets: new Set(),
    origin,
  };
}

async function disturb(sim: SlackState, events: Events, given: InjectedSlackFault): Promise<void> {
  const fault = sim.faults.add(given);
  const { channels, bot } = sim.workspace;
  const ts = sim.ids.ts();
  if (fault.fault === 'delete_message') remove(sim, messageOf(sim, fault.channel, fault.ts));
  if (!('channel' in fault) || fault.fault === 'delete_message') return;
  const channel = channels.get(fault.channel);
  if (!channel) throw new Error(`The workspace has no channel ${fault.channel}.`);
  if (fault.fault === 'delete_channel') {
    channels.delete(channel.id);
    await events.emit('channel_deleted', { type: 'channel_deleted', channel: channel.id, event_ts: ts });
  } else if (fault.fault === 'remove_bot') {
    channel.members.delete(bot.user);
    await events.emit('channel_left', { type: 'channel_left', channel: channel.id, event_ts: ts });
  } else if (fault.fault === 'invite_bot') {
    channel.members.add(bot.user);
    const joined = { type: 'member_joined_channel', user: bot.user, channel: channel.id, channel_type: 'C' };
    await events.emit('member_joined_channel', { ...joined, event_ts: ts });
  }
  sim.journal.touch('channels');
}

async function forge(sim: SlackState, signNow: () => number, forgery: Forgery): Promise<number> {
  const { type, body } = encode(forgery);
  const seconds = Math.floor((signNow() + (forgery.shift ?? 0)) / 1000);
  const response = await fetch(sim.bot.eventsUrl ?? '', {
    method: 'POST',
    headers: {
      'content-type': type,
      'x-slack-request-timestamp': String(seconds),
      'x-slack-signature': sign(forgery.secret ?? sim.bot.signingSecret, seconds, body),
    },
    body,
  });
  await response.arrayBuffer();
  return response.status;
}

function waitUntil<T>(sim: SlackState, check: () => T | undefined | false, ms: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const look = () => {
      const checked = check();
      if (checked === undefined || checked === false) return;
      stop();
      resolve(checked);
    };
    const looks = setInterval(look, 20);
    const unlisten = sim.journal.listen(() => queueMicrotask(look));
    const end = setTimeout(() => {
      stop();
      const last = sim.journal.log.slice(-8).map((entry) => `${entry.kind} ${entry.name} ${entry.error ?? ''}`);
      reject(new Error(`nothing came within ${ms} ms; the log ends with:\n${last.join('\n')}`));
    }, ms);
    const stop = () => {
      clearInterval(looks);
      clearTimeout(end);
      unlisten();
    };
    look();
  });
}

/** Starts the simulated Slack on loopback. The bot can start later; then set its URLs in `bot`. */
export async function startSlack(options: SlackOptions): Promise<SimulatedSlack> {
  const server = createServer();
  let url = '';
  const sim = createSim(options, () => url);
  const sockets = createSockets(sim);
  const signNow = options.signNow ?? sim.now;
  const deliver: Deliver = createDeliver(sim, sockets, { ackMs: options.ackMs ?? enforcedTimes.ackMs, signNow });
  const events = createEvents(sim, deliver);
  const slackbot = createSlackbot(sim, signNow);
  const user = (id: string) => createActor({ sim, deliver, events, slackbot }, id);
  const fault = (given: InjectedSlackFault) => disturb(sim, events, given);
  const gateway = createGateway({ sim, user, injectFault: fault });
  serve(sim, server, gateway);
  server.on('upgrade', sockets.upgrade);
  const host = options.host ?? '127.0.0.1';
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, host, resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  url = `http://${host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host}:${port}`;
  const pump = setInterval(() => void events.tick(), pumpMs);
  pump.unref();
  return {
    url,
    apiUrl: `${url}/api/`,
    bot: sim.bot,
    workspace: sim.workspace,
    user,
    messages: (channel, as) => visibleTo(sim, channel, as),
    journal: sim.journal,
    log: sim.journal.log,
    faults: sim.journal.faults,
    subscribe: sim.journal.listen,
    injectFault: fault,
    emit: events.emit,
    redeliver: events.redeliver,
    rateLimitEvents: events.rateLimited,
    tick: events.tick,
    pendingRetries: events.pending,
    forge: (forgery) => forge(sim, signNow, forgery),
    connections: sockets.count,
    disconnect: sockets.disconnect,
    socketTrouble: sockets.trouble,
    until: (check, ms = 5_000) => waitUntil(sim, check, ms),
    gateway,
    close: async () => {
      clearInterval(pump);
      await sockets.close();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}
