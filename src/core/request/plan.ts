import * as z from 'zod';
import type { RawArgs } from '../command/params.ts';
import { risks } from '../policy/policy.ts';
import { statusPromises } from '../runs/component-status.ts';
import { Json } from '../text/json.ts';
import { type Text, verbatim } from '../text/text.ts';

const StoredInstant = z.object({
  at: z.number(),
  // An earlier version stored a date as `day`.
  show: z.enum(['time', 'date', 'moment', 'seconds', 'stamp']).optional().catch('date'),
  now: z.number().optional(),
  beside: z.number().optional(),
  zone: z.string().optional(),
});
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
/** Functions instead of schemas, because texts are most of a stored request, and recursive schemas are slow. */
const isText = (value: unknown): boolean =>
  isObject(value) && typeof value.key === 'string' && isObject(value.with) && Object.values(value.with).every(isValue);
function isValue(value: unknown): boolean {
  if (!isObject(value)) return typeof value === 'string' || typeof value === 'number';
  const { key, link, label, at, user, group, channel } = value;
  if (key !== undefined) return isText(value);
  if (link !== undefined) return typeof link === 'string' && isText(label);
  if (at !== undefined) return StoredInstant.safeParse(value).success;
  return [user, group, channel].some((each) => typeof each === 'string');
}
export const StoredText = z.custom<Text>(isText);

/** Weights of warnings that are shown first, at full size. All other warnings are small. */
const warningWeights = ['fails', 'interrupts', 'exposes', 'irreversible'] as const;
type WarningWeight = (typeof warningWeights)[number];
/** A sentence to read before a decision. Has no weight in plans of older versions. */
export interface Warning extends Text {
  readonly weight?: WarningWeight;
  /** A small sentence that a shortened card shows too. */
  readonly stays?: true;
  /** A remark that isn't on the card, only in **Details**, the form and the review. */
  readonly detail?: true;
  /** Still true after the change, so the card of a done request shows it. `asks`: approving it asks a second question. */
  readonly lasts?: 'asks' | 'shows';
  /** About a state that may soon end, so a decision stays valid if the sentence no longer applies, or now does. */
  readonly passes?: true;
}
const isSet = z.literal(true).optional();
const WarningFields = z.object({
  weight: z.enum(warningWeights).optional(),
  stays: isSet,
  detail: isSet,
  lasts: z.enum(['asks', 'shows']).optional(),
  passes: isSet,
});
const StoredWarning = z.custom<Warning>((value) => isText(value) && WarningFields.safeParse(value).success);

export function fails(says: Text): Warning {
  return { ...says, weight: 'fails' };
}

/** A warning that service is interrupted, or that something that works now will stop working. */
export function interrupts(says: Text): Warning {
  return { ...says, weight: 'interrupts' };
}

/** A warning that more people can reach something, or that something stays reachable although it shouldn't. */
export function exposes(says: Text): Warning {
  return { ...says, weight: 'exposes' };
}

export function irreversible(says: Text): Warning {
  return { ...says, weight: 'irreversible' };
}

export function detail(says: Text): Warning {
  return { ...says, detail: true };
}

/** Returns a warning's text for comparing plans. Omits the weight, which only affects how the warning is shown. */
export function sentenceOf({ key, with: values }: Warning): Text {
  return { key, with: values };
}

export function byWeight(warnings: readonly Warning[]): {
  readonly fails: readonly Text[];
  readonly heavy: readonly Text[];
  readonly light: readonly Text[];
} {
  const sentencesWith = (wanted: WarningWeight | undefined) =>
    warnings.filter(({ weight }) => weight === wanted).map(sentenceOf);
  const isHeavy = ({ weight }: Warning) => weight !== undefined && weight !== 'fails';
  // Warnings that an approval asks about again are the worst.
  const asked = warnings.filter((each) => isHeavy(each) && each.lasts === 'asks').map(sentenceOf);
  const others = warnings.filter((each) => isHeavy(each) && each.lasts !== 'asks');
  const heavy = [
    ...asked,
    ...warningWeights.flatMap((wanted) => others.filter(({ weight }) => weight === wanted).map(sentenceOf)),
  ];
  return { fails: sentencesWith('fails'), heavy, light: sentencesWith(undefined) };
}

