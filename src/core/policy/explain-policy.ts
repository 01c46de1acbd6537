import { placeText } from '../command/context.ts';
import { durationText } from '../text/duration-messages.ts';
import { type Text, type Value, verbatim } from '../text/text.ts';
import { decidersText } from './decide.ts';
import { type Condition, defaultPolicy, type Policy, type Rule } from './policy.ts';
import { mismatches, type PolicyDecision, type PolicyInput, type Refusal, rule } from './policy-decision.ts';
import { msg } from './policy-messages.ts';

/** Which rule would decide a request, in words: the verdict first, then what each rule before it lacked. */
export interface Explanation {
  readonly verdict: Text;
  readonly lines: readonly Text[];
  readonly ruling: PolicyDecision | Refusal;
}

/** Explains which rule would decide a request and why, and why the rules before it wouldn't. */
export function explain(policy: Policy, input: PolicyInput): Explanation {
  const ruling = rule(policy, input);
  const decisive = 'refused' in ruling || ruling.rule === 'default' ? policy.rules.length : ruling.rule.index;
  const skipped = input.risk === 'question' ? [] : skips(policy, input, policy.rules.slice(0, decisive));
  if ('refused' in ruling) {
    // Rules matter only where the one that could decide depends on groups that couldn't be read.
    const unknown = ruling.canRetry ? skipped.findIndex(({ key }) => key === 'policy.ruleUnknown') : -1;
    return { verdict: msg.refusedBecause({ why: ruling.refused }), lines: skipped.slice(0, unknown + 1), ruling };
  }
  return { verdict: verdictText(policy, input, ruling), lines: [...skipped, ...termsText(ruling, input)], ruling };
}

function verdictText(policy: Policy, input: PolicyInput, ruling: PolicyDecision): Text {
  if (input.risk === 'question') return msg.questionsRun();
  const what = needText(ruling);
  if (ruling.rule !== 'default')
    return msg.ruleDecides({ number: ruling.rule.index + 1, line: ruling.rule.line, what });
  return policy.source === 'file' ? msg.defaultDecides({ what }) : msg.noFileDecides({ what });
}

/** What a ruling asks for, as the second half of a sentence: “it needs the approval of one of operators.” */
function needText(ruling: PolicyDecision): Text {
  switch (ruling.need) {
    case 'run':
      return msg.runs();
    case 'confirm':
      return msg.needsConfirm();
    case 'approve':
      return msg.needsApproval({ who: decidersText(ruling) });
  }
}

function termsText(ruling: PolicyDecision, { risk, touchesMost, opens }: PolicyInput): readonly Text[] {
  if (ruling.need === 'run') return [];
  const mayTouchMost = risk === 'disrupt' && touchesMost === undefined && ruling.rule === 'default';
  return [
    ...(mayTouchMost ? [msg.mostNeedsApproval()] : []),
    ...(ruling.breakGlass ? [msg.glassExists({ role: ruling.breakGlass.name })] : []),
    msg.timeToDecide({ time: durationText(ruling.expiry) }),
    ...(risk === 'disrupt'
      ? [msg.longestRun({ time: durationText(ruling.longestRun ?? defaultPolicy.longestRun) })]
      : []),
    ...(opens ? [msg.longestOpening({ time: durationText(ruling.maxOpen) })] : []),
  ];
}

function skips(policy: Policy, input: PolicyInput, rules: readonly Rule[]): readonly Text[] {
  return rules.map((each, index) => {
    const lacks = mismatches(policy, each.when, input);
    const known = lacks.filter((lack) => lack !== 'unreadable');
    const [first, ...more] = known.map((lack) => lackText(lack, each, input));
    if (!first) return msg.ruleUnknown({ number: index + 1, line: each.line });
    const why = more.reduce((one, other) => msg.andAlso({ one, other }), first);
    return msg.ruleSkipped({ number: index + 1, line: each.line, why });
  });
}

function lackText(lack: Condition, { when }: Rule, input: PolicyInput): Text {
  switch (lack) {
    case 'risk':
      return msg.otherRisk({ is: input.risk, wanted: oneOf(when.risk) });
    case 'operation':
      return msg.otherOperation({ is: input.operation, wanted: oneOf(when.operation) });
    case 'context': {
      const wanted = oneOf(when.context?.map(placeText));
      return input.context ? msg.otherContext({ is: placeText(input.context), wanted }) : msg.noContext({ wanted });
    }
    case 'channel': {
      const wanted = oneOf(when.channel?.map((channel) => ({ channel })));
      return msg.otherChannel({ is: { channel: input.channel }, wanted });
    }
    case 'asker':
      return msg.otherAsker({ is: { user: input.asker.id }, wanted: oneOf(when.asker?.map(askerText)) });
  }
}

function askerText(who: string): Word {
  return /^[UW][A-Z0-9]{2,}$/.test(who) ? { user: who } : who;
}

function oneOf([first, ...more]: readonly Word[] = []): Word {
  return first === undefined ? verbatim('') : more.reduce<Word>((one, other) => msg.either({ one, other }), first);
}

type Word = Exclude<Value, number>;
