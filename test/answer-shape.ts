import type { Answer, ChartOrder } from '../src/core/command/answer.ts';
import { isProblem, type Problem } from '../src/core/command/problem.ts';
import { plain } from '../src/slack/slack-catalog.ts';

/** An answer without its messages: the cells of its tables, the values of its fields, and what its buttons ask. */
export interface AnswerShape {
  readonly rows: readonly (readonly string[])[];
  readonly values: readonly string[];
  /** `operation name=value …`, with `…` behind it when it opens a modal. */
  readonly buttons: readonly string[];
  /** `label → operation name=value …` for each option of its selects, with `…` behind it when it opens a modal. */
  readonly choices: readonly string[];
  /** Everything that is read, in English, line by line. */
  readonly text: string;
}

/** Reads an answer; throws when the question was refused or is answered with a chart. */
export function shapeOf(answer: Answer | ChartOrder | Problem): AnswerShape {
  if (isProblem(answer) || 'chart' in answer) throw new Error(`no answer: ${JSON.stringify(answer)}`);
  const rows: string[][] = [];
  const values: string[] = [];
  const buttons: string[] = [];
  const choices: string[] = [];
  const lines: string[] = [];
  for (const part of answer.parts) {
    if (part.part === 'table') for (const row of part.rows) rows.push(row.map((cell) => plain(cell, 'en')));
    else if (part.part === 'fields') for (const { value } of part.fields) values.push(plain(value, 'en'));
    else if (part.part === 'buttons')
      for (const { operation, given, opens } of part.buttons) {
        const args = Object.entries(given).map(([name, all]) => `${name}=${all.join(',')}`);
        buttons.push([operation, ...args, ...(opens === 'modal' ? ['…'] : [])].join(' '));
      }
    else if (part.part === 'forms') buttons.push(...part.operations.map(({ id }) => `${id} …`));
    else if (part.part === 'select')
      for (const { values, label } of part.options) {
        const given = Object.entries(part.given).map(([name, all]) => `${name}=${all.join(',')}`);
        const chosen = part.params.flatMap((name, index) => (values[index] ? [`${name}=${values[index]}`] : []));
        const asked = [part.operation, ...given, ...chosen, ...(part.opens === 'modal' ? ['…'] : [])].join(' ');
        choices.push(`${plain(label, 'en')} → ${asked}`);
      }
    else if (part.part === 'row') {
      lines.push(plain(part.text, 'en'));
      for (const { operation, given, label } of part.menu?.entries ?? []) {
        const args = Object.entries({ ...part.menu?.given, ...given }).map(([name, all]) => `${name}=${all.join(',')}`);
        choices.push(`${plain(label, 'en')} → ${[operation, ...args].join(' ')}`);
      }
    } else if (part.part === 'preformatted') lines.push(part.text);
    else lines.push(plain(part.text, 'en'));
  }
  return { rows, values, buttons, choices, text: lines.join('\n') };
}
