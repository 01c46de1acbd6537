import { X509Certificate } from 'node:crypto';
import { connect } from 'node:tls';
import { isAppName, type Place, placeText } from '../core/command/context.ts';
import { isProblem, type Problem } from '../core/command/problem.ts';
import { contextsOf, type Policy } from '../core/policy/policy.ts';
import { langs, type Text, verbatim } from '../core/text/text.ts';
import { aboutPlace, checkContext } from '../operations/context/check-context.ts';
import { sourcesText } from '../operations/shared/chart/collected-items.ts';
import { findRegion, regionStatus } from '../operations/shared/find-team-and-region.ts';
import { orUndefined } from '../operations/shared/or-undefined.ts';
import { contextOfApp } from '../operations/shared/place/find-app.ts';
import { isCalled } from '../operations/watch/life/configured-watches.ts';
import type { Dialect } from '../platform/endpoint.ts';
import { PlatformError } from '../platform/errors/platform-error.ts';
import { REASONS, type Reason } from '../platform/errors/reasons.ts';
import { faultOf } from '../platform/http/ping.ts';
import type { PingResult, Platform } from '../platform/platform.ts';
import { clockText } from './check-slack.ts';
import { inBoth, placeProblemText } from './problem-text.ts';
import { doctorMsg } from './report/doctor-messages.ts';
import { about, type Finding, resultOf } from './report/finding.ts';
import { keptCheckMsg } from './report/kept-check-messages.ts';
import { platformCheckMsg } from './report/platform-check-messages.ts';

interface PlatformSetup {
  readonly url: string;
  readonly tokenVariables: readonly string[];
  readonly policy: Policy;
  /** Context in `PLATFORM_CONTEXT`. */
  readonly context: Place | undefined;
}

export async function checkPlatform(
  platform: Platform,
  setup: PlatformSetup,
  now: () => number,
): Promise<readonly Finding[]> {
  const [ping, version, certificate] = await Promise.all([
    platform.ping(),
    platform.readVersion(),
    setup.url.startsWith('https:') ? readValidTo(new URL(setup.url)) : undefined,
  ]);
  const { url, tokenVariables } = setup;
  const server = checkServer(ping, { url, tokenVariables, dialect: platform.dialect(), version });
  const dates = checkCertificate(certificate, now());
  // If the server isn't trusted, omit the certificate's dates, because “valid until” would contradict it.
  const isUsable = server.level !== 'error' || resultOf(dates) !== 'ok';
  const findings = [server, ...(isUsable ? dates : []), ...checkPlatformClock(ping)];
  if (server.level === 'error') return findings;
  const places = configuredPlaces(setup);
  const contexts = await checkPlaces(places, platform, setup, now());
  // Skip contexts that don't exist, so that each of them gives one finding, not two.
  const usable = places.filter((_, index) => contexts[index]?.level !== 'error');
  const monitoring = await checkMonitoring(platform, usable);
  const permissions = await checkPermissions(platform, usable);
  const watched = await checkWatchedComponents(setup.policy, platform);
  return [...findings, ...contexts, ...monitoring, ...permissions, ...watched];
}

export async function checkWatchedComponents(
  { watches = [] }: Pick<Policy, 'watches'>,
  platform: Pick<Platform, 'listComponents'>,
): Promise<readonly Finding[]> {
  const { ok, unknown, warning } = about('platform-watches');
  const named = watches.filter(({ components, context }) => components.length > 0 && !isAppName(context.app));
  if (named.length === 0) return [];
  const findings: Finding[] = [];
  for (const [where, mine] of Map.groupBy(named, ({ context }) => placeText(context))) {
    const [first] = mine;
    if (!first) continue;
    const { team, region, app } = first.context;
    const list = await orUndefined(platform.listComponents({ team, region, app }));
    if (!list) findings.push(unknown(keptCheckMsg.componentsUnread({ where })));
    for (const { name, line, components } of list ? mine : [])
      for (const typed of components.filter((each) => !list?.some((component) => isCalled(component, each))))
        findings.push(
          warning(keptCheckMsg.componentUnknown({ where, typed, name, line }), {
            why: keptCheckMsg.componentUnwatched(),
            fix: keptCheckMsg.correctComponent(),
          }),
        );
  }
  return findings.length > 0 ? findings : [ok(keptCheckMsg.componentsFine({ count: named.length }))];
}

