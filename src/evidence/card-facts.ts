import * as z from 'zod';
import { risks } from '../core/policy/policy.ts';
import { DecisionGround } from '../core/policy/policy-decision.ts';
import { StoredText } from '../core/request/plan.ts';
import { planHash } from '../core/request/plan-hash.ts';
import type { Text } from '../core/text/text.ts';
import { plain } from '../operations/operation-catalog.ts';
import type { EvidenceRequest } from './evidence-request.ts';
import { separationOf } from './separation.ts';

const Decided = z.object({ by: z.string(), ground: DecisionGround.optional() });

/** Parts of a stored request that evidence exports in addition to its audit entries. Nothing else is exported. */
const CardFacts = z.object({
  at: z.number(),
  asker: z.object({ id: z.string(), name: z.string() }),
  agent: z.object({ name: z.string() }).optional(),
  risk: z.enum(risks),
  system: z.literal(true).optional(),
  ruling: DecisionGround.pick({ rule: true, version: true }),
  approvals: z.array(Decided).catch([]),
  breakGlass: Decided.optional(),
  plan: z.object({
    title: StoredText,
    componentName: z.string(),
    rows: z.array(z.object({ what: StoredText, before: StoredText, after: StoredText })),
    steps: z.array(z.object({ says: StoredText })),
  }),
});

const StoredPlan = z.object({ plan: z.unknown() });

/** Adds facts from the stored request, which may be undefined: its plan, and facts that older audit entries lack. */
export function withCard(request: EvidenceRequest, body: unknown): EvidenceRequest {
  const card = CardFacts.safeParse(body).data;
  if (!card) return request;
  const { plan, asker, ruling, agent } = card;
  const requester = request.requester ?? asker;
  const isSame = request.planHash === undefined || planHash(StoredPlan.parse(body).plan) === request.planHash;
  const title = request.title === request.operation ? textsOf(plan.title) : {};
  const isAutomatic = card.system === true || request.separation === 'automatic';
  return {
    ...request,
    ...title,
    at: request.at ?? card.at,
    requester,
    agent: request.agent ?? agent?.name,
    component: request.component ?? plan.componentName,
    risk: request.risk === 'unknown' ? card.risk : request.risk,
    rule: request.rule ?? ruleText(ruling.rule),
    policy: request.policy ?? ruling.version,
    decisions: request.decisions.map((each) => withGround(each, card)),
    separation: separationOf({ decisions: request.decisions, requester: requester.id, isAutomatic }),
    plan: {
      rows: plan.rows.map(({ what, before, after }) => ({ what: en(what), before: en(before), after: en(after) })),
      steps: plan.steps.map(({ says }) => en(says)),
      differs: isSame ? undefined : true,
    },
  };
}

const en = (text: Text): string => plain(text, 'en');

function textsOf(title: Text): Pick<EvidenceRequest, 'title' | 'title_zh'> {
  return { title: en(title), title_zh: plain(title, 'zh') };
}

function ruleText(rule: DecisionGround['rule']): string {
  return rule === 'default' ? rule : `line ${rule.line}`;
}

/** Adds why a decision counted. Audit entries of older versions don't contain this, but the stored request does. */
function withGround(
  decision: EvidenceRequest['decisions'][number],
  { approvals, breakGlass }: z.infer<typeof CardFacts>,
): EvidenceRequest['decisions'][number] {
  const { kind, who, as } = decision;
  if (as !== undefined || !decision.counts) return decision;
  const given = kind === 'break_glass' ? breakGlass : approvals.find(({ by }) => by === who.id);
  const ground = kind === 'approved' || kind === 'break_glass' ? given?.ground : undefined;
  if (!ground) return decision;
  return {
    ...decision,
    rule: ruleText(ground.rule),
    policy: ground.version,
    as: ground.as,
    role: ground.role,
    group: ground.group,
  };
}