export const StoredGiven: z.ZodType<RawArgs> = z.record(z.string(), z.array(z.string()));

/** A call that writes, as data: shown, stored, and sent unchanged. Built by the platform's endpoints. */
export const Call = z.object({
  /** The endpoint; checked against the platform's table before the call is sent. */
  operation: z.string(),
  method: z.enum(['POST', 'PUT', 'DELETE']),
  path: z.string(),
  body: Json.optional(),
});
export type Call = z.infer<typeof Call>;

const FollowUpRequest = z.object({ operation: z.string(), given: StoredGiven });
export type FollowUpRequest = z.infer<typeof FollowUpRequest>;

/** A request stored for a button. Context and reason are as typed. */
export const KeptRequest = FollowUpRequest.extend({
  in: z.string().optional(),
  reason: z.string().optional(),
  at: z.string().optional(),
  ticket: z.string().optional(),
  ask: z.array(z.string()).readonly().optional(),
});

/** Platform events that report a call's outcome: each component has one event, which begins, runs and ends. */
export const Awaited = z.object({
  components: z.array(z.object({ id: z.string(), name: z.string() })).min(1),
  types: z.array(z.string()).min(1),
  /** Types of events that the platform begins automatically after an awaited event has succeeded. Also followed. */
  next: z.array(z.string()).min(1).transform(nextTypes).optional(),
  /** Types of events that may come before the awaited event. If one of them fails, the awaited event never runs. */
  first: z.array(z.string()).min(1).optional(),
  /** The status that components must have afterwards; absent if the events alone decide. */
  promises: z.enum(statusPromises).optional(),
  /** Progress label of the step ("Deploying"), and of the rollout that follows it. */
  doing: StoredText,
  nextDoing: StoredText.optional(),
});
export type Awaited = z.infer<typeof Awaited>;

/** Version 0.1 stored `upgrade-service` for an `upgrade` after a build (docs/platform.md#builds-and-deploys). */
function nextTypes(stored: readonly string[]): string[] {
  return stored.includes('upgrade-service') ? ['upgrade'] : [...stored];
}

/** One call of a plan, with the state before and after the call, as its operation reads this state. */
export const Step = z.object({
  says: StoredText,
  call: Call,
  before: Json,
  after: Json,
  /** The events that report the step's outcome; absent: the state is read back. */
  awaits: Awaited.optional(),
  /**
   * Ends a service interruption by the previous steps. The step is sent after the state shows them as done, even after
   * a crash. If the step can't be sent, the card shows `otherwise` and a button with `label`.
   */
  mustFollow: z.object({ otherwise: StoredText, label: StoredText }).optional(),
  /** If the plan stops after this step: the request that reverts the steps so far, if the plan's undo doesn't fit. */
  undo: FollowUpRequest.optional(),
  /** If the plan stops after this step: the request for the remaining steps; absent if the original one fits. */
  rest: FollowUpRequest.optional(),
});
export type Step = z.infer<typeof Step>;

const Row = z.object({
  what: StoredText,
  before: StoredText,
  after: StoredText,
  /** `before` without the details that don't matter to the decision. Plans are compared by this form. */
  coarsely: StoredText.optional(),
  /** The row adds a thing that doesn't exist yet. */
  adds: z.literal(true).optional(),
  /** The row predicts a choice of the platform. After the change, `done` returns the real one. */
  forecast: z.literal(true).optional(),
});
export const OfferedRequest = FollowUpRequest.extend({ label: StoredText });
export type OfferedRequest = z.infer<typeof OfferedRequest>;
/** An offered request, and how its button opens it: it asks at once, or shows the form. */
export const OfferedInThread = OfferedRequest.extend({ opens: z.enum(['ask', 'modal']) });
export type OfferedInThread = z.infer<typeof OfferedInThread>;

