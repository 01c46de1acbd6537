import { BlockList, isIPv4 } from 'node:net';
import type { RawArgs } from '../../core/command/params.ts';
import { isProblem, type Problem, refused } from '../../core/command/problem.ts';
import { present } from '../../core/defined.ts';
import type { Ask } from '../../core/operation.ts';
import { detail, exposes, fails, interrupts, type Plan, type Step, type Warning } from '../../core/request/plan.ts';
import { type Text, verbatim } from '../../core/text/text.ts';
import { createGatewayRuleCall } from '../../platform/gateway/gateway-calls.ts';
import type { TcpRule } from '../../platform/gateway/gateway-endpoints.ts';
import type { RuleExtensions } from '../../platform/gateway/rule-extensions.ts';
import type { Port } from '../../platform/port/port-endpoints.ts';
import type { RuleState } from '../shared/access/port-state.ts';
import {
  type ComponentFacts,
  findPort,
  givenPort,
  newRow,
  planOn,
  refuseByRegion,
  warnThirdParty,
  warnUnserved,
} from '../shared/change-facts.ts';
import { factsMsg } from '../shared/change-facts-messages.ts';
import { defineChange } from '../shared/define.ts';
import { addressesOfPort } from '../shared/port-addresses.ts';
import { portDetails } from '../shared/shared-params.ts';
import { touchedPort, wantsPort } from '../shared/touched.ts';
import { ANY, type EndPoint, isEndPoint } from './end-point.ts';
import { gatewayMsg } from './gateway-messages.ts';
import { type TcpArgs, tcpParams } from './gateway-params.ts';
import {
  closesAfterwards,
  existingRule,
  offerToOpen,
  openedRow,
  refuseLength,
  ruleChange,
  ruleRow,
  ruleStateAt,
  warningsOfOpening,
} from './gateway-rows.ts';
import { ruleMsg } from './gateway-rule-messages.ts';
import { gatherForRule, isThere } from './gateway-state.ts';
import { checkExtensions, pairWords, shownPairs } from './http-settings.ts';

/** Default node port range of Kubernetes (docs/platform.md#opening-and-closing). */
const NODE_PORTS = { first: 30_000, last: 32_767 };

const HTTP_PORTS: readonly number[] = [80, 443];

/** Private (RFC 1918) and carrier-grade NAT (RFC 6598) addresses. */
const privateAddresses = new BlockList();
privateAddresses.addSubnet('10.0.0.0', 8);
privateAddresses.addSubnet('172.16.0.0', 12);
privateAddresses.addSubnet('192.168.0.0', 16);
privateAddresses.addSubnet('100.64.0.0', 10);

/** @param host an address, or a domain, which counts as not private */
function isPrivate(host: string): boolean {
  return isIPv4(host) && privateAddresses.check(host);
}

/** `/gateway tcp`: docs/platform.md#tcp-rules. */
export const gatewayTcp = defineChange({
  ...ruleChange,
  id: 'gateway.tcp',
  keywords: [['tcp'], ['udp']],
  summary: gatewayMsg.tcpSays(),
  examples: [
    'gateway tcp db 3306 0.0.0.0:30022',
    'gateway tcp db 3306 30022',
    'gateway tcp db 3306 10.20.0.5:30022 default_port=30022',
  ],
  params: tcpParams,
  order: ['component', 'port', 'end_point'],
  modalGroup: { name: 'gateway', title: gatewayMsg.modalTitle(), option: gatewayMsg.tcpOption() },
  undoable: 'never',
  mark: (name, done) =>
    done
      ? ruleMsg.markAdded({ name, port: done.args.port, address: done.args.end_point.text })
      : ruleMsg.markAddedBriefly({ name }),
  auditDetails: (given) => ({ ...portDetails(given), ...(given.end_point?.[0] ? { rule: given.end_point[0] } : {}) }),

  gather: (args, ask, reads) => gatherForRule(args.component, ask, reads),

  plan(args, facts: ComponentFacts, ask) {
    const port = findPort(facts, { port: args.port });
    if (isProblem(port)) return port;
    const extensions = checkExtensions(args.rule_extensions, 'tcp', facts.dialect);
    if (isProblem(extensions)) return extensions;
    const wanted = wantedTcpRule(args, facts, port);
    if (isThere(tcpState(wanted, facts, true), facts)) {
      const asksMore =
        args.rule_extensions.length > 0 || args.default_ip !== undefined || args.default_port !== undefined;
      return existingRule(facts, port, args.end_point.text, asksMore);
    }
    const given = givenTcpRule(args, facts, args.end_point.text);
    const refusal =
      refuseLength(args.for, facts, port, { operation: 'gateway.tcp', given }) ??
      refuseByRegion(facts, ask) ??
      refuseUseless(wanted, facts) ??
      refuseTaken(wanted, facts);
    if (refusal) return refusal;
    return {
      ...planOn(facts, [touchedEndPoint(args.end_point.text), touchedPort(facts.component.id, args.port)]),
      title: titleOfTcpRule(wanted, facts),
      rows: tcpRuleRows(wanted, facts),
      steps: [tcpRuleStep(wanted, facts, ask, extensions)],
      warnings: warningsOfTcpRule(wanted, facts),
      undo: { none: ruleMsg.noUndo({ port: String(args.port) }) },
      ...closesAfterwards(facts, port, false),
      ...wantsPort(facts.component.id, args.port, 'open'),
    };
  },
});

