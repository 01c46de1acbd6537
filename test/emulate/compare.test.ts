import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { type SimulatedSlack, startSlack } from '../../playground/slack/simulated-slack.ts';
import { operations } from '../../src/operations/index.ts';
import { makeManifest, scopes } from '../../src/slack/app/manifest.ts';
import { Answer, type EmulatedSlack, startEmulatedSlack } from './emulated.ts';

/** Two Slacks that were made apart from each other: where both have a method, they answer the same call alike. */

interface Slack {
  readonly call: (method: string, args: Readonly<Record<string, unknown>>) => Promise<Answer>;
  readonly trigger: () => Promise<string>;
  /** A channel with the bot, a private one without it, a member of it, and one who is not in the channel. */
  readonly channel: string;
  readonly secret: string;
  readonly user: string;
  readonly outsider: string;
  /** A channel that was archived, with the bot in it, and an open one without it. */
  readonly archived: string;
  readonly without: string;
  readonly close: () => Promise<void>;
}

const token = 'xoxb-compared-0123456789';

async function startOurs(granted: readonly string[]): Promise<Slack> {
  const manifest = makeManifest(operations, { mode: 'http' });
  const slack: SimulatedSlack = await startSlack({
    manifest: { ...manifest, oauth_config: { scopes: { bot: [...granted] } } },
    bot: { signingSecret: 'compared-0123456789', botToken: token, appToken: 'xapp-compared' },
    fileReadyMs: 0,
    now: () => Date.now(),
    seed: { people: [{ id: 'U0OUT', name: 'out' }] },
  });
  const archived = slack.workspace.channels.get('C0BILLING');
  if (archived) archived.archived = true;
  return {
    ...{ channel: 'C0SHOP', secret: 'G0SECRET', archived: 'C0BILLING', without: 'C0NOBOT' },
    ...{ user: 'U0MAYA', outsider: 'U0OUT' },
    async call(method, args) {
      const response = await fetch(`${slack.apiUrl}${method}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(args),
      });
      return Answer.parse(await response.json());
    },
    // A shortcut that reaches nobody leaves its trigger behind.
    async trigger() {
      await slack.user('U0MAYA').shortcut('open:monitor');
      const sent = slack.log.findLast(({ kind }) => kind === 'delivery');
      const Sent = z.object({ payload: z.object({ trigger_id: z.string() }) });
      return Sent.parse(sent?.detail).payload.trigger_id;
    },
    close: slack.close,
  };
}

async function startTheirs(granted: readonly string[]): Promise<Slack> {
  const slack: EmulatedSlack = await startEmulatedSlack(granted);
  const Created = z.object({ channel: z.object({ id: z.string() }) });
  const create = async (name: string) =>
    Created.parse(await slack.call('conversations.create', 'admin', { name })).channel.id;
  const archived = await create('archived');
  await slack.call('conversations.invite', 'admin', { channel: archived, users: slack.bot.user });
  await slack.call('conversations.archive', 'admin', { channel: archived });
  await slack.call('conversations.kick', 'admin', { channel: slack.channels.shop, user: slack.users.sam });
  return {
    ...{ channel: slack.channels.shop, secret: slack.channels.secret, archived, without: await create('without') },
    ...{ user: slack.users.maya, outsider: slack.users.sam },
    call: (method, args) => slack.call(method, 'bot', args),
    trigger: () => slack.trigger(slack.users.maya),
    close: slack.close,
  };
}

const view = { type: 'modal', title: { type: 'plain_text', text: 'Form' }, blocks: [{ type: 'divider' }] };
const home = { type: 'home', blocks: [{ type: 'divider' }] };
const Ts = z.object({ ts: z.string() });
const ViewOf = z.object({ view: z.object({ id: z.string(), hash: z.string() }) });

async function posted(slack: Slack): Promise<string> {
  return Ts.parse(await slack.call('chat.postMessage', { channel: slack.channel, text: 'hello' })).ts;
}

async function opened(slack: Slack) {
  return ViewOf.parse(await slack.call('views.open', { trigger_id: await slack.trigger(), view })).view;
}

async function ephemeral(slack: Slack): Promise<string> {
  const args = { channel: slack.channel, user: slack.user, text: 'psst' };
  return z.object({ message_ts: z.string() }).parse(await slack.call('chat.postEphemeral', args)).message_ts;
}

async function uploaded(slack: Slack, bytes: string | undefined): Promise<string> {
  const Place = z.object({ upload_url: z.string(), file_id: z.string() });
  const place = Place.parse(await slack.call('files.getUploadURLExternal', { filename: 'a.png', length: 4 }));
  if (bytes !== undefined) await fetch(place.upload_url, { method: 'POST', body: bytes });
  return place.file_id;
}

type Case = readonly [name: string, does: (slack: Slack) => Promise<Answer>, answer: string];

const cases: readonly Case[] = [
  ['auth.test', (slack) => slack.call('auth.test', {}), 'ok'],
  ['a message', (slack) => slack.call('chat.postMessage', { channel: slack.channel, text: 'a' }), 'ok'],
  ['a message to somebody', (slack) => slack.call('chat.postMessage', { channel: slack.user, text: 'a' }), 'ok'],
  ['a message without words', (slack) => slack.call('chat.postMessage', { channel: slack.channel }), 'no_text'],
  [
    'an unknown channel',
    (slack) => slack.call('chat.postMessage', { channel: 'C0NOWHERE', text: 'a' }),
    'channel_not_found',
  ],
  [
    'a private answer',
    (slack) => slack.call('chat.postEphemeral', { channel: slack.channel, user: slack.user, text: 'a' }),
    'ok',
  ],
  [
    'a private answer to nobody',
    (slack) => slack.call('chat.postEphemeral', { channel: slack.channel, user: 'U0NOBODY', text: 'a' }),
    'user_not_found',
  ],
  [
    'an update',
    async (slack) => slack.call('chat.update', { channel: slack.channel, ts: await posted(slack), text: 'b' }),
    'ok',
  ],
  [
    'an update of what is not there',
    (slack) => slack.call('chat.update', { channel: slack.channel, ts: '1700000000.000100', text: 'b' }),
    'message_not_found',
  ],
  [
    'an update of a private answer',
    async (slack) => slack.call('chat.update', { channel: slack.channel, ts: await ephemeral(slack), text: 'b' }),
    'message_not_found',
  ],
  [
    'an update of a deleted message',
    async (slack) => {
      const ts = await posted(slack);
      await slack.call('chat.delete', { channel: slack.channel, ts });
      return slack.call('chat.update', { channel: slack.channel, ts, text: 'b' });
    },
    'message_not_found',
  ],
  [
    'a permalink',
    async (slack) => slack.call('chat.getPermalink', { channel: slack.channel, message_ts: await posted(slack) }),
    'ok',
  ],
  [
    'a permalink of what is not there',
    (slack) => slack.call('chat.getPermalink', { channel: slack.channel, message_ts: '1700000000.000100' }),
    'message_not_found',
  ],
  ['a view', async (slack) => slack.call('views.open', { trigger_id: await slack.trigger(), view }), 'ok'],
  [
    'a trigger used twice',
    async (slack) => {
      const trigger_id = await slack.trigger();
      await slack.call('views.open', { trigger_id, view });
      return slack.call('views.open', { trigger_id, view });
    },
    'exchanged_trigger_id',
  ],
  [
    'a trigger older than three seconds',
    async (slack) => {
      const trigger_id = await slack.trigger();
      // Both Slacks run in this process and read its clock, which alone is moved.
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 4_100 });
      try {
        return await slack.call('views.open', { trigger_id, view });
      } finally {
        vi.useRealTimers();
      }
    },
    'expired_trigger_id',
  ],
  ['a trigger of nobody’s', (slack) => slack.call('views.open', { trigger_id: '1.2.abc', view }), 'invalid_trigger_id'],
  [
    'an update of a view by its hash',
    async (slack) => {
      const { id, hash } = await opened(slack);
      return slack.call('views.update', { view_id: id, hash, view });
    },
    'ok',
  ],
  [
    'an update of a view by an older hash',
    async (slack) => {
      const { id, hash } = await opened(slack);
      await slack.call('views.update', { view_id: id, hash, view });
      return slack.call('views.update', { view_id: id, hash, view });
    },
    'hash_conflict',
  ],
  ['an update of no view', (slack) => slack.call('views.update', { view_id: 'V0NOTHERE', view }), 'not_found'],
  ['App Home', (slack) => slack.call('views.publish', { user_id: slack.user, view: home }), 'ok'],
  ['App Home of nobody', (slack) => slack.call('views.publish', { user_id: 'U0NOBODY', view: home }), 'user_not_found'],
  ['a person', (slack) => slack.call('users.info', { user: slack.user }), 'ok'],
  ['nobody', (slack) => slack.call('users.info', { user: 'U0NOBODY' }), 'user_not_found'],
  ['members', (slack) => slack.call('conversations.members', { channel: slack.channel }), 'ok'],
  ['members of nowhere', (slack) => slack.call('conversations.members', { channel: 'C0NOWHERE' }), 'channel_not_found'],
  ['a direct conversation', (slack) => slack.call('conversations.open', { users: slack.user }), 'ok'],
  ['one with nobody', (slack) => slack.call('conversations.open', { users: 'U0NOBODY' }), 'user_not_found'],
  [
    'an upload',
    async (slack) =>
      slack.call('files.completeUploadExternal', { files: [{ id: await uploaded(slack, '1234'), title: 'a' }] }),
    'ok',
  ],
  [
    'an upload completed twice',
    async (slack) => {
      const files = [{ id: await uploaded(slack, '1234'), title: 'a' }];
      await slack.call('files.completeUploadExternal', { files });
      return slack.call('files.completeUploadExternal', { files });
    },
    'file_not_found',
  ],
  [
    'an upload without its bytes',
    async (slack) =>
      slack.call('files.completeUploadExternal', { files: [{ id: await uploaded(slack, undefined), title: 'a' }] }),
    'file_not_found',
  ],
  [
    'an upload to nowhere',
    async (slack) => {
      const files = [{ id: await uploaded(slack, '1234'), title: 'a' }];
      return slack.call('files.completeUploadExternal', { files, channel_id: 'C0NOWHERE' });
    },
    'channel_not_found',
  ],
  ['a file that is not there', (slack) => slack.call('files.info', { file: 'F0NOTHERE00' }), 'file_not_found'],
  ['deleting one', (slack) => slack.call('files.delete', { file: 'F0NOTHERE00' }), 'file_not_found'],
  [
    'a private answer to somebody outside',
    (slack) => slack.call('chat.postEphemeral', { channel: slack.channel, user: slack.outsider, text: 'a' }),
    'user_not_in_channel',
  ],
  [
    'an archived channel',
    (slack) => slack.call('chat.postMessage', { channel: slack.archived, text: 'a' }),
    'is_archived',
  ],
  ['a method that is not there', (slack) => slack.call('chat.shout', { channel: slack.channel }), 'unknown_method'],
];

/** Where they do not agree, and why ours is kept. */
const differences: readonly (readonly [...Case, theirs: string, why: string])[] = [
  [
    'a private channel without the bot',
    (slack) => slack.call('chat.postMessage', { channel: slack.secret, text: 'a' }),
    'channel_not_found',
    'not_in_channel',
    'Slack does not tell a bot that a private channel exists',
  ],
  [
    'members of a private channel without the bot',
    (slack) => slack.call('conversations.members', { channel: slack.secret }),
    'channel_not_found',
    'not_in_channel',
    'the same',
  ],
  [
    'an open channel without the bot',
    (slack) => slack.call('chat.postMessage', { channel: slack.without, text: 'a' }),
    'not_in_channel',
    'ok',
    'without chat:write.public a bot posts only where it is a member',
  ],
  [
    'fifty-one blocks',
    (slack) =>
      slack.call('chat.postMessage', {
        ...{ channel: slack.channel, text: 'a' },
        blocks: Array.from({ length: 51 }, () => ({ type: 'divider' })),
      }),
    'invalid_blocks',
    'ok',
    'emulate does not look into blocks (slack limits 1)',
  ],
  [
    'a picture of no file',
    (slack) =>
      slack.call('chat.postMessage', {
        ...{ channel: slack.channel, text: 'a' },
        blocks: [{ type: 'image', alt_text: 'a', slack_file: { id: 'F0NOTHERE00' } }],
      }),
    'invalid_blocks',
    'ok',
    'the same (slack limits 2, image)',
  ],
  [
    'a title that is too long',
    async (slack) => {
      const title = { type: 'plain_text', text: 'x'.repeat(25) };
      return slack.call('views.open', { trigger_id: await slack.trigger(), view: { ...view, title } });
    },
    'invalid_arguments',
    'ok',
    'the same (slack limits 3)',
  ],
  [
    'a form without a title',
    async (slack) =>
      slack.call('views.open', { trigger_id: await slack.trigger(), view: { type: 'modal', blocks: [] } }),
    'invalid_arguments',
    'invalid_view',
    'Slack has no such code for it',
  ],
  [
    'a view on top of none',
    async (slack) => slack.call('views.push', { trigger_id: await slack.trigger(), view }),
    'not_found',
    'view_not_found',
    'both refuse; the bot never pushes',
  ],
  [
    'an answer to a message that is not there',
    (slack) => slack.call('chat.postMessage', { channel: slack.channel, text: 'a', thread_ts: '1700000000.000100' }),
    'thread_not_found',
    'ok',
    'emulate takes any parent',
  ],
  [
    'no channel',
    (slack) => slack.call('chat.postMessage', { text: 'a' }),
    'invalid_arguments',
    'channel_not_found',
    'a missing argument is named as such',
  ],
  [
    'a user group',
    (slack) => slack.call('usergroups.users.list', { usergroup: 'S0123OPS' }),
    'ok',
    'unknown_method',
    'emulate has no user groups',
  ],
  [
    'an upload that is empty',
    (slack) => slack.call('files.getUploadURLExternal', { filename: 'a.png', length: 0 }),
    'invalid_arguments',
    'ok',
    'Slack takes no file of no bytes',
  ],
];

const said = ({ ok, error }: Answer) => (ok ? 'ok' : (error ?? ''));

describe('with the scopes of the manifest', () => {
  let ours: Slack;
  let theirs: Slack;
  beforeAll(async () => {
    [ours, theirs] = await Promise.all([startOurs(scopes), startTheirs(scopes)]);
  });
  afterAll(() => Promise.all([ours.close(), theirs.close()]));

  test.each(cases)('%s', async (_name, does, answer) => {
    expect({ ours: said(await does(ours)), theirs: said(await does(theirs)) }).toEqual({
      ours: answer,
      theirs: answer,
    });
  });

  test.each(differences)('not alike: %s', async (_name, does, answer, other) => {
    expect({ ours: said(await does(ours)), theirs: said(await does(theirs)) }).toEqual({ ours: answer, theirs: other });
  });
});

describe('without any scope', () => {
  let ours: Slack;
  let theirs: Slack;
  beforeAll(async () => {
    [ours, theirs] = await Promise.all([startOurs([]), startTheirs([])]);
  });
  afterAll(() => Promise.all([ours.close(), theirs.close()]));

  test.each<readonly [string, (slack: Slack) => Readonly<Record<string, unknown>>]>([
    ['chat.postMessage', ({ channel }) => ({ channel, text: 'a' })],
    ['chat.postEphemeral', ({ channel, user }) => ({ channel, user, text: 'a' })],
    ['chat.update', ({ channel }) => ({ channel, ts: '1700000000.000100', text: 'a' })],
    ['conversations.members', ({ channel }) => ({ channel })],
    ['conversations.open', ({ user }) => ({ users: user })],
    ['users.info', ({ user }) => ({ user })],
    ['files.getUploadURLExternal', () => ({ filename: 'a.png', length: 4 })],
    ['files.info', () => ({ file: 'F0NOTHERE00' })],
    ['files.delete', () => ({ file: 'F0NOTHERE00' })],
  ])('%s needs one, and both name the same', async (method, args) => {
    const [mine, other] = [await ours.call(method, args(ours)), await theirs.call(method, args(theirs))];
    expect([said(mine), said(other)]).toEqual(['missing_scope', 'missing_scope']);
    expect(mine.needed).toBe(other.needed);
  });

  test.each(['auth.test', 'views.publish'])('%s needs none', async (method) => {
    for (const slack of [ours, theirs])
      expect(said(await slack.call(method, { user_id: slack.user, view: home }))).toBe('ok');
  });
});