export interface Leftover {
  readonly says: readonly Text[];
  readonly offer?: OfferedRequest;
}

/**
 * A change as data. Contains only what matters to the decision, and durations (ms) instead of moments, so that planning
 * again from an unchanged state gives an equal plan.
 */
const PlanShape = z.object({
  v: z.literal(1),
  title: StoredText,
  component: z.string(),
  componentName: z.string(),
  /** Locks within the context, taken together. Only one request may hold each. Default: the component. */
  locks: z.array(z.string()).min(1).optional(),
  /** The part that stays locked when an unknown outcome is read back, such as one port. Default: all locks. */
  readsBack: z.string().optional(),
  /** Components that the plan omits because of their state, which another request in progress may change. */
  leaves: z.array(z.string()).min(1).optional(),
  /** The plan's risk, if lower than the risk of its arguments. */
  risk: z.enum(risks).optional(),
  /** Whether the plan touches more than half of the app's components, and at least two. Needs approval by default. */
  touchesMost: z.literal(true).optional(),
  rows: z.array(Row),
  steps: z.array(Step),
  warnings: z.array(StoredWarning),
  undo: z.union([
    z.object({ proposal: OfferedRequest }),
    /** Why there is no undo. `needless`: nothing needs to be undone, as after a restart. */
    z.object({ none: StoredText, needless: z.literal(true).optional() }),
  ]),
  /** Alternatives if the platform refuses this: offered on the card after a failure. */
  instead: z.array(OfferedRequest).optional(),
  /** Explanation of a refusal by the region, if its own words don't explain it. */
  refusal: StoredText.optional(),
  /** Other ways to get nearly the same result: offered on the card until someone decides. */
  alternatives: z.array(OfferedRequest).optional(),
  /** Requests that end what this begins, if it has no undo, or that this makes possible: offered once it is done. */
  afterwards: z.array(OfferedRequest).optional(),
  /** Request that opens again what a plan's closing time closed: offered after that end. Absent if it was temporary. */
  reopens: OfferedRequest.optional(),
  /** Other things that the plan touches, such as a port or domain. The card names other open requests for them. */
  touches: z.array(z.string()).optional(),
  /** The wanted state of those things that another request may set differently: a port is open or closed. */
  wants: z.record(z.string(), z.enum(['open', 'closed'])).optional(),
  /** Node ports that may stay open by mistake, after a closing or a refused opening. The bot can't check them. */
  mayAnswer: z
    .object({ port: z.number(), addresses: z.array(z.string()), once: z.enum(['closed', 'refused']) })
    .optional(),
  /** For a temporary change: its duration, counted from `done`, in ms. */
  timedFor: z.number().optional(),
  /** The title without the duration. Shown after another request moved the end. */
  untimedTitle: StoredText.optional(),
  /** For a plan that moves an already stored end: the new end, in epoch ms. */
  timedUntil: z.number().optional(),
});
/** Up to version 0.1, `timedFor` was called `openFor`. Plans with that name are still read. */
export const Plan = z.preprocess(renamedFrom(['openFor'], 'timedFor'), PlanShape);
export type Plan = z.infer<typeof PlanShape>;

/** Returns a function that renames a stored key. */
export function renamedFrom(stored: readonly string[], key: string): (body: unknown) => unknown {
  return (body) => {
    if (typeof body !== 'object' || body === null || !stored.some((each) => Object.hasOwn(body, each))) return body;
    return Object.fromEntries(Object.entries(body).map(([each, value]) => [stored.includes(each) ? key : each, value]));
  };
}

/** Returns the end of a temporary change that is done now (epoch ms), or undefined for a permanent change. */
export function plannedEnd({ timedFor, timedUntil }: Plan, now: number): number | undefined {
  return timedUntil ?? (timedFor === undefined ? undefined : now + timedFor);
}

/**
 * Checks whether two plans do the same to the same state. Fields for display, search and following may differ, so that
 * an older version's plan still counts as the same.
 */
export function samePlan(one: Plan, other: Plan): boolean {
  return canonical(decisive(one)) === canonical(decisive(other));
}

