import type { AskButton, Part } from '../../core/command/answer.ts';
import { interpret } from '../../core/command/interpret.ts';
import { ok, readAll, several } from '../../core/command/params.ts';
import { type Ask, mainCommand, type OperationSpec } from '../../core/operation.ts';
import { allowanceText, type Risk } from '../../core/policy/policy.ts';
import { join, type Text, verbatim } from '../../core/text/text.ts';
import { defineQuestion, type Operation } from '../shared/define.ts';
import { offeredOperations } from '../shared/find-operation.ts';
import { msg } from './help-messages.ts';

/**
 * `/portolan` and `/portolan help [words]`: what can be asked, made from the operations themselves.
 * @param operations the whole list, read when asked, since help is part of it
 */
export function defineHelp(operations: () => readonly Operation[]) {
  return defineQuestion({
    id: 'help',
    command: 'portolan',
    keywords: [['help'], []],
    summary: msg.says(),
    examples: ['portolan help', 'portolan help port'],
    params: { about: several<string>(msg.about(), ok, { input: 'text' }) },
    order: ['about'],
    isHelp: true,
    needs: 'nothing',

    gather: async (_args, _ask, reads) => offeredOperations(operations(), reads.platform.dialect()),

    answer(args, offered: readonly Operation[], ask) {
      const about = args.about.join(' ').toLowerCase();
      const found = offered.filter((operation) => about !== '' && isAbout(operation, about));
      if (found.length > 0) {
        return {
          title: msg.titleAbout({ about }),
          parts: [...found.slice(0, 8).flatMap((each) => detail(each, ask))],
          share: false,
        };
      }
      const parts: Part[] = about === '' ? [] : [{ part: 'line', text: msg.nothingAbout({ about }) }];
      for (const [kind, title] of kinds) {
        const listed = offered.filter((operation) => operation.kind === kind);
        parts.push({ part: 'heading', text: title() });
        parts.push({
          part: 'line',
          text: join(
            listed.map((each) => line(each, ask)),
            '\n',
          ),
        });
      }
      parts.push({ part: 'note', text: msg.tips({ mention: msg.portolan() }) });
      return {
        title: msg.title(),
        parts: [...parts, { part: 'buttons', buttons: mainButtons(offered) }],
        share: false,
      };
    },
  });
}

const kinds = [
  ['question', msg.questions],
  ['change', msg.changes],
  ['setting', msg.settings],
] as const;

function isAbout(operation: OperationSpec, about: string): boolean {
  const words = [operation.command, ...operation.keywords.flat(), operation.id];
  return about
    .split(/\s+/)
    .every((word) => words.some((each) => each === word || each.startsWith(`${word}.`) || each.startsWith(word)));
}

/** An example as it would be typed here. */
function typed(example: string | undefined, prefix: string): string {
  return `/${prefix}${example ?? ''}`;
}

function line(operation: OperationSpec, ask: Ask): Text {
  return msg.line({ example: typed(operation.examples[0], ask.prefix), says: operation.summary });
}

function detail(operation: Operation, ask: Ask): readonly Part[] {
  const shown = Object.entries(operation.params).filter(([, param]) => param.input !== 'hidden');
  const parameters = shown.map(([name, param]) =>
    msg.parameter({ name, label: param.label, hint: param.hint ?? verbatim('') }),
  );
  return [
    { part: 'heading', text: operation.summary },
    {
      part: 'line',
      text: join(
        operation.examples.map((example) => msg.example({ example: typed(example, ask.prefix) })),
        '\n',
      ),
    },
    ...(parameters.length > 0 ? [{ part: 'line', text: join(parameters, '\n') } as const] : []),
    ...risksOf(operation).map((risk): Part => ({ part: 'note', text: msg.risk({ risk, what: allowanceText(risk) }) })),
    ...(parameters.length > 0 ? [{ part: 'buttons', buttons: [modalButton(operation)] } as const] : []),
  ];
}

/** What the policy decides a change by; it may depend on the arguments, so the examples tell. */
function risksOf(operation: Operation): readonly Risk[] {
  if (operation.kind !== 'change') return [];
  const found = operation.examples.flatMap((example) => {
    const meant = interpret([operation], mainCommand, example);
    const read = meant.meaning === 'request' ? readAll(operation.params, meant.request.given) : undefined;
    return read && 'args' in read ? [operation.risk(read.args)] : [];
  });
  return [...new Set(found)];
}

function modalButton(operation: OperationSpec): AskButton {
  return { label: msg.openModal({ says: operation.summary }), operation: operation.id, given: {}, opens: 'modal' };
}

function mainButtons(operations: readonly Operation[]): readonly AskButton[] {
  return operations
    .filter((operation) => Object.values(operation.params).some((param) => param.input !== 'hidden'))
    .map(modalButton);
}
