import * as z from 'zod';
import { placeKey } from '../../core/command/context.ts';
import type { Ask } from '../../core/operation.ts';
import { type ChangeRequest, changerOf, readRequests } from '../../core/request/change-request.ts';
import { mayHaveChanged } from '../../core/request/follow-up.ts';
import type { Port } from '../../platform/port/port-endpoints.ts';
import { accessChangeOf } from '../shared/access/opened-access.ts';
import { overtakenBy } from '../shared/access/overtaken.ts';
import { isSideOpen, type RuleState, readAccess, ruleOf } from '../shared/access/port-state.ts';
import type { Reads } from '../shared/define.ts';
import { makesRule } from '../shared/exposure/compare-addresses.ts';
import { exposedAddresses } from '../shared/exposure/exposed-address.ts';
import { portKey } from '../shared/exposure/open-since.ts';
import { changedAccess } from '../shared/exposure/opener.ts';
import { readRecordedPorts } from '../shared/exposure/recorded-ports.ts';
import type { ChannelAccess } from '../shared/place/channel-access.ts';
import { bareRule, kindOf, mayBeSameRule } from '../shared/port-addresses.ts';
import type { OpenedNow } from './lines/known-request.ts';

/** Number of an app's requests that are searched for a later closing. */
const maxRan = 200;
const DeletedRule = z.object({ there: z.literal(false), address: z.string() });

/**
 * Says of requests that opened access without a closing time whether it is still open, or who closed it and when. If the
 * platform doesn't answer, says when it was last open. Omits requests that opened nothing.
 */
export async function readOpenedNow(
  ids: ReadonlySet<string>,
  { context }: Pick<Ask, 'context'>,
  reads: Pick<Reads, 'platform' | 'soon' | 'temporaryAccess' | 'records' | 'isPublic'> & {
    readonly requests: Pick<Reads['requests'], 'ran'>;
  },
  access: Pick<ChannelAccess, 'mayPost'>,
): Promise<ReadonlyMap<string, OpenedNow>> {
  if (ids.size === 0) return new Map();
  const timed = (await reads.temporaryAccess.list({ placeKey: placeKey(context) })).flatMap((each) => {
    const access = readAccess(each);
    return access ? [{ ...access, until: each.until }] : [];
  });
  const ran = readRequests(await reads.requests.ran(placeKey(context), maxRan));
  const readings = ran.map(async (request, index) => {
    if (!ids.has(request.id) || !openedBy(request)) return [];
    const later = ran.slice(0, index).filter((each) => mayHaveChanged(each) && reopensOrCloses(each, request));
    const next = nextOf(later, request);
    const now = next ? await closedBy(next, request, access) : ((await readNow(request)) ?? (await lastOpen(request)));
    return now ? [[request.id, now] as const] : [];
  });
  return new Map((await Promise.all(readings)).flat());

  /** Returns when the request's access was last open, for a platform that doesn't answer. */
  async function lastOpen(request: ChangeRequest): Promise<OpenedNow | undefined> {
    const { port = 0, side } = openedBy(request) ?? {};
    const { plan, run, at } = request;
    if (side === 'inner') return { lastOpen: run.ended ?? at };
    const { ports } = await readRecordedPorts(context, reads);
    const recorded = ports.find((each) => portKey(each) === portKey({ component: plan.component, port }));
    return recorded ? { lastOpen: recorded.shownAt ?? run.ended ?? at } : 'unread';
  }

  async function readNow(request: ChangeRequest): Promise<OpenedNow | undefined> {
    const { rule, port, side } = openedBy(request) ?? {};
    const { component } = request.plan;
    const end = timed.find(
      (each) => each.component === component && each.port === port && each.sides.some((one) => one === side),
    );
    const readPorts = () => reads.soon(() => reads.platform.listPorts({ ...context, service: component }));
    if (end && !(rule && outlives(rule, await readPorts()))) return { until: end.until };
    if (rule) {
      const rules = await reads.soon(() => reads.platform.listRules(context));
      const unread = { components: undefined, certificates: undefined, ports: new Map() };
      const open = rules && exposedAddresses({ context, rules, ...unread }).open;
      return open && (open.some((each) => makesRule(request, each)) ? 'open' : 'rule-deleted');
    }
    const ports = await readPorts();
    if (!ports || port === undefined || side === undefined) return undefined;
    if (!isSideOpen({ port }, side, ports)) return 'closed';
    return side === 'inner' ? 'inside' : 'open';
  }
}

/** Checks whether a rule stays if its port is closed (docs/platform.md#opening-and-closing), as far as its port is known. */
function outlives({ port, kind }: RuleState, ports: readonly Port[] = []): boolean {
  const protocol = ports.find(({ containerPort }) => containerPort === port)?.protocol;
  return protocol !== undefined && kindOf(protocol) !== kind;
}

/** Returns the rule or the port that a request opened, and the port's most important side. */
function openedBy(request: ChangeRequest) {
  const rule = ruleOf(request.plan);
  if (rule) return rule.there ? { rule, port: rule.port, side: 'outer' as const } : undefined;
  const { port, opens = [] } = accessChangeOf(request) ?? {};
  const side = (['outer', 'inner'] as const).find((each) => opens.includes(each));
  return port === undefined || side === undefined ? undefined : { port, side };
}

function reopensOrCloses(later: ChangeRequest, request: ChangeRequest): boolean {
  const { rule, port, side } = openedBy(request) ?? {};
  const deleted = ruleDeletedBy(later);
  const made = rule && (rule.secure === undefined ? bareRule(rule.address) : rule.address);
  if (deleted && made !== undefined && mayBeSameRule(deleted.address, made)) return true;
  if (side === undefined || port === undefined || later.plan.steps.length === 0) return false;
  return changedAccess(later, { component: request.plan.component, port }, side) !== undefined;
}

/**
 * Returns the request that ended what an earlier one opened. A rule stays if its port is closed in a way that ends only
 * rules of the other kind: then the deletion counts, or else the closing, unless the port was opened again.
 * @param later newest first
 */
function nextOf(later: readonly ChangeRequest[], request: ChangeRequest): ChangeRequest | undefined {
  const isLeft = (each: ChangeRequest) => overtakenBy(each, request) === 'routed';
  if (!later.some(isLeft)) return later.at(-1);
  const ended = later.findLast((each) => !isLeft(each) && overtakenBy(each, request) !== undefined);
  return ended ?? later.slice(0, 1).find(isLeft);
}

function ruleDeletedBy({ plan }: ChangeRequest) {
  return DeletedRule.safeParse(plan.steps[0]?.after).data;
}

async function closedBy(
  later: ChangeRequest,
  request: ChangeRequest,
  access: Pick<ChannelAccess, 'mayPost'>,
): Promise<OpenedNow> {
  const { run, at, shown } = later;
  const { port = 0, side } = openedBy(request) ?? {};
  const isReopened = changedAccess(later, { component: request.plan.component, port }, side) === 'opened';
  // Before it was opened again, someone else closed it.
  // Deleting a rule leaves the port open, so its address may still answer.
  const isRule = ruleDeletedBy(later) ? { isRule: true as const } : {};
  if (isReopened || !(await access.mayPost(shown.channel))) return isRule.isRule ? 'rule-deleted' : 'closed';
  const stays = overtakenBy(later, request) === 'routed' ? { leavesRule: true as const } : {};
  return { closed: run.ended ?? at, by: changerOf(later)?.name, ...isRule, ...stays };
}
