import { isProblem, type Problem, refused } from '../../core/command/problem.ts';
import { exposes, interrupts, type Plan, type Warning } from '../../core/request/plan.ts';
import { join, type Text, verbatim } from '../../core/text/text.ts';
import type { Port } from '../../platform/port/port-reply.ts';
import { observePort } from '../shared/access/port-state.ts';
import {
  type ComponentFacts,
  findPort,
  gatherComponent,
  placeOf,
  refuseByRegion,
  warnThirdParty,
} from '../shared/change-facts.ts';
import { defineChange } from '../shared/define.ts';
import { addressesOfPort, kindOf } from '../shared/port-addresses.ts';
import { component, port } from '../shared/shared-params.ts';
import { touchedPort, wantsPort } from '../shared/touched.ts';
import { msg as texts } from './port-messages.ts';
import { msg } from './port-open-messages.ts';
import { both, portChange, type Side, side } from './port-params.ts';
import { addressRows, givenPort, MOST_ADDRESSES, openAgain, switchRow, switchStep } from './port-switch.ts';

interface ClosePortArgs {
  readonly port: number;
  readonly side: Side;
  readonly both: boolean;
}

/** `/port close`: `close_outer` and `close_inner` (docs/platform.md#opening-and-closing). */
export const portClose = defineChange({
  ...portChange,
  id: 'port.close',
  keywords: [['close']],
  summary: texts.closeSays(),
  examples: ['port close web 8080', 'port close api 8000 inner', 'port close web 8080 both'],
  params: { component, port, side, both },
  order: ['component', 'port'],
  shortcut: { label: texts.closeShortcut(), description: texts.closeShortcutDescription(), position: 3 },
  undoable: 'always',
  mark(name, done) {
    if (!done) return msg.markClosedBriefly({ name });
    const { port, side, both } = done.args;
    if (done.automatic) return msg.markClosedItself({ name, port });
    return msg.markClosed({ name, port, internally: side === 'inner' && !both ? 'yes' : '' });
  },

  risk: () => 'change',

  gather: (args, ask, reads) => gatherComponent(args.component, ask, reads, { detail: true, rules: true }),

  plan(args, facts: ComponentFacts, ask) {
    const found = findPort(facts, args.port);
    if (isProblem(found)) return found;
    const sides = sidesToClose(args, found);
    if (sides.length === 0) return already(args, facts);
    const no = refuseByRegion(facts, ask) ?? cannot(args, facts, found, sides);
    if (no) return no;
    const place = { ...placeOf(facts, ask), port: args.port };
    return {
      v: 1,
      title: titleOf(args, facts, sides),
      component: facts.component.id,
      componentName: facts.component.name,
      rows: rowsOf(facts, found, sides),
      steps: sides.map((each) => switchStep(place, 'close', each)),
      warnings: [...warn(facts, found, sides)],
      touches: [touchedPort(facts.component.id, args.port)],
      ...(sides.includes('outer') ? wantsPort(facts.component.id, args.port, 'closed') : {}),
      undo: { proposal: { label: undoLabel(sides), ...openAgain(facts, args.port, sides) } },
    };
  },

  observe: (plan, step, facts) => observePort(plan, step, facts.ports),

  /** The table of the card says it all. */
  done: () => [],
});

/** Outer first: the platform closes no inner access under it. */
function undoLabel(sides: readonly Side[]): Text {
  if (sides.length === 2) return msg.undoCloseBoth();
  return sides[0] === 'outer' ? msg.undoClose() : msg.undoCloseInner();
}

function sidesToClose(args: ClosePortArgs, found: Port): readonly Side[] {
  const wanted: readonly Side[] = args.both ? ['outer', 'inner'] : [args.side];
  return wanted.filter((each) => (each === 'outer' ? found.isOuterService : found.isInnerService));
}

/** Closing what is closed is never sent: the region stumbles over it (docs/platform.md#opening-and-closing). */
function already(args: ClosePortArgs, facts: ComponentFacts): { readonly already: Text } {
  const which = { port: args.port, component: facts.component.name };
  if (args.both) return { already: msg.alreadyClosedBoth(which) };
  return { already: args.side === 'outer' ? msg.alreadyClosedOuter(which) : msg.alreadyClosedInner(which) };
}

function cannot(args: ClosePortArgs, facts: ComponentFacts, found: Port, sides: readonly Side[]): Problem | undefined {
  if (!sides.includes('inner') || sides.includes('outer') || !found.isOuterService) return undefined;
  const given = givenPort(facts, args.port, { side: ['inner'], both: ['yes'] });
  return refused(msg.outerFirst({ port: args.port, component: facts.component.name }), [
    { label: msg.offerCloseBoth(), operation: 'port.close', given },
  ]);
}

function titleOf(args: ClosePortArgs, facts: ComponentFacts, sides: readonly Side[]): Text {
  const which = { port: args.port, component: facts.component.name };
  if (sides.length === 2) return msg.closeBothTitle(which);
  return sides[0] === 'outer' ? msg.closeOuterTitle(which) : msg.closeInnerTitle(which);
}

function rowsOf(facts: ComponentFacts, found: Port, sides: readonly Side[]): Plan['rows'] {
  const kind = kindOf(found.protocol);
  const addresses = sides.includes('outer') ? addressesOfPort(facts, found.containerPort, kind) : [];
  return [...sides.map((each) => switchRow(each, false)), ...addressRows(addresses, false)];
}

function warn(facts: ComponentFacts, found: Port, sides: readonly Side[]): readonly Warning[] {
  const { containerPort, k8sServiceName, protocol } = found;
  // A rule that is listed keeps its port; only without one the next opening gets another.
  const kept = addressesOfPort(facts, containerPort, kindOf(protocol)).length > 0;
  return [
    ...(sides.includes('inner') ? [interrupts(msg.warnCloseInner({ name: k8sServiceName, port: containerPort }))] : []),
    ...(sides.includes('outer') ? warnThirdParty(facts) : []),
    ...(sides.includes('outer') ? warnRules(facts, found) : []),
    ...(sides.includes('outer') && protocol !== 'http' && !kept ? [msg.warnOtherNodePort()] : []),
  ];
}

/**
 * Closing silences only the rules of the port's own kind: others may answer on, which must be known
 * (docs/platform.md#opening-and-closing).
 */
export function warnRules(facts: ComponentFacts, { containerPort, protocol }: Port): readonly Warning[] {
  const kind = kindOf(protocol);
  const left = addressesOfPort(facts, containerPort, kind === 'http' ? 'tcp' : 'http');
  const addresses = join(left.slice(0, MOST_ADDRESSES).map(verbatim), ', ');
  return [
    ...(left.length > 0 ? [exposes(msg.warnOtherKind({ protocol, addresses }))] : []),
    ...(addressesOfPort(facts, containerPort, kind).length > 0 ? [interrupts(msg.warnRulesStay())] : []),
  ];
}
