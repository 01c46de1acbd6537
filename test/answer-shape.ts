import type { Answer, ChartOrder } from '../src/core/command/answer.ts';
import { isProblem, type Problem } from '../src/core/command/problem.ts';
import { plain } from '../src/slack/slack-catalog.ts';

/** Content of an answer without its language: table cells, field values, and the requests of its buttons. */
export interface AnswerShape {
  readonly rows: readonly (readonly string[])[];
  readonly values: readonly string[];
  /** Each is `operation name=value …`, followed by `…` if the button opens a modal. */
  readonly buttons: readonly string[];
  /** One for each select option: `label → operation name=value …`, followed by `…` if the option opens a modal. */
  readonly choices: readonly string[];
  readonly text: string;
}

/** Returns the shape of an answer. @throws if the question was refused, or if the answer is a chart */
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
      for (const { operation, given, label, opens } of part.menu?.entries ?? []) {
        const args = Object.entries({ ...part.menu?.given, ...given }).map(([name, all]) => `${name}=${all.join(',')}`);
        const asked = [operation, ...args, ...(opens === 'modal' ? ['…'] : [])].join(' ');
        choices.push(`${plain(label, 'en')} → ${asked}`);
      }
    } else if (part.part === 'preformatted') lines.push(part.text);
    else lines.push(plain(part.text, 'en'));
  }
  return { rows, values, buttons, choices, text: lines.join('\n') };
}
