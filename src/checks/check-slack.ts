import type { Variables } from '../config.ts';
import { plural } from '../core/text/plural.ts';
import type { BotIdentity } from '../slack/app/identify.ts';
import type { InstalledManifest, SlackInspection } from '../slack/app/inspect-slack.ts';
import { type Manifest, scopeUses } from '../slack/app/manifest.ts';
import { timeLimits } from '../slack/blocks/limits.ts';
import { doctorMsg } from './report/doctor-messages.ts';
import { about, type Finding } from './report/finding.ts';
import { type SlackToken, slackProblem } from './slack-problem.ts';

/** How Slack reaches the bot, and what the installed app should be like. */
interface SlackSetup {
  readonly mode: 'http' | 'socket';
  readonly apiUrl: string | undefined;
  /** Made from the operations, for this prefix and mode. */
  readonly manifest: Manifest;
  readonly env: Variables;
}

/** Everything that Slack was asked. */
export function checkSlack(found: SlackInspection, setup: SlackSetup): readonly Finding[] {
  if ('error' in found.identity)
    return [refusedToken('SLACK_BOT_TOKEN', found.identity.error, setup), ...checkClock(found, setup)];
  return [
    checkIdentity(found.identity.value),
    checkConnection(found.socket, setup),
    ...checkScopes(found.identity.value),
    ...checkManifest(found.manifest, setup),
    ...checkClock(found, setup),
  ];
}

function refusedToken(token: SlackToken, cause: unknown, { apiUrl, env }: SlackSetup): Finding {
  const { error } = about(token === 'SLACK_BOT_TOKEN' ? 'slack-token' : 'slack-connection');
  const { found, fix, where } = slackProblem(cause, token, apiUrl, env);
  const todo = [fix, where].filter((each) => each !== undefined).join(' ');
  return error(found, { why: 'The bot doesn’t start without it.', ...(todo === '' ? {} : { fix: todo }) });
}

/** Whose token it is. */
export function checkIdentity({ workspace, name }: Pick<BotIdentity, 'workspace' | 'name'>): Finding {
  return about('slack-token').ok(doctorMsg.identity({ workspace, bot: name }));
}

function checkConnection(socket: SlackInspection['socket'], setup: SlackSetup): Finding {
  const { ok, unknown } = about('slack-connection');
  if (setup.mode === 'http')
    return unknown('HTTP: only a request from Slack shows whether its address and SLACK_SIGNING_SECRET are right', {
      fix: 'Type a command in Slack. If it fails, see docs/troubleshooting.md.',
    });
  if (socket && 'error' in socket) return refusedToken('SLACK_APP_TOKEN', socket.error, setup);
  return ok('Socket Mode: Slack accepted SLACK_APP_TOKEN');
}

/** Without these, nothing works at all. */
const essential: ReadonlySet<string> = new Set(['chat:write', 'commands']);

/** The scopes that the token lacks. One finding, so that reinstalling once is enough. */
export function checkScopes({ missingScopes }: Pick<BotIdentity, 'missingScopes'>): readonly Finding[] {
  const { ok, unknown, warning, error } = about('slack-scopes');
  const fix = 'Update the app from the manifest (manifest/), reinstall it, and set the new token.';
  if (missingScopes === undefined) return [unknown('Slack didn’t list the scopes of the token')];
  if (missingScopes.length === 0) return [ok(`all ${Object.keys(scopeUses).length} that the manifest asks for`)];
  const found = `${plural(missingScopes.length, 'scope is', 'scopes are')} missing: ${missingScopes.join(', ')}.`;
  const lost = missingScopes.map((scope) => scopeUses[scope]).join('; ');
  const level = missingScopes.some((scope) => essential.has(scope)) ? error : warning;
  return [level(found, { why: `These don’t work without: ${lost}.`, fix })];
}

function checkManifest(installed: SlackInspection['manifest'], setup: SlackSetup): readonly Finding[] {
  const { ok, unknown, warning } = about('slack-manifest');
  const fix = 'Paste the manifest (manifest/) into the app’s settings. Reinstall the app if Slack asks for it.';
  if (installed === undefined) {
    const commands = setup.manifest.features?.slash_commands?.map(({ command }) => command) ?? [];
    return [
      unknown(`compare the app’s commands by hand: ${commands.join(', ')}`, {
        why: 'A bot token can’t read the installed manifest.',
        fix: 'To have it compared, set SLACK_CONFIG_TOKEN for this run: api.slack.com/apps → Your App Configuration Tokens.',
      }),
    ];
  }
  if ('error' in installed) {
    const { found } = slackProblem(installed.error, 'SLACK_BOT_TOKEN', setup.apiUrl, setup.env);
    return [
      warning(`the installed manifest can’t be read with SLACK_CONFIG_TOKEN: ${found}`, {
        fix: 'Configuration tokens expire after 12 hours. Generate a new one, in the workspace in which the app was created.',
      }),
    ];
  }
  const wrong = differencesOf(installed.value, setup);
  if (wrong.length === 0)
    return [ok('the installed app has every command, shortcut, event and setting of the manifest')];
  return wrong.map((found) => warning(found, { why: 'Slack doesn’t offer or deliver what is missing.', fix }));
}