function touchedEndPoint(endPoint: string): string {
  return `endpoint ${endPoint}`;
}

interface WantedTcpRule {
  readonly args: TcpArgs;
  readonly port: Port;
  readonly tcpdomain: string | undefined;
  /** Address for people. The region's TCP domain represents all addresses (docs/platform.md#tcp-rules). */
  readonly address: string;
}

function wantedTcpRule(args: TcpArgs, { region }: ComponentFacts, port: Port): WantedTcpRule {
  const tcpdomain = typeof region === 'string' ? undefined : region.tcpdomain || undefined;
  const { host, port: number, text } = args.end_point;
  return { args, port, tcpdomain, address: host === ANY && tcpdomain !== undefined ? `${tcpdomain}:${number}` : text };
}

function titleOfTcpRule({ args }: WantedTcpRule, facts: ComponentFacts): Text {
  const which = { port: args.port, component: facts.component.name };
  const { host, port: number, text } = args.end_point;
  if (host === ANY) return ruleMsg.titlePort({ ...which, number });
  return isPrivate(host)
    ? ruleMsg.titlePrivate({ ...which, address: text })
    : ruleMsg.title({ ...which, address: text });
}

function tcpState({ args, port, tcpdomain, address }: WantedTcpRule, facts: ComponentFacts, there: boolean): RuleState {
  return {
    kind: 'tcp',
    ...ruleStateAt(facts, port, there),
    address,
    endPoint: args.end_point.text,
    ...(tcpdomain === undefined ? {} : { tcpdomain }),
  };
}

/** Refuses a rule that the platform accepts but never serves: the port is in use (docs/platform.md#tcp-rules). */
function refuseUseless({ args, port }: WantedTcpRule, facts: ComponentFacts): Problem | undefined {
  const which = { port: args.port, component: facts.component.name };
  if (port.isOuterService) return refused(ruleMsg.uselessOpen(which));
  const [address] = addressesOfPort(facts, args.port, 'tcp');
  if (address === undefined) return undefined;
  return refused(ruleMsg.uselessSecond({ ...which, address }), [offerToOpen(facts, port)]);
}

function refuseTaken({ args, tcpdomain }: WantedTcpRule, facts: ComponentFacts): Problem | undefined {
  const endPoints = endPointsOf(facts);
  const holder = endPoints.find(({ endPoint }) => collides(endPoint, args.end_point, tcpdomain));
  if (!holder) return undefined;
  const taken = { endPoint: args.end_point.text, other: holder.endPoint };
  const why =
    isEndPoint(holder.endPoint, args.end_point, tcpdomain) && holder.rule
      ? ruleMsg.taken({ ...taken, ...targetOfTcpRule(holder.rule) })
      : ruleMsg.takenAlike(taken);
  const all = endPoints.map((each) => each.endPoint);
  const free = nextFree(all, args.end_point, tcpdomain);
  if (!free) return refused(why, [], 'end_point');
  const offer = {
    label: ruleMsg.offerEndPoint({ endPoint: free.text }),
    operation: 'gateway.tcp',
    given: givenTcpRule(args, facts, free.text),
  };
  return refused(why, [offer], 'end_point');
}

/**
 * Checks whether the platform treats an end point as taken (docs/platform.md#tcp-rules). If all addresses are wanted,
 * any text that contains `:N` collides, so 3010 collides with 30100. If one address is wanted, the same text collides,
 * and so does N on all addresses.
 */
export function collides(shown: string, wanted: EndPoint, tcpdomain: string | undefined): boolean {
  if (wanted.host === ANY) return shown.includes(`:${wanted.port}`);
  if (shown === wanted.text || shown === `${ANY}:${wanted.port}`) return true;
  return tcpdomain !== undefined && shown === `${tcpdomain}:${wanted.port}`;
}

export function nextFree(
  shown: readonly string[],
  wanted: EndPoint,
  tcpdomain: string | undefined,
): EndPoint | undefined {
  for (let port = wanted.port + 1; port <= 65_535; port += 1) {
    const next = { text: `${wanted.host}:${port}`, host: wanted.host, port };
    if (!shown.some((each) => collides(each, next, tcpdomain))) return next;
  }
  return undefined;
}

