import * as z from 'zod';
import type { Place } from '../../../core/command/context.ts';
import { type Args, ok, optional, type RawArgs } from '../../../core/command/params.ts';
import { isProblem, type Problem, refused } from '../../../core/command/problem.ts';
import { defined, present } from '../../../core/defined.ts';
import type { Ask } from '../../../core/operation.ts';
import { detail, exposes, type Plan, type Warning } from '../../../core/request/plan.ts';
import { join } from '../../../core/text/text.ts';
import { type WriteCall, writeCall } from '../../../platform/call.ts';
import type { HttpRule } from '../../../platform/gateway/gateway-endpoints.ts';
import { RULE_PATH } from '../../../platform/gateway/gateway-text.ts';
import { gatherComponent, type RegionState, refuseByRegion } from '../../shared/change-facts.ts';
import { defineChange, type Reads } from '../../shared/define.ts';
import { kindOf } from '../../shared/port-addresses.ts';
import { readPort } from '../../shared/shared-params.ts';
import { touchedDomain } from '../../shared/touched.ts';
import { readCondition, readDomain } from '../gateway-params.ts';
import { ruleMsg } from '../gateway-rule-messages.ts';
import { deleteMsg } from './delete-messages.ts';
import { type AnyRule, isActive, type RuleTarget } from './find-rule.ts';
import {
  componentOf,
  findRule,
  gatherRules,
  Missing,
  missingOf,
  missingText,
  portOf,
  type RuleFacts,
  ruleStateText,
  targetOf,
} from './gateway-facts.ts';
import { ruleParam } from './gateway-show.ts';

/** The plan finds the rule itself, because these facts no longer contain it after the deletion. */
export interface DeleteRuleFacts extends RuleFacts {
  readonly region: RegionState;
}

/** State before or after a step. The rule is identified by its id. */
const RuleThere = z.object({
  rule: z.string(),
  there: z.boolean(),
  address: z.string(),
  port: z.string(),
  missing: Missing.optional(),
  /** Change that ends its live route. Absent: closing external access of the port. */
  ends: z.enum(['ended', 'delete-port']).optional(),
});

function plannedRule(plan: Plan | undefined) {
  return RuleThere.safeParse(plan?.steps[0]?.before).data;
}

const params = {
  rule: ruleParam,
  component: optional<string>(deleteMsg.componentParam(), ok, { input: 'hidden' }),
  port: optional<number>(deleteMsg.portParam(), readPort, { input: 'hidden' }),
};
type DeleteRuleArgs = Args<typeof params>;

