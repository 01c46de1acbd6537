import type { Args, RawArgs } from '../../core/command/params.ts';
import { isProblem, type Problem, refused } from '../../core/command/problem.ts';
import { defined, present } from '../../core/defined.ts';
import { exposes, fails, type Leftover, type Plan, type Step, type Warning } from '../../core/request/plan.ts';
import type { TemporaryAccess } from '../../core/request/temporary-access.ts';
import { shortDurationText } from '../../core/text/duration-messages.ts';
import { listText, verbatimList } from '../../core/text/joined.ts';
import { join, type Text } from '../../core/text/text.ts';
import type { Port } from '../../platform/port/port-endpoints.ts';
import { warnDatabase } from '../shared/access/database-port.ts';
import { exposureMsg } from '../shared/access/exposure-messages.ts';
import { isPortOf, PortState, type PortTimer, portOf, portTimers } from '../shared/access/port-state.ts';
import { attemptMsg } from '../shared/attempt-messages.ts';
import {
  type ComponentFacts,
  findPort,
  givenPort,
  refuseByRegion,
  warnThirdParty,
  warnUnserved,
} from '../shared/change-facts.ts';
import { defineChange } from '../shared/define.ts';
import { addressesOfPort, kindOf, lacksNodePort, linkedAddress } from '../shared/port-addresses.ts';
import { component, port, whichProtocol } from '../shared/shared-params.ts';
import { wantsPort } from '../shared/touched.ts';
import { keepsOpening, warnsOfReopening } from './node-port.ts';
import {
  askedSides,
  asksOuter,
  firstAddresses,
  forSides,
  isOpen,
  namePort,
  openedText,
  openingRows,
  planOnPort,
  portChange,
  portPlace,
  switchRow,
  switchStep,
} from './plan-port.ts';
import { portChangeMsg } from './port-change-messages.ts';
import { portMsg } from './port-messages.ts';
import { openMsg } from './port-open-messages.ts';
import {
  bothOpen,
  closesAt,
  lengthWords,
  openFor,
  portIn,
  type Side,
  sideOpen,
  untilAsLength,
  variablesOf,
} from './port-params.ts';

const params = { component, port, whichProtocol, side: sideOpen, both: bothOpen, for: openFor, until: closesAt };
type OpenPortArgs = Args<typeof params>;

/** `timer`: current closing time of the requested sides. */
type OpenFacts = ComponentFacts & { readonly timer?: PortTimer };

/** `/port open`: `open_outer` and `open_inner` (docs/platform.md#opening-and-closing). */
export const portOpen = defineChange({
  ...portChange,
  id: 'port.open',
  keywords: [['open']],
  summary: portMsg.openSays(),
  attempt: (given, component) => attemptMsg.open({ port: portIn(given), component }),
  searched: portMsg.openSearched(),
  examples: ['port open api 8000 for=2h', 'port open web 8443 inner', 'port open web 8443 both for=2h'],
  first: { position: 2, says: portMsg.openFirst() },
  params,
  order: ['component', 'port'],
  rewriteTimes: untilAsLength,
  shortcut: { label: portMsg.openShortcut(), description: portMsg.openShortcutDescription(), position: 2 },
  undoable: 'sometimes',
  opens: true,
  mark: (name, done) =>
    done ? openMsg.markOpened({ name, port: done.args.port, ...markWords(done) }) : openMsg.markOpenedBriefly({ name }),

  risk: (args) => (asksOuter(args) ? 'expose' : 'change'),

  async gather(args, ask, reads): Promise<OpenFacts | Problem> {
    const facts = await portChange.gather(args, ask, reads);
    if (isProblem(facts)) return facts;
    const stored = await reads.temporaryAccess.list();
    const { plannedAt = 0 } = ask;
    const ended = portTimers(stored, facts.component.id, args).filter(({ until }) => until < plannedAt);
    if (ended.length > 0) return { ...facts, ports: facts.ports.map((each) => closedThen(args, each, ended)) };
    return { ...facts, timer: timerOf(args, facts.component.id, stored) };
  },

  plan(args, facts: OpenFacts, ask) {
    const port = findPort(facts, args);
    if (isProblem(port)) return port;
    // Open internal access first, because external access needs it.
    const sides = askedSides(args)
      .filter((each) => !isOpen(port, each))
      .toReversed();
    if (sides.length === 0) {
      if (args.for !== undefined) return offerUntil(args, facts);
      return facts.timer ? keepOpen(args, facts, facts.timer) : { already: alreadyOpen(args, facts) };
    }
    const refusal = refuseByRegion(facts, ask) ?? refuseOpening(args, facts, port, sides);
    if (refusal) return refusal;
    const place = portPlace(facts, ask, args.port);
    const steps = sides.map((each) => switchStep(place, 'open', each));
    return planOpening(args, facts, port, sides, steps);
  },

  leftover: (plan, step, facts) => leftoverOfOpening(plan, step, facts),

  done(plan, facts) {
    const port = portOf(plan, facts.ports);
    if (!port) return [];
    const named = namePort(facts, port.containerPort);
    const opened = (side: Side) =>
      isOpen(port, side) && plan.steps.some((step) => PortState.safeParse(step.after).data?.[side] === true);
    return present([
      opened('outer') && openedText(named, addressesOfPort(facts, port.containerPort)),
      opened('inner') && openMsg.doneInner({ ...named, name: port.k8sServiceName }),
    ]);
  },
});

