import { type Config, type ConfigFault, misspelledVariables, type UsableConfig, type Variables } from '../config.ts';
import { configMsg } from '../config-messages.ts';
import { idleFreezes } from '../core/policy/idle-freezes.ts';
import type { Policy } from '../core/policy/policy.ts';
import { unreachableRules } from '../core/policy/unreachable-rules.ts';
import { join, type Text, verbatim } from '../core/text/text.ts';
import { doctorMsg } from './report/doctor-messages.ts';
import { about, type Finding } from './report/finding.ts';
import { platformCheckMsg } from './report/platform-check-messages.ts';
import { isProxyUsed, proxyIn } from './slack-problem.ts';

export function checkSettings(faults: readonly ConfigFault[], env: Variables): readonly Finding[] {
  const { ok, warning, error } = about('settings');
  const wrong = faults.flatMap((each) =>
    'variable' in each
      ? [error(configMsg.variable({ variable: each.variable, why: each.why }), { fix: each.where })]
      : [],
  );
  const named = faults.map((each) => ('variable' in each ? each.variable : undefined));
  const misspelled = misspelledVariables(env)
    .filter(({ meant }) => !named.includes(meant))
    .map(({ given, meant }) =>
      warning(doctorMsg.misspelled({ given, meant }), {
        why: doctorMsg.noEffect(),
        fix: doctorMsg.renameIt({ meant }),
      }),
    );
  if (wrong.length + misspelled.length > 0) return [...wrong, ...misspelled];
  return [ok(doctorMsg.settingsFine())];
}

const mib = 1024 ** 2;
/** Memory needed after hostile platform replies if jemalloc isn't used, with a margin, in bytes. */
const neededWithout = 900 * mib;

/** Checks whether freed memory returns to the system, because glibc keeps a part. `limit`: bytes, 0 means no limit. */
export function checkMemory(libraries: string | undefined, limit: number | undefined): readonly Finding[] {
  const { ok, warning } = about('memory');
  if (libraries === undefined) return [];
  if (libraries.includes('jemalloc')) return [ok(doctorMsg.allocatorFine())];
  if (limit !== undefined && limit > 0 && limit < neededWithout)
    return [
      warning(doctorMsg.allocatorSmall({ mib: Math.floor(limit / mib) }), {
        why: doctorMsg.allocatorKeeps(),
        fix: doctorMsg.installAllocator(),
      }),
    ];
  return [ok(doctorMsg.allocatorMissing())];
}

export function checkProxy(slack: Pick<Config['slack'], 'mode'> | undefined, env: Variables): readonly Finding[] {
  const { ok, warning } = about('proxy');
  const proxy = proxyIn(env);
  if (proxy === undefined) return [];
  if (!isProxyUsed(env))
    return [
      warning(doctorMsg.proxyUnused({ proxy }), {
        why: doctorMsg.proxyIgnored(),
        fix: doctorMsg.useProxy({ proxy }),
      }),
    ];
  if (slack?.mode === 'socket')
    return [
      warning(doctorMsg.proxyNotForSockets({ proxy }), {
        why: doctorMsg.socketsIgnoreProxies(),
        fix: doctorMsg.useHttp(),
      }),
    ];
  return [ok(doctorMsg.proxyFine({ proxy }))];
}

export function checkPolicy(
  { policy, policyFile }: Pick<UsableConfig, 'policy' | 'policyFile'>,
  faults: readonly ConfigFault[],
  now: number,
): readonly Finding[] {
  const { ok, warning, error } = about('policy');
  const fix = doctorMsg.correctFile();
  const wrong = faults.flatMap((each) =>
    'file' in each
      ? [error(doctorMsg.inFile({ at: `${each.file}:${each.line}:${each.column}`, why: each.why }), { fix })]
      : [],
  );
  // An unreadable file is reported as a fault of PORTOLAN_CONFIG.
  if (wrong.length > 0 || policy === undefined) return wrong;
  if (policyFile === undefined) return [ok(doctorMsg.policyDefaults())];
  const unused = unreachableRules(policy).map(({ rule, by }) =>
    warning(doctorMsg.ruleUnused({ file: policyFile, line: rule.line }), {
      why: doctorMsg.ruleCovered({
        lines: join(
          by.map(({ line }) => doctorMsg.line({ line })),
          ', ',
        ),
      }),
      fix: doctorMsg.moveRule(),
    }),
  );
  const { past, neverOpen } = idleFreezes(policy, now);
  const over = past.map(({ line, reason }) =>
    warning(platformCheckMsg.freezeOver({ at: `${policyFile}:${line}`, reason }), {
      why: platformCheckMsg.freezeIdle(),
      fix: platformCheckMsg.removeFreeze(),
    }),
  );
  const closed = neverOpen.map(({ line }) =>
    warning(platformCheckMsg.windowClosed({ at: `${policyFile}:${line}` }), {
      why: platformCheckMsg.windowCovered(),
      fix: platformCheckMsg.correctWindow(),
    }),
  );
  return [ok(join([verbatim(policyFile), contentsOf(policy)], ': ')), ...unused, ...over, ...closed];
}

function contentsOf({ rules, contexts = [], channels }: Policy): Text {
  return doctorMsg.policyContents({ rules: rules.length, contexts: contexts.length, channels: channels?.size ?? 0 });
}
