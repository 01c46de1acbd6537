import type { Fault, RawArgs } from '../../core/command/params.ts';
import { isProblem, type Problem, refused } from '../../core/command/problem.ts';
import { defined } from '../../core/defined.ts';
import type { Ask } from '../../core/operation.ts';
import type { Plan, Step } from '../../core/request/plan.ts';
import { type Text, verbatim } from '../../core/text/text.ts';
import { createGatewayRuleCall, createHttpRuleCall, type NewHttpRule } from '../../platform/gateway/gateway-calls.ts';
import type { HttpRule } from '../../platform/gateway/gateway-reply.ts';
import type { RuleExtensions } from '../../platform/gateway/rule-extensions.ts';
import type { Port } from '../../platform/port/port-reply.ts';
import { temporaryAccess } from '../shared/access/temporary-access.ts';
import { type ComponentFacts, findPort, givenToOpen, onOff, refuseByRegion } from '../shared/change-facts.ts';
import { msg as changes } from '../shared/change-facts-messages.ts';
import { defineChange } from '../shared/define.ts';
import { msg as shared } from '../shared/operation-messages.ts';
import { httpAddress, onUnlessRefused } from '../shared/port-addresses.ts';
import { plannedComponent, portDetails } from '../shared/shared-params.ts';
import { touchedDomain, touchedPort, wantsPort } from '../shared/touched.ts';
import { msg as texts } from './gateway-messages.ts';
import { type HttpArgs, httpParams } from './gateway-params.ts';
import { checkExtensions, hasSettings, settingRows, settingsOf, settingWords } from './http-settings.ts';
import { certificateName, gatherForHttpRule, type HttpRuleFacts, refuseCertificate } from './rule-certificate.ts';
import { msg } from './rule-messages.ts';
import { doneRule, leadsTo } from './rule-rows.ts';
import { confirmsRule, httpRuleFor, isThere, knownRules, leftoverOf, observeRule } from './rule-state.ts';
import {
  alike,
  httpWarnings,
  isSecured,
  routesWholeDomain,
  stateOf,
  type WantedHttpRule,
  wantedOf,
} from './wanted-http-rule.ts';

/** `/gateway http`: docs/platform.md#http-rules. */
export const gatewayHttp = defineChange({
  id: 'gateway.http',
  command: 'gateway',
  keywords: [['http'], []],
  summary: texts.httpSays(),
  examples: [
    'gateway http web 8080 www.shop.test',
    'gateway http web 8080 shop.test/cart the_weight=50 domain_cookie=version:beta',
    'gateway http web 8080 shop.test open certificate_id=7 ext=httptohttps:true set_header=X-Team:shop',
  ],
  params: httpParams,
  order: ['component', 'port', 'domain_name'],
  opensForm: true,
  modalGroup: { name: 'gateway', title: texts.modalTitle(), option: texts.httpOption() },
  shortcut: { label: texts.shortcut(), description: texts.shortcutDescription(), position: 4 },
  verify: 'reply',
  undoable: 'sometimes',
  confirms: confirmsRule,
  timed: temporaryAccess,
  auditDetails,
  mark: (name, done) =>
    done
      ? msg.markOpened({ name, port: done.args.port, address: done.args.domain_name.name })
      : msg.markOpenedBriefly({ name }),

  risk: () => 'expose',

  faults,

  gather: (args, ask, reads) => gatherForHttpRule(args, ask, reads),

  identify: plannedComponent,

  plan(args, facts: HttpRuleFacts, ask) {
    const found = findPort(facts, args.port);
    if (isProblem(found)) return found;
    const extensions = checkExtensions(args.rule_extensions, 'http', facts.dialect);
    if (isProblem(extensions)) return extensions;
    const wanted = wantedOf(args, found);
    const state = stateOf(args, facts, wanted, true);
    if (isThere(state, facts)) return existing(args, facts, found, wanted);
    const no =
      refuseByRegion(facts, ask) ??
      refuseCertificate(args.certificate_id, facts, ask) ??
      cannot(args, facts, found, wanted);
    if (no) return no;
    return {
      v: 1,
      title: titleOf(args, facts, wanted),
      component: facts.component.id,
      componentName: facts.component.name,
      rows: rowsOf(args, facts, wanted, found),
      steps: [stepOf(args, facts, ask, wanted, extensions)],
      warnings: [...httpWarnings(args, facts, wanted, ask.now)],
      undo: undoOf(args, facts, wanted),
      touches: [touchedDomain(args.domain_name.name), touchedPort(facts.component.id, args.port)],
      ...wantsPort(facts.component.id, args.port, 'open'),
    };
  },

  observe: observeRule,
  done: doneRule,
  leftover: leftoverOf,
});

