import { placeText } from '../command/context.ts';
import { present } from '../defined.ts';
import { durationText } from '../text/duration-messages.ts';
import { type Text, type Value, verbatim } from '../text/text.ts';
import { decidersText } from './decide.ts';
import { type Condition, defaultPolicy, type Policy, type Rule } from './policy.ts';
import { mismatches, type PolicyDecision, type PolicyInput, type Refusal, rule } from './policy-decision.ts';
import { policyMsg } from './policy-messages.ts';

interface Explanation {
  readonly verdict: Text;
  readonly lines: readonly Text[];
  readonly ruling: PolicyDecision | Refusal;
}

export function explain(policy: Policy, input: PolicyInput): Explanation {
  const ruling = rule(policy, input);
  const decisive = 'refused' in ruling || ruling.rule === 'default' ? policy.rules.length : ruling.rule.index;
  const skipped = input.risk === 'question' ? [] : skips(policy, input, policy.rules.slice(0, decisive));
  if ('refused' in ruling) {
    // Skipped rules matter here only if the deciding rule depends on groups that couldn't be read.
    const unknown = ruling.canRetry ? skipped.findIndex(({ key }) => key === 'policy.ruleUnknown') : -1;
    return { verdict: policyMsg.refusedBecause({ why: ruling.refused }), lines: skipped.slice(0, unknown + 1), ruling };
  }
  return { verdict: verdictText(policy, input, ruling), lines: [...skipped, ...termsText(ruling, input)], ruling };
}

function verdictText(policy: Policy, input: PolicyInput, ruling: PolicyDecision): Text {
  if (input.risk === 'question') return policyMsg.questionsRun();
  const what = needText(ruling);
  if (ruling.rule !== 'default')
    return policyMsg.ruleDecides({ number: ruling.rule.index + 1, line: ruling.rule.line, what });
  return policy.source === 'file' ? policyMsg.defaultDecides({ what }) : policyMsg.noFileDecides({ what });
}

/** Returns the need as the second half of a sentence: “it needs the approval of one of operators.” */
export function needText(ruling: PolicyDecision): Text {
  switch (ruling.need) {
    case 'run':
      return policyMsg.runs();
    case 'confirm':
      return policyMsg.needsConfirm();
    case 'approve':
      return policyMsg.needsApproval({ who: decidersText(ruling) });
  }
}

function termsText(ruling: PolicyDecision, { risk, touchesMost, opens }: PolicyInput): readonly Text[] {
  if (ruling.need === 'run') return [];
  const mayTouchMost = risk === 'disrupt' && touchesMost === undefined && ruling.rule === 'default';
  return present([
    mayTouchMost && policyMsg.mostNeedsApproval(),
    ruling.breakGlass && policyMsg.glassExists({ role: ruling.breakGlass.name }),
    policyMsg.timeToDecide({ time: durationText(ruling.expiry) }),
    risk === 'disrupt' && policyMsg.longestRun({ time: durationText(ruling.longestRun ?? defaultPolicy.longestRun) }),
    opens && policyMsg.longestOpening({ time: durationText(ruling.maxOpen) }),
  ]);
}

function skips(policy: Policy, input: PolicyInput, rules: readonly Rule[]): readonly Text[] {
  return rules.map((each, index) => {
    const lacks = mismatches(policy, each.when, input);
    const readable = lacks.filter((lack) => lack !== 'unreadable');
    const [first, ...more] = readable.map((lack) => lackText(lack, each, input));
    if (!first) return policyMsg.ruleUnknown({ number: index + 1, line: each.line });
    const why = more.reduce((one, other) => policyMsg.andAlso({ one, other }), first);
    return policyMsg.ruleSkipped({ number: index + 1, line: each.line, why });
  });
}

function lackText(lack: Condition, { when }: Rule, input: PolicyInput): Text {
  switch (lack) {
    case 'risk':
      return policyMsg.otherRisk({ is: input.risk, wanted: oneOf(when.risk) });
    case 'operation':
      return policyMsg.otherOperation({ is: input.operation, wanted: oneOf(when.operation) });
    case 'context': {
      const wanted = oneOf(when.context?.map(placeText));
      return input.context
        ? policyMsg.otherContext({ is: placeText(input.context), wanted })
        : policyMsg.noContext({ wanted });
    }
    case 'channel': {
      const wanted = oneOf(when.channel?.map((channel) => ({ channel })));
      return policyMsg.otherChannel({ is: { channel: input.channel }, wanted });
    }
    case 'asker':
      return policyMsg.otherAsker({ is: { user: input.asker.id }, wanted: oneOf(when.asker?.map(askerText)) });
  }
}

function askerText(who: string): Word {
  return /^[UW][A-Z0-9]{2,}$/.test(who) ? { user: who } : who;
}

function oneOf([first, ...more]: readonly Word[] = []): Word {
  return first === undefined
    ? verbatim('')
    : more.reduce<Word>((one, other) => policyMsg.either({ one, other }), first);
}

type Word = Exclude<Value, number>;
