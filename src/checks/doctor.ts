import { readFileSync } from 'node:fs';
import { styleText } from 'node:util';
import { type ReadFile, readConfig, readTextFile, type UsableConfig, type Variables } from '../config.ts';
import { type AlertSource, defaultPolicy, type Policy } from '../core/policy/policy.ts';
import { Secret } from '../core/text/secret.ts';
import type { Lang } from '../core/text/text.ts';
import type { World } from '../core/world.ts';
import { followRecords } from '../operations/follow/stored-follow.ts';
import { changeIds, operations } from '../operations/index.ts';
import { acceptedAddresses } from '../operations/shared/exposure/expected-address.ts';
import { knownAddresses } from '../operations/shared/exposure/known-address.ts';
import { configuredFault } from '../operations/watch/life/configured-watches.ts';
import { watchRecords } from '../operations/watch/stored-watch.ts';
import { createPlatform } from '../platform/create-platform.ts';
import { inspectSlack, type SlackInspection } from '../slack/app/inspect-slack.ts';
import { makeManifest } from '../slack/app/manifest.ts';
import { diskSpaceOf } from '../store/disk-space.ts';
import { inspectStore, openAudit, readRecords, readSchedules, type StorePlace } from '../store/open-store.ts';
import { StoreProblem } from '../store/store.ts';
import { callAgentsUrl, checkAgents, checkSlackbot } from './check-agents.ts';
import { checkExpected } from './check-expected.ts';
import { checkLive } from './check-live.ts';
import { checkPlatform } from './check-platform.ts';
import { checkPolicyNames, policyNames } from './check-policy-names.ts';
import { checkMemory, checkPolicy, checkProxy, checkSettings } from './check-settings.ts';
import { checkSlack } from './check-slack.ts';
import {
  brokenDatabase,
  checkAuditLog,
  checkDatabase,
  checkDisk,
  checkEvidence,
  postgresText,
} from './check-storage.ts';
import { checkFollowing, checkSchedules, checkWatches } from './check-subscriptions.ts';
import { plain } from './report/doctor-catalog.ts';
import { about, type CheckId, checks, exitCodes, type Finding, resultOf, type Section } from './report/finding.ts';
import { keptCheckMsg } from './report/kept-check-messages.ts';
import { platformCheckMsg } from './report/platform-check-messages.ts';
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
    const found = await findings;
    await write(sectionText(found, paint, lang));
    all.push(...found);
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
  const configuration = [
    ...checkSettings(faults, setup.env),
    ...checkProxy(config.slack, setup.env),
    ...checkMemory(mappedLibraries(), process.constrainedMemory()),
    ...checkPolicy(config, faults, setup.world.now()),
  ];
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

/** Returns the list of loaded libraries; undefined on systems other than Linux. */
function mappedLibraries(): string | undefined {
  try {
    return readFileSync('/proc/self/maps', 'utf8');
  } catch {
    return undefined;
  }
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
  const found = wanted.flatMap(({ what, channel }) => {
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
  return found.length > 0 ? found : [ok(keptCheckMsg.alertsFine({ sources: sources.length, watches: watches.length }))];
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

/** Maximum time to search the embedded database for damage, in ms. A bot that starts waits for the search. */
const damageMs = { start: 1_000, doctor: 20_000 };

async function storageFindings(
  { store, audit, policy = defaultPolicy, evidenceKey }: UsableConfig,
  { world, diskSpace = diskSpaceOf, isStart = false }: DoctorSetup,
): Promise<readonly Finding[]> {
  if (!store) return [];
  const where = store.engine === 'sqlite' ? store.directory : undefined;
  const disk = where === undefined ? [] : [checkDisk(await diskSpace(where), where)];
  const place: StorePlace =
    store.engine === 'sqlite'
      ? { dataDirectory: store.directory }
      : { dataDirectory: '', databaseUrl: store.url.reveal() };
  try {
    const inspected = await inspectStore(place, world.now, isStart ? damageMs.start : damageMs.doctor);
    const storage = isStart ? { ...inspected, isHeld: undefined } : inspected;
    const database =
      storage.isNew && resultOf(disk) === 'errors'
        ? [about('database').unknown(platformCheckMsg.noneYet())]
        : checkDatabase(storage, where ?? postgresText(place.databaseUrl ?? ''));
    if (storage.isNew || storage.damage !== undefined || (storage.lost ?? []).length > 0) return [...database, ...disk];
    // If a table is missing, the next start creates it empty.
    const records = async (kind: string) => (storage.missing.length > 0 ? [] : readRecords(place, kind));
    const follows = checkFollowing(await records(followRecords.kind), policy);
    const watches = checkWatches(await records(watchRecords.kind), policy);
    const schedules = storage.missing.length > 0 ? [] : checkSchedules(await readSchedules(place));
    const log = isStart ? [] : [await auditFinding(place, audit)];
    const exposed = await records(knownAddresses.kind);
    const expected = checkExpected(exposed, await records(acceptedAddresses.kind), policy, world.now());
    const asked = [...follows, ...watches, ...schedules];
    return [...database, ...disk, ...log, checkEvidence(evidenceKey), ...asked, ...expected];
  } catch (error) {
    if (!(error instanceof StoreProblem)) throw error;
    return [brokenDatabase(error), ...disk];
  }
}

async function agentsFindings(url: string, slack: UsableConfig['slack']): Promise<readonly Finding[]> {
  const slackbot = slack ? [checkSlackbot(slack.signingSecret !== undefined)] : [];
  return [checkAgents(url, await callAgentsUrl(url)), ...slackbot];
}

async function auditFinding(place: StorePlace, keys: UsableConfig['audit']): Promise<Finding> {
  const log = await openAudit(place, keys);
  try {
    return checkAuditLog(await log.verify());
  } finally {
    await log.close();
  }
}