/** Returns a port as it is after its temporary access ended: a plan for later opens it again. */
function closedThen({ port, whichProtocol }: OpenPortArgs, each: Port, ended: readonly PortTimer[]): Port {
  if (!isPortOf({ port, protocol: whichProtocol }, each)) return each;
  const ends = (side: Side) => ended.some(({ sides }) => sides.includes(side));
  return {
    ...each,
    isOuterService: each.isOuterService && !ends('outer'),
    isInnerService: each.isInnerService && !ends('inner'),
  };
}

/** Returns the node port that a refused opening left, because the node port is created before its rule. */
function leftoverOfOpening(plan: Plan, step: number, facts: ComponentFacts): Leftover | undefined {
  const { mayAnswer } = plan;
  const { data: state } = PortState.safeParse(plan.steps[step]?.after);
  if (mayAnswer?.once !== 'refused' || state?.outer !== true) return undefined;
  const { port, addresses } = mayAnswer;
  return {
    says: [
      addresses.length > 0
        ? openMsg.refusedMayBeOpen({ addresses: verbatimList(addresses) })
        : openMsg.refusedMayBeOpenSomewhere(),
      openMsg.deleteAndAdd({ port }),
    ],
    offer: {
      label: openMsg.offerDeleteToAdd(),
      operation: 'port.delete',
      given: givenPort(facts, port, { close: ['yes'] }),
    },
  };
}

function markWords({ plan, args }: { readonly plan: Plan; readonly args: OpenPortArgs }) {
  const internally = asksOuter(args) ? '' : 'yes';
  return { internally, length: plan.timedFor === undefined ? '' : shortDurationText(plan.timedFor) };
}

/** Finds the closing time to remove. External access needs internal access, so keeping external access keeps both. */
function timerOf(args: OpenPortArgs, component: string, stored: readonly TemporaryAccess[]): PortTimer | undefined {
  const kept: readonly Side[] = asksOuter(args) ? ['outer', 'inner'] : ['inner'];
  return portTimers(stored, component, args).find(({ sides }) => sides.some((each) => kept.includes(each)));
}

/** Removes the closing time of a port that is open temporarily. Sends no call to the platform. */
function keepOpen(args: OpenPortArgs, facts: OpenFacts, { until, sides }: PortTimer): Plan {
  const at = { at: until };
  const outer = asksOuter(args);
  return {
    ...planOnPort(facts, args.port),
    title: (outer ? openMsg.keepOpenTitle : openMsg.keepInnerTitle)(namePort(facts, args.port)),
    rows: [{ what: portMsg.closingTime(), before: openMsg.closesAt({ at }), after: openMsg.closesNever() }],
    steps: [],
    warnings: present<Warning>([
      outer && exposes(openMsg.warnStaysOpen()),
      !outer && sides.includes('outer') && openMsg.warnOuterCloses({ at }),
    ]),
    undo: { none: openMsg.keepOpenUndo() },
  };
}

function alreadyOpen(args: OpenPortArgs, facts: ComponentFacts): Text {
  const named = namePort(facts, args.port);
  const addresses = addressesOfPort(facts, args.port);
  return forSides(askedSides(args), {
    both: openMsg.alreadyBoth(named),
    inner: openMsg.alreadyInner(named),
    outer:
      addresses.length === 0
        ? openMsg.alreadyOuter(named)
        : openMsg.alreadyOuterAt({ ...named, addresses: listText(addresses.map(linkedAddress)) }),
  });
}

function offerUntil(args: OpenPortArgs, facts: OpenFacts): Problem {
  const length = lengthWords(args.for ?? 0);
  const given = givenPort(facts, args.port, { side: [asksOuter(args) ? 'outer' : 'inner'], for: [length.typed] });
  const named = namePort(facts, args.port);
  const why = facts.timer
    ? openMsg.openUntil({ ...named, until: { at: facts.timer.until } })
    : openMsg.openWithClosingTime(named);
  return refused(why, [{ label: openMsg.offerUntil({ length: length.shown }), operation: 'port.until', given }]);
}

function refuseOpening(
  args: OpenPortArgs,
  facts: ComponentFacts,
  port: Port,
  sides: readonly Side[],
): Problem | undefined {
  const named = namePort(facts, args.port);
  if (sides.includes('inner')) {
    if (port.portAlias !== '') return undefined;
    const given = givenPort(facts, args.port);
    return refused(openMsg.aliasFirst(named), [{ label: openMsg.offerAlias(), operation: 'port.alias', given }]);
  }
  if (port.isInnerService) return undefined;
  const given = givenPort(facts, args.port, {
    ...defined({ for: args.for && [lengthWords(args.for).typed] }),
    both: ['yes'],
  });
  return refused(openMsg.innerFirst(named), [{ label: openMsg.offerBoth(), operation: 'port.open', given }], 'both');
}

