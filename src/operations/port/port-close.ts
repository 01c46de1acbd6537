import { isProblem, type Problem, refused } from '../../core/command/problem.ts';
import { present } from '../../core/defined.ts';
import { exposes, interrupts, type Warning } from '../../core/request/plan.ts';
import { verbatimList } from '../../core/text/joined.ts';
import type { Port } from '../../platform/port/port-reply.ts';
import { type ComponentFacts, findPort, givenPort, refuseByRegion, warnThirdParty } from '../shared/change-facts.ts';
import { defineChange } from '../shared/define.ts';
import { addressesOfPort, kindOf } from '../shared/port-addresses.ts';
import { component, port, whichProtocol } from '../shared/shared-params.ts';
import { wantsPort } from '../shared/touched.ts';
import { doneClosing, keepsClosing, warnsOfClosing, warnsOfReopening } from './node-port.ts';
import {
  addressRows,
  askedSides,
  asksOuter,
  forSides,
  isOpen,
  MAX_ADDRESSES,
  namePort,
  openAgain,
  planOnPort,
  portChange,
  portPlace,
  switchRow,
  switchStep,
} from './plan-port.ts';
import { portMsg } from './port-messages.ts';
import { openMsg } from './port-open-messages.ts';
import { both, type Side, side } from './port-params.ts';

/** `/port close`: `close_outer` and `close_inner` (docs/platform.md#opening-and-closing). */
export const portClose = defineChange({
  ...portChange,
  id: 'port.close',
  keywords: [['close']],
  summary: portMsg.closeSays(),
  examples: ['port close web 8080', 'port close api 8000 inner', 'port close web 8080 both'],
  params: { component, port, whichProtocol, side, both },
  order: ['component', 'port'],
  shortcut: { label: portMsg.closeShortcut(), description: portMsg.closeShortcutDescription(), position: 3 },
  undoable: 'always',
  freezes: 'close',
  mark(name, done) {
    if (!done) return openMsg.markClosedBriefly({ name });
    const { port } = done.args;
    if (done.automatic) return openMsg.markClosedItself({ name, port });
    return openMsg.markClosed({ name, port, internally: asksOuter(done.args) ? '' : 'yes' });
  },

  risk: () => 'change',

  plan(args, facts: ComponentFacts, ask) {
    const port = findPort(facts, args);
    if (isProblem(port)) return port;
    const named = namePort(facts, args.port);
    const asked = askedSides(args);
    const sides = asked.filter((each) => isOpen(port, each));
    // Never send a close for a closed port, because the region would fail (docs/platform.md#opening-and-closing).
    if (sides.length === 0) return { already: forSides(asked, alreadyClosed)(named) };
    const refusal = refuseByRegion(facts, ask) ?? refuseInnerAlone(facts, port, sides);
    if (refusal) return refusal;
    const place = portPlace(facts, ask, args.port);
    const closesOuter = sides.includes('outer');
    const addresses = closesOuter ? addressesOfPort(facts, args.port, kindOf(port.protocol)) : [];
    return {
      ...planOnPort(facts, args.port),
      title: forSides(sides, titles)(named),
      rows: [...sides.map((each) => switchRow(each, false)), ...addressRows(addresses, false)],
      steps: sides.map((each) => switchStep(place, 'close', each)),
      readsBack: `${args.port}/${port.protocol}`,
      warnings: warningsOfClosing(facts, port, sides),
      ...(closesOuter ? { ...wantsPort(facts.component.id, args.port, 'closed'), ...keepsClosing(facts, port) } : {}),
      undo: { proposal: { label: forSides(sides, undoLabels)(), ...openAgain(facts, args.port, sides) } },
    };
  },

  done: doneClosing,
});

const alreadyClosed = {
  both: openMsg.alreadyClosedBoth,
  outer: openMsg.alreadyClosedOuter,
  inner: openMsg.alreadyClosedInner,
};
const titles = { both: openMsg.closeBothTitle, outer: openMsg.closeOuterTitle, inner: openMsg.closeInnerTitle };
const undoLabels = { both: openMsg.undoCloseBoth, outer: openMsg.undoClose, inner: openMsg.undoCloseInner };

/** The platform can't close internal access while external access is open. */
function refuseInnerAlone(facts: ComponentFacts, port: Port, sides: readonly Side[]): Problem | undefined {
  if (sides.includes('outer') || !port.isOuterService) return undefined;
  const given = givenPort(facts, port.containerPort, { side: ['inner'], both: ['yes'] });
  const why = openMsg.outerFirst(namePort(facts, port.containerPort));
  return refused(why, [{ label: openMsg.offerCloseBoth(), operation: 'port.close', given }], 'both');
}

function warningsOfClosing(facts: ComponentFacts, port: Port, sides: readonly Side[]): Warning[] {
  const { containerPort, k8sServiceName, protocol } = port;
  // A port with a listed rule keeps its node port. Without a rule, the next opening creates another node port.
  const keepsNodePort = protocol === 'http' || addressesOfPort(facts, containerPort, kindOf(protocol)).length > 0;
  return present([
    sides.includes('inner') && interrupts(openMsg.warnCloseInner({ name: k8sServiceName, port: containerPort })),
    ...(sides.includes('outer')
      ? [
          ...warnThirdParty(facts),
          ...warnsOfClosing(facts, port),
          ...warnRules(facts, port),
          !keepsNodePort && openMsg.warnOtherNodePort(),
          ...(keepsNodePort ? warnsOfReopening(facts, port) : []),
        ]
      : []),
  ]);
}

/** Warns about rules that stay active, because closing ends one kind only (docs/platform.md#opening-and-closing). */
function warnRules(facts: ComponentFacts, { containerPort, protocol }: Port): Warning[] {
  const kind = kindOf(protocol);
  const left = addressesOfPort(facts, containerPort, kind === 'http' ? 'tcp' : 'http').slice(0, MAX_ADDRESSES);
  return present([
    left.length > 0 && exposes(openMsg.warnOtherKind({ protocol, addresses: verbatimList(left) })),
    addressesOfPort(facts, containerPort, kind).length > 0 && interrupts(openMsg.warnRulesStay()),
  ]);
}