function decisive({
  touches: _,
  wants: _w,
  instead: __,
  refusal: _f,
  alternatives: ___,
  afterwards: _a,
  reopens: _o,
  leaves: ____,
  readsBack: _r,
  mayAnswer: _m,
  ...decided
}: Plan) {
  const { rows, steps, warnings, undo, ...plan } = decided;
  return {
    ...plan,
    undo: 'none' in undo ? { none: undo.none } : undo,
    rows: rows.map(({ what, before, coarsely = before, after }) => canonical([what, coarsely, after])).sort(),
    steps: steps.map(({ awaits: _____, ...step }) => step),
    warnings: warnings.flatMap((each) => (each.passes ? [] : canonical(sentenceOf(each)))).sort(),
  };
}

/** Checks whether two plans touch the same port, domain or endpoint. */
export function touchSame(one: Plan, other: Plan): boolean {
  return (one.touches ?? []).some((each) => other.touches?.includes(each));
}

/**
 * Checks whether two plans set a thing differently: one opens a port and the other closes it, or one stops a component
 * and the other starts it. Compares only things with a single row in each plan, because two added rules are different
 * things. A start also contradicts a stop that left out an already stopped component.
 */
export function contradict(one: Plan, other: Plan): boolean {
  const opposed = Object.entries(one.wants ?? {}).some(([what, wanted]) => (other.wants?.[what] ?? wanted) !== wanted);
  return opposed || differ(one, other);
}

/** Checks whether a plan is for the same thing as another one, so that running one may make the other outdated. */
export function concernSame(one: Plan, other: Plan): boolean {
  const stops = one.touches === undefined && contradict(one, other);
  return stops || touchSame(one, other) || samePlan(one, other);
}

function differ(one: Plan, other: Plan): boolean {
  const promise = ({ steps }: Plan) => steps.at(-1)?.awaits?.promises;
  const [mine, its] = [promise(one), promise(other)];
  const isSame = mine !== undefined && mine === its;
  if (!isSame && mine && its && (touch(other, one.leaves) || touch(one, other.leaves))) return true;
  if (!touch(other, one.locks ?? [one.component])) return false;
  const [mineAdded, itsAdded] = [added(one), added(other)];
  if (mineAdded !== undefined && itsAdded !== undefined && mineAdded !== itsAdded) return false;
  const wanted = single(one.rows);
  // Both plans leave the component running, such as a restart and a deploy, so only their other rows can differ.
  const states = isSame ? componentRows(one, other) : [];
  return [...single(other.rows)].some(
    ([what, after]) => !states.includes(what) && (wanted.get(what) ?? after) !== after,
  );
}

function componentRows(...plans: readonly Plan[]): readonly string[] {
  const awaited = plans.flatMap(({ steps }) => steps.flatMap(({ awaits }) => awaits?.components ?? []));
  return awaited.map(({ name }) => canonical(verbatim(name)));
}

/** Returns the first thing that a plan adds; undefined if it changes an existing thing. */
function added({ rows }: Plan): string | undefined {
  const row = rows.find(({ adds }) => adds);
  return row && canonical([row.what, row.after]);
}

function touch({ component, locks = [component] }: Plan, ids: readonly string[] = []): boolean {
  return locks.some((id) => ids.includes(id));
}

function single(rows: Plan['rows']): ReadonlyMap<string, string> {
  const all = [...Map.groupBy(rows, ({ what }) => canonical(what))];
  return new Map(all.flatMap(([what, [row, ...more]]) => (row && !more[0] ? [[what, canonical(row.after)]] : [])));
}

export function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
      : inner,
  );
}

/** Returns the ids of the components that a plan changes: its own, and those of the events that it awaits. */
export function changedComponents({ component, steps }: Pick<Plan, 'component' | 'steps'>): readonly string[] {
  const awaited = steps.flatMap(({ awaits }) => awaits?.components.map(({ id }) => id) ?? []);
  return [...new Set([component, ...awaited])];
}