/** The domain, and what tells two rules of one domain apart. */
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

function titleOf(args: HttpArgs, facts: ComponentFacts, wanted: WantedHttpRule): Text {
  const { address, domain, opens } = wanted;
  if (routesWholeDomain(args, facts, wanted)) {
    const whole = { domain, port: args.port, component: facts.component.name };
    return opens ? msg.titleWhole(whole) : msg.titleWholeAdded(whole);
  }
  const words = { address, port: args.port, component: facts.component.name };
  const weight = args.the_weight;
  if (domain.startsWith('*.') && weight === undefined) {
    const each = { ...words, domain: domain.slice(2) };
    return opens ? msg.titleSubdomains(each) : msg.titleSubdomainsAdded(each);
  }
  if (weight === undefined) return opens ? msg.title(words) : msg.titleAdded(words);
  return opens ? msg.titleWeighted({ ...words, weight }) : msg.titleAddedWeighted({ ...words, weight });
}

/** What contradicts itself, whatever the platform knows. */
function faults(args: HttpArgs): readonly Fault[] {
  const { path, secure, typed } = args.domain_name;
  const found: Fault[] = [];
  if ((secure || args.secure) && !isSecured(args))
    found.push({ param: 'certificate_id', why: texts.certificateNeeded({ domain: typed }) });
  if (path !== undefined && args.domain_path !== undefined && path !== args.domain_path)
    found.push({ param: 'domain_path', why: texts.pathTwice({ one: path, other: args.domain_path }) });
  if ((args.certificate_id ?? 0) > 0 && args.auto_ssl) found.push({ param: 'auto_ssl', why: texts.autoSslTwice() });
  return found;
}

/** A rule that exists: told, opened, or left to the platform's console, which alone can change it. */
function existing(
  args: HttpArgs,
  facts: ComponentFacts,
  found: Port,
  wanted: WantedHttpRule,
): Problem | { already: Text } {
  // The address of the rule that is there: one with an unknown certificate answers on http only.
  const there = facts.rules && httpRuleFor(stateOf(args, facts, wanted, true), facts.rules);
  const address = there ? httpAddress(there) : wanted.address;
  const which = { address, port: args.port, component: facts.component.name };
  if (!facts.rules) return refused(msg.existsSomewhere({ address, component: facts.component.name }));
  if (!found.isOuterService) {
    const given = givenToOpen(facts, found);
    return refused(msg.existsClosed(which), [{ label: msg.offerOpen(), operation: 'port.open', given }]);
  }
  return hasSettings(args) ? refused(msg.cannotChange(which)) : { already: msg.already(which) };
}

function cannot(args: HttpArgs, facts: ComponentFacts, found: Port, wanted: WantedHttpRule): Problem | undefined {
  if (!found.isOuterService && !wanted.opens) {
    const given = givenOf(args, facts, wanted);
    return refused(msg.portClosed({ port: args.port, component: facts.component.name }), [
      { label: msg.offerWithOpening(), operation: 'gateway.http', given: { ...given, whether_open: ['yes'] } },
      { label: msg.offerOpen(), operation: 'port.open', given: givenToOpen(facts, found) },
    ]);
  }
  const redirects = args.rule_extensions.some(({ key }) => key === 'httptohttps');
  const plainRule = alike(facts, wanted).find(({ protocol }) => protocol === 'http');
  return redirects && plainRule ? refuseRedirect(plainRule, facts, wanted) : undefined;
}

