import { BlockList, isIPv4 } from 'node:net';
import type { RawArgs } from '../../core/command/params.ts';
import { isProblem, type Problem, refused } from '../../core/command/problem.ts';
import { defined } from '../../core/defined.ts';
import type { Ask } from '../../core/operation.ts';
import { exposes, fails, interrupts, type Plan, type Step, type Warning } from '../../core/request/plan.ts';
import { join, type Text, verbatim } from '../../core/text/text.ts';
import { createGatewayRuleCall } from '../../platform/gateway/gateway-calls.ts';
import type { TcpRule } from '../../platform/gateway/gateway-reply.ts';
import type { RuleExtensions } from '../../platform/gateway/rule-extensions.ts';
import type { Port } from '../../platform/port/port-reply.ts';
import { msg as opening } from '../shared/access/exposure-messages.ts';
import type { RuleState } from '../shared/access/stored-rule.ts';
import { temporaryAccess } from '../shared/access/temporary-access.ts';
import {
  type ComponentFacts,
  findPort,
  givenToOpen,
  onOff,
  refuseByRegion,
  warnThirdParty,
} from '../shared/change-facts.ts';
import { msg as changes } from '../shared/change-facts-messages.ts';
import { defineChange } from '../shared/define.ts';
import { msg as shared } from '../shared/operation-messages.ts';
import { addressesOfPort, lacksNodePort, onUnlessRefused } from '../shared/port-addresses.ts';
import { plannedComponent, portDetails } from '../shared/shared-params.ts';
import { touchedEndPoint, touchedPort, wantsPort } from '../shared/touched.ts';
import { ANY, collides, isEndPoint, nextFree } from './end-point.ts';
import { msg as texts } from './gateway-messages.ts';
import { type TcpArgs, tcpParams } from './gateway-params.ts';
import { checkExtensions, pairWords, shownPairs } from './http-settings.ts';
import { msg } from './rule-messages.ts';
import { doneRule, leadsTo } from './rule-rows.ts';
import { confirmsRule, gatherForRule, isThere, leftoverOf, observeRule } from './rule-state.ts';

/** Node ports that Kubernetes gives unless told otherwise (docs/platform.md#opening-and-closing). */
const NODE_PORTS = { first: 30_000, last: 32_767 };

/** Where gateways listen for HTTP and HTTPS. */
const HTTP_PORTS: readonly number[] = [80, 443];

/** The addresses that networks use inside (RFC 1918), and those that carriers share (RFC 6598). */
const privateAddresses = new BlockList();
privateAddresses.addSubnet('10.0.0.0', 8);
privateAddresses.addSubnet('172.16.0.0', 12);
privateAddresses.addSubnet('192.168.0.0', 16);
privateAddresses.addSubnet('100.64.0.0', 10);

/** @param host an address, or a domain, of which nothing is known */
function isPrivate(host: string): boolean {
  return isIPv4(host) && privateAddresses.check(host);
}

/** `/gateway tcp`: docs/platform.md#tcp-rules. */
export const gatewayTcp = defineChange({
  id: 'gateway.tcp',
  command: 'gateway',
  keywords: [['tcp'], ['udp']],
  summary: texts.tcpSays(),
  examples: [
    'gateway tcp db 3306 0.0.0.0:30022',
    'gateway tcp db 3306 30022',
    'gateway tcp db 3306 10.20.0.5:30022 default_port=30022',
  ],
  params: tcpParams,
  order: ['component', 'port', 'end_point'],
  modalGroup: { name: 'gateway', title: texts.modalTitle(), option: texts.tcpOption() },
  verify: 'reply',
  undoable: 'never',
  confirms: confirmsRule,
  timed: temporaryAccess,
  mark: (name, done) =>
    done
      ? msg.markOpened({ name, port: done.args.port, address: done.args.end_point.text })
      : msg.markOpenedBriefly({ name }),
  auditDetails: (given) => ({ ...portDetails(given), ...(given.end_point?.[0] ? { rule: given.end_point[0] } : {}) }),

  risk: () => 'expose',

  gather: (args, ask, reads) => gatherForRule(args.component, ask, reads),

  identify: plannedComponent,

  plan(args, facts: ComponentFacts, ask) {
    const found = findPort(facts, args.port);
    if (isProblem(found)) return found;
    const extensions = checkExtensions(args.rule_extensions, 'tcp', facts.dialect);
    if (isProblem(extensions)) return extensions;
    if (isThere(stateOf(args, facts, true), facts)) return existing(args, facts, found);
    const no = refuseByRegion(facts, ask) ?? refuseTaken(args, facts);
    if (no) return no;
    return {
      v: 1,
      title: titleOf(args, facts, found),
      component: facts.component.id,
      componentName: facts.component.name,
      rows: rowsOf(args, facts, found),
      steps: [stepOf(args, facts, ask, found, extensions)],
      warnings: [...warn(args, facts, found)],
      undo: { none: msg.noUndo({ port: String(args.port) }) },
      touches: [touchedEndPoint(args.end_point.text), touchedPort(facts.component.id, args.port)],
      ...wantsPort(facts.component.id, args.port, 'open'),
    };
  },

  observe: observeRule,
  done: doneRule,
  leftover: leftoverOf,
});

