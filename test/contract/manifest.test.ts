import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startPlayground } from '../../playground/playground.ts';
import { createLogger } from '../../src/observability/logger.ts';
import { commands } from '../../src/operations/commands.ts';
import { operations } from '../../src/operations/index.ts';
import { realWorld } from '../../src/real-world.ts';
import { events, makeManifest, scopes } from '../../src/slack/app/manifest.ts';
import { manifestCommand } from '../../src/slack/app/manifest-cli.ts';
import { manifestLimits } from '../../src/slack/blocks/limits.ts';
import { shortcutCallback } from '../../src/slack/interaction/payloads.ts';
import { sharedCharts } from '../shared-charts.ts';
import { lex, sourceFiles } from './source-files.ts';

const root = join(import.meta.dirname, '../..');
const modes = ['http', 'socket'] as const;

/**
 * Bot scopes that a Web API method needs for all kinds of conversations. Source: "Required scopes" in
 * docs.slack.dev/reference/methods/<method>. The methods views.*, chat.getPermalink and auth.test need none.
 */
const scopesOfMethod: Readonly<Record<string, readonly string[]>> = {
  'auth.test': [],
  'bots.info': ['users:read'],
  'apps.connections.open': [],
  'apps.manifest.export': [],
  'chat.getPermalink': [],
  'chat.postEphemeral': ['chat:write'],
  'chat.postMessage': ['chat:write'],
  'chat.update': ['chat:write'],
  'chat.delete': ['chat:write'],
  // Scopes for public and private channels. A direct conversation with the bot needs no list of members.
  'conversations.members': ['channels:read', 'groups:read'],
  'conversations.info': ['channels:read', 'groups:read'],
  'users.conversations': ['channels:read', 'groups:read'],
  'conversations.open': ['im:write'],
  'files.completeUploadExternal': ['files:write'],
  'files.delete': ['files:write'],
  'files.getUploadURLExternal': ['files:write'],
  'files.info': ['files:read'],
  'usergroups.list': ['usergroups:read'],
  'usergroups.users.list': ['usergroups:read'],
  'users.info': ['users:read'],
  'views.open': [],
  'views.publish': [],
  'views.push': [],
  'views.update': [],
};

const scopesOfEvent: Readonly<Record<string, readonly string[]>> = {
  app_home_opened: [],
  app_mention: ['app_mentions:read'],
  'message.im': ['im:history'],
};

/** Scope for slash commands and shortcuts: docs.slack.dev/reference/scopes/commands. */
const scopeOfCommands = 'commands';

const sources = [...sourceFiles('src/slack'), ...sourceFiles('src').filter(({ path }) => path === 'src/app.ts')];

