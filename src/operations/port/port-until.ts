import { placeKey } from '../../core/command/context.ts';
import { flag } from '../../core/command/params.ts';
import { isProblem, type Problem, refused } from '../../core/command/problem.ts';
import { exposes, interrupts, type Plan, type Warning } from '../../core/request/plan.ts';
import { shortDurationText } from '../../core/text/duration-messages.ts';
import { join, type Text, verbatim } from '../../core/text/text.ts';
import type { Port } from '../../platform/port/port-reply.ts';
import type { ComponentFacts } from '../shared/change-facts.ts';
import { findPort, gatherComponent, refuseByRegion } from '../shared/change-facts.ts';
import { msg as changes } from '../shared/change-facts-messages.ts';
import { defineChange } from '../shared/define.ts';
import { addressesOfPort, kindOf } from '../shared/port-addresses.ts';
import { component, port } from '../shared/shared-params.ts';
import { touchedPort } from '../shared/touched.ts';
import { msg as texts } from './port-messages.ts';
import { msg } from './port-open-messages.ts';
import { both, closesIn, lengthWords, portChange, type Side, side } from './port-params.ts';
import { givenPort, MOST_ADDRESSES } from './port-switch.ts';
import { type PortTimer, portTimers } from './port-timers.ts';

interface UntilArgs {
  readonly port: number;
  readonly side: Side;
  readonly both: boolean;
  readonly longer: boolean;
  /** ms */
  readonly for: number;
}

type UntilFacts = ComponentFacts & { readonly timers?: readonly PortTimer[] };

/**
 * A closing time for a port that is open: nothing is sent to the platform, the plan holds no step and only when it ends.
 * Where it lets a port stay open longer, it weighs as much as an opening; where it ends access earlier than it would end now,
 * as little as closing. `longer` counts from the closing time that the port has already.
 */
export const portUntil = defineChange({
  ...portChange,
  id: 'port.until',
  keywords: [['until']],
  summary: texts.untilSays(),
  title: texts.untilForm(),
  examples: ['port until web 8080 2h', 'port until api 8000 30m inner'],
  params: { component, port, side, for: closesIn, both, longer: flag(texts.longer(), 'longer', { input: 'hidden' }) },
  order: ['component', 'port'],
  undoable: 'never',
  opens: true,
  evidence: 'none',
  mark: (name, done) =>
    done
      ? msg.markUntil({ name, port: done.args.port, length: shortDurationText(done.args.for) })
      : msg.markUntilBriefly({ name }),

  risk: (args) => (args.side === 'outer' || args.both ? 'expose' : 'change'),

  leastRisk: 'change',
  ruledAs: 'port.open',

  async gather(args, ask, reads): Promise<UntilFacts | Problem> {
    const facts = await gatherComponent(args.component, ask, reads, { detail: true, rules: true });
    if (isProblem(facts)) return facts;
    const stored = await reads.holds.list({ placeKey: placeKey(ask.context) });
    return { ...facts, timers: portTimers(stored, facts.component.id, args.port) };
  },

  plan(args, facts: UntilFacts, ask) {
    const found = findPort(facts, args.port);
    if (isProblem(found)) return found;
    const no = refuseByRegion(facts, ask);
    if (no) return no;
    const wanted: readonly Side[] = args.both ? ['outer', 'inner'] : [args.side];
    const sides = wanted.filter((each) => (each === 'outer' ? found.isOuterService : found.isInnerService));
    if (sides.length === 0) return notOpen(args, facts);
    return args.longer ? longer(args, facts) : (refuseInner(args, facts, found) ?? until(args, facts, sides, ask.now));
  },

  observe: () => 'other',

  done: () => [],
});

function notOpen(args: UntilArgs, facts: ComponentFacts): Problem {
  const which = { port: args.port, component: facts.component.name };
  const length = lengthWords(args.for);
  const given = givenPort(facts, args.port, { side: [args.side], for: [length.typed] });
  const [why, label] =
    args.side === 'outer'
      ? [msg.alreadyClosedOuter(which), msg.offerOpenFor({ length: length.shown })]
      : [msg.alreadyClosedInner(which), msg.offerOpenInnerFor({ length: length.shown })];
  return refused(why, [{ label, operation: 'port.open', given }]);
}

/**
 * The platform closes no internal access under external access, which nothing would close before
 * (docs/platform.md#opening-and-closing).
 */
function refuseInner(args: UntilArgs, facts: UntilFacts, found: Port): Problem | undefined {
  const closes = (facts.timers ?? []).some(({ sides }) => sides.includes('outer'));
  if (args.both || args.side === 'outer' || !found.isOuterService || closes) return undefined;
  const length = lengthWords(args.for);
  const given = givenPort(facts, args.port, { both: ['yes'], for: [length.typed] });
  return refused(msg.untilOuterFirst({ port: args.port, component: facts.component.name }), [
    { label: msg.offerUntilBoth({ length: length.shown }), operation: 'port.until', given },
  ]);
}