const advice: { readonly [reason in Reason]?: Text } = {
  'token-refused': doctorMsg.newToken(),
  'login-page': doctorMsg.letThrough(),
  'other-api': doctorMsg.onlyDocumented(),
  'proxy-failed': doctorMsg.consoleBehindProxy(),
  unreachable: doctorMsg.checkAddress(),
  'connection-lost': doctorMsg.checkBetween(),
  timeout: doctorMsg.slowConsole(),
};

export function checkServer(
  ping: PingResult,
  server: {
    readonly url: string;
    readonly tokenVariables?: readonly string[];
    readonly dialect: Dialect;
    readonly version?: string | undefined;
  },
): Finding {
  const { ok, warning, error } = about('platform-server');
  const fault = faultOf(ping);
  const where = server.url.replace(/^https?:\/\//, '');
  if (fault !== undefined) {
    const status = ping.reachable ? ` (HTTP ${ping.status})` : '';
    const why = doctorMsg.failsUntilSolved();
    const names = server.tokenVariables ?? [];
    const fix =
      fault === 'token-refused' && names.length > 0
        ? doctorMsg.removeVariables({ names: names.join(', ') })
        : advice[fault];
    const [en, zh] = REASONS[fault];
    return error(doctorMsg.server({ where, en, zh, status }), { why, fix });
  }
  if (server.dialect === 'document' && server.version !== undefined)
    return warning(doctorMsg.notDocument({ where }), {
      why: doctorMsg.fewCommands(),
      fix: doctorMsg.removeDialect(),
    });
  if (server.dialect === 'document') return ok(doctorMsg.dialectDocument({ where }));
  if (server.dialect === 'unknown') return ok(doctorMsg.dialectUnknown({ where }));
  return ok(doctorMsg.console({ where, version: server.version === undefined ? '' : ` ${server.version}` }));
}

/** Maximum normal difference of the clocks, in ms. */
const normalClockMs = 60_000;

function checkPlatformClock(ping: PingResult): readonly Finding[] {
  const { ok, warning } = about('platform-clock');
  if (!ping.reachable || ping.aheadMs === undefined) return [];
  if (Math.abs(ping.aheadMs) < normalClockMs) return [ok(platformCheckMsg.clockFine())];
  const said = ping.aheadMs > 0 ? platformCheckMsg.clockAhead : platformCheckMsg.clockBehind;
  return [
    warning(said({ length: clockText(ping.aheadMs) }), {
      why: platformCheckMsg.clockMatters(),
      fix: platformCheckMsg.synchronizeBoth(),
    }),
  ];
}

/** Time before a certificate's end at which doctor begins to warn, in ms. */
const soonMs = 14 * 86_400_000;

/** Checks when the platform's certificate ends. The server check reports an untrusted certificate. */
function checkCertificate(validTo: number | undefined, now: number): readonly Finding[] {
  const { ok, warning } = about('platform-certificate');
  if (validTo === undefined || validTo <= now) return [];
  const day = new Date(validTo).toISOString().slice(0, 10);
  if (validTo - now > soonMs) return [ok(platformCheckMsg.validUntil({ day }))];
  return [
    warning(platformCheckMsg.expires({ day }), {
      why: platformCheckMsg.noConnection(),
      fix: platformCheckMsg.renew(),
    }),
  ];
}

const certificateMs = 3_000;

/** Returns the end of an address's certificate (trusted or not), in epoch ms; undefined if it can't be read. */
function readValidTo({ hostname, port }: URL): Promise<number | undefined> {
  const host = hostname.replace(/^\[|\]$/g, '');
  return new Promise((resolve) => {
    const finish = (validTo: number | undefined) => {
      socket.destroy();
      resolve(validTo);
    };
    const servername = /^[\d.]+$|:/.test(host) ? {} : { servername: host };
    // An untrusted certificate is safe here: only its dates are read, and nothing is sent.
    const options = { host, port: Number(port || 443), timeout: certificateMs, ...servername };
    const socket = connect({ ...options, rejectUnauthorized: false });
    socket.once('secureConnect', () => {
      const { raw } = socket.getPeerCertificate();
      finish(raw ? Date.parse(new X509Certificate(raw).validTo) : undefined);
    });
    socket.once('timeout', () => finish(undefined));
    socket.once('error', () => finish(undefined));
  });
}

/** Maximum number of contexts that are checked. Further contexts are only counted. */
const maxContexts = 50;

/** Checks whether each configured context exists. Returns findings in the order of the places. */
async function checkPlaces(
  places: readonly Place[],
  platform: Platform,
  setup: PlatformSetup,
  now: number,
): Promise<readonly Finding[]> {
  const { ok, unknown } = about('platform-context');
  if (places.length === 0) return [ok(platformCheckMsg.noContext())];
  const checked: Finding[] = [];
  for (const place of places.slice(0, maxContexts)) checked.push(await checkPlace(place, platform, setup, now));
  const more = places.length - maxContexts;
  return more > 0 ? [...checked, unknown(platformCheckMsg.moreContexts({ count: more }))] : checked;
}

function configuredPlaces({ policy, context }: PlatformSetup): readonly Place[] {
  const all = [...(context ? [context] : []), ...(contextsOf(policy) ?? [])];
  return [...new Map(all.map((place) => [placeText(place), place])).values()];
}

async function checkPlace(
  place: Place,
  platform: Platform,
  { policy, context }: PlatformSetup,
  now: number,
): Promise<Finding> {
  const { ok, warning, error } = about('platform-context');
  const where = placeText(place);
  const fix =
    context && placeText(context) === where ? platformCheckMsg.correctContext() : platformCheckMsg.correctPolicy();
  const why = platformCheckMsg.contextFails();
  const wrong = (problem: Problem) => {
    const [en, zh] = langs.map((lang) => placeProblemText(problem, lang));
    return error(platformCheckMsg.place({ where, en: en ?? '', zh: zh ?? '' }), { why, fix });
  };
  const reads = { platform, policy, contexts: { list: async () => [] } };
  try {
    const region = await findRegion(place.region, place, reads);
    if (isProblem(region)) return wrong(aboutPlace(region, place));
    if (region.status !== '1')
      return warning(platformCheckMsg.region({ where, region: place.region, ...inBoth(regionStatus(region.status)) }), {
        why: platformCheckMsg.regionMatters(),
      });
    const named = isAppName(place.app) ? await contextOfApp(place.app, place, platform) : place;
    if (isProblem(named)) return wrong(named);
    const result = await checkContext(named, reads, now);
    if (isProblem(result)) return wrong(result);
    return ok(verbatim(result.appName === undefined ? where : `${where} (${result.appName})`));
  } catch (failure) {
    if (!(failure instanceof PlatformError)) throw failure;
    return warning(platformCheckMsg.unchecked({ where, ...failure.sentence }), { fix: platformCheckMsg.runLater() });
  }
}

/** Checks which metrics the regions of the contexts collect, because charts and watches need them. */
async function checkMonitoring(platform: Platform, places: readonly Place[]): Promise<readonly Finding[]> {
  const { ok, unknown } = about('platform-monitoring');
  if (platform.dialect() === 'document') return [];
  return Promise.all(
    [...new Set(places.map(({ region }) => region))].slice(0, maxContexts).map(async (region) => {
      const sources = await orUndefined(platform.readSources({ region }));
      const what = platformCheckMsg.place({ where: region, ...inBoth(sourcesText(sources)) });
      return sources ? ok(what) : unknown(what, { fix: platformCheckMsg.checkPrometheus() });
    }),
  );
}

async function checkPermissions(platform: Platform, places: readonly Place[]): Promise<readonly Finding[]> {
  const { unknown, warning } = about('platform-permissions');
  const teams = await orUndefined(platform.listTeams());
  const outside = [...new Set(places.map(({ team }) => team))].filter(
    (team) => teams?.every(({ teamName, teamId }) => teamName !== team && teamId !== team) === true,
  );
  if (outside.length === 0)
    return [unknown(platformCheckMsg.rightsUnreadable(), { fix: platformCheckMsg.rightsNeeded() })];
  return outside.map((team) =>
    warning(platformCheckMsg.notMember({ team }), {
      why: platformCheckMsg.notMemberMatters(),
      fix: platformCheckMsg.addUser(),
    }),
  );
}
