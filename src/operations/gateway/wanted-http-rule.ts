import { type Choice, isProblem, type Problem, refused } from '../../core/command/problem.ts';
import { unknownName } from '../../core/command/resolve.ts';
import { present } from '../../core/defined.ts';
import type { Ask } from '../../core/operation.ts';
import { detail, exposes, interrupts, type Warning } from '../../core/request/plan.ts';
import { verbatimList } from '../../core/text/joined.ts';
import { join, type Text, verbatim } from '../../core/text/text.ts';
import type { Certificate } from '../../platform/certificate/certificate-endpoints.ts';
import type { HttpRule } from '../../platform/gateway/gateway-endpoints.ts';
import type { Port } from '../../platform/port/port-endpoints.ts';
import { covers } from '../shared/access/certificate-names.ts';
import { certificateDay, expiresSoon } from '../shared/access/expiry-text.ts';
import { exposureMsg } from '../shared/access/exposure-messages.ts';
import { type PortTimer, portTimers, type RuleState } from '../shared/access/port-state.ts';
import { type ComponentFacts, warnThirdParty, warnUnserved } from '../shared/change-facts.ts';
import type { Reads } from '../shared/define.ts';
import { orUndefined } from '../shared/or-undefined.ts';
import { httpAddress } from '../shared/port-addresses.ts';
import { certificateMsg } from './certificate-messages.ts';
import { gatewayMsg } from './gateway-messages.ts';
import type { HttpArgs, TypedHttpArgs } from './gateway-params.ts';
import { closingText, ruleStateAt, warningsOfOpening } from './gateway-rows.ts';
import { ruleMsg } from './gateway-rule-messages.ts';
import { gatherForRule, isAt } from './gateway-state.ts';
import { hasProxySettings, ignoresProxySettings } from './http-settings.ts';

/** Maximum length of a domain: the length of the console's column (docs/platform.md#http-rules). */
const STORED_DOMAIN = 128;

export interface WantedHttpRule {
  readonly args: HttpArgs;
  readonly port: Port;
  readonly domain: string;
  readonly path: string;
  readonly secure: boolean;
  readonly address: string;
  readonly opens: boolean;
}

export function isSecured({ certificate_id, auto_ssl }: TypedHttpArgs): boolean {
  return Boolean(certificate_id) || auto_ssl === true;
}

export function wantedHttpRule(args: HttpArgs, port: Port): WantedHttpRule {
  const domain = args.domain_name.name;
  const path = args.domain_path ?? args.domain_name.path ?? '/';
  const secure = (args.certificate_id ?? 0) > 0;
  const protocol = secure ? 'https' : 'http';
  const address = httpAddress({ protocol, certificateId: undefined, domainName: domain, domainPath: path });
  return { args, port, domain, path, secure, address, opens: !port.isOuterService && args.whether_open === true };
}

export function httpState(wanted: WantedHttpRule, facts: ComponentFacts, there: boolean): RuleState {
  const { args, port, domain, path, address, secure } = wanted;
  return {
    kind: 'http',
    ...ruleStateAt(facts, port, there),
    address,
    domain,
    path,
    // An automatic certificate may turn the rule into https.
    ...(args.auto_ssl ? {} : { secure }),
  };
}

export function alike(facts: ComponentFacts, { domain, path }: WantedHttpRule): readonly HttpRule[] {
  return (facts.rules?.http ?? []).filter((rule) => isAt(rule, domain, path));
}

/** @param now epoch ms */
export function warningsOfHttpRule(wanted: WantedHttpRule, facts: HttpRuleFacts, now: number): Warning[] {
  const { args, domain, opens } = wanted;
  const { containerPort: port, protocol } = wanted.port;
  const certificate = args.certificate_id ?? 0;
  const console = facts.dialect !== 'document';
  const isWhole = routesWholeDomain(wanted, facts);
  const opening = opens ? warningsOfOpening(facts, wanted.port, opensText(port, facts)) : [];
  const database = opening.find(({ key }) => key === exposureMsg.warnDatabaseStays.key);
  const reached = opens ? exposureMsg.warnEverybody() : ruleMsg.openAlready({ port });
  return present<Warning>([
    // That all requests of a domain go elsewhere than the path says is asked again.
    isWhole && asked(exposes(warnWholeDomain(wanted))),
    !database && exposes(reached),
    !opens && closingText(wanted.port, facts),
    ...warnUnserved(facts),
    // One sentence says that it is a database, and who can reach it.
    database && { ...database, ...exposureMsg.warnDatabaseToAll({ component: facts.component.name }) },
    ...opening.filter((each) => each !== database),
    !['', 'http', 'grpc'].includes(protocol) && interrupts(ruleMsg.warnNotHttp({ port, protocol })),
    domain.startsWith('*.') && exposes(ruleMsg.warnWildcard({ domain: domain.slice(2) })),
    console &&
      !isWhole &&
      args.rule_extensions.length > 0 &&
      ruleMsg.warnSavedOnly({ settings: gatewayMsg.extensions() }),
    ...warnShared(facts, wanted, console),
    ...certificateWarnings(certificate, domain, facts, now),
    certificate > 0 && console && !facts.certificates && ruleMsg.warnCertificate({ id: certificate }),
    args.auto_ssl_config !== undefined && !args.auto_ssl && ruleMsg.warnAutoConfig(),
    redirectsNowhere(wanted, facts) && interrupts(ruleMsg.warnNoCertificate()),
    hasProxySettings(args) && ignoresProxySettings(facts.dialect) && ruleMsg.warnConfiguration(),
    domain.length > STORED_DOMAIN && console && ruleMsg.warnLongDomain(),
    ...warnThirdParty(facts),
    interrupts(ruleMsg.otherApps({ domain })),
    detail(ruleMsg.warnServing()),
  ]);
}

