import type { Config } from './config.ts';
import { unreachableRules } from './core/policy/unreachable-rules.ts';
import type { World } from './core/world.ts';
import type { Check } from './observability/health-routes.ts';
import { REASONS } from './platform/errors/reasons.ts';
import { faultOf } from './platform/http/ping.ts';
import type { PingResult, Platform } from './platform/platform.ts';
import type { BotIdentity } from './slack/app/identify.ts';
import type { Store } from './store/store.ts';

/** What the start knows when everything runs. */
interface StartedBot {
  readonly config: Config;
  readonly world: Pick<World, 'log'>;
  readonly me: Pick<BotIdentity, 'name' | 'workspace' | 'team' | 'missingScopes'>;
  readonly port: number;
  readonly store: Pick<Store, 'engine'>;
}

/**
 * Logs that Portolan is ready, for which workspace, platform and policy; and the scopes that the token lacks. A missing
 * scope disables a part of the bot, not all of it.
 */
export function logReady({ config, world, me, port, store }: StartedBot): void {
  world.log.info('Portolan is ready', {
    workspace: `${me.workspace} (${me.team})`,
    bot: me.name,
    mode: config.slack.mode === 'socket' ? 'Socket Mode' : 'HTTP',
    port,
    platform: config.platform.url,
    dialect: config.platform.dialect,
    policy: config.policyFile ?? 'default (no policy file)',
    store: store.engine,
  });
  if (me.missingScopes.length > 0)
    world.log.warn('the Slack app is missing scopes: update it from the manifest and reinstall it', {
      missing: me.missingScopes,
    });
  for (const { rule, by } of unreachableRules(config.policy))
    world.log.warn('a rule of the policy never applies, because earlier ones match everything that it matches', {
      rule: `${config.policyFile}:${rule.line}`,
      earlier: by.map(({ line }) => `${config.policyFile}:${line}`),
    });
}

/** Logs why the platform can't be used now, if it can't. It may be back later, so the start doesn't wait for it. */
export async function checkPlatform(platform: Pick<Platform, 'ping'>, { log }: Pick<World, 'log'>): Promise<void> {
  const found = await platform.ping();
  const fault = faultOf(found);
  if (fault === undefined) return;
  const status = found.reachable ? { status: found.status } : {};
  log.warn('the platform can’t be used yet', { why: REASONS[fault][0], ...status });
}

/** The platform in `/readyz`: what keeps it from being used now, in a sentence without address or token. */
export function platformCheck(found: PingResult): Check {
  const fault = faultOf(found);
  return fault === undefined ? { state: 'ok' } : { state: 'failing', detail: REASONS[fault][0] };
}
