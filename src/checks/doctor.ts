import { styleText } from 'node:util';
import { type ReadFile, readConfig, readTextFile, type UsableConfig, type Variables } from '../config.ts';
import { isGroupId } from '../core/command/read-person.ts';
import { type AlertSource, channelMembers, defaultPolicy, type Policy, type Role } from '../core/policy/policy.ts';
import { Secret } from '../core/text/secret.ts';
import type { Lang } from '../core/text/text.ts';
import type { World } from '../core/world.ts';
import { changeIds, operations } from '../operations/index.ts';
import { configuredFault } from '../operations/watch/life/configured-watches.ts';
import { createPlatform } from '../platform/create-platform.ts';
import { inspectSlack, type SlackInspection } from '../slack/app/inspect-slack.ts';
import { makeManifest } from '../slack/app/manifest.ts';
import type { diskSpaceOf } from '../store/disk-space.ts';
import { agentsFindings } from './check-agents.ts';
import { checkLive } from './check-live.ts';
import { checkPlatform } from './check-platform.ts';
import { settingsFindings } from './check-settings.ts';
import { checkSlack } from './check-slack.ts';
import { storageFindings } from './check-storage.ts';
import { plain } from './report/doctor-catalog.ts';
import { doctorMsg } from './report/doctor-messages.ts';
import { about, type CheckId, checks, exitCodes, type Finding, resultOf, type Section } from './report/finding.ts';
import { keptCheckMsg } from './report/kept-check-messages.ts';
import { doctorLang, type Paint, reportOf, sectionText, summaryText, symbols } from './report/report.ts';
import { sectionName } from './report/report-messages.ts';
import { slackCheckMsg } from './report/slack-check-messages.ts';

export interface DoctorOptions {
  readonly json: boolean;
  readonly live?: string;
  readonly thorough?: boolean;
}

interface DoctorProcess {
  readonly env: Variables;
  readonly version: string;
  readonly world: World;
  readonly write: (text: string) => Promise<void>;
}

/** Runs every check of `portolan doctor`, prints each part when it is ready, and returns the exit code. */
export async function runDoctor(
  { json, live, thorough }: DoctorOptions,
  { env, version, world, write }: DoctorProcess,
): Promise<number> {
  const configToken = env.SLACK_CONFIG_TOKEN?.trim();
  const setup = {
    env,
    readFile: readTextFile,
    world,
    ...(configToken ? { configToken: new Secret(configToken) } : {}),
    live,
    thorough,
  };
  const lang = doctorLang(env);
  const findings = json ? await findAll(setup) : await printed(runChecks(setup), write, lang);
  if (json) await write(`${JSON.stringify(reportOf(findings, version, world.now()), null, 2)}\n`);
  else await write(summaryText(findings, lang));
  return exitCodes[resultOf(findings)];
}

async function printed(
  parts: readonly CheckedSection[],
  write: DoctorProcess['write'],
  lang: Lang,
): Promise<readonly Finding[]> {
  const all: Finding[] = [];
  for (const { section, findings } of parts) {
    // Write the heading first, because it shows which part is still running.
    await write(`${plain(sectionName[section](), lang)}\n`);
    const printable = await findings;
    await write(sectionText(printable, paint, lang));
    all.push(...printable);
  }
  return all;
}

const colors = { ok: 'green', unknown: 'gray', warning: 'yellow', error: 'red' } as const;
export const paint: Paint = (level) => styleText(colors[level], symbols[level], { stream: process.stdout });

export interface DoctorSetup {
  readonly env: Variables;
  readonly readFile: ReadFile;
  readonly world: World;
  readonly configToken?: Secret | undefined;
  /** Channel to post to (`--live`). */
  readonly live?: string;
  /** Also tests the Slack features that the bot relies on (`--thorough`); needs `live`. */
  readonly thorough?: boolean;
  /**
   * Whether the bot has just started. If so, slow checks, checks that the startup already made, and the check for a
   * database in use are skipped.
   */
  readonly isStart?: boolean;
  /** Reads the free space of a directory; replaced in tests. */
  readonly diskSpace?: typeof diskSpaceOf;
}

export interface CheckedSection {
  readonly section: Section;
  readonly findings: Promise<readonly Finding[]>;
}