export interface HttpRuleFacts extends ComponentFacts {
  /** Closing times of the port. */
  readonly timers?: readonly PortTimer[];
  /** Certificates of the team, if the rule needs one and the platform lists them. */
  readonly certificates?: readonly Certificate[];
  readonly unreadable?: number;
}

/**
 * Reads the facts for an HTTP rule. Only the team's certificates are accepted, because a console would take any team's
 * certificate and send its key (docs/platform.md#single-http-rules).
 * @throws PlatformError if neither the rules nor the component's addresses can be read
 */
export async function gatherForHttpRule(
  args: { readonly component: string; readonly port: number; readonly certificate_id: number | string | undefined },
  ask: Ask,
  reads: Reads,
): Promise<HttpRuleFacts | Problem> {
  const read = await gatherForRule(args.component, ask, reads);
  if (isProblem(read)) return read;
  const facts = { ...read, timers: portTimers(await reads.temporaryAccess.list(), read.component.id, args) };
  if (facts.dialect === 'document' || !args.certificate_id) return facts;
  // Certificates are optional, because the read after the call must work without them. Only the plan needs them.
  const list = await orUndefined(reads.platform.listCertificates(ask.context));
  return { ...facts, ...list };
}

/** Finds the number of a certificate that was typed by its name. */
export function certificateNumber(
  typed: number | string | undefined,
  facts: HttpRuleFacts,
  ask: Ask,
): number | undefined | Problem {
  if (typeof typed !== 'string') return typed;
  if (facts.dialect === 'document') return refused(certificateMsg.onlyNumber({ name: typed }), [], 'certificate_id');
  const alike = (facts.certificates ?? []).filter(({ alias }) => alias?.toLowerCase() === typed.toLowerCase());
  const [found, other] = alike;
  if (found && other) {
    const asked = { param: 'certificate_id', typed, why: certificateMsg.several({ name: typed }) };
    return unknownName(asked, alike, alike, certificateChoice);
  }
  if (found) return found.id;
  return refuseCertificate(typed, facts, ask) ?? refused(certificateMsg.unknown({ id: typed, team: ask.context.team }));
}

export function refuseCertificate(
  id: number | string | undefined,
  { certificates, unreadable = 0, dialect }: HttpRuleFacts,
  { context }: Ask,
): Problem | undefined {
  if (!id) return undefined;
  if (!certificates)
    return dialect === 'console'
      ? { problem: 'refused', why: certificateMsg.unread({ id }), canRetry: true }
      : undefined;
  if (certificates.some((each) => each.id === id)) return undefined;
  if (unreadable > 0) return refused(certificateMsg.unreadable({ id }));
  const why = certificateMsg.unknown({ id, team: context.team });
  return unknownName({ param: 'certificate_id', typed: String(id), why }, [], certificates, certificateChoice);
}

function certificateChoice(each: Certificate): Choice {
  return { value: String(each.id), label: certificateLabel(each) };
}

function certificateLabel({ alias, id }: Certificate): string {
  return alias ? `${alias} (#${id})` : `#${id}`;
}

function chosen(id: number | undefined, { certificates }: HttpRuleFacts): Certificate | undefined {
  return certificates?.find((each) => each.id === id);
}

/** Returns undefined if no certificate was chosen, or its alias is unknown. */
export function certificateName(id: number | undefined, facts: HttpRuleFacts): Text | undefined {
  const certificate = chosen(id, facts);
  return certificate && verbatim(certificateLabel(certificate));
}

/** Lets an approval ask once more because of a warning. */
function asked(warning: Warning): Warning {
  return { ...warning, lasts: 'asks' };
}