function refuseRedirect(rule: HttpRule, facts: ComponentFacts, { domain, path }: WantedHttpRule): Problem {
  const address = `http://${domain}${path}`;
  if (facts.dialect !== 'console' || !rule.httpRuleId) return refused(msg.redirectExists({ address }));
  const given = { rule: [rule.httpRuleId] };
  return refused(msg.redirectExistsHere({ address }), [
    { label: msg.offerDelete(), operation: 'gateway.delete', given },
  ]);
}

/** The request as words that read to the same, with the component by its id. */
function givenOf(args: HttpArgs, facts: ComponentFacts, { domain, path }: WantedHttpRule): RawArgs {
  return {
    component: [facts.component.id],
    port: [String(args.port)],
    domain_name: [domain],
    ...(path === '/' ? {} : { domain_path: [path] }),
    ...settingWords(args),
  };
}

function stepOf(
  args: HttpArgs,
  facts: ComponentFacts,
  ask: Ask,
  wanted: WantedHttpRule,
  extensions: RuleExtensions<'http'> | undefined,
): Step {
  const hasPath = args.domain_path !== undefined || args.domain_name.path !== undefined;
  const words = { address: wanted.address, port: args.port };
  const after = stateOf(args, facts, wanted, true);
  const rule: NewHttpRule = {
    protocol: 'http',
    serviceId: facts.component.id,
    containerPort: args.port,
    domainName: wanted.domain,
    ...(hasPath ? { domainPath: wanted.path } : {}),
    ...settingsOf(args, extensions),
    ...(wanted.opens ? { whetherOpen: true } : {}),
  };
  return {
    says: wanted.opens ? msg.stepOpening(words) : msg.step(words),
    call:
      facts.dialect === 'console' ? createHttpRuleCall(ask.context, rule) : createGatewayRuleCall(ask.context, rule),
    before: stateOf(args, facts, wanted, false),
    after: { ...after, known: [...knownRules(after, facts)] },
  };
}

/**
 * A console deletes single HTTP rules (docs/platform.md#deleting-a-rule). A port that was opened for the rule stays
 * open.
 */
function undoOf(args: HttpArgs, facts: HttpRuleFacts, { address, domain, path, opens }: WantedHttpRule): Plan['undo'] {
  if (facts.dialect !== 'console') return { none: msg.noUndo({ port: String(args.port) }) };
  // The scheme tells it from another rule of the same domain and port; an automatic certificate may change it.
  const rule = args.auto_ssl ? `${domain}${path === '/' ? '' : path}` : address;
  const given = {
    rule: [rule],
    component: [facts.component.id],
    port: [String(args.port)],
  };
  return {
    proposal: { label: opens ? msg.undoDeleteOnly() : msg.undoDelete(), operation: 'gateway.delete', given },
  };
}

function rowsOf(args: HttpArgs, facts: HttpRuleFacts, wanted: WantedHttpRule, { protocol }: Port): Plan['rows'] {
  const { typed } = args.domain_name;
  return [
    { what: changes.rule(), before: shared.none(), after: verbatim(wanted.address) },
    ...(typed === wanted.domain ? [] : [{ what: msg.typedDomain(), before: shared.none(), after: verbatim(typed) }]),
    leadsTo(facts, args.port, routesWholeDomain(args, facts, wanted) ? wanted.domain : undefined),
    ...(wanted.path !== '/' && facts.dialect !== 'document'
      ? [{ what: texts.path(), before: shared.none(), after: texts.savedOnly({ value: verbatim(wanted.path) }) }]
      : []),
    ...settingRows(args, facts.dialect, certificateName(args.certificate_id, facts)),
    ...(wanted.opens ? [{ what: changes.outerAccess(), before: onOff(false), after: onUnlessRefused(protocol) }] : []),
  ];
}
