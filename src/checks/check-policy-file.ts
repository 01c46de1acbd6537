import { type ReadFile, readConfig, type Variables } from '../config.ts';
import { configMsg } from '../config-messages.ts';
import type { Lang } from '../core/text/text.ts';
import { changeIds } from '../operations/index.ts';
import { configuredFault } from '../operations/watch/life/configured-watches.ts';
import { checkPolicy } from './check-settings.ts';
import { doctorMsg } from './report/doctor-messages.ts';
import { about, exitCodes, type Finding, resultOf } from './report/finding.ts';
import { type Paint, sectionText, summaryText } from './report/report.ts';

/** Checks only a policy file, for a CI pipeline. Reads no environment variables and makes no network calls. */
export function checkPolicyFile(path: string, readFile: ReadFile, now: number): readonly Finding[] {
  const read = (env: Variables) => {
    const result = readConfig({ PORTOLAN_CONFIG: path, ...env }, readFile, changeIds, configuredFault);
    return 'faults' in result ? result : { faults: [], usable: result.config };
  };
  const { usable } = read({});
  // Tokens of alert sources aren't in the file, so use any value of valid length.
  const tokens = [...(usable.policy?.alertSources?.values() ?? [])].map(({ tokenEnv }) => [tokenEnv, 'x'.repeat(32)]);
  const { faults, usable: checked } = read(Object.fromEntries(tokens));
  const unread = faults.flatMap((each) =>
    'variable' in each && each.variable === 'PORTOLAN_CONFIG'
      ? [about('policy').error(configMsg.variable({ variable: doctorMsg.it(), why: each.why }))]
      : [],
  );
  return [...unread, ...checkPolicy(checked, faults, now)];
}

/** Runs `portolan policy check <file>`. Returns the exit code, with the same meaning as doctor's. */
export async function runPolicyCheck(
  path: string,
  { readFile, now, lang }: { readonly readFile: ReadFile; readonly now: number; readonly lang: Lang },
  write: (text: string) => Promise<void>,
  paint: Paint,
): Promise<number> {
  const findings = checkPolicyFile(path, readFile, now);
  await write(`${sectionText(findings, paint, lang)}${summaryText(findings, lang)}`);
  return exitCodes[resultOf(findings)];
}