/** What the installed manifest lacks or has differently, in sentences. Anything more than the bot needs is fine. */
export function differencesOf(
  installed: InstalledManifest,
  { manifest, mode }: Pick<SlackSetup, 'manifest' | 'mode'>,
): readonly string[] {
  const { features, settings, oauth_config } = installed;
  const lacks = (what: string, wanted: readonly string[], has: readonly string[]) => {
    const missing = wanted.filter((each) => !has.includes(each));
    return missing.length === 0 ? [] : [`The installed manifest lacks ${what}: ${missing.join(', ')}.`];
  };
  return [
    ...lacks(
      'commands',
      (manifest.features?.slash_commands ?? []).map(({ command }) => command),
      features.slash_commands.map(({ command }) => command),
    ),
    ...lacks(
      'shortcuts',
      (manifest.features?.shortcuts ?? []).map(({ name }) => name),
      shortcutNames(
        manifest,
        features.shortcuts.map(({ callback_id }) => callback_id),
      ),
    ),
    ...lacks('scopes', manifest.oauth_config?.scopes?.bot ?? [], oauth_config.scopes.bot),
    ...lacks(
      'events',
      manifest.settings?.event_subscriptions?.bot_events ?? [],
      settings.event_subscriptions.bot_events,
    ),
    ...(features.app_home.home_tab_enabled ? [] : ['The Home tab is off.']),
    ...(features.app_home.messages_tab_enabled ? [] : ['The Messages tab is off, so people can’t write to the bot.']),
    ...(settings.interactivity.is_enabled ? [] : ['Interactivity is off, so buttons and forms don’t work.']),
    ...connectionOf(installed, mode),
  ];
}

/** The names of installed shortcuts that the manifest has too: their callback ids are what the bot listens to. */
function shortcutNames(manifest: Manifest, callbackIds: readonly string[]): readonly string[] {
  return (manifest.features?.shortcuts ?? [])
    .filter(({ callback_id }) => callbackIds.includes(callback_id))
    .map(({ name }) => name);
}

/** How Slack reaches the bot by the installed manifest, compared with how the bot listens. */
function connectionOf({ features, settings }: InstalledManifest, mode: SlackSetup['mode']): readonly string[] {
  if (mode === 'socket')
    return settings.socket_mode_enabled
      ? []
      : ['Socket Mode is off in the app’s settings, but SLACK_APP_TOKEN is set.'];
  if (settings.socket_mode_enabled)
    return ['Socket Mode is on in the app’s settings, so Slack sends nothing over HTTP.'];
  const { event_subscriptions: events, interactivity } = settings;
  const urls = [
    events.request_url,
    interactivity.request_url,
    interactivity.message_menu_options_url,
    ...features.slash_commands.map(({ url }) => url),
  ];
  const different = new Set(urls);
  if (different.has(undefined)) return ['The installed manifest lacks the address of the bot in some places.'];
  if (different.size > 1)
    return [`The installed manifest has several addresses of the bot: ${[...different].join(', ')}.`];
  const wrong = urls.find((url) => url?.endsWith('/slack/events') === false);
  return wrong === undefined
    ? []
    : [`The bot’s address in the installed manifest doesn’t end with /slack/events: ${wrong}.`];
}

/** Differences below this are normal, in ms. */
const normalClockMs = 30_000;

/** This machine's clock, compared with Slack's. */
export function checkClock(
  { aheadMs }: Pick<SlackInspection, 'aheadMs'>,
  { mode }: Pick<SlackSetup, 'mode'>,
): readonly Finding[] {
  const { ok, warning, error } = about('slack-clock');
  if (aheadMs === undefined) return [];
  const off = Math.abs(aheadMs);
  if (off < normalClockMs) return [ok('this machine’s clock agrees with Slack’s')];
  const found = `this machine’s clock is ${clockText(aheadMs)} Slack’s.`;
  const fix = 'Synchronize it with NTP.';
  if (mode === 'http' && off >= timeLimits.signatureMs)
    return [error(found, { why: 'Requests from Slack are refused when the clocks differ by 5 minutes or more.', fix })];
  return [warning(found, { why: 'Closing times, schedules and charts follow this machine’s clock.', fix })];
}

/** `6 minutes ahead of`, `45 seconds behind`. */
export function clockText(aheadMs: number): string {
  const seconds = Math.round(Math.abs(aheadMs) / 1_000);
  const length = seconds < 120 ? plural(seconds, 'second') : plural(Math.round(seconds / 60), 'minute');
  return `${length} ${aheadMs > 0 ? 'ahead of' : 'behind'}`;
}
