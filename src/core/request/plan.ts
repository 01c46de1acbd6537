import * as z from 'zod';
import type { RawArgs } from '../command/params.ts';
import { risks } from '../policy/policy.ts';
import { statusPromises } from '../runs/component-status.ts';
import { Json } from '../text/json.ts';
import { type Text, type Value, verbatim } from '../text/text.ts';

const textShape = {
  key: z.string(),
  with: z.record(
    z.string(),
    z.lazy((): z.ZodType<Value> => StoredValue),
  ),
};
/** Texts as they are stored: checked when a card is loaded. */
export const StoredText: z.ZodType<Text> = z.object(textShape);
const StoredValue: z.ZodType<Value> = z.union([
  z.string(),
  z.number(),
  z.object({ link: z.string(), label: z.lazy(() => StoredText) }),
  z.lazy(() => StoredText),
  z.object({
    at: z.number(),
    show: z.enum(['time', 'date', 'moment', 'seconds']).optional(),
    zone: z.string().optional(),
  }),
  z.object({ user: z.string() }),
  z.object({ group: z.string() }),
  z.object({ channel: z.string() }),
]);

/**
 * What makes a warning one that is shown first, at full size: the change will probably fail, it interrupts service, it
 * exposes something to people who can't reach it now, or it can't be taken back. All others are worth knowing, in small
 * type.
 */
const warningWeights = ['fails', 'interrupts', 'exposes', 'irreversible'] as const;
type WarningWeight = (typeof warningWeights)[number];
/** A sentence that people should read before they decide. Without a weight in plans of older versions, too. */
export interface Warning extends Text {
  readonly weight?: WarningWeight;
}
const StoredWarning: z.ZodType<Warning> = z.object({
  ...textShape,
  weight: z.enum(warningWeights).optional(),
});

/** A warning that the platform will probably refuse the change. */
export function fails(says: Text): Warning {
  return { ...says, weight: 'fails' };
}

/** A warning that service is interrupted, or that something which works now will no longer do so. */
export function interrupts(says: Text): Warning {
  return { ...says, weight: 'interrupts' };
}

/** A warning that something can be reached by people who can't reach it now, or stays reachable although it shouldn't. */
export function exposes(says: Text): Warning {
  return { ...says, weight: 'exposes' };
}

/** A warning that something is lost for good. */
export function irreversible(says: Text): Warning {
  return { ...says, weight: 'irreversible' };
}

/** The sentence of a warning, by which plans are compared: what it weighs is only how it is shown. */
export function sentenceOf({ key, with: values }: Warning): Text {
  return { key, with: values };
}

/** Warnings in the order in which they are shown: that it will probably fail; the others with a weight, by it; and the rest. */
export function byWeight(warnings: readonly Warning[]): {
  readonly fails: readonly Text[];
  readonly heavy: readonly Text[];
  readonly light: readonly Text[];
} {
  const of = (wanted: WarningWeight | undefined) => warnings.filter(({ weight }) => weight === wanted).map(sentenceOf);
  const heavy = warningWeights.filter((weight) => weight !== 'fails').flatMap(of);
  return { fails: of('fails'), heavy, light: of(undefined) };
}

export const StoredGiven: z.ZodType<RawArgs> = z.record(z.string(), z.array(z.string()));

/** A writing call as data: shown to people, stored, and sent exactly so. Built by the platform's endpoints. */
export const Call = z.object({
  /** Which endpoint: checked against the platform's table before it is sent. */
  operation: z.string(),
  method: z.enum(['POST', 'PUT', 'DELETE']),
  path: z.string(),
  body: Json.optional(),
});
export type Call = z.infer<typeof Call>;

/** A request that can be made later, as arguments. */
const FollowUpRequest = z.object({ operation: z.string(), given: StoredGiven });
export type FollowUpRequest = z.infer<typeof FollowUpRequest>;

/** A request as it is kept for a button: with its context and its reason as they were typed. */
export const KeptRequest = FollowUpRequest.extend({
  in: z.string().optional(),
  reason: z.string().optional(),
  at: z.string().optional(),
  ticket: z.string().optional(),
  ask: z.array(z.string()).readonly().optional(),
});

/** What the platform reports of a call by itself: an event for each component, which begins, runs and ends. */
const Awaited = z.object({
  components: z.array(z.object({ id: z.string(), name: z.string() })).min(1),
  /** The types of events that such a call makes. */
  types: z.array(z.string()).min(1),
  /** Types of events that the platform begins by itself once such an event has succeeded: they are followed too. */
  next: z.array(z.string()).min(1).transform(nextTypes).optional(),
  /** Types of events that may come before it, without which it never runs. */
  first: z.array(z.string()).min(1).optional(),
  /** What the components' status has to show then. Absent where the events alone tell. */
  promises: z.enum(statusPromises).optional(),
  /** What goes on while they run: "Deploying"; and what while the rest runs that the platform began by itself. */
  doing: StoredText,
  nextDoing: StoredText.optional(),
});
export type Awaited = z.infer<typeof Awaited>;

