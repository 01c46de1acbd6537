import { isProblem, refused } from '../../core/problem.ts';
import type { ComponentFacts } from '../change-facts.ts';
import { findPort, gatherComponent, refuseByRegion } from '../change-facts.ts';
import { defineChange } from '../define.ts';
import { component, port } from '../params.ts';
import { lengthWords } from './length.ts';
import { say } from './open-sentences.ts';
import { closesIn, side } from './params.ts';
import { say as texts } from './sentences.ts';
import { givenPort } from './switch.ts';

/**
 * A closing time for a port that is open: nothing is sent to the platform, the plan holds no step and only `openFor`.
 * It lets a port stay open as long as an opening would, so it weighs as much.
 */
export const portUntil = defineChange({
  id: 'port.until',
  command: 'port',
  words: [['until']],
  says: texts.untilSays(),
  examples: ['port until web 8080 2h', 'port until web 8080 30m inner'],
  params: { component, port, side, for: closesIn },
  order: ['component', 'port'],
  needs: 'context',

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
      return refused(outer ? say.alreadyClosedOuter(which) : say.alreadyClosedInner(which), [
        { label: say.offerOpenFor({ length: length.shown }), operation: 'port.open', given },
      ]);
    }
    return {
      v: 1,
      title: say.untilTitle({ ...which, length: length.shown }),
      component: facts.component.id,
      componentName: facts.component.name,
      rows: [
        { what: texts.closesByItself(), before: texts.asItIs(), after: texts.afterLength({ length: length.shown }) },
      ],
      steps: [],
      warnings: [outer ? say.warnClosesOuter() : say.warnClosesInner()],
      undo: { none: say.undoUntil() },
      openFor: args.for,
    };
  },

  observe: () => 'other',

  done: () => [],
});
