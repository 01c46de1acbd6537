import { placeKey } from '../../core/command/context.ts';
import { isProblem, type Problem, refused } from '../../core/command/problem.ts';
import { defined } from '../../core/defined.ts';
import { exposes, fails, type Plan, type Step, type Warning } from '../../core/request/plan.ts';
import type { Hold } from '../../core/request/timed.ts';
import { shortDurationText } from '../../core/text/duration-messages.ts';
import { join, type Text, verbatim } from '../../core/text/text.ts';
import type { Port } from '../../platform/port/port-reply.ts';
import { msg as exposure } from '../shared/access/exposure-messages.ts';
import { observePort, PortState, portOf } from '../shared/access/port-state.ts';
import {
  type ComponentFacts,
  findPort,
  gatherComponent,
  placeOf,
  refuseByRegion,
  warnThirdParty,
} from '../shared/change-facts.ts';
import { defineChange } from '../shared/define.ts';
import { addressesOfPort, kindOf, lacksNodePort } from '../shared/port-addresses.ts';
import { component, port } from '../shared/shared-params.ts';
import { touchedPort, wantsPort } from '../shared/touched.ts';
import { msg as changes } from './port-change-messages.ts';
import { msg as texts } from './port-messages.ts';
import { msg } from './port-open-messages.ts';
import { both, lengthWords, openFor, portChange, type Side, side } from './port-params.ts';
import { addressRows, givenPort, newAddressRow, switchRow, switchStep } from './port-switch.ts';
import { type PortTimer, portTimers } from './port-timers.ts';

interface OpenPortArgs {
  readonly port: number;
  readonly side: Side;
  readonly both: boolean;
  readonly for: number | undefined;
}

/** `/port open`: `open_outer` and `open_inner` (docs/platform.md#opening-and-closing). */
export const portOpen = defineChange({
  ...portChange,
  id: 'port.open',
  keywords: [['open']],
  summary: texts.openSays(),
  examples: ['port open api 8000', 'port open api 8000 for=2h', 'port open web 8443 inner', 'port open web 8443 both'],
  first: { position: 2, example: 'port open api 8000 for=2h', says: texts.openFirst() },
  params: { component, port, side, for: openFor, both },
  order: ['component', 'port'],
  shortcut: { label: texts.openShortcut(), description: texts.openShortcutDescription(), position: 2 },
  undoable: 'sometimes',
  opens: true,
  mark: (name, done) =>
    done ? msg.markOpened({ name, port: done.args.port, ...markWords(done) }) : msg.markOpenedBriefly({ name }),

  risk: (args) => (args.side === 'outer' || args.both ? 'expose' : 'change'),

  async gather(args, ask, reads): Promise<OpenFacts | Problem> {
    const facts = await gatherComponent(args.component, ask, reads, { detail: true, rules: true });
    if (isProblem(facts)) return facts;
    const stored = await reads.holds.list({ placeKey: placeKey(ask.context) });
    const timer = timerOf(args, facts.component.id, stored);
    return timer ? { ...facts, timer } : facts;
  },

  plan(args, facts: OpenFacts, ask) {
    const found = findPort(facts, args.port);
    if (isProblem(found)) return found;
    const sides = sidesToOpen(args, found);
    if (sides.length === 0) {
      if (args.for !== undefined) return offerUntil(args, facts);
      return facts.timer ? keepOpen(args, facts, facts.timer) : already(args, facts, found);
    }
    const no = refuseByRegion(facts, ask) ?? cannot(args, facts, found, sides);
    if (no) return no;
    return planOf(
      args,
      facts,
      found,
      sides,
      sides.map((each) => switchStep({ ...placeOf(facts, ask), port: args.port }, 'open', each)),
    );
  },

  observe: (plan, step, facts) => observePort(plan, step, facts.ports),

  done(plan, facts) {
    const found = portOf(plan, facts.ports);
    if (!found) return [];
    const which = { component: facts.component.name, port: found.containerPort };
    const opened = (side: Side) => plan.steps.some((step) => PortState.safeParse(step.after).data?.[side] === true);
    const lines: Text[] = [];
    if (found.isOuterService && opened('outer')) {
      const addresses = addressesOfPort(facts, found.containerPort);
      lines.push(
        addresses.length > 0 ? msg.doneOuter({ ...which, addresses: list(addresses) }) : msg.doneOuterBare(which),
      );
    }
    if (found.isInnerService && opened('inner')) lines.push(msg.doneInner({ ...which, name: found.k8sServiceName }));
    return lines;
  },
});