/** `/gateway delete <address or rule>`: docs/platform.md#deleting-a-rule. HTTP rules only. */
export const gatewayDelete = defineChange({
  id: 'gateway.delete',
  command: 'gateway',
  keywords: [['delete'], ['remove']],
  summary: deleteMsg.says(),
  title: deleteMsg.form(),
  examples: ['gateway delete www.shop.test'],
  params,
  order: ['rule'],
  dialects: ['console'],
  verify: 'state',
  undoable: 'sometimes',
  auditDetails: (_given, plan): Readonly<Record<string, string>> => defined({ rule: plannedRule(plan)?.address }),

  mark(name, done) {
    const rule = plannedRule(done?.plan);
    return rule ? deleteMsg.markDeleted({ name, address: rule.address }) : deleteMsg.markDeletedBriefly({ name });
  },

  risk: () => 'destroy',

  // The console also deletes rules of the team's other apps (docs/platform.md#deleting-a-rule).
  ownContextOnly: true,

  gather: (args, ask, reads) => gatherDelete(args, ask, reads),

  identify(plan): RawArgs {
    const rule = plannedRule(plan);
    return rule ? { rule: [rule.rule] } : {};
  },

  plan(args, facts: DeleteRuleFacts, ask) {
    const listed = meant(args, facts, ask);
    if (isProblem(listed)) return listed;
    const refusal = refuseByRegion(facts, ask);
    if (refusal) return refusal;
    if (listed.kind === 'tcp') return refuseTcp(listed, facts);
    const component = componentOf(listed, facts.components);
    const port = rulePort(listed);
    const missing = missingOf(listed, facts);
    const ends = missing ? undefined : endingOf(listed, facts);
    const state = { rule: listed.id, address: listed.address, port, ...defined({ missing, ends }) };
    return {
      v: 1,
      title: deleteMsg.title({ address: listed.address, component, port }),
      component: listed.rule.serviceId ?? listed.id,
      componentName: component,
      rows: [{ what: deleteMsg.ruleRow(), before: ruleStateText(listed, facts), after: deleteMsg.deleted() }],
      steps: [
        {
          says: deleteMsg.step({ address: listed.address }),
          call: deleteHttpRuleCall({ ...ask.context, rule: listed.id }),
          before: { ...state, there: true },
          after: { ...state, there: false },
        },
      ],
      warnings: warningsOfDeletedRule(listed, facts),
      undo: missing ? { none: deleteMsg.noUndo() } : undoRuleDeletion(listed.rule, port),
      ...(listed.rule.domainName ? { touches: [touchedDomain(listed.rule.domainName)] } : {}),
    };
  },

  observe(plan, step, { rules }) {
    const { data: before } = RuleThere.safeParse(plan.steps[step]?.before);
    if (!before) return 'other';
    return rules.some(({ id }) => id === before.rule) ? 'before' : 'after';
  },

  done(plan, facts) {
    const data = plannedRule(plan);
    if (!data || facts.rules.some(({ id }) => id === data.rule)) return [];
    const { address, port, missing, ends } = data;
    if (missing || ends === 'ended') return [deleteMsg.done({ address })];
    const serves = ends === 'delete-port' ? deleteMsg.doneServesTillDeleted : deleteMsg.doneServes;
    return [deleteMsg.done({ address }), serves({ address, port, component: plan.componentName })];
  },
});

/** `rule` must be an id from the app's list, because the console accepts any rule of the team. */
export function deleteHttpRuleCall(place: Place & { readonly rule: string }): WriteCall {
  return writeCall('deleteHttpRule', place);
}

function targetOfArgs({ component, port }: DeleteRuleArgs, { components }: RuleFacts): RuleTarget {
  const named = components.find(({ id, alias, name, displayName, inCluster }) =>
    [id, alias, name, displayName, inCluster].includes(component),
  );
  return {
    ...(component === undefined ? {} : { component: named?.id ?? component }),
    port,
  };
}

function meant(args: DeleteRuleArgs, facts: RuleFacts, ask: Ask): AnyRule | Problem {
  return findRule(args.rule, facts, ask, targetOfArgs(args, facts));
}

async function gatherDelete(args: DeleteRuleArgs, ask: Ask, reads: Reads): Promise<DeleteRuleFacts | Problem> {
  const facts = await gatherRules(ask, reads);
  if (isProblem(facts)) return facts;
  const listed = meant(args, facts, ask);
  const component = isProblem(listed) ? undefined : listed.rule.serviceId;
  const isOurs = component !== undefined && facts.components.some(({ id }) => id === component);
  // The platform allows rules for components of another app (docs/platform.md#single-http-rules). Their ports aren't
  // readable here.
  if (!isOurs) return { ...facts, region: 'unread' };
  const gathered = await gatherComponent(component, ask, reads, { detail: false, rules: false });
  return isProblem(gathered) ? gathered : { ...facts, ports: { [component]: gathered.ports }, region: gathered.region };
}

function rulePort({ rule }: AnyRule): string {
  return String(rule.containerPort ?? '?');
}

