import type { Fault, RawArgs } from '../../core/command/params.ts';
import { isProblem, type Problem, refused } from '../../core/command/problem.ts';
import { defined, present } from '../../core/defined.ts';
import type { AlreadySo, Ask } from '../../core/operation.ts';
import type { Plan, Step } from '../../core/request/plan.ts';
import { type Text, verbatim } from '../../core/text/text.ts';
import { createGatewayRuleCall, createHttpRuleCall, type NewHttpRule } from '../../platform/gateway/gateway-calls.ts';
import type { RuleExtensions } from '../../platform/gateway/rule-extensions.ts';
import { type ComponentFacts, findPort, givenPort, newRow, planOn, refuseByRegion } from '../shared/change-facts.ts';
import { defineChange } from '../shared/define.ts';
import { httpAddress, kindOf } from '../shared/port-addresses.ts';
import { portDetails } from '../shared/shared-params.ts';
import { touchedDomain, touchedPort, wantsPort } from '../shared/touched.ts';
import { gatewayMsg } from './gateway-messages.ts';
import { httpParams, type TypedHttpArgs } from './gateway-params.ts';
import {
  closesAfterwards,
  existingRule,
  offerToOpen,
  openedRow,
  refuseLength,
  ruleChange,
  ruleRow,
} from './gateway-rows.ts';
import { ruleMsg } from './gateway-rule-messages.ts';
import { httpRuleFor, isThere, knownRules } from './gateway-state.ts';
import { checkExtensions, hasSettings, settingRows, settingsOf, settingWords } from './http-settings.ts';
import {
  alike,
  certificateName,
  certificateNumber,
  gatherForHttpRule,
  type HttpRuleFacts,
  httpState,
  isSecured,
  refuseCertificate,
  routesWholeDomain,
  type WantedHttpRule,
  wantedHttpRule,
  warningsOfHttpRule,
} from './wanted-http-rule.ts';

/** `/gateway http`: docs/platform.md#http-rules. */
export const gatewayHttp = defineChange({
  ...ruleChange,
  id: 'gateway.http',
  keywords: [['http'], ['add'], []],
  summary: gatewayMsg.httpSays(),
  searched: gatewayMsg.httpSearched(),
  examples: [
    'gateway http web 8080 www.shop.test',
    'gateway http web 8080 shop.test/cart the_weight=50 domain_cookie=version:beta',
    'gateway http web 8080 shop.test open certificate_id=7 ext=httptohttps:true set_header=X-Team:shop',
  ],
  params: httpParams,
  order: ['component', 'port', 'domain_name'],
  opensForm: true,
  modalGroup: { name: 'gateway', title: gatewayMsg.modalTitle(), option: gatewayMsg.httpOption() },
  shortcut: { label: gatewayMsg.shortcut(), description: gatewayMsg.shortcutDescription(), position: 4 },
  undoable: 'sometimes',
  auditDetails,
  mark: (name, done) =>
    done
      ? ruleMsg.markAdded({ name, port: done.args.port, address: done.args.domain_name.name })
      : ruleMsg.markAddedBriefly({ name }),

  faults,

  gather: (args, ask, reads) => gatherForHttpRule(args, ask, reads),

  plan(typed, facts: HttpRuleFacts, ask) {
    const port = findPort(facts, { port: typed.port });
    if (isProblem(port)) return port;
    const certificate_id = certificateNumber(typed.certificate_id, facts, ask);
    if (isProblem(certificate_id)) return certificate_id;
    const args = { ...typed, certificate_id };
    const extensions = checkExtensions(args.rule_extensions, 'http', facts.dialect);
    if (isProblem(extensions)) return extensions;
    const wanted = wantedHttpRule(args, port);
    if (isThere(httpState(wanted, facts, true), facts)) return existingHttpRule(wanted, facts);
    const refusal =
      refuseLength(args.for, facts, port, { operation: 'gateway.http', given: givenAsTyped(wanted, facts) }) ??
      refuseByRegion(facts, ask) ??
      refuseCertificate(args.certificate_id, facts, ask) ??
      refuseClosed(wanted, facts) ??
      refuseRedirect(wanted, facts);
    if (refusal) return refusal;
    return {
      ...planOn(facts, [touchedDomain(args.domain_name.name), touchedPort(facts.component.id, args.port)]),
      title: titleOfHttpRule(wanted, facts),
      rows: httpRuleRows(wanted, facts),
      steps: [httpRuleStep(wanted, facts, ask, extensions)],
      warnings: warningsOfHttpRule(wanted, facts, ask.now),
      undo: undoHttpRule(wanted, facts),
      ...closesAfterwards(facts, port, facts.dialect === 'console'),
      ...wantsPort(facts.component.id, args.port, 'open'),
    };
  },
});

