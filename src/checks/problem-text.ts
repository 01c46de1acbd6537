import type { Choice, Problem } from '../core/command/problem.ts';
import { plain } from '../slack/slack-catalog.ts';

/** What is wrong with a place that the configuration names, in one English line with the nearest names. */
export function placeProblemText(problem: Problem): string {
  if (problem.problem === 'ambiguous')
    return `${plain(problem.why, 'en')} Use the app’s number: ${labelsOf(problem.choices)}.`;
  if (problem.problem !== 'unknown-name') return 'why' in problem ? plain(problem.why, 'en') : 'names no app.';
  const near = labelsOf(problem.nearest);
  const hint =
    near === ''
      ? ''
      : problem.others
        ? ` There are: ${near}${problem.more ? ` and ${problem.more} more` : ''}.`
        : ` Did you mean ${near}?`;
  return `${plain(problem.why, 'en')}${hint}`;
}

function labelsOf(choices: readonly Choice[]): string {
  return choices.map(({ label }) => label).join(', ');
}