/** Starts all checks. They only read, except `live`, which begins last. Returns the parts in order; no part rejects. */
export function runChecks(setup: DoctorSetup): readonly CheckedSection[] {
  const result = readConfig(setup.env, setup.readFile, changeIds, configuredFault);
  const faults = 'faults' in result ? result.faults : [];
  const config: UsableConfig = 'faults' in result ? result.usable : result.config;
  const configuration = settingsFindings(config, faults, setup.env, setup.world.now());
  const parts: CheckedSection[] = [
    { section: 'Configuration', findings: Promise.resolve(configuration) },
    sectionOf('slack-token', slackFindings(config, setup)),
    sectionOf('platform-server', platformFindings(config, setup)),
    sectionOf('database', storageFindings(config, setup)),
    ...(config.mcpUrl === undefined ? [] : [sectionOf('agents-address', agentsFindings(config.mcpUrl, config.slack))]),
  ];
  const { slack } = config;
  if (setup.live === undefined || slack === undefined) return parts;
  const { live, thorough = false } = setup;
  const before = Promise.all(parts.map(({ findings }) => findings));
  const liveFindings = before.then(() =>
    checkLive(slack, setup.world, { channel: live, isThorough: thorough, lang: doctorLang(setup.env) }),
  );
  const isFact = ({ check }: Finding) => check === 'live-facts';
  const posted = liveFindings.then((all) => all.filter((each) => !isFact(each)));
  const facts = liveFindings.then((all) => all.filter(isFact));
  return [...parts, sectionOf('live-message', posted), ...(thorough ? [sectionOf('live-facts', facts)] : [])];
}

export async function findAll(setup: DoctorSetup): Promise<readonly Finding[]> {
  return (await Promise.all(runChecks(setup).map(({ findings }) => findings))).flat();
}

/** Reports a check that throws as a bug. Omits the error's text, because it may contain secrets. */
function sectionOf(first: CheckId, findings: Promise<readonly Finding[]>): CheckedSection {
  const broken = (error: unknown) => [
    about(first).error(slackCheckMsg.checkFailed({ error: error instanceof Error ? error.name : typeof error }), {
      fix: slackCheckMsg.reportBug(),
    }),
  ];
  return { section: checks[first].section, findings: findings.catch(broken) };
}

async function slackFindings(
  { slack, commandPrefix = '', policy = defaultPolicy, policyFile }: UsableConfig,
  setup: DoctorSetup,
): Promise<readonly Finding[]> {
  if (!slack) return [about('slack-token').unknown(slackCheckMsg.noSettings())];
  const { mode, apiUrl } = slack;
  const manifest = makeManifest(operations, { mode, prefix: commandPrefix });
  const names = policyNames(policy);
  const { isStart = false, configToken } = setup;
  const inspection = await inspectSlack(slack, setup.world, {
    configToken,
    socket: !isStart,
    users: [...names.users.keys()],
    groups: [...names.groups.keys()],
    channels: [...new Set([...alertChannels(policy), ...names.channels.keys()])],
  });
  return [
    ...checkSlack(inspection, { mode, apiUrl, manifest, env: setup.env }),
    ...checkPolicyNames(policy, policyFile, inspection),
    ...checkAlerts(policy, inspection),
  ];
}

/** Slack names in the policy file: each id with the parts of the file that use it. */
export interface PolicyNames {
  readonly users: ReadonlyMap<string, readonly string[]>;
  readonly groups: ReadonlyMap<string, readonly string[]>;
  readonly channels: ReadonlyMap<string, readonly string[]>;
}

/** Collects the names except the channels of watches and alerts, which another check covers. */
export function policyNames(policy: Policy): PolicyNames {
  const { alertSources, breakGlass, channels, contexts = [], people, roles, rules, watches = [] } = policy;
  const notified = [...(alertSources?.values() ?? []), ...watches].flatMap(({ name, notify = [] }) =>
    notify.map((id) => [id, `notify of “${name}”`] as const),
  );
  const inRoles = [...roles.values(), ...(breakGlass ? [breakGlass] : [])].flatMap(({ name, users, groups }) =>
    [...users, ...groups].map((id) => [id, `role “${name}”`] as const),
  );
  const askers = rules.flatMap(({ line, when: { asker = [] } }) => asker.map((id) => [id, `line ${line}`] as const));
  const mapped = [...(people?.values() ?? [])].map((id) => [id, 'people'] as const);
  const everyone = [...inRoles, ...askers, ...mapped, ...notified];
  const ofKind = (pattern: RegExp) => byId(everyone.filter(([id]) => pattern.test(id)));
  const named = contexts.flatMap(({ name, channel }) => (channel ? [[channel, `context “${name}”`] as const] : []));
  return {
    users: ofKind(/^[UW][A-Z0-9]{2,}$/),
    groups: ofKind(/^S[A-Z0-9]{2,}$/),
    channels: byId([...[...(channels?.keys() ?? [])].map((id) => [id, 'channels'] as const), ...named]),
  };
}

function byId(pairs: readonly (readonly [string, string])[]): ReadonlyMap<string, readonly string[]> {
  const grouped = Map.groupBy(pairs, ([id]) => id);
  return new Map([...grouped].map(([id, each]) => [id, [...new Set(each.map(([, where]) => where))]]));
}