/** Returns the domain, and the parts that distinguish two rules of a domain. */
function auditDetails(given: RawArgs): Readonly<Record<string, string>> {
  const [domain] = given.domain_name ?? [];
  const [path = ''] = given.domain_path ?? [];
  const [weight] = given.the_weight ?? [];
  return {
    ...portDetails(given),
    ...(domain === undefined ? {} : { rule: `${domain}${path}` }),
    ...defined({ weight }),
  };
}

function titleOfHttpRule(wanted: WantedHttpRule, facts: ComponentFacts): Text {
  const { args, address, domain, opens } = wanted;
  const words = { address, port: args.port, component: facts.component.name };
  if (routesWholeDomain(wanted, facts)) {
    const whole = { domain, port: words.port, component: words.component };
    return opens ? ruleMsg.titleWhole(whole) : ruleMsg.titleWholeAdded(whole);
  }
  const weight = args.the_weight;
  if (weight !== undefined)
    return opens ? ruleMsg.titleWeighted({ ...words, weight }) : ruleMsg.titleAddedWeighted({ ...words, weight });
  if (!domain.startsWith('*.')) return opens ? ruleMsg.title(words) : ruleMsg.titleAdded(words);
  const each = { ...words, domain: domain.slice(2) };
  return opens ? ruleMsg.titleSubdomains(each) : ruleMsg.titleSubdomainsAdded(each);
}

function faults(args: TypedHttpArgs): readonly Fault[] {
  const { path, secure, typed } = args.domain_name;
  const all: Fault[] = [];
  if ((secure || args.secure) && !isSecured(args))
    all.push({ param: 'certificate_id', why: gatewayMsg.certificateNeeded({ domain: typed }) });
  if (path !== undefined && args.domain_path !== undefined && path !== args.domain_path)
    all.push({ param: 'domain_path', why: gatewayMsg.pathTwice({ one: path, other: args.domain_path }) });
  if (args.certificate_id && args.auto_ssl) all.push({ param: 'auto_ssl', why: gatewayMsg.autoSslTwice() });
  return all;
}

/** Returns an existing rule with its real address. A rule with an unknown certificate answers on http only. */
function existingHttpRule(wanted: WantedHttpRule, facts: ComponentFacts): Problem | AlreadySo {
  const there = facts.rules && httpRuleFor(httpState(wanted, facts, true), facts.rules);
  return existingRule(facts, wanted.port, there ? httpAddress(there) : wanted.address, hasSettings(wanted.args));
}

function refuseClosed(wanted: WantedHttpRule, facts: ComponentFacts): Problem | undefined {
  const { args, port, opens } = wanted;
  if (port.isOuterService || opens) return undefined;
  const given = { ...givenHttpRule(wanted, facts), whether_open: ['yes'] };
  return refused(ruleMsg.portClosed({ port: args.port, component: facts.component.name }), [
    { label: ruleMsg.offerWithOpening(), operation: 'gateway.http', given },
    offerToOpen(facts, port),
  ]);
}

