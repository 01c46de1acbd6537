import { isProblem, refused } from '../../../core/command/problem.ts';
import type { ComponentFacts } from '../../shared/change-facts.ts';
import { findPort, gatherComponent, refuseByRegion } from '../../shared/change-facts.ts';
import { defineChange } from '../../shared/define.ts';
import { component, port, portDetails } from '../../shared/shared-params.ts';
import { msg as texts } from '../port-messages.ts';
import { msg } from '../port-open-messages.ts';
import { closesIn, lengthWords, side } from '../port-params.ts';
import { givenPort } from '../port-switch.ts';
import { temporaryAccess } from './temporary-access.ts';

/**
 * A closing time for a port that is open: nothing is sent to the platform, the plan holds no step and only `timedFor`.
 * It lets a port stay open as long as an opening would, so it weighs as much.
 */
export const portUntil = defineChange({
  id: 'port.until',
  command: 'port',
  keywords: [['until']],
  summary: texts.untilSays(),
  examples: ['port until web 8080 2h', 'port until web 8080 30m inner'],
  params: { component, port, side, for: closesIn },
  order: ['component', 'port'],
  needs: 'context',
  verify: 'state',
  timed: temporaryAccess,
  auditDetails: portDetails,

  risk: (args) => (args.side === 'outer' ? 'expose' : 'change'),

  ruledAs: 'port.open',

  gather: (args, ask, reads) => gatherComponent(args.component, ask, reads, { detail: false, rules: false }),

  plan(args, facts: ComponentFacts, ask) {
    const found = findPort(facts, args.port);
    if (isProblem(found)) return found;
    const no = refuseByRegion(facts, ask);
    if (no) return no;
    const outer = args.side === 'outer';
    const which = { port: args.port, component: facts.component.name };
    const length = lengthWords(args.for);
    if (!(outer ? found.isOuterService : found.isInnerService)) {
      const given = givenPort(facts, args.port, { side: [args.side], for: [length.typed] });
      return refused(outer ? msg.alreadyClosedOuter(which) : msg.alreadyClosedInner(which), [
        { label: msg.offerOpenFor({ length: length.shown }), operation: 'port.open', given },
      ]);
    }
    return {
      v: 1,
      title: msg.untilTitle({ ...which, length: length.shown }),
      component: facts.component.id,
      componentName: facts.component.name,
      rows: [
        { what: texts.closesByItself(), before: texts.asItIs(), after: texts.afterLength({ length: length.shown }) },
      ],
      steps: [],
      warnings: [outer ? msg.warnClosesOuter() : msg.warnClosesInner()],
      undo: { none: msg.undoUntil() },
      timedFor: args.for,
    };
  },

  observe: () => 'other',

  done: () => [],
});