function markWords({ plan, args }: { readonly plan: Plan; readonly args: OpenPortArgs }) {
  const internally = args.side === 'inner' && !args.both ? 'yes' : '';
  return { internally, length: plan.timedFor === undefined ? '' : shortDurationText(plan.timedFor) };
}

function sidesToOpen(args: OpenPortArgs, found: Port): readonly Side[] {
  const wanted: readonly Side[] = args.both ? ['inner', 'outer'] : [args.side];
  return wanted.filter((each) => !(each === 'outer' ? found.isOuterService : found.isInnerService));
}

/** What is read, and the timer of what is asked, where it is open for a while. */
type OpenFacts = ComponentFacts & { readonly timer?: PortTimer };

/** Outer access needs inner: what keeps it open keeps both. */
function timerOf(args: OpenPortArgs, component: string, stored: readonly Hold[]): PortTimer | undefined {
  const kept: readonly Side[] = args.both || args.side === 'outer' ? ['outer', 'inner'] : ['inner'];
  const timers = portTimers(stored, component, args.port);
  return timers.find(({ sides }) => sides.some((each) => kept.includes(each)));
}

/** Opening again without an end what is open for a while: no call is sent, only its closing time goes. */
function keepOpen(args: OpenPortArgs, facts: OpenFacts, { until, sides }: PortTimer): Plan {
  const which = { port: args.port, component: facts.component.name };
  const at = { at: until };
  const outerCloses = args.side === 'inner' && !args.both && sides.includes('outer');
  return {
    v: 1,
    title: args.side === 'inner' && !args.both ? msg.keepInnerTitle(which) : msg.keepOpenTitle(which),
    component: facts.component.id,
    componentName: facts.component.name,
    rows: [{ what: texts.closesByItself(), before: msg.closesAt({ at }), after: msg.closesNever() }],
    steps: [],
    warnings: [
      ...(args.side === 'inner' && !args.both ? [] : [exposes(msg.warnStaysOpen())]),
      ...(outerCloses ? [msg.warnOuterCloses({ at })] : []),
    ],
    touches: [touchedPort(facts.component.id, args.port)],
    undo: { none: msg.keepOpenUndo() },
  };
}

function already(args: OpenPortArgs, facts: ComponentFacts, found: Port): { readonly already: Text } {
  const which = { port: args.port, component: facts.component.name };
  if (args.both) return { already: msg.alreadyBoth(which) };
  if (args.side === 'inner') return { already: msg.alreadyInner(which) };
  const addresses = addressesOfPort(facts, found.containerPort);
  if (addresses.length === 0) return { already: msg.alreadyOuter(which) };
  return { already: msg.alreadyOuterAt({ ...which, addresses: list(addresses) }) };
}

function list(addresses: readonly string[]): Text {
  return join(addresses.map(verbatim), ', ');
}

function offerUntil(args: OpenPortArgs, facts: ComponentFacts): Problem {
  const length = lengthWords(args.for ?? 0);
  const given = givenPort(facts, args.port, { side: [args.both ? 'outer' : args.side], for: [length.typed] });
  return refused(msg.openWithClosingTime({ port: args.port, component: facts.component.name }), [
    { label: msg.offerUntil({ length: length.shown }), operation: 'port.until', given },
  ]);
}