/** Refuses TCP rules (docs/platform.md#deleting-a-rule). Offers to close the port, which doesn't delete the rule. */
function refuseTcp(listed: AnyRule, facts: DeleteRuleFacts): Problem {
  const component = componentOf(listed, facts.components);
  const port = rulePort(listed);
  const missing = missingOf(listed, facts);
  const ending = missing
    ? join([missingText(listed, missing, facts.components), deleteMsg.inConsole()])
    : ruleMsg.noUndo({ port });
  const why = deleteMsg.tcpRule({ address: listed.address, port, component, ending });
  const { serviceId } = listed.rule;
  if (serviceId === undefined || missing) return refused(why);
  const given = { component: [serviceId], port: [port] };
  const offers = [
    ...(isShut(listed, facts) ? [] : [{ label: deleteMsg.offerClose({ port }), operation: 'port.close', given }]),
    { label: deleteMsg.offerDeletePort({ port }), operation: 'port.delete', given },
  ];
  return refused(why, offers);
}

function isShut(listed: AnyRule, facts: DeleteRuleFacts): boolean {
  return portOf(listed, facts)?.isOuterService === false;
}

/** Closing a port that isn't http doesn't end its http rules (docs/platform.md#opening-and-closing). */
function endingOf(listed: AnyRule & { readonly kind: 'http' }, facts: DeleteRuleFacts) {
  const port = portOf(listed, facts);
  if (port?.isOuterService === false && isActive(listed) !== true) return 'ended';
  return port && kindOf(port.protocol) === 'tcp' ? 'delete-port' : undefined;
}

function warningsOfDeletedRule(listed: AnyRule & { readonly kind: 'http' }, facts: DeleteRuleFacts): Warning[] {
  const { rule, address, id } = listed;
  const port = rulePort(listed);
  const others = facts.rules.filter((each) => each.kind === 'http' && each.id !== id && each.address === address);
  const targets = others.slice(0, 5).map((each) => targetOf(each, facts.components));
  const missing = missingOf(listed, facts);
  if (missing) return [missingText(listed, missing, facts.components), detail(deleteMsg.id({ id }))];
  const ends = endingOf(listed, facts);
  return present<Warning>([
    ...(ends === 'ended'
      ? [deleteMsg.warnInactive({ port })]
      : [
          exposes(deleteMsg.warnServes({ address })),
          exposes(ends === 'delete-port' ? deleteMsg.warnToDelete({ port }) : deleteMsg.warnToEnd({ port })),
        ]),
    rule.type === 0 && deleteMsg.warnByPort(),
    targets.length > 0 && deleteMsg.warnShared({ address, others: join(targets, ', ') }),
    detail(deleteMsg.id({ id })),
  ]);
}

/** Returns an undo that creates the readable part of the rule again; no undo if a value wouldn't be accepted. */
function undoRuleDeletion(rule: HttpRule, port: string): Plan['undo'] {
  const { serviceId, domainName = '', domainPath, certificateId, domainCookie, domainHeader, theWeight } = rule;
  const canAsk =
    serviceId !== undefined &&
    rule.containerPort !== undefined &&
    readDomain(domainName).ok &&
    [domainCookie, domainHeader].every((condition) => !condition || readCondition(condition).ok) &&
    (!domainPath || RULE_PATH.test(domainPath));
  if (!canAsk) return { none: deleteMsg.noUndo() };
  const given: RawArgs = {
    component: [serviceId],
    port: [port],
    domain_name: [domainName],
    ...(domainPath && domainPath !== '/' ? { domain_path: [domainPath] } : {}),
    ...(certificateId ? { certificate_id: [String(certificateId)] } : {}),
    ...(domainCookie ? { domain_cookie: [domainCookie] } : {}),
    ...(domainHeader ? { domain_header: [domainHeader] } : {}),
    ...(theWeight !== undefined && theWeight >= 0 && theWeight < 100 ? { the_weight: [String(theWeight)] } : {}),
  };
  return { proposal: { label: deleteMsg.undo(), operation: 'gateway.http', given } };
}