const called = new Set(
  sources.flatMap(({ text }) =>
    [...lex(text).code.matchAll(/\bclient((?:\s*\.\s*[a-zA-Z]+)+)\s*\(/g)].map(([, path = '']) =>
      path.replace(/\s/g, '').slice(1),
    ),
  ),
);

describe('scopes', () => {
  test('the code calls only methods that the table knows, and the table no others', () => {
    expect([...called].filter((method) => scopesOfMethod[method] === undefined)).toEqual([]);
    expect(called.size).toBeGreaterThan(10);
    expect(sources.filter(({ text }) => /\bapiCall\s*\(/.test(lex(text).code)).map(({ path }) => path)).toEqual([]);
  });

  test('are those that methods, events and commands need, each of them and no other', () => {
    const needed = new Set([
      scopeOfCommands,
      ...[...called].flatMap((method) => scopesOfMethod[method] ?? []),
      ...events.flatMap((event) => scopesOfEvent[event] ?? [`? say in \`scopesOfEvent\` what ${event} needs`]),
    ]);
    expect([...scopes].sort()).toEqual([...needed].sort());
  });
});

test('events are those that are listened to', () => {
  const listening = sources.filter(({ path }) => path.startsWith('src/slack/listen/')).map(({ text }) => text);
  const listened = [...listening.join('\n').matchAll(/\bapp\.event\('([a-z_]+)'/g)].map(([, name]) => name);
  // The bot subscribes to messages only in its direct conversations.
  expect(listened.sort()).toEqual(events.map((event) => event.split('.')[0]).sort());
});

describe.each(modes)('the manifest for %s', (mode) => {
  const manifest = makeManifest(operations, { mode });

  test('is the committed one', () => {
    expect(readFileSync(join(root, 'manifest', `${mode}.json`), 'utf8')).toBe(`${JSON.stringify(manifest, null, 2)}\n`);
  });

  test.each(['', 'rb-', 'a-prefix-of-20-signs'])('keeps Slack’s limits with the prefix “%s”', (prefix) => {
    const {
      display_information: info,
      features,
      oauth_config: oauth,
      settings,
    } = makeManifest(operations, { mode, prefix });
    const keeps = (value: string | readonly unknown[], limit: number) =>
      expect(value.length, String(value)).toBeLessThanOrEqual(limit);
    keeps(info.name, manifestLimits.name);
    keeps(info.description, manifestLimits.description);
    expect(info.background_color).toMatch(/^#[0-9a-f]{6}$/i);
    keeps(features.bot_user.display_name, manifestLimits.displayName);
    keeps(features.slash_commands, manifestLimits.commands);
    for (const each of features.slash_commands) {
      expect(each.command).toMatch(/^\/[a-z0-9_-]+$/);
      expect(each.command.startsWith(`/${prefix}`)).toBe(true);
      keeps(each.command, manifestLimits.command);
      keeps(each.description, manifestLimits.commandDescription);
      keeps(each.usage_hint, manifestLimits.usageHint);
      expect(each.usage_hint).not.toBe('');
    }
    keeps(features.shortcuts, manifestLimits.shortcuts);
    for (const each of features.shortcuts) {
      keeps(each.name, manifestLimits.shortcutName);
      keeps(each.description, manifestLimits.shortcutDescription);
    }
    keeps(oauth.scopes.bot, manifestLimits.scopes);
    keeps(settings.event_subscriptions.bot_events, manifestLimits.events);
  });

  test('reaches the bot where it listens, or nowhere', () => {
    const { features, settings } = makeManifest(operations, { mode, url: 'https://bot.example.test/' });
    const addresses = [
      ...features.slash_commands.map((each) => ('url' in each ? each.url : undefined)),
      'request_url' in settings.event_subscriptions ? settings.event_subscriptions.request_url : undefined,
      'request_url' in settings.interactivity ? settings.interactivity.request_url : undefined,
      'message_menu_options_url' in settings.interactivity
        ? settings.interactivity.message_menu_options_url
        : undefined,
    ];
    const address = mode === 'http' ? 'https://bot.example.test/slack/events' : undefined;
    for (const each of addresses) expect(each).toBe(address);
    expect(settings.socket_mode_enabled).toBe(mode === 'socket');
  });

  test('has every command that an operation has, and a shortcut only for operations that are', () => {
    expect(manifest.features.slash_commands.map(({ command }) => command)).toEqual(commands.map((each) => `/${each}`));
    expect(commands.filter((command) => !operations.some((each) => each.command === command))).toEqual([]);
    const ids = manifest.features.shortcuts.map(({ callback_id: id }) => id.slice(shortcutCallback.length));
    expect(ids.length).toBeGreaterThan(0);
    for (const id of ids) expect(operations.map((each) => each.id)).toContain(id);
  });
});

test('with --mcp, Slackbot finds the server, in both modes, and nothing else changes', () => {
  const url = 'https://bot.example.test';
  for (const given of [[], ['--socket']]) {
    const printed: unknown = JSON.parse(manifestCommand([...given, '--mcp', '--url', url]));
    const mode = given.length > 0 ? 'socket' : 'http';
    const without = makeManifest(operations, { mode, url });
    expect(printed).toEqual({
      ...without,
      oauth_config: { scopes: { bot: [...scopes, 'mcp:connect'] } },
      mcp_servers: { Portolan: { url: `${url}/mcp`, auth_type: 'slack_identity_auth' } },
    });
  }
});

test.each(modes)('installed with a prefix over %s: every command and shortcut is answered', async (mode) => {
  const world = realWorld(createLogger({ level: 'fatal' }));
  const playground = await startPlayground({
    charts: sharedCharts(),
    world,
    mode,
    prefix: 'rb-',
    slack: { fileReadyMs: 0, rateLimits: 'off' },
  });
  try {
    const manifest = makeManifest(operations, { mode, prefix: 'rb-' });
    const user = playground.slack.user('U0MAYA');
    for (const { command } of manifest.features.slash_commands) {
      const before = user.messages('C0SHOP').length;
      expect(await user.slash('C0SHOP', command)).toMatchObject({ ok: true });
      await playground.bot().idle();
      expect(user.view() !== undefined || user.messages('C0SHOP').length > before).toBe(true);
      if (user.view()) await user.close(true);
    }
    for (const { callback_id: id } of manifest.features.shortcuts) {
      await user.shortcut(id);
      await playground.bot().idle();
      const operation = id.slice(shortcutCallback.length);
      expect(user.view()?.content.callback_id).toBe(`ask:${operation}`);
      await user.close(true);
    }
    const texts = JSON.stringify(user.messages('C0SHOP').map(({ text, blocks }) => [text, blocks]));
    expect(
      texts.match(/.{0,60}(?<![\w/.-])\/(?:region|component|port|gateway|monitor|portolan)\b(?!\/)/g) ?? [],
    ).toEqual([]);
    expect(playground.slack.faults).toEqual([]);
  } finally {
    await playground.stop();
  }
});
