import type { Place } from './context.ts';
import { sayDuration } from './duration-sentences.ts';
import {
  type Condition,
  type Matter,
  mismatches,
  type Policy,
  type Refusal,
  type Rule,
  type Ruling,
  rule,
} from './policy.ts';
import { sayDeciders } from './policy-decide.ts';
import { say } from './policy-sentences.ts';
import { type Text, type Value, verbatim } from './text.ts';

/** Which rule would decide a matter, in words: the verdict first, then what each rule before it lacked. */
export interface Explanation {
  readonly verdict: Text;
  readonly lines: readonly Text[];
  readonly ruling: Ruling | Refusal;
}

/** Tells which rule would decide a matter and why, and why the rules before it would not. */
export function explain(policy: Policy, matter: Matter): Explanation {
  const ruling = rule(policy, matter);
  const decisive = 'refused' in ruling || ruling.rule === 'default' ? policy.rules.length : ruling.rule.index;
  const skipped = matter.risk === 'question' ? [] : skips(policy, matter, policy.rules.slice(0, decisive));
  if ('refused' in ruling) {
    const unreadable = skipped.some(({ key }) => key === 'policy.ruleUnknown');
    return { verdict: say.refusedBecause({ why: ruling.refused }), lines: unreadable ? skipped : [], ruling };
  }
  return { verdict: sayVerdict(policy, matter, ruling), lines: [...skipped, ...sayTerms(ruling)], ruling };
}

function sayVerdict(policy: Policy, matter: Matter, ruling: Ruling): Text {
  if (matter.risk === 'question') return say.questionsRun();
  const what = sayNeed(ruling);
  if (ruling.rule !== 'default')
    return say.ruleDecides({ number: ruling.rule.index + 1, line: ruling.rule.line, what });
  return policy.source === 'file' ? say.defaultDecides({ what }) : say.noFileDecides({ what });
}

/** What a ruling asks for, as the second half of a sentence: “it needs the approval of one of operators.” */
export function sayNeed(ruling: Ruling): Text {
  switch (ruling.need) {
    case 'run':
      return say.runs();
    case 'confirm':
      return say.needsConfirm();
    case 'approve':
      return say.needsApproval({ who: sayDeciders(ruling) });
  }
}

function sayTerms(ruling: Ruling): readonly Text[] {
  if (ruling.need === 'run') return [];
  return [
    ...(ruling.breakGlass ? [say.glassExists({ role: ruling.breakGlass.name })] : []),
    say.timeToDecide({ time: sayDuration(ruling.expiry) }),
    say.longestOpening({ time: sayDuration(ruling.maxOpen) }),
  ];
}

function skips(policy: Policy, matter: Matter, rules: readonly Rule[]): readonly Text[] {
  return rules.map((each, index) => {
    const lacks = mismatches(policy, each.when, matter);
    const known = lacks.filter((lack) => lack !== 'unreadable');
    const [first, ...more] = known.map((lack) => sayLack(lack, each, matter));
    if (!first) return say.ruleUnknown({ number: index + 1, line: each.line });
    const why = more.reduce((one, other) => say.andAlso({ one, other }), first);
    return say.ruleSkipped({ number: index + 1, line: each.line, why });
  });
}

function sayLack(lack: Condition, { when }: Rule, matter: Matter): Text {
  switch (lack) {
    case 'risk':
      return say.otherRisk({ is: matter.risk, wanted: oneOf(when.risk) });
    case 'operation':
      return say.otherOperation({ is: matter.operation, wanted: oneOf(when.operation) });
    case 'context':
      return matter.context
        ? say.otherContext({ is: sayPlace(matter.context), wanted: oneOf(when.context?.map(sayPlace)) })
        : say.noContext({ wanted: oneOf(when.context?.map(sayPlace)) });
    case 'channel':
      return say.otherChannel({
        is: { channel: matter.channel },
        wanted: oneOf(when.channel?.map((channel) => ({ channel }))),
      });
    case 'asker':
      return say.otherAsker({ is: { user: matter.asker.id }, wanted: oneOf(when.asker?.map(sayAsker)) });
  }
}

function sayPlace({ team, region, app }: Place): string {
  return `${team}/${region}/${app}`;
}

function sayAsker(who: string): Word {
  return /^[UW][A-Z0-9]{2,}$/.test(who) ? { user: who } : who;
}

function oneOf([first, ...more]: readonly Word[] = []): Word {
  return first === undefined ? verbatim('') : more.reduce<Word>((one, other) => say.either({ one, other }), first);
}

type Word = Exclude<Value, number>;