/** @param now epoch ms */
function certificateWarnings(
  id: number | undefined,
  domain: string,
  facts: HttpRuleFacts,
  now: number,
): readonly Warning[] {
  const info = chosen(id, facts);
  if (!info) return [];
  const certificate = certificateLabel(info);
  const isOver = info.hasExpired === true || (info.expiresAt !== undefined && info.expiresAt <= now);
  const [name, ...more] = info.issuedTo.slice(0, 5).map(verbatim);
  const isOther = name !== undefined && !covers(info.issuedTo, domain);
  const ends = !isOver && expiresSoon(info, now) ? info.expiresAt : undefined;
  return present<Warning>([
    isOver && asked(interrupts(certificateMsg.expired({ certificate }))),
    // For a single subject alternative name, the console may report another name (docs/platform.md#certificates).
    isOther &&
      asked(
        interrupts(
          more.length > 0
            ? certificateMsg.otherNames({ certificate, domain, names: join([name, ...more], ', ') })
            : certificateMsg.otherName({ certificate, domain, name }),
        ),
      ),
    ends !== undefined && {
      ...interrupts(certificateMsg.ends({ certificate, date: certificateDay(ends) })),
      lasts: 'shows',
    },
  ]);
}

/** The console opens the port before it checks the rule (docs/platform.md#gateway-rules). */
function opensText(port: number, { dialect }: ComponentFacts): Text {
  return dialect === 'document' ? ruleMsg.warnOpens({ port }) : ruleMsg.warnOpensFirst({ port });
}

function redirectsNowhere(wanted: WantedHttpRule, facts: ComponentFacts): boolean {
  const { args } = wanted;
  const redirects = args.rule_extensions.some(({ key }) => key === 'httptohttps');
  return redirects && !isSecured(args) && !alike(facts, wanted).some((rule) => httpAddress(rule).startsWith('https:'));
}

/** The console saves all settings, but its live route only uses the domain (docs/platform.md#live-routes). */
function warnWholeDomain(wanted: WantedHttpRule): Text {
  const conditions = unroutedConditions(wanted);
  // Extensions don't restrict access.
  const saved = wanted.args.rule_extensions.length > 0 ? [...conditions, gatewayMsg.extensions()] : conditions;
  return ruleMsg.warnWholeDomain({ domain: wanted.domain, settings: join(saved, ', ') });
}

/** Checks whether the gateway routes the whole domain instead of only the matching requests. */
export function routesWholeDomain(wanted: WantedHttpRule, { dialect }: ComponentFacts): boolean {
  return dialect !== 'document' && unroutedConditions(wanted).length > 0;
}

function unroutedConditions({ args, path }: WantedHttpRule): readonly Text[] {
  return present([
    path !== '/' && gatewayMsg.path(),
    args.domain_cookie !== undefined && gatewayMsg.cookie(),
    args.domain_header !== undefined && gatewayMsg.header(),
    args.the_weight !== undefined && args.the_weight !== 100 && gatewayMsg.weight(),
  ]);
}

/** Warns about rules of the same domain and path. Extensions are never readable (docs/platform.md#rule-extensions). */
function warnShared(facts: ComponentFacts, wanted: WantedHttpRule, ignoresWeight: boolean): readonly Warning[] {
  const warn = ignoresWeight ? ruleMsg.warnSharedUnweighted : ruleMsg.warnShared;
  const rules = alike(facts, wanted);
  // If paths are ignored too, every rule of the domain conflicts with the new one.
  const ofDomain = (facts.rules?.http ?? []).filter(({ domainName }) => domainName === wanted.domain);
  const isOwn = (rule: HttpRule) =>
    rule.serviceId === facts.component.id && rule.containerPort === wanted.port.containerPort;
  const own = ofDomain.filter(isOwn).map(httpAddress);
  const shared = (ignoresWeight ? ofDomain : rules)
    .filter((rule) => !isOwn(rule))
    .slice(0, 5)
    .map((rule) =>
      // Another component would receive the requests.
      asked(
        interrupts(
          warn({
            address: ignoresWeight ? httpAddress(rule) : wanted.address,
            component: rule.serviceAlias ?? rule.serviceName ?? '?',
            port: rule.containerPort ?? 0,
            weight: String(rule.theWeight ?? '?'),
          }),
        ),
      ),
    );
  const beside = ruleMsg.sameHost({ count: own.length, addresses: verbatimList(own.slice(0, 5)) });
  return [
    ...shared,
    ...(own.length > 0 ? [{ ...beside, stays: true as const }] : []),
    ...(rules.length > 0 ? [ruleMsg.warnRedirect({ address: wanted.address })] : []),
  ];
}