function titleOf(args: TcpArgs, facts: ComponentFacts, found: Port): Text {
  const which = { port: args.port, component: facts.component.name };
  const { host, port: number, text } = args.end_point;
  if (!found.isOuterService && host !== ANY) return msg.title({ ...which, address: text });
  return found.isOuterService ? msg.titlePortAdded({ ...which, number }) : msg.titlePort({ ...which, number });
}

function tcpdomainOf({ region }: ComponentFacts): string | undefined {
  return typeof region === 'string' ? undefined : region.tcpdomain || undefined;
}

function stateOf(args: TcpArgs, facts: ComponentFacts, there: boolean): RuleState {
  const tcpdomain = tcpdomainOf(facts);
  const outer = facts.ports.find(({ containerPort }) => containerPort === args.port)?.isOuterService ?? false;
  return {
    kind: 'tcp',
    there,
    component: facts.component.id,
    port: args.port,
    address: shownAs(args, tcpdomain),
    endPoint: args.end_point.text,
    ...defined({ tcpdomain }),
    portOpen: outer || there,
  };
}

/** Where people reach it: the region's TCP domain stands for all addresses (docs/platform.md#tcp-rules). */
function shownAs({ end_point }: TcpArgs, tcpdomain: string | undefined): string {
  return end_point.host === ANY && tcpdomain !== undefined ? `${tcpdomain}:${end_point.port}` : end_point.text;
}

function existing(args: TcpArgs, facts: ComponentFacts, found: Port): Problem | { already: Text } {
  const component = facts.component.name;
  const address = args.end_point.text;
  if (!facts.rules) return refused(msg.existsSomewhere({ address, component }));
  const which = { address, port: args.port, component };
  if (!found.isOuterService) {
    const given = givenToOpen(facts, found);
    return refused(msg.existsClosed(which), [{ label: msg.offerOpen(), operation: 'port.open', given }]);
  }
  const more = args.rule_extensions.length > 0 || args.default_ip !== undefined || args.default_port !== undefined;
  return more ? refused(msg.cannotChange(which)) : { already: msg.already(which) };
}

/** An end point that a rule known here makes the platform refuse; the next free one is offered. */
function refuseTaken(args: TcpArgs, facts: ComponentFacts): Problem | undefined {
  const tcpdomain = tcpdomainOf(facts);
  const known = endPointsOf(facts);
  const holder = known.find(({ endPoint }) => collides(endPoint, args.end_point, tcpdomain));
  if (!holder) return undefined;
  const endPoint = args.end_point.text;
  const why =
    isEndPoint(holder.endPoint, args.end_point, tcpdomain) && holder.rule
      ? msg.taken({ endPoint, other: holder.endPoint, ...targetOf(holder.rule) })
      : msg.takenAlike({ endPoint, other: holder.endPoint });
  const free = nextFree(
    known.map((each) => each.endPoint),
    args.end_point,
    tcpdomain,
  );
  if (!free) return refused(why);
  return refused(why, [
    {
      label: msg.offerEndPoint({ endPoint: free.text }),
      operation: 'gateway.tcp',
      given: { ...givenOf(args, facts), end_point: [free.text] },
    },
  ]);
}

