import type { Variables } from '../config.ts';
import { present } from '../core/defined.ts';
import { durationText } from '../core/text/duration-messages.ts';
import { join, type Text } from '../core/text/text.ts';
import type { BotIdentity } from '../slack/app/identify.ts';
import type { InstalledManifest, SlackInspection } from '../slack/app/inspect-slack.ts';
import type { Manifest } from '../slack/app/manifest.ts';
import { scopeUses } from '../slack/app/scope-messages.ts';
import { timeLimits } from '../slack/blocks/limits.ts';
import { doctorMsg } from './report/doctor-messages.ts';
import { about, type Finding } from './report/finding.ts';
import { slackCheckMsg } from './report/slack-check-messages.ts';
import { type SlackToken, slackProblem } from './slack-problem.ts';

interface SlackSetup {
  readonly mode: 'http' | 'socket';
  readonly apiUrl: string | undefined;
  /** Generated from the operations, for this prefix and mode. */
  readonly manifest: Manifest;
  readonly env: Variables;
}

export function checkSlack(inspection: SlackInspection, setup: SlackSetup): readonly Finding[] {
  if ('error' in inspection.identity)
    return [refusedToken('SLACK_BOT_TOKEN', inspection.identity.error, setup), ...checkClock(inspection, setup)];
  return [
    checkIdentity(inspection.identity.value),
    checkConnection(inspection.socket, setup),
    ...checkScopes(inspection.identity.value),
    ...checkManifest(inspection.manifest, setup),
    ...checkClock(inspection, setup),
  ];
}

function refusedToken(token: SlackToken, cause: unknown, { apiUrl, env }: SlackSetup): Finding {
  const { error } = about(token === 'SLACK_BOT_TOKEN' ? 'slack-token' : 'slack-connection');
  const { found, fix, where } = slackProblem(cause, token, apiUrl, env);
  const todo = present([fix, where]);
  return error(found, { why: slackCheckMsg.noStart(), fix: todo.length === 0 ? undefined : join(todo) });
}

export function checkIdentity({ workspace, name }: Pick<BotIdentity, 'workspace' | 'name'>): Finding {
  return about('slack-token').ok(doctorMsg.identity({ workspace, bot: name }));
}

function checkConnection(socket: SlackInspection['socket'], setup: SlackSetup): Finding {
  const { ok, unknown } = about('slack-connection');
  if (setup.mode === 'http') return unknown(slackCheckMsg.overHttp(), { fix: slackCheckMsg.typeCommand() });
  if (socket && 'error' in socket) return refusedToken('SLACK_APP_TOKEN', socket.error, setup);
  return ok(slackCheckMsg.socketFine());
}

/** Scopes without which nothing works. */
const essential: ReadonlySet<string> = new Set(['chat:write', 'commands']);

/** Reports all missing scopes in one finding, so that the app has to be reinstalled only once. */
export function checkScopes({ missingScopes }: Pick<BotIdentity, 'missingScopes'>): readonly Finding[] {
  const { ok, unknown, warning, error } = about('slack-scopes');
  const fix = slackCheckMsg.updateApp();
  if (missingScopes === undefined) return [unknown(slackCheckMsg.scopesUnlisted())];
  if (missingScopes.length === 0) return [ok(slackCheckMsg.scopesFine({ count: Object.keys(scopeUses).length }))];
  const text = slackCheckMsg.scopesMissing({ count: missingScopes.length, scopes: missingScopes.join(', ') });
  const lost = join(
    missingScopes.map((scope) => scopeUses[scope]()),
    '; ',
  );
  const level = missingScopes.some((scope) => essential.has(scope)) ? error : warning;
  return [level(text, { why: slackCheckMsg.lostWithout({ lost }), fix })];
}

function checkManifest(installed: SlackInspection['manifest'], setup: SlackSetup): readonly Finding[] {
  const { ok, unknown, warning } = about('slack-manifest');
  const fix = slackCheckMsg.pasteManifest();
  if (installed === undefined) {
    const commands = setup.manifest.features?.slash_commands?.map(({ command }) => command) ?? [];
    return [
      unknown(slackCheckMsg.compareByHand({ commands: commands.join(', ') }), {
        why: slackCheckMsg.manifestHidden(),
        fix: slackCheckMsg.setConfigToken(),
      }),
    ];
  }
  if ('error' in installed) {
    const { found } = slackProblem(installed.error, 'SLACK_BOT_TOKEN', setup.apiUrl, setup.env);
    return [warning(slackCheckMsg.manifestUnread({ why: found }), { fix: slackCheckMsg.newConfigToken() })];
  }
  const wrong = differencesOf(installed.value, setup);
  if (wrong.length === 0) return [ok(slackCheckMsg.manifestFine())];
  return wrong.map((text) => warning(text, { why: slackCheckMsg.notOffered(), fix }));
}