/**
 * Version 0.1 waited for `upgrade-service` after a build, which is an `upgrade`
 * (docs/platform.md#builds-and-deploys).
 */
function nextTypes(stored: readonly string[]): string[] {
  return stored.includes('upgrade-service') ? ['upgrade'] : [...stored];
}

/** One call of a plan, in words, with what the state shows before and after it (read by the operation that planned it). */
export const Step = z.object({
  says: StoredText,
  call: Call,
  before: Json,
  after: Json,
  /** The events that tell what becomes of it; absent: the state is read back. The step is done when they have ended well. */
  awaits: Awaited.optional(),
  /**
   * The steps before it interrupt service until this one. It is sent once the state shows them, even after a crash (no
   * other step is); where it can't be, the card says `otherwise` and a button with the label asks for it.
   */
  mustFollow: z.object({ otherwise: StoredText, label: StoredText }).optional(),
  /** Where the plan stops after this step: what takes back the steps until here, if the plan's own undo does not. */
  undo: FollowUpRequest.optional(),
  /** And what asks for the steps after it, if the words of the request do not. */
  rest: FollowUpRequest.optional(),
});
export type Step = z.infer<typeof Step>;

const Row = z.object({
  what: StoredText,
  before: StoredText,
  after: StoredText,
  /** What of `before` matters to the decision, where its words tell more: a component that is abnormal has instances too. */
  coarsely: StoredText.optional(),
  /** It is of something that isn't there yet. */
  adds: z.literal(true).optional(),
  /** What the platform will choose, as far as it can be foreseen: once it is done, `done` says what it really is. */
  forecast: z.literal(true).optional(),
});
/** A request that a button of a card offers, with the button's label. */
export const OfferedRequest = FollowUpRequest.extend({ label: StoredText });
export type OfferedRequest = z.infer<typeof OfferedRequest>;

/** What a failed call changed nevertheless, and the request that reverts it. */
export interface Leftover {
  readonly says: readonly Text[];
  readonly offer?: OfferedRequest;
}

/**
 * What a change will do, as data: shown, compared, stored, executed. It holds only what matters to the decision, and
 * durations (ms) rather than moments, so that planning again from an unchanged state gives an equal plan.
 */
const PlanShape = z.object({
  v: z.literal(1),
  title: StoredText,
  component: z.string(),
  componentName: z.string(),
  /** What only one request may run on at a time, within the context: all of it is taken at once. Default: the component. */
  locks: z.array(z.string()).min(1).optional(),
  /** What of it stays locked while an unknown outcome is read back, such as one port. Default: all that it locks. */
  readsBack: z.string().optional(),
  /** What it leaves out because of its state, which a request in progress on it may change. */
  leaves: z.array(z.string()).min(1).optional(),
  /** What it weighs, where that is less than its arguments say. */
  risk: z.enum(risks).optional(),
  /** Whether it touches more than half of the application's components, and at least two: then more is asked by default. */
  touchesMost: z.literal(true).optional(),
  rows: z.array(Row),
  steps: z.array(Step),
  warnings: z.array(StoredWarning),
  undo: z.union([
    z.object({ proposal: OfferedRequest }),
    /** Why there is none; `needless` where nothing is lost: afterwards all is as before, as after a restart. */
    z.object({ none: StoredText, needless: z.literal(true).optional() }),
  ]),
  /** What can be requested instead, should the platform refuse this: offered on the card once it has failed. */
  instead: z.array(OfferedRequest).optional(),
  /** What reaches nearly the same in another way: offered on the card as long as nobody has decided. */
  alternatives: z.array(OfferedRequest).optional(),
  /** What it touches besides its component, such as a port or a domain: other open requests on one of them are named. */
  touches: z.array(z.string()).optional(),
  /** What becomes of some of those, where another request may want the opposite: a port is open to the internet or closed. */
  wants: z.record(z.string(), z.enum(['open', 'closed'])).optional(),
  /**
   * Node ports that may be open afterwards although they shouldn't, which can't be checked: once one was closed, or where
   * opening one is refused.
   */
  mayAnswer: z
    .object({ port: z.number(), addresses: z.array(z.string()), once: z.enum(['closed', 'refused']) })
    .optional(),
  /** A change that lasts for a limited time: how long, in ms from done. */
  timedFor: z.number().optional(),
  /** Or until when (epoch ms), where it moves an end that is stored already. */
  timedUntil: z.number().optional(),
});
/** A plan as it is stored. Up to version 0.1 `timedFor` was called `openFor`; such plans are still read. */
export const Plan = z.preprocess(renamedFrom(['openFor'], 'timedFor'), PlanShape);
export type Plan = z.infer<typeof PlanShape>;