/** The end points known here: the app's rules, or the component's addresses that are none of HTTP. */
function endPointsOf(facts: ComponentFacts): readonly { readonly endPoint: string; readonly rule?: TcpRule }[] {
  if (facts.rules)
    return facts.rules.tcp.flatMap((rule) => (rule.endPoint === undefined ? [] : [{ endPoint: rule.endPoint, rule }]));
  return (facts.detail?.accessInfos ?? [])
    .filter((address) => !/^https?:/.test(address))
    .map((address) => ({ endPoint: address.replace(/^tcp:\/\//, '') }));
}

function targetOf(rule: TcpRule): { readonly component: string; readonly port: number } {
  return { component: rule.serviceAlias ?? rule.serviceName ?? '?', port: rule.containerPort ?? 0 };
}

function givenOf(args: TcpArgs, facts: ComponentFacts): RawArgs {
  return {
    component: [facts.component.id],
    port: [String(args.port)],
    end_point: [args.end_point.text],
    ...(args.default_port === undefined ? {} : { default_port: [String(args.default_port)] }),
    ...(args.default_ip === undefined ? {} : { default_ip: [args.default_ip] }),
    ...(args.rule_extensions.length === 0 ? {} : { rule_extensions: pairWords(args.rule_extensions) }),
  };
}

function stepOf(
  args: TcpArgs,
  facts: ComponentFacts,
  ask: Ask,
  found: Port,
  extensions: RuleExtensions<'tcp'> | undefined,
): Step {
  const words = { address: args.end_point.text, port: args.port };
  return {
    says: found.isOuterService ? msg.step(words) : msg.stepOpening(words),
    call: createGatewayRuleCall(ask.context, {
      protocol: 'tcp',
      serviceId: facts.component.id,
      containerPort: args.port,
      endPoint: args.end_point.text,
      ...defined({ ruleExtensions: extensions, defaultPort: args.default_port, defaultIp: args.default_ip }),
    }),
    before: stateOf(args, facts, false),
    after: stateOf(args, facts, true),
  };
}

function rowsOf(args: TcpArgs, facts: ComponentFacts, found: Port): Plan['rows'] {
  const none = shared.none();
  const shown = shownAs(args, tcpdomainOf(facts));
  const pairs = args.rule_extensions;
  return [
    { what: changes.rule(), before: none, after: ruleText(args) },
    ...(shown === args.end_point.text ? [] : [{ what: changes.address(), before: none, after: verbatim(shown) }]),
    leadsTo(facts, args.port),
    // The same number once more would look as if it weren't opened.
    ...(args.default_port === undefined || args.default_port === args.end_point.port
      ? []
      : [{ what: texts.defaultPort(), before: none, after: defaultPortText(String(args.default_port), facts) }]),
    ...(args.default_ip === undefined
      ? []
      : [{ what: texts.defaultIp(), before: none, after: defaultIpText(args.default_ip, facts) }]),
    ...(pairs.length === 0 ? [] : [{ what: texts.extensions(), before: none, after: shownPairs(pairs) }]),
    ...(found.isOuterService
      ? []
      : [{ what: changes.outerAccess(), before: onOff(false), after: onUnlessRefused(found.protocol) }]),
  ];
}

/** What an address of the region covers isn't plain to everyone who decides. */
function ruleText({ end_point: { host, text } }: TcpArgs): Text {
  return host === ANY ? msg.everyAddress({ endPoint: text }) : msg.oneAddress({ endPoint: text });
}

/** A console only tells default rules from others by it (docs/platform.md#tcp-rules). */
function defaultPortText(value: string, { dialect }: ComponentFacts): Text {
  return dialect === 'console' ? texts.labelOnly({ value }) : verbatim(value);
}

/** A console requires the field and has no use for it (docs/platform.md#tcp-rules). */
function defaultIpText(value: string, { dialect }: ComponentFacts): Text {
  return dialect === 'console' ? texts.ignored({ value: verbatim(value) }) : verbatim(value);
}

function warn(args: TcpArgs, facts: ComponentFacts, found: Port): readonly Warning[] {
  const { host, port } = args.end_point;
  const asleep = found.isOuterService ? [] : addressesOfPort(facts, args.port);
  const reached = host === ANY ? (tcpdomainOf(facts) ?? '') : host;
  const outside = port < NODE_PORTS.first || port > NODE_PORTS.last;
  return [
    ...(found.isOuterService ? [exposes(msg.openAlready({ port: args.port }))] : []),
    exposes(
      host === ANY
        ? msg.warnConnect({ component: facts.component.name, number: port })
        : msg.warnConnectAt({ component: facts.component.name, endPoint: args.end_point.text }),
    ),
    // Where opening itself will fail, what comes after it would only confuse.
    ...(found.isOuterService || lacksNodePort(found.protocol)
      ? []
      : [exposes(msg.warnOpensFirst({ port: args.port }))]),
    ...(!found.isOuterService && lacksNodePort(found.protocol)
      ? [fails(opening.warnNodePort({ protocol: found.protocol, instead: 'tcp' }))]
      : []),
    ...(asleep.length > 0
      ? [exposes(msg.warnWakes({ addresses: join(asleep.slice(0, 20).map(verbatim), ', ') }))]
      : []),
    ...(found.protocol === 'http' ? [exposes(msg.warnHttpPort({ port: args.port }))] : []),
    ...(HTTP_PORTS.includes(port) ? [interrupts(msg.warnGatewayPort({ port }))] : []),
    ...(host === ANY && outside ? [msg.warnNodeRange({ port })] : []),
    ...(isPrivate(reached) ? [msg.warnPrivate({ host: reached })] : []),
    ...warnThirdParty(facts),
    // Where the gateway’s own port is wanted, another app’s rule isn’t what people have to think of.
    ...(HTTP_PORTS.includes(port) ? [] : [msg.warnOtherApps()]),
    msg.warnServing(),
  ];
}