/** Returns sentences about missing or different parts of the installed manifest. Extra parts are fine. */
function differencesOf(
  installed: InstalledManifest,
  { manifest, mode }: Pick<SlackSetup, 'manifest' | 'mode'>,
): readonly Text[] {
  const { features, settings, oauth_config } = installed;
  const lacks = (what: (names: { names: string }) => Text, wanted: readonly string[], has: readonly string[]) => {
    const missing = wanted.filter((each) => !has.includes(each));
    return missing.length === 0 ? [] : [what({ names: missing.join(', ') })];
  };
  return [
    ...lacks(
      slackCheckMsg.lacksCommands,
      (manifest.features?.slash_commands ?? []).map(({ command }) => command),
      features.slash_commands.map(({ command }) => command),
    ),
    ...lacks(
      slackCheckMsg.lacksShortcuts,
      (manifest.features?.shortcuts ?? []).map(({ name }) => name),
      shortcutNames(
        manifest,
        features.shortcuts.map(({ callback_id }) => callback_id),
      ),
    ),
    ...lacks(slackCheckMsg.lacksScopes, manifest.oauth_config?.scopes?.bot ?? [], oauth_config.scopes.bot),
    ...lacks(
      slackCheckMsg.lacksEvents,
      manifest.settings?.event_subscriptions?.bot_events ?? [],
      settings.event_subscriptions.bot_events,
    ),
    ...(features.app_home.home_tab_enabled ? [] : [slackCheckMsg.homeOff()]),
    ...(features.app_home.messages_tab_enabled ? [] : [slackCheckMsg.messagesOff()]),
    ...(settings.interactivity.is_enabled ? [] : [slackCheckMsg.interactivityOff()]),
    ...connectionOf(installed, mode),
  ];
}

/** Returns the names of installed shortcuts that have a callback id of our manifest; the bot handles these ids. */
function shortcutNames(manifest: Manifest, callbackIds: readonly string[]): readonly string[] {
  return (manifest.features?.shortcuts ?? [])
    .filter(({ callback_id }) => callbackIds.includes(callback_id))
    .map(({ name }) => name);
}

function connectionOf({ features, settings }: InstalledManifest, mode: SlackSetup['mode']): readonly Text[] {
  if (mode === 'socket') return settings.socket_mode_enabled ? [] : [slackCheckMsg.socketOff()];
  if (settings.socket_mode_enabled) return [slackCheckMsg.socketOn()];
  const { event_subscriptions: events, interactivity } = settings;
  const urls = [
    events.request_url,
    interactivity.request_url,
    interactivity.message_menu_options_url,
    ...features.slash_commands.map(({ url }) => url),
  ];
  const different = new Set(urls);
  if (different.has(undefined)) return [slackCheckMsg.addressMissing()];
  if (different.size > 1) return [slackCheckMsg.addressesDiffer({ addresses: [...different].join(', ') })];
  const wrong = urls.find((url) => url?.endsWith('/slack/events') === false);
  return wrong === undefined ? [] : [slackCheckMsg.addressWrong({ address: wrong })];
}

/** Maximum normal difference of the clocks, in ms. */
const normalClockMs = 30_000;

function checkClock(
  { aheadMs }: Pick<SlackInspection, 'aheadMs'>,
  { mode }: Pick<SlackSetup, 'mode'>,
): readonly Finding[] {
  const { ok, warning, error } = about('slack-clock');
  if (aheadMs === undefined) return [];
  const off = Math.abs(aheadMs);
  if (off < normalClockMs) return [ok(slackCheckMsg.clockFine())];
  const text = (aheadMs > 0 ? slackCheckMsg.clockAhead : slackCheckMsg.clockBehind)({ length: clockText(aheadMs) });
  const fix = slackCheckMsg.synchronize();
  if (mode === 'http' && off >= timeLimits.signatureMs)
    return [error(text, { why: slackCheckMsg.clockRefused(), fix })];
  return [warning(text, { why: slackCheckMsg.clockMatters(), fix })];
}

/** Returns a clock difference as text, in seconds below two minutes. */
export function clockText(aheadMs: number): Text {
  const seconds = Math.round(Math.abs(aheadMs) / 1_000);
  return durationText(seconds < 120 ? seconds * 1_000 : Math.round(seconds / 60) * 60_000);
}