/** Finds people, groups and channels that Slack doesn't know, and rules that nobody can approve. */
export function checkPolicyNames(
  policy: Policy,
  policyFile: string | undefined,
  { people, channels }: Pick<SlackInspection, 'people' | 'channels'>,
): readonly Finding[] {
  const { ok, unknown, warning, error } = about('policy-names');
  const names = policyNames(policy);
  const everyone = [...names.users, ...names.groups];
  if (policyFile === undefined || everyone.length + names.channels.size === 0 || people.size + channels.size === 0)
    return [];
  const fix = doctorMsg.correctPolicy();
  const triedPerson = (id: string) => people.get(id);
  const lost = everyone.flatMap(([id, where]) => {
    const tried = triedPerson(id);
    if (!tried || !('value' in tried) || tried.value === 'active') return [];
    const names = { id, where: where.join(', ') };
    const said =
      tried.value === 'deactivated'
        ? doctorMsg.personGone(names)
        : isGroupId(id)
          ? doctorMsg.groupUnknown(names)
          : doctorMsg.personUnknown(names);
    return [warning(said, { why: doctorMsg.nobodyInstead(), fix })];
  });
  const unread = everyone.filter(([id]) => 'error' in (triedPerson(id) ?? {}));
  const away = [...names.channels].flatMap(([id, where]) => {
    const tried = channels.get(id);
    if (!tried || 'error' in tried || tried.value) return [];
    return [
      warning(doctorMsg.channelUnknown({ id, where: where.join(', ') }), {
        why: doctorMsg.nothingPosted(),
        fix: doctorMsg.inviteOrCorrect(),
      }),
    ];
  });
  const isGone = (id: string) => {
    const tried = triedPerson(id);
    return tried !== undefined && 'value' in tried && tried.value !== 'active';
  };
  const isEmpty = ({ users, groups }: Role) => [...users, ...groups].every(isGone);
  const stuck = policy.rules.flatMap(({ line, need, from }) => {
    const role = policy.roles.get(from);
    if (need !== 'approve' || from === channelMembers || !role || !isEmpty(role)) return [];
    return [
      error(doctorMsg.nobodyApproves({ file: policyFile, line, role: from }), {
        why: doctorMsg.requestsExpire(),
        fix,
      }),
    ];
  });
  const all = [...stuck, ...lost, ...away];
  if (unread.length > 0) return [...all, unknown(doctorMsg.namesUnread({ ids: unread.map(([id]) => id).join(', ') }))];
  return all.length > 0 ? all : [ok(doctorMsg.namesFine())];
}

type Alerting = Pick<Policy, 'alertSources' | 'watches'>;

export function alertChannels({ alertSources, watches = [] }: Alerting): readonly string[] {
  const sources = [...(alertSources?.values() ?? [])].flatMap(channelsOf);
  return [...new Set([...sources, ...watches.map(({ channel }) => channel)])];
}

function channelsOf({ channel, routes }: AlertSource): readonly string[] {
  return [channel, ...routes.map((route) => route.channel)];
}

export function checkAlerts(
  { alertSources, watches = [] }: Alerting,
  { channels }: Pick<SlackInspection, 'channels'>,
): readonly Finding[] {
  const { ok, unknown, warning } = about('slack-alerts');
  const sources = [...(alertSources?.values() ?? [])];
  if (sources.length + watches.length === 0 || channels.size === 0) return [];
  const wanted = [
    ...sources.flatMap((source) =>
      [...new Set(channelsOf(source))].map((channel) => ({
        what: keptCheckMsg.alertsOf({ name: source.name }),
        channel,
      })),
    ),
    ...watches.map(({ name, channel }) => ({ what: keptCheckMsg.watchNamed({ name }), channel })),
  ];
  const problems = wanted.flatMap(({ what, channel }) => {
    const tried = channels.get(channel);
    if (!tried || ('value' in tried && tried.value)) return [];
    if ('error' in tried) return [unknown(keptCheckMsg.membershipUnknown({ channel }))];
    return [
      warning(keptCheckMsg.notPosted({ what, channel }), {
        why: keptCheckMsg.notPostedMatters(),
        fix: keptCheckMsg.inviteOrMove(),
      }),
    ];
  });
  return problems.length > 0
    ? problems
    : [ok(keptCheckMsg.alertsFine({ sources: sources.length, watches: watches.length }))];
}

async function platformFindings(
  { platform: settings, policy = defaultPolicy, context }: UsableConfig,
  { world, env }: DoctorSetup,
): Promise<readonly Finding[]> {
  if (!settings) return [about('platform-server').unknown(slackCheckMsg.noSettings())];
  const platform = createPlatform({ ...settings, now: world.now, random: world.random });
  try {
    const tokenVariables = ['PLATFORM_AUTH_HEADER', 'PLATFORM_AUTH_PREFIX'].filter((name) => env[name]);
    return await checkPlatform(platform, { url: settings.url, tokenVariables, policy, context }, world.now);
  } finally {
    await platform.close();
  }
}