function refuseRedirect(wanted: WantedHttpRule, facts: ComponentFacts): Problem | undefined {
  const redirects = wanted.args.rule_extensions.some(({ key }) => key === 'httptohttps');
  const plainRule = alike(facts, wanted).find(({ protocol }) => protocol === 'http');
  if (!redirects || !plainRule) return undefined;
  const address = `http://${wanted.domain}${wanted.path}`;
  if (facts.dialect !== 'console' || !plainRule.httpRuleId) return refused(ruleMsg.redirectExists({ address }));
  const given = { rule: [plainRule.httpRuleId] };
  return refused(ruleMsg.redirectExistsHere({ address }), [
    { label: ruleMsg.offerDelete(), operation: 'gateway.delete', given },
  ]);
}

function givenHttpRule({ args, domain, path }: WantedHttpRule, facts: ComponentFacts): RawArgs {
  return givenPort(facts, args.port, {
    domain_name: [domain],
    ...(path === '/' ? {} : { domain_path: [path] }),
    ...settingWords(args),
  });
}

function givenAsTyped(wanted: WantedHttpRule, facts: ComponentFacts): RawArgs {
  return { ...givenHttpRule(wanted, facts), ...(wanted.args.whether_open ? { whether_open: ['yes'] } : {}) };
}

function httpRuleStep(
  wanted: WantedHttpRule,
  facts: ComponentFacts,
  ask: Ask,
  extensions: RuleExtensions<'http'> | undefined,
): Step {
  const { args, domain, path, opens } = wanted;
  const hasPath = args.domain_path !== undefined || args.domain_name.path !== undefined;
  const words = { address: wanted.address, port: args.port };
  const after = httpState(wanted, facts, true);
  const rule: NewHttpRule = {
    protocol: 'http',
    serviceId: facts.component.id,
    containerPort: args.port,
    domainName: domain,
    ...(hasPath ? { domainPath: path } : {}),
    ...settingsOf(args, extensions),
    ...(opens ? { whetherOpen: true } : {}),
  };
  return {
    says: opens ? ruleMsg.stepOpening(words) : ruleMsg.step(words),
    call: (facts.dialect === 'console' ? createHttpRuleCall : createGatewayRuleCall)(ask.context, rule),
    before: httpState(wanted, facts, false),
    after: { ...after, known: [...knownRules(after, facts)] },
  };
}

/** Consoles can delete single HTTP rules, but not their live routes (docs/platform.md#deleting-a-rule). */
function undoHttpRule(wanted: WantedHttpRule, facts: HttpRuleFacts): Plan['undo'] {
  const { args, address, domain, path, port } = wanted;
  if (facts.dialect !== 'console') return { none: ruleMsg.noUndo({ port: String(args.port) }) };
  // The scheme distinguishes rules of one domain and port. Omit it if an automatic certificate may change it.
  const rule = args.auto_ssl ? `${domain}${path === '/' ? '' : path}` : address;
  const label = (kindOf(port.protocol) === 'http' ? ruleMsg.undoDelete : ruleMsg.undoDeleteOnly)({ port: args.port });
  return { proposal: { label, operation: 'gateway.delete', given: { rule: [rule], ...givenPort(facts, args.port) } } };
}

function httpRuleRows(wanted: WantedHttpRule, facts: HttpRuleFacts): Plan['rows'] {
  const { args, address, domain, path, opens } = wanted;
  const { typed } = args.domain_name;
  return present([
    // The title has the target, and the address unless it names only the domain.
    (routesWholeDomain(wanted, facts) || domain.startsWith('*.')) && ruleRow(verbatim(address), args.port, facts),
    typed !== domain && newRow(ruleMsg.typedDomain(), verbatim(typed)),
    path !== '/' &&
      facts.dialect !== 'document' &&
      newRow(gatewayMsg.path(), gatewayMsg.savedOnly({ value: verbatim(path) })),
    ...settingRows(args, facts.dialect, certificateName(args.certificate_id, facts)),
    opens && openedRow(),
  ]);
}
