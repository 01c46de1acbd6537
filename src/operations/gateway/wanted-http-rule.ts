import { exposes, fails, interrupts, irreversible, type Warning } from '../../core/request/plan.ts';
import { join, type Text, verbatim } from '../../core/text/text.ts';
import type { HttpRule } from '../../platform/gateway/gateway-reply.ts';
import type { Port } from '../../platform/port/port-reply.ts';
import { msg as opening } from '../shared/access/exposure-messages.ts';
import type { RuleState } from '../shared/access/stored-rule.ts';
import { type ComponentFacts, warnThirdParty } from '../shared/change-facts.ts';
import { addressesOfPort, httpAddress, lacksNodePort } from '../shared/port-addresses.ts';
import { msg as gateway } from './gateway-messages.ts';
import type { HttpArgs } from './gateway-params.ts';
import { hasProxySettings, ignoresProxySettings } from './http-settings.ts';
import { certificateWarnings, type HttpRuleFacts } from './rule-certificate.ts';
import { msg } from './rule-messages.ts';
import { isAt } from './rule-state.ts';

/** The console's column for domains (docs/platform.md#http-rules). */
const STORED_DOMAIN = 128;

/** What is asked for, put together: the rule, and whether it opens its port. */
export interface WantedHttpRule {
  readonly domain: string;
  readonly path: string;
  readonly secure: boolean;
  readonly address: string;
  readonly opens: boolean;
}

/** Whether the rule gets a certificate, given or issued by the platform. */
export function isSecured({ certificate_id, auto_ssl }: HttpArgs): boolean {
  return (certificate_id ?? 0) > 0 || auto_ssl === true;
}

/** Puts together what is asked for. */
export function wantedOf(args: HttpArgs, found: Port): WantedHttpRule {
  const domain = args.domain_name.name;
  const path = args.domain_path ?? args.domain_name.path ?? '/';
  const secure = (args.certificate_id ?? 0) > 0;
  const address = httpAddress({
    protocol: secure ? 'https' : 'http',
    certificateId: undefined,
    domainName: domain,
    domainPath: path,
  });
  return { domain, path, secure, address, opens: !found.isOuterService && args.whether_open === true };
}

/** The rule as its step stores it. */
export function stateOf(args: HttpArgs, facts: ComponentFacts, wanted: WantedHttpRule, there: boolean): RuleState {
  const { domain, path, address } = wanted;
  // An automatic certificate may turn the rule into https.
  const secure = args.auto_ssl ? {} : { secure: wanted.secure };
  const outer = facts.ports.find(({ containerPort }) => containerPort === args.port)?.isOuterService ?? false;
  const component = facts.component.id;
  return {
    kind: 'http',
    there,
    component,
    port: args.port,
    address,
    domain,
    path,
    ...secure,
    portOpen: outer || there,
  };
}

/** Rules of the app with the same domain and path, whatever they lead to. */
export function alike(facts: ComponentFacts, { domain, path }: WantedHttpRule): readonly HttpRule[] {
  return (facts.rules?.http ?? []).filter((rule) => isAt(rule, domain, path));
}

/** The warnings that people need before they decide. @param now epoch ms */
export function httpWarnings(
  args: HttpArgs,
  facts: HttpRuleFacts,
  wanted: WantedHttpRule,
  now: number,
): readonly Warning[] {
  const certificate = args.certificate_id ?? 0;
  const asleep = wanted.opens ? addressesOfPort(facts, args.port) : [];
  const console = facts.dialect !== 'document';
  const { protocol = '' } = facts.ports.find(({ containerPort }) => containerPort === args.port) ?? {};
  return [
    exposes(wanted.opens ? opening.warnEverybody() : msg.openAlready({ port: args.port })),
    // Where opening itself will fail, what comes after it would only confuse.
    ...(wanted.opens && !lacksNodePort(protocol) ? [exposes(opensWarning(args, facts))] : []),
    ...(wanted.opens && lacksNodePort(protocol) ? [fails(opening.warnNodePort({ protocol, instead: 'http' }))] : []),
    ...(['', 'http', 'grpc'].includes(protocol) || (wanted.opens && lacksNodePort(protocol))
      ? []
      : [msg.warnNotHttp({ port: args.port, protocol })]),
    ...(asleep.length > 0
      ? [exposes(msg.warnWakes({ addresses: join(asleep.slice(0, 20).map(verbatim), ', ') }))]
      : []),
    ...(wanted.domain.startsWith('*.') ? [exposes(msg.warnWildcard({ domain: wanted.domain.slice(2) }))] : []),
    ...(console ? warnWholeDomain(args, wanted) : []),
    ...warnShared(facts, args.port, wanted, console),
    ...certificateWarnings(certificate, wanted.domain, facts, now),
    ...(certificate > 0 && console && !facts.certificates ? [msg.warnCertificate({ id: certificate })] : []),
    ...(args.auto_ssl_config !== undefined && !args.auto_ssl ? [msg.warnAutoConfig()] : []),
    ...(redirectsNowhere(args, facts, wanted) ? [interrupts(msg.warnNoCertificate())] : []),
    ...(hasProxySettings(args) && ignoresProxySettings(facts.dialect) ? [msg.warnConfiguration()] : []),
    ...(wanted.domain.length > STORED_DOMAIN && console ? [msg.warnLongDomain()] : []),
    ...warnThirdParty(facts),
    interrupts(msg.otherApps({ domain: wanted.domain })),
    msg.warnServing(),
    // The console deletes a rule, but not its live route (docs/platform.md#deleting-a-rule).
    ...(facts.dialect === 'console'
      ? [
          irreversible(
            wanted.opens ? msg.warnUndoLeavesOpen({ port: args.port }) : msg.warnUndoServes({ port: args.port }),
          ),
        ]
      : []),
  ];
}

