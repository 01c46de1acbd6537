import { type Args, type FormLook, flag, type RawArgs, type Suggesting } from '../../core/command/params.ts';
import { isProblem, type Problem, refused } from '../../core/command/problem.ts';
import { present } from '../../core/defined.ts';
import { exposes, interrupts, type Plan, type Warning } from '../../core/request/plan.ts';
import { shortDurationText } from '../../core/text/duration-messages.ts';
import { listText } from '../../core/text/joined.ts';
import { join, type Text, verbatim } from '../../core/text/text.ts';
import type { Port } from '../../platform/port/port-endpoints.ts';
import { type PortTimer, portTimers } from '../shared/access/port-state.ts';
import { attemptMsg } from '../shared/attempt-messages.ts';
import { type ComponentFacts, findPort, givenPort, refuseByRegion } from '../shared/change-facts.ts';
import { defineChange } from '../shared/define.ts';
import { addressesOfPort, kindOf } from '../shared/port-addresses.ts';
import { component, port, whichProtocol } from '../shared/shared-params.ts';
import { warnsOfReopening } from './node-port.ts';
import {
  askedSides,
  asksOuter,
  firstAddresses,
  forSides,
  isOpen,
  namePort,
  openAgain,
  planOnPort,
  portChange,
} from './plan-port.ts';
import { portMsg } from './port-messages.ts';
import { openMsg } from './port-open-messages.ts';
import { bothGiven, closesAt, closesIn, lengthWords, portIn, type Side, side, untilAsLength } from './port-params.ts';

/** Extending asks only for the length: a button has the other values. */
const inForm = ({ longer }: RawArgs): FormLook => (longer ? { advanced: true } : {});
const params = {
  component: { ...component, inForm },
  port: { ...port, inForm },
  whichProtocol,
  side: { ...side, inForm },
  for: {
    ...closesIn,
    inForm: ({ longer }: RawArgs): FormLook =>
      longer ? { label: portMsg.howMuchLonger(), hint: portMsg.longerHint() } : {},
    suggested: ({ given: { longer } }: Suggesting) => (longer ? '1h' : undefined),
  },
  both: { ...bothGiven, inForm: (given: RawArgs) => (given.longer ? inForm(given) : bothGiven.inForm(given)) },
  until: closesAt,
  longer: flag(portMsg.longer(), 'longer', { input: 'hidden' }),
};
type UntilArgs = Args<typeof params>;

type UntilFacts = ComponentFacts & { readonly timers?: readonly PortTimer[] };

/**
 * Sets a closing time for an open port. The plan has no steps, because nothing is sent to the platform. A later closing
 * time has the risk of opening a port, an earlier one the risk of closing a port. `longer` counts from the current
 * closing time.
 */
export const portUntil = defineChange({
  ...portChange,
  id: 'port.until',
  keywords: [['until']],
  summary: portMsg.untilSays(),
  attempt: (given, component) => attemptMsg.until({ port: portIn(given), component }),
  searched: portMsg.untilSearched(),
  title: portMsg.untilForm(),
  shortForm: ({ longer, component: [id = ''] = [], port: [number = ''] = [] }, labels) =>
    longer ? { title: portMsg.extendForm(), about: verbatim(`${labels[id] ?? id} ${number}`) } : undefined,
  examples: ['port until web 8080 2h', 'port until api 8000 30m inner'],
  params,
  order: ['component', 'port'],
  rewriteTimes: untilAsLength,
  undoable: 'never',
  freezes: 'close',
  opens: true,
  evidence: 'none',
  mark(name, done) {
    if (!done) return openMsg.markUntilBriefly({ name });
    const { port, for: length, longer } = done.args;
    const says = longer ? openMsg.markLonger : openMsg.markUntil;
    return says({ name, port, length: shortDurationText(length) });
  },

  risk: (args) => (asksOuter(args) ? 'expose' : 'change'),

  minRisk: 'change',
  ruledAs: 'port.open',

  async gather(args, ask, reads): Promise<UntilFacts | Problem> {
    const facts = await portChange.gather(args, ask, reads);
    if (isProblem(facts)) return facts;
    const stored = await reads.temporaryAccess.list();
    return { ...facts, timers: portTimers(stored, facts.component.id, args) };
  },

  plan(args, facts: UntilFacts, ask) {
    const port = findPort(facts, args);
    if (isProblem(port)) return port;
    const refusal = refuseByRegion(facts, ask);
    if (refusal) return refusal;
    const sides = askedSides(args).filter((each) => isOpen(port, each));
    if (sides.length === 0) return refuseClosed(args, facts);
    if (args.longer) return planLonger(args, facts);
    return refuseInner(args, facts, port) ?? planUntil(args, facts, port, sides, ask.now);
  },

  observe: () => 'other',

  done: () => [],
});

function refuseClosed(args: UntilArgs, facts: ComponentFacts): Problem {
  const named = namePort(facts, args.port);
  const length = lengthWords(args.for);
  const given = givenPort(facts, args.port, { side: [args.side], for: [length.typed] });
  const [why, label] =
    args.side === 'outer'
      ? [openMsg.alreadyClosedOuter(named), openMsg.offerOpenFor({ length: length.shown })]
      : [openMsg.alreadyClosedInner(named), openMsg.offerOpenInnerFor({ length: length.shown })];
  return refused(why, [{ label, operation: 'port.open', given }]);
}

