import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
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
import { operationFile } from './files-to-edit.ts';
import { lex, sourceFiles } from './source-files.ts';

const root = join(import.meta.dirname, '../..');
const modes = ['http', 'socket'] as const;
const made = 'src/slack/app/manifest.ts';
const program = 'src/slack/app/manifest-cli.ts';

/**
 * The bot scopes that a Web API method needs; all of a list, since the bot meets all kinds of conversations.
 * Source: docs.slack.dev/reference/methods/<method>, "Required scopes" (there none for views.*, chat.getPermalink, auth.test).
 */
const scopesOfMethod: Readonly<Record<string, readonly string[]>> = {
  'auth.test': [],
  'bots.info': ['users:read'],
  // With tokens of other kinds: app-level, and of the app's configuration.
  'apps.connections.open': [],
  'apps.manifest.export': [],
  'chat.getPermalink': [],
  'chat.postEphemeral': ['chat:write'],
  'chat.postMessage': ['chat:write'],
  'chat.update': ['chat:write'],
  'chat.delete': ['chat:write'],
  // Of public and private channels; a conversation with the bot itself has no others in it.
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

/** The same for events: docs.slack.dev/reference/events/<event>. */
const scopesOfEvent: Readonly<Record<string, readonly string[]>> = {
  app_home_opened: [],
  app_mention: ['app_mentions:read'],
  'message.im': ['im:history'],
};

/** Slash commands and shortcuts: docs.slack.dev/reference/scopes/commands. */
const scopeOfCommands = 'commands';

const sources = [...sourceFiles('src/slack'), ...sourceFiles('src').filter(({ path }) => path === 'src/app.ts')];

/** The Web API methods that the code calls. */
const called = new Set(
  sources.flatMap(({ text }) =>
    [...lex(text).code.matchAll(/\bclient((?:\s*\.\s*[a-zA-Z]+)+)\s*\(/g)].map(([, path = '']) =>
      path.replace(/\s/g, '').slice(1),
    ),
  ),
);

describe('scopes', () => {
  test('the code calls only methods that the table knows, and the table no others', () => {
    expect(
      [...called].filter((method) => scopesOfMethod[method] === undefined),
      'say in `scopesOfMethod` of this test which scope it needs',
    ).toEqual([]);
    expect(called.size).toBeGreaterThan(10);
    expect(
      sources.filter(({ text }) => /\bapiCall\s*\(/.test(lex(text).code)).map(({ path }) => path),
      'call the method by its name, `client.chat.postMessage(…)`: its scope is found by it',
    ).toEqual([]);
  });

  test('are those that methods, events and commands need, each of them and no other', () => {
    const needed = new Set([
      scopeOfCommands,
      ...[...called].flatMap((method) => scopesOfMethod[method] ?? []),
      ...events.flatMap((event) => scopesOfEvent[event] ?? [`? say in \`scopesOfEvent\` what ${event} needs`]),
    ]);
    expect([...scopes].sort(), 'change `scopeUses` of src/slack/app/manifest.ts').toEqual([...needed].sort());
  });
});

test('events are those that are listened to', () => {
  const listening = sources.filter(({ path }) => path.startsWith('src/slack/listen/')).map(({ text }) => text);
  const heard = [...listening.join('\n').matchAll(/\bapp\.event\('([a-z_]+)'/g)].map(([, name]) => name);
  // Of messages only those in the person's own conversation with the bot are asked for.
  expect(heard.sort(), 'change `events` of src/slack/app/manifest.ts, or listen to it in src/slack/listen').toEqual(
    events.map((event) => event.split('.')[0]).sort(),
  );
});

describe.each(modes)('the manifest for %s', (mode) => {
  const manifest = makeManifest(operations, { mode });

  test('is the committed one', () => {
    const committed = readFileSync(join(root, 'manifest', `${mode}.json`), 'utf8');
    expect(committed, 'run `npm run manifest` and commit it').toBe(`${JSON.stringify(manifest, null, 2)}\n`);
  });

  test.each(['', 'rb-', 'a-prefix-of-20-signs'])('keeps Slack’s limits with the prefix “%s”', (prefix) => {
    const {
      display_information: info,
      features,
      oauth_config: oauth,
      settings,
    } = makeManifest(operations, { mode, prefix });
    const keeps = (value: string | readonly unknown[], limit: number, file = made) =>
      expect(value.length, `keep to Slack’s limit of ${limit} in ${file}: ${value}`).toBeLessThanOrEqual(limit);
    keeps(info.name, manifestLimits.name);
    keeps(info.description, manifestLimits.description);
    expect(info.background_color, `correct it in ${made}`).toMatch(/^#[0-9a-f]{6}$/i);
    keeps(features.bot_user.display_name, manifestLimits.displayName);
    keeps(features.slash_commands, manifestLimits.commands, 'src/operations/commands.ts');
    for (const each of features.slash_commands) {
      expect(each.command, 'rename it in src/operations/commands.ts').toMatch(/^\/[a-z0-9_-]+$/);
      expect(each.command.startsWith(`/${prefix}`), `begin ${each.command} with the prefix in ${made}`).toBe(true);
      keeps(each.command, manifestLimits.command, 'src/operations/commands.ts');
      keeps(each.description, manifestLimits.commandDescription, 'src/operations/command-summary-messages.ts');
      keeps(each.usage_hint, manifestLimits.usageHint);
      expect(each.usage_hint, `no operation of ${each.command} has keywords: add one in src/operations`).not.toBe('');
    }
    keeps(features.shortcuts, manifestLimits.shortcuts, 'src/operations (`shortcut`)');
    for (const each of features.shortcuts) {
      const file = operationFile(each.callback_id.slice(shortcutCallback.length));
      keeps(each.name, manifestLimits.shortcutName, `the \`shortcut\` of ${file}`);
      keeps(each.description, manifestLimits.shortcutDescription, `the \`shortcut\` of ${file}`);
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
    for (const each of addresses) expect(each, `give it the address for ${mode} in ${made}`).toBe(address);
    expect(settings.socket_mode_enabled, `correct it in ${made}`).toBe(mode === 'socket');
  });

  test('has every command that an operation has, and a shortcut only for operations that are', () => {
    const all = manifest.features.slash_commands.map(({ command }) => command);
    expect(all, `take them from src/operations/commands.ts in ${made}`).toEqual(commands.map((each) => `/${each}`));
    expect(
      commands.filter((command) => !operations.some((each) => each.command === command)),
      'add an operation of the command to src/operations, or delete it from src/operations/commands.ts',
    ).toEqual([]);
    const ids = manifest.features.shortcuts.map(({ callback_id: id }) => id.slice(shortcutCallback.length));
    expect(ids.length, 'declare a `shortcut` in an operation of src/operations').toBeGreaterThan(0);
    for (const id of ids)
      expect(
        operations.map((each) => each.id),
        'correct src/operations/shared/find-operation.ts',
      ).toContain(id);
  });
});

test.each<[string, readonly string[]]>([
  ['--prefix rb-', ['--prefix', 'rb-']],
  ['--socket', ['--socket']],
  ['--url', ['--url', 'https://bot.example.test', '--prefix', 'rb-']],
])('npm run manifest -- %s prints one', (_words, given) => {
  const printed = manifestCommand(given);
  const [prefix, url] = [given.includes('--prefix') ? 'rb-' : '', given.includes('--url')];
  const mode = given.includes('--socket') ? 'socket' : 'http';
  expect(JSON.parse(printed), `correct ${program}`).toEqual(
    makeManifest(operations, { mode, prefix, ...(url ? { url: 'https://bot.example.test' } : {}) }),
  );
});

test('with --mcp, Slackbot finds the server, in both modes, and nothing else changes', () => {
  const url = 'https://bot.example.test';
  for (const given of [[], ['--socket']]) {
    const printed: unknown = JSON.parse(manifestCommand([...given, '--mcp', '--url', url]));
    const mode = given.length > 0 ? 'socket' : 'http';
    const without = makeManifest(operations, { mode, url });
    expect(printed, `correct \`withSlackbot\` of ${made}`).toEqual({
      ...without,
      oauth_config: { scopes: { bot: [...scopes, 'mcp:connect'] } },
      mcp_servers: { Portolan: { url: `${url}/mcp`, auth_type: 'slack_identity_auth' } },
    });
  }
});

test.each<readonly [string, readonly string[], RegExp]>([
  ['--mcp without an address', ['--mcp'], /--mcp needs --url/],
  ['a prefix with a space', ['--prefix=RB '], /--prefix "RB " isn’t a valid prefix/],
  ['a prefix with a dash first', ['--prefix=-rb'], /--prefix "-rb" isn’t a valid prefix/],
  ['a prefix that is too long', ['--prefix=a-prefix-that-is-longer-than-any-command'], /isn’t a valid prefix/],
  ['nonsense for an address', ['--url', 'nonsense'], /--url "nonsense" isn't a valid address/],
  ['an address that Slack refuses', ['--url', 'http://bot.example.test'], /isn't a valid address/],
  ['an address with a query', ['--url', 'https://bot.example.test?a=1'], /isn't a valid address/],
  [
    'an address for Socket Mode',
    ['--url', 'https://bot.example.test', '--socket'],
    /--url can't be used with --socket/,
  ],
  ['an option that there is none of', ['--colour'], /^Unknown option '--colour'/],
])('npm run manifest refuses %s in one line', (_what, given, says) => {
  let refused = '';
  try {
    manifestCommand(given);
  } catch (error) {
    refused = error instanceof Error ? error.message : '';
  }
  expect(refused, `correct ${program}`).toMatch(says);
  expect(refused, `say it in one line in ${program}`).not.toContain('\n');
});

test('as a program it prints what was asked for, or what is wrong', () => {
  const run = (...given: readonly string[]) =>
    spawnSync(process.execPath, [join(root, program), ...given], { encoding: 'utf8' });
  const stdout = manifestCommand(['--prefix', 'rb-']);
  expect(run('--prefix', 'rb-'), `correct ${program}`).toMatchObject({ status: 0, stdout, stderr: '' });
  const refused = run('--colour');
  expect([refused.status, refused.stdout], `correct ${program}`).toEqual([1, '']);
  expect(refused.stderr, `say it in one line in ${program}`).toMatch(/^Unknown option '--colour'.*\n$/);
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
      const answers = `answer ${command} in src/slack/listen/slash-commands.ts`;
      expect(await user.slash('C0SHOP', command), answers).toMatchObject({ ok: true });
      await playground.bot().idle();
      expect(user.view() !== undefined || user.messages('C0SHOP').length > before, answers).toBe(true);
      if (user.view()) await user.close(true);
    }
    for (const { callback_id: id } of manifest.features.shortcuts) {
      await user.shortcut(id);
      await playground.bot().idle();
      const operation = id.slice(shortcutCallback.length);
      const answers = `open the form of ${operationFile(operation)} in src/slack/listen/shortcuts.ts`;
      expect(user.view()?.content.callback_id, answers).toBe(`ask:${operation}`);
      await user.close(true);
    }
    // No text names a command without the prefix with which it is installed.
    const texts = JSON.stringify(user.messages('C0SHOP').map(({ text, blocks }) => [text, blocks]));
    expect(
      texts.match(/.{0,60}(?<![\w/.-])\/(?:region|component|port|gateway|monitor|portolan)\b(?!\/)/g) ?? [],
      'put the prefix before the command, where src/operations or src/slack says this',
    ).toEqual([]);
    expect(playground.slack.faults, 'correct what src/slack sent to Slack').toEqual([]);
  } finally {
    await playground.stop();
  }
});
