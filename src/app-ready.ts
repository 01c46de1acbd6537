import type { Background } from './app-background.ts';
import { plain } from './checks/report/doctor-catalog.ts';
import type { Finding } from './checks/report/finding.ts';
import { symbols, wordsOf } from './checks/report/report.ts';
import { checkName, reportMsg } from './checks/report/report-messages.ts';
import type { Config } from './config.ts';
import { join, type Lang, type Text, verbatim } from './core/text/text.ts';
import type { World } from './core/world.ts';
import { type Check, keepFor, type Readiness } from './observability/health-routes.ts';
import { REASONS } from './platform/errors/reasons.ts';
import { faultOf } from './platform/http/ping.ts';
import type { PingResult, Platform } from './platform/platform.ts';
import type { BotIdentity } from './slack/app/identify.ts';
import type { Store } from './store/store.ts';

export interface StartedBot {
  readonly me: Pick<BotIdentity, 'name' | 'workspace' | 'team'>;
  readonly port: number;
  readonly store: Pick<Store, 'engine'>;
  /** Returns undefined if Slack doesn't answer whether the bot is in the channel. */
  readonly isInChannel: () => Promise<boolean | undefined>;
}

/** `/readyz` is public, so its ping of the platform is reused for this time, in ms. */
const pingKeptMs = 5_000;
/** Each check writes to the disk, so `/readyz` reuses the result for this time, in ms. */
const storeCheckKeptMs = 1_000;

/** While the bot stops, nothing is checked, because the database and the platform may already be closed. */
const stoppingReadiness: Readiness = {
  database: { state: 'unknown' },
  slack: { state: 'unknown' },
  platform: { state: 'unknown' },
  stopping: true,
};

export interface Progress {
  /** Whether Slack accepted the bot. */
  slack: boolean;
  /** Time since the Socket Mode connection was lost, in ms. Undefined if connected, or if the bot uses HTTP. */
  socketLostMs: () => number | undefined;
  stopping: boolean;
  /** Whether the last known head of the audit log is now missing or changed. */
  auditBroken: boolean;
  late: Background['late'];
}

/** Creates the checks of `/readyz`: database writable, bot accepted by Slack, platform reachable. */
export function createReadiness(
  progress: Pick<Progress, 'slack' | 'socketLostMs' | 'stopping'>,
  parts: {
    readonly problem: Store['problem'];
    readonly platform: Pick<Platform, 'ping'>;
    readonly now: () => number;
  },
): () => Promise<Readiness> {
  const { problem, platform, now } = parts;
  const ping = keepFor(pingKeptMs, now, platform.ping);
  return async () => {
    if (progress.stopping) return stoppingReadiness;
    const [database, pinged] = await Promise.all([problem(), ping()]);
    return {
      database:
        database === undefined
          ? { state: 'ok' }
          : { state: 'failing', detail: database.isDiskFull ? 'disk full' : 'the database can’t be written' },
      slack: slackCheck(progress),
      platform: platformCheck(pinged),
      stopping: progress.stopping,
    };
  };
}

export function keptProblem({ problem }: Pick<Store, 'problem'>, now: () => number): Store['problem'] {
  return keepFor(storeCheckKeptMs, now, problem);
}

export async function isReadyNow(
  progress: Pick<Progress, 'slack' | 'socketLostMs' | 'stopping'>,
  problem: Store['problem'],
): Promise<boolean> {
  return !progress.stopping && slackCheck(progress).state === 'ok' && (await problem()) === undefined;
}

/** Time without a Socket Mode connection that isn't reported, in ms. Most connections return within seconds. */
const socketGraceMs = 10_000;

function slackCheck({ slack, socketLostMs }: Pick<Progress, 'slack' | 'socketLostMs'>): Check {
  const lostMs = socketLostMs();
  if (lostMs !== undefined && lostMs >= socketGraceMs)
    return { state: 'failing', detail: `no Socket Mode connection for ${Math.round(lostMs / 1_000)} s` };
  return { state: slack ? 'ok' : 'failing' };
}

export function logReady({ me, port, store }: StartedBot, config: Config, { log }: Pick<World, 'log'>): void {
  log.info('Portolan is ready', {
    workspace: `${me.workspace} (${me.team})`,
    bot: me.name,
    mode: config.slack.mode === 'socket' ? 'Socket Mode' : 'HTTP',
    port,
    platform: config.platform.url,
    dialect: config.platform.dialect,
    policy: config.policyFile ?? 'default (no policy file)',
    store: store.engine,
  });
}

const alwaysShown: ReadonlySet<string> = new Set(['slack-token', 'platform-server', 'database', 'policy']);

/** Returns the startup summary for a terminal. No finding is shown as an error, because the bot runs. */
export function startText(findings: readonly Finding[], next: Text, lang: Lang): string {
  const lines = findings
    .filter(({ check, level }) => isWrong(level) || alwaysShown.has(check))
    .flatMap((each) => {
      const { found, why, fix } = wordsOf(each, lang);
      const named = join([checkName[each.check](), verbatim(found)], ': ');
      return [
        `  ${isWrong(each.level) ? symbols.warning : symbols.ok} ${plain(named, lang)}`,
        ...(isWrong(each.level) && why !== undefined ? [`      ${why}`] : []),
        ...(isWrong(each.level) && fix !== undefined ? [`      → ${fix}`] : []),
      ];
    });
  const step = plain(next, lang);
  return [...lines, `  ${plain(reportMsg.next({ step }), lang)}`].map((line) => `${line}\n`).join('');
}

function isWrong(level: Finding['level']): boolean {
  return level === 'warning' || level === 'error';
}

export function nextStep(
  findings: readonly Finding[],
  bot: { readonly name: string; readonly isInChannel: boolean | undefined; readonly prefix: string },
): Text {
  const command = `/${bot.prefix}portolan`;
  if (findings.some(({ level }) => isWrong(level))) return reportMsg.solve();
  return bot.isInChannel ? reportMsg.type({ command }) : reportMsg.invite({ bot: bot.name, command });
}

/** Prints the findings at startup: a short list on a terminal, otherwise log lines. */
export async function announceStart(
  started: StartedBot,
  config: Config,
  checked: Promise<readonly Finding[]>,
  { log }: Pick<World, 'log'>,
  print: ((text: string) => void) | undefined,
): Promise<void> {
  if (!print) logReady(started, config, { log });
  const findings = await checked;
  if (print) {
    const isInChannel = await started.isInChannel();
    const next = nextStep(findings, { name: started.me.name, isInChannel, prefix: config.commandPrefix });
    return print(startText(findings, next, config.language ?? 'en'));
  }
  for (const { check, level, found, why, fix } of findings)
    if (isWrong(level)) log.warn(`${plain(checkName[check](), 'en')}: ${found}`, { check, why, fix });
}

/** Returns the platform's check for `/readyz`. Its detail contains no address or token. */
export function platformCheck(pinged: PingResult): Check {
  const fault = faultOf(pinged);
  return fault === undefined ? { state: 'ok' } : { state: 'failing', detail: REASONS[fault][0] };
}