function until(args: UntilArgs, facts: UntilFacts, sides: readonly Side[], now: number): Plan {
  const length = lengthWords(args.for).shown;
  const [sooner, later, warning] =
    sides.length > 1
      ? [msg.untilBothTitle, msg.untilLaterBothTitle, msg.warnClosesBoth]
      : sides[0] === 'outer'
        ? [msg.untilTitle, msg.untilLaterTitle, msg.warnClosesOuter]
        : [msg.untilInnerTitle, msg.untilLaterInnerTitle, msg.warnClosesInner];
  const less = isLess(args, facts, sides, now);
  const title = less ? sooner : later;
  return {
    ...planOf(facts, args),
    title: title({ port: args.port, component: facts.component.name, length }),
    ...(less ? { risk: 'change' as const } : {}),
    rows: [{ what: texts.closesByItself(), before: endNow(facts, sides), after: texts.afterLength({ length }) }],
    warnings: [
      interrupts(warning()),
      ...stopsAt(facts, args, sides),
      ...(less || !sides.includes('outer') ? [] : [exposes(msg.warnLonger())]),
      ...closesAnyway(facts, sides),
    ],
    timedFor: args.for,
  };
}

/** When it closes if nobody decides: where it closes at one time. */
function closesAnyway(facts: UntilFacts, sides: readonly Side[]): readonly Warning[] {
  const ends = new Set(sides.map((side) => timerOf(facts, side)?.until));
  const [end] = ends;
  return end === undefined || ends.size > 1 ? [] : [msg.closesAnyway({ at: msg.closesAt({ at: { at: end } }) })];
}

/** The addresses that stop working when it closes: closing ends those of the port's own kind. */
function stopsAt(facts: UntilFacts, { port }: UntilArgs, sides: readonly Side[]): readonly Warning[] {
  const protocol = facts.ports.find(({ containerPort }) => containerPort === port)?.protocol ?? '';
  const addresses = sides.includes('outer') ? addressesOfPort(facts, port, kindOf(protocol)) : [];
  const shown = addresses.slice(0, MOST_ADDRESSES).map(verbatim);
  const left = addresses.length - shown.length;
  const all = left > 0 ? [...shown, changes.andMore({ count: left })] : shown;
  return all.length > 0 ? [interrupts(msg.warnStopsAt({ addresses: join(all, ', ') }))] : [];
}

/** The closing time that a side has now; a port that is open without one never closes. */
function timerOf({ timers = [] }: UntilFacts, side: Side): PortTimer | undefined {
  return timers.find(({ sides }) => sides.includes(side));
}

/** Whether no side would be open longer than it is now. */
function isLess(args: UntilArgs, facts: UntilFacts, sides: readonly Side[], now: number): boolean {
  return sides.every((side) => now + args.for <= (timerOf(facts, side)?.until ?? Number.POSITIVE_INFINITY));
}

/** When it closes as it is; two sides may have different times. */
function endNow(facts: UntilFacts, sides: readonly Side[]): Text {
  const ends = new Set(sides.map((side) => timerOf(facts, side)?.until));
  return join(
    [...ends].map((end) => (end === undefined ? msg.closesNever() : msg.closesAt({ at: { at: end } }))),
    '; ',
  );
}

/** A moment may stand in this plan: it follows from the stored closing time alone, so planning again gives the same. */
function longer(args: UntilArgs, facts: UntilFacts): Plan | Problem {
  const which = { port: args.port, component: facts.component.name };
  const length = lengthWords(args.for);
  const timer = timerOf(facts, args.side);
  if (!timer) {
    const given = givenPort(facts, args.port, { side: [args.side], for: [length.typed] });
    return refused(msg.noClosingTime(which), [
      { label: msg.offerUntil({ length: length.shown }), operation: 'port.until', given },
    ]);
  }
  const end = timer.until + args.for;
  const title = args.side === 'inner' && !args.both ? msg.longerInnerTitle : msg.longerTitle;
  const at = (moment: number) => msg.closesAt({ at: { at: moment } });
  return {
    ...planOf(facts, args),
    title: title({ ...which, length: length.shown }),
    rows: [{ what: texts.closesByItself(), before: at(timer.until), after: at(end) }],
    warnings: [],
    timedUntil: end,
  };
}

function planOf(facts: ComponentFacts, { port: number }: UntilArgs) {
  return {
    v: 1,
    component: facts.component.id,
    componentName: facts.component.name,
    steps: [],
    undo: { none: msg.undoUntil() },
    touches: [touchedPort(facts.component.id, number)],
  } as const satisfies Partial<Plan>;
}
