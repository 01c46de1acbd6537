import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createActor, type SimulatedActor } from './actions/actor.ts';
import { createGateway } from './actions/page-gateway.ts';
import { enforcedTimes } from './check/enforced-limits.ts';
import { createRateLimits } from './check/rate-limits.ts';
import { createDeliver, type Deliver, encode, sign } from './delivery/deliver.ts';
import { createEvents, type Events } from './delivery/events.ts';
import { createSockets, type Sockets, type SocketTrouble } from './delivery/sockets.ts';
import { readManifest } from './installed-manifest.ts';
import { createJournal, type Heard, type Journal, type RecordedFault } from './journal.ts';
import type { InjectedSlackFault, JsonRecord, PageLogEntry } from './page-protocol.ts';
import { createSlackFaults } from './slack-faults.ts';
import { createIds } from './slack-ids.ts';
import { serve } from './slack-server.ts';
import type { BotLink, SlackState } from './slack-state.ts';
import { createSlackbot } from './slackbot/slackbot.ts';
import { messageOf, remove, visibleTo } from './workspace/channel-messages.ts';
import type { StoredMessage, Workspace } from './workspace/workspace.ts';
import { createWorkspace, type WorkspaceSeed } from './workspace/workspace-seed.ts';

/** How to start a simulated Slack. */
export type SlackOptions = {
  /** 0, the default, takes a free port. */
  readonly port?: number;
  /** The loopback address unless given. */
  readonly host?: string;
  /** The clock of the workspace, epoch milliseconds: triggers, response addresses, files, retries. Default: the machine's. */
  readonly now?: () => number;
  /** The app's manifest as JSON: scopes, commands, shortcuts, events. Without one the app may do everything. */
  readonly manifest?: unknown;
  /** The clock of signatures: Bolt compares it with the machine's own. Default: the workspace's clock. */
  readonly signNow?: () => number;
  readonly bot: BotLink;
  readonly seed?: WorkspaceSeed;
  /** Real milliseconds to wait for an ack; Slack's 3 s unless given. */
  readonly ackMs?: number;
  /** Milliseconds by the workspace's clock until an uploaded image may be shown. */
  readonly fileReadyMs?: number;
  /** Megabits a second at which the bot's uploads come in; as fast as they are sent unless given. */
  readonly uplinkMbit?: number;
  /**
   * `off` answers calls however often they come: for measurements of the bot's own time, and for tests whose people do in a
   * second what takes people minutes. Slack's limits by default (docs/slack.md#rate-limits).
   */
  readonly rateLimits?: 'off';
};

/** A request that did not come from Slack, or came too late: what to send, and how it is wrong. */
export type Forgery = {
  readonly kind: 'slash_commands' | 'interactive' | 'events_api';
  readonly payload: JsonRecord;
  /** Signs with this instead of the real secret. */
  readonly secret?: string;
  /** Milliseconds added to the timestamp. */
  readonly shift?: number;
};

/** A running simulated Slack. */
export type SimulatedSlack = {
  /** Base address, without a slash at the end. */
  readonly url: string;
  /** For `SLACK_API_URL`. */
  readonly apiUrl: string;
  /** May be changed at any time. */
  readonly bot: BotLink;
  readonly workspace: Workspace;
  /** Somebody's client. */
  readonly user: (id: string) => SimulatedActor;
  /** What somebody sees in a channel. */
  readonly messages: (channel: string, as: string) => readonly StoredMessage[];
  /** What agents send to the bot is written into it from outside. */
  readonly journal: Pick<Journal, 'write'>;
  /** Every call, delivery, ack, upload, response and connection, in order. */
  readonly log: readonly PageLogEntry[];
  /** Payloads of the bot that Slack would refuse: empty in a good test. */
  readonly faults: readonly RecordedFault[];
  readonly subscribe: (listener: (heard: Heard) => void) => () => void;
  readonly injectFault: (given: InjectedSlackFault) => Promise<void>;
  /** Sends an event to the bot, with Slack's envelope around it. */
  readonly emit: Events['emit'];
  readonly redeliver: Events['redeliver'];
  readonly rateLimitEvents: Events['rateLimited'];
  /** Sends event retries that are due; also done by itself ten times a second. */
  readonly tick: Events['tick'];
  readonly pendingRetries: Events['pending'];
  /** Sends a request as somebody else would; gives the bot's status. */
  readonly forge: (forgery: Forgery) => Promise<number>;
  readonly connections: () => number;
  /** Tells every Socket Mode connection that it ends. */
  readonly disconnect: Sockets['disconnect'];
  readonly socketTrouble: SocketTrouble;
  /** Waits until `check` gives something (looking again at every change), `ms` real time at most. */
  readonly until: <T>(check: () => T | undefined | false, ms?: number) => Promise<T>;
  /** The page's routes (`/_page/…`), also served by this server itself. */
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

/** Things that happen to channels and messages behind the bot's back. */
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
      const found = check();
      if (found === undefined || found === false) return;
      stop();
      resolve(found);
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

/** Starts the simulated Slack on loopback; the bot may be started, and named in `bot`, afterwards. */
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