function cannot(args: OpenPortArgs, facts: ComponentFacts, found: Port, sides: readonly Side[]): Problem | undefined {
  const which = { port: args.port, component: facts.component.name };
  const forLength = args.for === undefined ? {} : { for: [lengthWords(args.for).typed] };
  if (sides.includes('inner') && found.portAlias === '') {
    const given = givenPort(facts, args.port);
    return refused(msg.aliasFirst(which), [{ label: msg.offerAlias(), operation: 'port.alias', given }]);
  }
  if (sides.includes('outer') && !sides.includes('inner') && !found.isInnerService) {
    const given = givenPort(facts, args.port, { ...forLength, both: ['yes'] });
    return refused(msg.innerFirst(which), [{ label: msg.offerBoth(), operation: 'port.open', given }]);
  }
  return undefined;
}

function planOf(
  args: OpenPortArgs,
  facts: ComponentFacts,
  found: Port,
  sides: readonly Side[],
  steps: readonly Step[],
): Plan {
  const outer = sides.includes('outer');
  const addresses = outer ? addressesOfPort(facts, args.port, kindOf(found.protocol)) : [];
  const undo = sides.length === 2 ? { side: ['inner'], both: ['yes'] } : { side: [...sides] };
  return {
    v: 1,
    title: titleOf(args, facts, sides),
    component: facts.component.id,
    componentName: facts.component.name,
    rows: [
      ...sides.map((each) => switchRow(each, true)),
      ...(outer && addresses.length === 0 ? [newAddressRow(facts, found)] : addressRows(addresses, true)),
    ],
    steps: [...steps],
    warnings: [
      ...(outer ? warnOuter(facts, found, addresses) : []),
      ...(args.for === undefined ? [] : [msg.closesAgain({ length: lengthWords(args.for).shown })]),
      ...warnInner(sides, found),
    ],
    ...(outer ? insteadOf(args, facts, found) : {}),
    touches: [touchedPort(facts.component.id, args.port)],
    ...(outer ? wantsPort(facts.component.id, args.port, 'open') : {}),
    undo: {
      proposal: { label: msg.undoOpen(), operation: 'port.close', given: givenPort(facts, args.port, undo) },
    },
    ...defined({ timedFor: args.for }),
  };
}

function titleOf(args: OpenPortArgs, facts: ComponentFacts, sides: readonly Side[]): Text {
  const which = { port: args.port, component: facts.component.name };
  const title =
    sides.length === 2 ? msg.titleBoth(which) : sides[0] === 'inner' ? msg.titleInner(which) : msg.titleOuter(which);
  return args.for === undefined ? title : msg.forLength({ title, length: lengthWords(args.for).shown });
}

function warnInner(sides: readonly Side[], { portAlias }: Port): readonly Text[] {
  if (!sides.includes('inner')) return [];
  return [msg.warnEnvironment({ names: `${portAlias}_HOST, ${portAlias}_PORT` })];
}

function warnOuter(facts: ComponentFacts, { protocol }: Port, addresses: readonly string[]): readonly Warning[] {
  return [
    ...(lacksNodePort(protocol) ? [fails(exposure.warnNodePort({ protocol, instead: 'tcp' }))] : []),
    exposes(exposure.warnEverybody()),
    ...warnThirdParty(facts),
    ...(protocol === 'udp' ? [msg.warnUdp()] : []),
    ...(addresses.length > 0 ? [exposes(msg.warnWakes({ count: addresses.length }))] : []),
  ];
}

/** What can be done should the region refuse to open such a port. */
function insteadOf({ port: number }: OpenPortArgs, facts: ComponentFacts, { protocol }: Port): Pick<Plan, 'instead'> {
  if (!lacksNodePort(protocol)) return {};
  const given = givenPort(facts, number, { protocol: ['tcp'] });
  return { instead: [{ label: changes.offerProtocol({ protocol: 'tcp' }), operation: 'port.protocol', given }] };
}
