import { plain } from './checks/report/doctor-catalog.ts';
import type { Finding } from './checks/report/finding.ts';
import { symbols, wordsOf } from './checks/report/report.ts';
import { checkName, reportMsg } from './checks/report/report-messages.ts';
import type { Config } from './config.ts';
import { join, type Lang, type Text, verbatim } from './core/text/text.ts';
import type { World } from './core/world.ts';
import type { BotIdentity } from './slack/app/identify.ts';
import type { Store } from './store/store.ts';

export interface StartedBot {
  readonly me: Pick<BotIdentity, 'name' | 'workspace' | 'team'>;
  readonly port: number;
  readonly store: Pick<Store, 'engine'>;
  /** Returns undefined if Slack doesn't answer whether the bot is in the channel. */
  readonly isInChannel: () => Promise<boolean | undefined>;
}

function logReady({ me, port, store }: StartedBot, config: Config, { log }: Pick<World, 'log'>): void {
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
function startText(findings: readonly Finding[], next: Text, lang: Lang): string {
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

function nextStep(
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
