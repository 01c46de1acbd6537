import { readFileSync } from 'node:fs';
import { type Config, type ConfigFault, misspelledVariables, type UsableConfig, type Variables } from '../config.ts';
import { configMsg } from '../config-messages.ts';
import { type ChangeWindow, type Freeze, type Policy, type Risk, type Rule, risks } from '../core/policy/policy.ts';
import { matchesPlace } from '../core/policy/policy-decision.ts';
import { join, type Text, verbatim } from '../core/text/text.ts';
import { type Interval, openIntervals } from '../core/time/weekly-hours.ts';
import { doctorMsg } from './report/doctor-messages.ts';
import { about, type Finding } from './report/finding.ts';
import { platformCheckMsg } from './report/platform-check-messages.ts';
import { isProxyUsed, proxyIn } from './slack-problem.ts';

export function settingsFindings(
  config: UsableConfig,
  faults: readonly ConfigFault[],
  env: Variables,
  now: number,
): readonly Finding[] {
  return [
    ...checkSettings(faults, env),
    ...checkProxy(config.slack, env),
    ...checkMemory(mappedLibraries(), process.constrainedMemory()),
    ...checkPolicy(config, faults, now),
  ];
}

function checkSettings(faults: readonly ConfigFault[], env: Variables): readonly Finding[] {
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

/** Returns the list of loaded libraries; undefined on systems other than Linux. */
function mappedLibraries(): string | undefined {
  try {
    return readFileSync('/proc/self/maps', 'utf8');
  } catch {
    return undefined;
  }
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

function checkProxy(slack: Pick<Config['slack'], 'mode'> | undefined, env: Variables): readonly Finding[] {
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

interface UnreachableRule {
  readonly rule: Rule;
  readonly by: readonly Rule[];
}

/** Finds rules that earlier rules certainly cover. It doesn't know groups' members or operations' risks. */
export function unreachableRules({ rules, roles }: Pick<Policy, 'rules' | 'roles'>): readonly UnreachableRule[] {
  return rules.flatMap((rule, index) => {
    const earlier = rules.slice(0, index).filter((each) => coversPlace(each, rule, roles));
    const by = (rule.when.risk ?? risks).map((risk) => earlier.find((each) => hasRisk(each, risk)));
    return by.every((each) => each !== undefined) ? [{ rule, by: [...new Set(by)] }] : [];
  });
}

function hasRisk({ when }: Rule, risk: Risk): boolean {
  return when.risk === undefined || when.risk.includes(risk);
}

/** Checks whether a rule matches everything that another one matches, ignoring risks. */
function coversPlace({ when: wide }: Rule, { when: narrow }: Rule, roles: Policy['roles']): boolean {
  return (
    covers(wide.operation, narrow.operation, (one, other) => one === other) &&
    covers(wide.channel, narrow.channel, (one, other) => one === other) &&
    covers(wide.context, narrow.context, matchesPlace) &&
    covers(wide.asker, narrow.asker, (one, other) => one === other || roles.get(one)?.users.includes(other) === true)
  );
}

/** Checks whether all alternatives of `narrow` are in `wide`; no list means anything. */
function covers<T>(
  wide: readonly T[] | undefined,
  narrow: readonly T[] | undefined,
  is: (one: T, other: T) => boolean,
): boolean {
  return wide === undefined || (narrow?.every((other) => wide.some((one) => is(one, other))) ?? false);
}

interface IdleFreezes {
  readonly past: readonly Freeze[];
  /** Windows that don't open within a year, because freezes cover all their openings. */
  readonly neverOpen: readonly ChangeWindow[];
}

const yearMs = 366 * 86_400_000;

function idleFreezes({ freezes = [], windows = [] }: Policy, now: number): IdleFreezes {
  return {
    past: freezes.filter(({ to }) => to !== undefined && to <= now),
    neverOpen: windows.filter((window) => !opens(window, freezes, now)),
  };
}

function opens(window: ChangeWindow, freezes: readonly Freeze[], now: number): boolean {
  const mine = freezes.filter((freeze) => isOfAll(freeze, window));
  const isFree = (at: number) =>
    !mine.some(({ from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY }) => from <= at && at < to);
  const ends = mine.flatMap(({ to }) => to ?? []);
  // If any moment of an opening is free, the opening's first moment or the end of a freeze is free.
  const hasFree = ({ from, to }: Interval) => [from, ...ends.filter((at) => at > from && at < to)].some(isFree);
  return openIntervals(window.hours, window.zone, { from: now, to: now + yearMs }).some(hasFree);
}

/** Checks whether a freeze certainly covers every change of a window. */
function isOfAll({ when, breakGlass: _, ...freeze }: Freeze, window: ChangeWindow): boolean {
  if (freeze.place) return false;
  if (when === undefined) return window.when === undefined;
  return Object.keys(when).length === 0 || JSON.stringify(when) === JSON.stringify(window.when);
}

function contentsOf({ rules, contexts = [], channels }: Policy): Text {
  return doctorMsg.policyContents({ rules: rules.length, contexts: contexts.length, channels: channels?.size ?? 0 });
}