/** The console opens the port before it looks at the rule (docs/platform.md#gateway-rules). */
function opensWarning({ port }: HttpArgs, { dialect }: ComponentFacts): Text {
  return dialect === 'document' ? msg.warnOpens({ port }) : msg.warnOpensFirst({ port });
}

/** A redirect to https where nothing answers https. */
function redirectsNowhere(args: HttpArgs, facts: ComponentFacts, wanted: WantedHttpRule): boolean {
  const redirects = args.rule_extensions.some(({ key }) => key === 'httptohttps');
  return redirects && !isSecured(args) && !alike(facts, wanted).some((rule) => httpAddress(rule).startsWith('https:'));
}

/**
 * The console saves a rule as it is asked for, and makes a live route of its domain alone: all paths, any cookie, any
 * header (docs/platform.md#live-routes).
 */
function warnWholeDomain(args: HttpArgs, wanted: WantedHttpRule): readonly Warning[] {
  const saved = unrouted(args, wanted);
  const { domain } = wanted;
  if (saved.length === 0) return [];
  const settings = join(saved, ', ');
  // Extensions narrow nothing.
  const isWhole = unrouted({ ...args, rule_extensions: [] }, wanted).length > 0;
  return [isWhole ? exposes(msg.warnWholeDomain({ domain, settings })) : msg.warnSavedOnly({ settings })];
}

/** Whether the gateway routes more than what the rule says: all of the domain instead of some requests. */
export function routesWholeDomain(args: HttpArgs, { dialect }: ComponentFacts, wanted: WantedHttpRule): boolean {
  return dialect !== 'document' && unrouted({ ...args, rule_extensions: [] }, wanted).length > 0;
}

/** The settings that the console saves, and of which its gateway's route has nothing. */
function unrouted(args: HttpArgs, { path }: WantedHttpRule): readonly Text[] {
  return [
    ...(path === '/' ? [] : [gateway.path()]),
    ...(args.domain_cookie === undefined ? [] : [gateway.cookie()]),
    ...(args.domain_header === undefined ? [] : [gateway.header()]),
    ...(args.the_weight === undefined || args.the_weight === 100 ? [] : [gateway.weight()]),
    ...(args.rule_extensions.length > 0 ? [gateway.extensions()] : []),
  ];
}

/** Other rules of the same domain and path; of the domain alone where the gateway routes by it. Their extensions are never readable (docs/platform.md#rule-extensions). */
function warnShared(
  facts: ComponentFacts,
  port: number,
  wanted: WantedHttpRule,
  ignoresWeight: boolean,
): readonly Warning[] {
  const warn = ignoresWeight ? msg.warnSharedUnweighted : msg.warnShared;
  const rules = alike(facts, wanted);
  // Where a path isn't applied either, every rule of the domain is in the way of the new one.
  const ofDomain = (facts.rules?.http ?? []).filter(({ domainName }) => domainName === wanted.domain);
  const shared = (ignoresWeight ? ofDomain : rules)
    .filter((rule) => rule.serviceId !== facts.component.id || rule.containerPort !== port)
    .slice(0, 5)
    .map((rule) =>
      // Requests that one component answers now would be answered by another.
      interrupts(
        warn({
          address: ignoresWeight ? httpAddress(rule) : wanted.address,
          component: rule.serviceAlias ?? rule.serviceName ?? '?',
          port: rule.containerPort ?? 0,
          weight: String(rule.theWeight ?? '?'),
        }),
      ),
    );
  return [...shared, ...(rules.length > 0 ? [msg.warnRedirect({ address: wanted.address })] : [])];
}