function planOpening(args: OpenPortArgs, facts: OpenFacts, port: Port, sides: readonly Side[], steps: Step[]): Plan {
  const outer = sides.includes('outer');
  const inner = saysInnerEnd(args, facts, sides);
  const titles = { both: openMsg.titleBoth, outer: openMsg.titleOuter, inner: openMsg.titleInner };
  const title = forSides(sides, titles)(namePort(facts, args.port));
  const undo: RawArgs = sides.length === 2 ? { side: ['inner'], both: ['yes'] } : { side: [...sides] };
  return {
    ...planOnPort(facts, args.port),
    title: args.for === undefined ? title : openMsg.forLength({ title, length: lengthWords(args.for).shown }),
    rows: [...sides.map((each) => switchRow(each, true, port.protocol)), ...(outer ? openingRows(facts, port) : [])],
    steps,
    warnings: present<Warning>([
      ...(outer ? warningsOfExposure(facts, port, args.for !== undefined) : []),
      ...saysClosing(args, outer, inner.length > 0),
      ...inner,
      ...(outer && (args.for !== undefined || isOpenedAgain(facts, port)) ? warnsOfReopening(facts, port) : []),
      sides.includes('inner') && openMsg.warnEnvironment({ names: variablesOf(port.portAlias) }),
    ]),
    ...(outer ? { ...insteadOf(facts, port, args.for), ...keepsOpening(facts, port) } : {}),
    ...(outer ? wantsPort(facts.component.id, args.port, 'open') : {}),
    undo: {
      proposal: { label: openMsg.undoOpen(), operation: 'port.close', given: givenPort(facts, args.port, undo) },
    },
    ...(args.for === undefined ? {} : { timedFor: args.for, untimedTitle: title }),
  };
}

/** Says when the port closes. External access without an end is a warning of the exposure instead. */
function saysClosing({ for: length }: OpenPortArgs, outer: boolean, isAnew: boolean): readonly Warning[] {
  if (length === undefined) return outer ? [] : [{ ...openMsg.neverCloses(), stays: true }];
  const closes = isAnew ? openMsg.closesAnew : openMsg.closesAgain;
  return [{ ...closes({ length: lengthWords(length).shown }), stays: true }];
}

/** External access needs internal access, so it takes over an earlier closing time of that (`temporaryAccess`). */
function saysInnerEnd(args: OpenPortArgs, { timer }: OpenFacts, sides: readonly Side[]): readonly Warning[] {
  if (!timer?.sides.includes('inner') || sides.includes('inner') || !sides.includes('outer')) return [];
  const at = { at: timer.until };
  return [
    { ...(args.for === undefined ? openMsg.innerStaysToo({ at }) : openMsg.innerClosesToo({ at })), stays: true },
  ];
}

function isOpenedAgain(facts: ComponentFacts, { containerPort, protocol }: Port): boolean {
  return addressesOfPort(facts, containerPort, kindOf(protocol)).length > 0;
}

function warningsOfExposure(facts: ComponentFacts, port: Port, isTimed: boolean): Warning[] {
  const { containerPort, protocol } = port;
  const addresses = addressesOfPort(facts, containerPort, kindOf(protocol));
  const database = warnDatabase(facts, port, isTimed);
  return present([
    lacksNodePort(protocol) && fails(exposureMsg.warnNodePort({ protocol })),
    exposes(exposureMsg.warnEverybody()),
    // The warning about a database says so too.
    !isTimed && database.length === 0 && exposes(openMsg.neverCloses()),
    ...database,
    ...warnThirdParty(facts),
    ...warnUnserved(facts),
    protocol === 'udp' && openMsg.warnUdp(),
    addresses.length > 0 &&
      exposes(openMsg.warnWakes({ addresses: listText(firstAddresses(addresses)), count: addresses.length })),
  ]);
}

/** Returns the reason and alternatives for a protocol without a node port, in case the region refuses the opening. */
function insteadOf(
  facts: ComponentFacts,
  { containerPort, protocol }: Port,
  length: number | undefined,
): Pick<Plan, 'alternatives' | 'instead' | 'refusal'> {
  if (!lacksNodePort(protocol)) return {};
  const opens = length === undefined ? 'never' : lengthWords(length).typed;
  const given = givenPort(facts, containerPort, { protocol: ['tcp'], opens: [opens] });
  const other = [{ label: portChangeMsg.offerProtocol({ protocol: 'tcp' }), operation: 'port.protocol', given }];
  return {
    // Offered before the decision too, so that nobody approves in vain.
    alternatives: other,
    instead: other,
    refusal: join([openMsg.outerNotOpened(), exposureMsg.noNodePort({ protocol })]),
  };
}