/** Reads what is stored under another key. */
export function renamedFrom(stored: readonly string[], key: string): (body: unknown) => unknown {
  return (body) => {
    if (typeof body !== 'object' || body === null || !stored.some((each) => Object.hasOwn(body, each))) return body;
    return Object.fromEntries(Object.entries(body).map(([each, value]) => [stored.includes(each) ? key : each, value]));
  };
}

/** When a temporary change that is done now ends, epoch ms; undefined for a permanent one. */
export function plannedEnd({ timedFor, timedUntil }: Plan, now: number): number | undefined {
  return timedUntil ?? (timedFor === undefined ? undefined : now + timedFor);
}

/**
 * Whether two plans would do the same to the same state. What only helps to show a plan, to find it, or to follow it, and
 * the order of its warnings may differ: an older version's plan stays the same plan.
 */
export function samePlan(one: Plan, other: Plan): boolean {
  return canonical(decisive(one)) === canonical(decisive(other));
}

function decisive({
  touches: _,
  wants: _w,
  instead: __,
  alternatives: ___,
  leaves: ____,
  readsBack: _r,
  mayAnswer: _m,
  ...decided
}: Plan) {
  const { rows, steps, warnings, undo, ...plan } = decided;
  return {
    ...plan,
    undo: 'none' in undo ? { none: undo.none } : undo,
    rows: rows.map(({ what, before, coarsely = before, after }) => ({ what, before: coarsely, after })),
    steps: steps.map(({ awaits: _____, ...step }) => step),
    warnings: warnings.map((warning) => canonical(sentenceOf(warning))).sort(),
  };
}

/**
 * Whether two plans want the same thing to be otherwise: one opens what the other closes, one stops what the other starts.
 * Only what each has one row of tells: two addresses are two things, and so are two rules that are added. A restart and a deploy both leave a component running.
 * A stop that leaves out what is stopped already is contradicted by a request that starts it.
 */
export function contradict(one: Plan, other: Plan): boolean {
  const opposed = Object.entries(one.wants ?? {}).some(([what, wanted]) => (other.wants?.[what] ?? wanted) !== wanted);
  return opposed || differ(one, other);
}

/** Whether rows of two plans about one component tell that a thing becomes something else. */
function differ(one: Plan, other: Plan): boolean {
  const promise = ({ steps }: Plan) => steps.at(-1)?.awaits?.promises;
  const [mine, its] = [promise(one), promise(other)];
  const isSame = mine !== undefined && mine === its;
  if (!isSame && mine && its && (touch(other, one.leaves) || touch(one, other.leaves))) return true;
  if (!touch(other, one.locks ?? [one.component])) return false;
  const [mineAdded, itsAdded] = [added(one), added(other)];
  if (mineAdded !== undefined && itsAdded !== undefined && mineAdded !== itsAdded) return false;
  const wanted = single(one.rows);
  // Both leave the component running, such as a restart and a deploy: only what else they set can differ.
  const states = isSame ? componentRows(one, other) : [];
  return [...single(other.rows)].some(
    ([what, after]) => !states.includes(what) && (wanted.get(what) ?? after) !== after,
  );
}

/** The rows that tell of a component's state: they are named like it. */
function componentRows(...plans: readonly Plan[]): readonly string[] {
  const awaited = plans.flatMap(({ steps }) => steps.flatMap(({ awaits }) => awaits?.components ?? []));
  return awaited.map(({ name }) => canonical(verbatim(name)));
}

/** What a plan adds: its first row names it, and the others tell of it. Undefined where it changes what is there. */
function added({ rows: [first] }: Plan): string | undefined {
  return first?.adds && canonical([first.what, first.after]);
}

function touch({ component, locks = [component] }: Plan, ids: readonly string[] = []): boolean {
  return locks.some((id) => ids.includes(id));
}

/** What becomes of each thing that one row tells of. */
function single(rows: Plan['rows']): ReadonlyMap<string, string> {
  const all = [...Map.groupBy(rows, ({ what }) => canonical(what))];
  return new Map(all.flatMap(([what, [row, ...more]]) => (row && !more[0] ? [[what, canonical(row.after)]] : [])));
}

/** JSON with sorted keys, so that equal data gives equal text. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
      : inner,
  );
}