/** Refuses a closing time for internal access that external access blocks (docs/platform.md#opening-and-closing). */
function refuseInner(args: UntilArgs, facts: UntilFacts, port: Port): Problem | undefined {
  if (asksOuter(args) || !port.isOuterService || timerOf(facts, 'outer')) return undefined;
  const length = lengthWords(args.for);
  const given = givenPort(facts, args.port, { both: ['yes'], for: [length.typed] });
  const offer = { label: openMsg.offerUntilBoth({ length: length.shown }), operation: 'port.until', given };
  return refused(openMsg.untilOuterFirst(namePort(facts, args.port)), [offer]);
}

const closing = {
  both: { sooner: openMsg.untilBothTitle, later: openMsg.untilLaterBothTitle, warning: openMsg.warnClosesBoth },
  outer: { sooner: openMsg.untilTitle, later: openMsg.untilLaterTitle, warning: openMsg.warnClosesOuter },
  inner: { sooner: openMsg.untilInnerTitle, later: openMsg.untilLaterInnerTitle, warning: openMsg.warnClosesInner },
};

const reopening = { both: openMsg.undoCloseBoth, outer: openMsg.undoClose, inner: openMsg.undoCloseInner };

function planUntil(args: UntilArgs, facts: UntilFacts, port: Port, asked: readonly Side[], now: number): Plan {
  const sides = closedTogether(asked, facts, port);
  const length = lengthWords(args.for).shown;
  const { sooner, later, warning } = forSides(sides, closing);
  const ends = [...new Set(sides.map((each) => timerOf(facts, each)?.until))];
  const isLess = ends.every((end) => now + args.for <= (end ?? Number.POSITIVE_INFINITY));
  const [end] = ends;
  return {
    ...planTime(facts, args),
    title: (isLess ? sooner : later)({ ...namePort(facts, args.port), length }),
    ...(isLess ? { risk: 'change' as const } : { undo: { none: openMsg.undoLonger() } }),
    rows: [{ what: portMsg.closingTime(), before: endsText(ends), after: portMsg.afterLength({ length }) }],
    warnings: present<Warning>([
      interrupts(warning()),
      ...warnStopsAt(facts, args, sides),
      ...(sides.includes('outer') ? warnsOfReopening(facts, port) : []),
      !isLess && sides.includes('outer') && exposes(openMsg.warnLonger()),
      // Mention the current closing time if all sides have the same one.
      end !== undefined && ends.length === 1 && openMsg.closesAnyway({ at: endText(end) }),
    ]),
    timedFor: args.for,
    // Access that was temporary before just ends.
    ...(ends.every((each) => each === undefined)
      ? { reopens: { label: forSides(sides, reopening)(), ...openAgain(facts, args.port, sides) } }
      : {}),
  };
}

/** Adds the open sides that have the same closing time as the asked ones: the new time is for all of that access. */
function closedTogether(asked: readonly Side[], { timers = [] }: UntilFacts, port: Port): readonly Side[] {
  const moved = timers.filter(({ sides }) => sides.some((each) => asked.includes(each)));
  return (['outer', 'inner'] as const).filter(
    (each) => asked.includes(each) || (isOpen(port, each) && moved.some(({ sides }) => sides.includes(each))),
  );
}

/** Warns about addresses that stop working at the closing time. Closing ends only addresses of the port's kind. */
function warnStopsAt(facts: UntilFacts, { port }: UntilArgs, sides: readonly Side[]): readonly Warning[] {
  const protocol = facts.ports.find(({ containerPort }) => containerPort === port)?.protocol ?? '';
  const addresses = sides.includes('outer') ? addressesOfPort(facts, port, kindOf(protocol)) : [];
  if (addresses.length === 0) return [];
  return [{ ...interrupts(openMsg.warnStopsAt({ addresses: listText(firstAddresses(addresses)) })), lasts: 'shows' }];
}

function timerOf({ timers = [] }: UntilFacts, side: Side): PortTimer | undefined {
  return timers.find(({ sides }) => sides.includes(side));
}

function endsText(ends: readonly (number | undefined)[]): Text {
  return join(
    ends.map((end) => (end === undefined ? openMsg.closesNever() : endText(end))),
    '; ',
  );
}

function endText(at: number): Text {
  return openMsg.closesAt({ at: { at } });
}

/** The plan depends only on the stored closing time, so planning again gives the same plan. */
function planLonger(args: UntilArgs, facts: UntilFacts): Plan | Problem {
  const named = namePort(facts, args.port);
  const length = lengthWords(args.for);
  const timer = timerOf(facts, args.side);
  if (!timer) {
    const given = givenPort(facts, args.port, { side: [args.side], for: [length.typed] });
    return refused(openMsg.noClosingTime(named), [
      { label: openMsg.offerUntil({ length: length.shown }), operation: 'port.until', given },
    ]);
  }
  const end = timer.until + args.for;
  const title = asksOuter(args) ? openMsg.longerTitle : openMsg.longerInnerTitle;
  return {
    ...planTime(facts, args),
    title: title({ ...named, length: length.shown }),
    rows: [{ what: portMsg.closingTime(), before: endText(timer.until), after: endText(end) }],
    warnings: asksOuter(args) ? [exposes(warnLonger(facts, args))] : [],
    undo: { none: openMsg.undoLonger() },
    timedUntil: end,
  };
}

function warnLonger(facts: UntilFacts, { port }: UntilArgs): Text {
  const addresses = addressesOfPort(facts, port);
  if (addresses.length === 0) return openMsg.warnLonger();
  return openMsg.warnLongerAt({ addresses: listText(firstAddresses(addresses)) });
}

function planTime(facts: ComponentFacts, { port }: UntilArgs) {
  return { ...planOnPort(facts, port), steps: [], undo: { none: openMsg.undoUntil() } };
}
