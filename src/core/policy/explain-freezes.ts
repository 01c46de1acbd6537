import { present } from '../defined.ts';
import type { Text } from '../text/text.ts';
import { decidersText } from './decide.ts';
import { type FreezeCalendar, type FreezeInput, frozenAt, isCovered } from './freeze.ts';
import { freezeMsg } from './freeze-messages.ts';
import { frozenText } from './frozen-text.ts';
import type { Policy } from './policy.ts';
import { exceptionRuling, type PolicyDecision } from './policy-decision.ts';

/** Explains whether freezes and windows let a change run, and how to proceed. Returns nothing if none exists. */
export function explainFreezes(
  policy: Policy,
  calendar: FreezeCalendar,
  input: FreezeInput,
  { at, ruling }: { readonly at: number; readonly ruling: PolicyDecision },
): readonly Text[] {
  const { freezes, windows } = calendar;
  if (freezes.length === 0 && windows.length === 0) return [];
  const freeze = frozenAt(policy, calendar, input, at);
  const all = [...freezes, ...windows];
  const isNever = input.exempt.length > 0 && !all.some((each) => isCovered(policy, each, input));
  const bounds = freezeMsg.explainBounds();
  if (!freeze) return [isNever ? freezeMsg.explainNever() : freezeMsg.explainFree({ at: { at } }), bounds];
  const line = all.find(({ id }) => id === freeze.ids[0])?.line;
  const said = { at: { at }, why: frozenText(freeze) };
  const exception = freeze.exception && exceptionRuling(policy, freeze.exception, ruling);
  return present([
    line === undefined ? freezeMsg.explainFrozen(said) : freezeMsg.explainFrozenLine({ ...said, line }),
    !exception
      ? freezeMsg.explainNoException()
      : exception.need === 'approve'
        ? freezeMsg.explainException({ who: decidersText(exception) })
        : freezeMsg.explainExceptionConfirms(),
    freeze.glass && policy.breakGlass && freezeMsg.explainGlass({ role: policy.breakGlass.name }),
    bounds,
  ]);
}
