import type { Choice, Problem } from '../core/command/problem.ts';
import type { Lang, Text } from '../core/text/text.ts';
import { plain } from '../slack/slack-catalog.ts';
import { plain as plainCheck } from './report/doctor-catalog.ts';
import { platformCheckMsg } from './report/platform-check-messages.ts';

/** Writes a text of Slack's catalog. The checks' own catalog doesn't have its message. */
export function inBoth(text: Text): { readonly en: string; readonly zh: string } {
  return { en: plain(text, 'en'), zh: plain(text, 'zh') };
}

export function placeProblemText(problem: Problem, lang: Lang = 'en'): string {
  const followed = (why: Text, hint: Text | undefined) =>
    [plain(why, lang), ...(hint ? [plainCheck(hint, lang)] : [])].join(lang === 'en' ? ' ' : '');
  if (problem.problem === 'ambiguous')
    return followed(problem.why, platformCheckMsg.useNumber({ labels: labelsOf(problem.choices) }));
  if (problem.problem === 'unknown-name') return followed(problem.why, hintOf(problem));
  return 'why' in problem ? plain(problem.why, lang) : plainCheck(platformCheckMsg.noApp(), lang);
}

function hintOf({ nearest, others, more }: Extract<Problem, { problem: 'unknown-name' }>): Text | undefined {
  const near = labelsOf(nearest);
  if (near === '') return undefined;
  if (!others) return platformCheckMsg.didYouMean({ near });
  return more ? platformCheckMsg.thereAreMore({ near, more }) : platformCheckMsg.thereAre({ near });
}

function labelsOf(choices: readonly Choice[]): string {
  return choices.map(({ label }) => label).join(', ');
}