/** Returns the end points of the app's TCP rules. If these can't be read, the component's addresses except HTTP. */
function endPointsOf(facts: ComponentFacts): readonly { readonly endPoint: string; readonly rule?: TcpRule }[] {
  if (facts.rules)
    return facts.rules.tcp.flatMap((rule) => (rule.endPoint === undefined ? [] : [{ endPoint: rule.endPoint, rule }]));
  return (facts.detail?.accessInfos ?? [])
    .filter((address) => !/^https?:/.test(address))
    .map((address) => ({ endPoint: address.replace(/^tcp:\/\//, '') }));
}

function targetOfTcpRule(rule: TcpRule): { readonly component: string; readonly port: number } {
  return { component: rule.serviceAlias ?? rule.serviceName ?? '?', port: rule.containerPort ?? 0 };
}

function givenTcpRule(args: TcpArgs, facts: ComponentFacts, endPoint: string): RawArgs {
  return givenPort(facts, args.port, {
    end_point: [endPoint],
    ...(args.default_port === undefined ? {} : { default_port: [String(args.default_port)] }),
    ...(args.default_ip === undefined ? {} : { default_ip: [args.default_ip] }),
    ...(args.rule_extensions.length === 0 ? {} : { rule_extensions: pairWords(args.rule_extensions) }),
  });
}

function tcpRuleStep(
  wanted: WantedTcpRule,
  facts: ComponentFacts,
  ask: Ask,
  extensions: RuleExtensions<'tcp'> | undefined,
): Step {
  const { args } = wanted;
  const words = { address: args.end_point.text, port: args.port };
  return {
    says: ruleMsg.stepOpening(words),
    call: createGatewayRuleCall(ask.context, {
      protocol: 'tcp',
      serviceId: facts.component.id,
      containerPort: args.port,
      endPoint: args.end_point.text,
      ruleExtensions: extensions,
      defaultPort: args.default_port,
      defaultIp: args.default_ip,
    }),
    before: tcpState(wanted, facts, false),
    after: tcpState(wanted, facts, true),
  };
}

function tcpRuleRows({ args, address }: WantedTcpRule, facts: ComponentFacts): Plan['rows'] {
  const { end_point, default_port, default_ip, rule_extensions: pairs } = args;
  return present([
    end_point.host === ANY && ruleRow(ruleMsg.everyAddress({ endPoint: end_point.text }), args.port, facts),
    address !== end_point.text && newRow(factsMsg.address(), verbatim(address)),
    // Show the default port only if it differs, because the same number again would suggest that it isn't opened.
    default_port !== undefined &&
      default_port !== end_point.port &&
      newRow(gatewayMsg.defaultPort(), defaultPortText(String(default_port), facts)),
    default_ip !== undefined && newRow(gatewayMsg.defaultIp(), defaultIpText(default_ip, facts)),
    pairs.length > 0 && newRow(gatewayMsg.extensions(), shownPairs(pairs)),
    openedRow(),
  ]);
}

/** A console uses the default port only to distinguish default rules from others (docs/platform.md#tcp-rules). */
function defaultPortText(value: string, { dialect }: ComponentFacts): Text {
  return dialect === 'console' ? gatewayMsg.labelOnly({ value }) : verbatim(value);
}

/** A console requires the default IP but ignores it (docs/platform.md#tcp-rules). */
function defaultIpText(value: string, { dialect }: ComponentFacts): Text {
  return dialect === 'console' ? gatewayMsg.ignored({ value: verbatim(value) }) : verbatim(value);
}

function warningsOfTcpRule({ args, port, tcpdomain }: WantedTcpRule, facts: ComponentFacts): Warning[] {
  const { host, port: number, text } = args.end_point;
  const component = facts.component.name;
  const reached = host === ANY ? (tcpdomain ?? '') : host;
  const outside = number < NODE_PORTS.first || number > NODE_PORTS.last;
  const isGatewayPort = HTTP_PORTS.includes(number);
  return present<Warning>([
    exposes(
      host === ANY
        ? ruleMsg.warnConnect({ component, number })
        : isPrivate(host)
          ? ruleMsg.warnConnectPrivate({ component, endPoint: text })
          : ruleMsg.warnConnectAt({ component, endPoint: text }),
    ),
    ...warningsOfOpening(facts, port, ruleMsg.warnOpensFirst({ port: args.port })),
    host !== ANY && facts.dialect === 'console' && exposes(ruleMsg.servesEverywhere({ host, number })),
    port.protocol === 'udp' && fails(ruleMsg.servesTcp()),
    port.protocol === 'http' && exposes(ruleMsg.warnHttpPort({ port: args.port })),
    isGatewayPort && interrupts(ruleMsg.warnGatewayPort({ port: number })),
    outside && fails(ruleMsg.warnNodeRange({ port: number })),
    // Node ports are created when the component starts.
    ...warnUnserved(facts),
    isPrivate(reached) && ruleMsg.warnPrivate({ host: reached }),
    ...warnThirdParty(facts),
    // If the rule uses the gateway's own port, rules of other apps matter less.
    !isGatewayPort && ruleMsg.warnOtherApps(),
    detail(ruleMsg.warnServing()),
  ]);
}
