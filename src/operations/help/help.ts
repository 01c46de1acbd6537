import type { Answer, Part } from '../../core/command/answer.ts';
import { placeKey } from '../../core/command/context.ts';
import { interpret } from '../../core/command/interpret.ts';
import { ok, type Param, readAll, several } from '../../core/command/params.ts';
import { type Ask, mainCommand, type OperationSpec } from '../../core/operation.ts';
import { allowanceText, type Risk } from '../../core/policy/policy.ts';
import { join, plain, type Text, verbatim } from '../../core/text/text.ts';
import { commandSummaries } from '../command-summary-messages.ts';
import { commands } from '../commands.ts';
import { defineQuestion, type Operation } from '../shared/define.ts';
import { offeredOperations } from '../shared/find-operation.ts';
import { namesIn, workingOf } from './example-names.ts';
import {
  chosen,
  examplesAbout,
  examplesShown,
  firstOfCommands,
  type HelpFacts,
  mostExplained,
} from './help-examples.ts';
import { msg } from './help-messages.ts';
import { keptExamples } from './kept-examples.ts';

/**
 * `/portolan`, `/portolan help [words]` and `/<command> help`: what can be asked, made from the operations themselves.
 * @param operations the whole list, read when asked, since help is part of it
 */
export function defineHelp(operations: () => readonly Operation[]) {
  return defineQuestion({
    id: 'help',
    command: 'portolan',
    keywords: [['help'], []],
    summary: msg.says(),
    title: msg.form(),
    examples: ['portolan help', 'portolan help port'],
    params: { about: several<string>(msg.about(), ok, { input: 'text' }) },
    order: ['about'],
    isHelp: true,
    needs: 'nothing',

    async gather(args, ask, reads): Promise<HelpFacts> {
      const offered = offeredOperations(operations(), reads.platform.dialect());
      const key = `${placeKey(ask.context)} ${args.about.join(' ').toLowerCase()}`;
      const { names, works } = await keptExamples(reads.contexts, key, ask.now, async () => {
        const here = await namesIn(ask, reads);
        const examples = examplesAbout(foundAbout(args.about, offered), offered).flat();
        const works = await workingOf(examples, here, ask, reads);
        return { names: here.names, works, isWhole: here.candidates.length > 0 };
      });
      return { offered, names, works };
    },

    answer(args, facts: HelpFacts, ask) {
      const about = args.about.join(' ').toLowerCase();
      const found = foundAbout(args.about, facts.offered);
      if (found.length === 0) return overview(about, facts, ask);
      return found.length > mostExplained ? listOf(found, about, facts, ask) : explained(found, about, facts, ask);
    },
  });
}

function foundAbout(words: readonly string[], offered: readonly Operation[]): readonly Operation[] {
  const about = words.join(' ').toLowerCase();
  return about === '' ? [] : findAbout(offered, about);
}

/** Says that examples were not tried, where that is so. */
function unsureNote(isSure: boolean): readonly Part[] {
  return isSure ? [] : [{ part: 'note', text: msg.unsure() }];
}

/** The operations that some words are about: a command, one of its operations, or the beginnings of their words. */
function findAbout(offered: readonly Operation[], about: string): readonly Operation[] {
  const words = about.replace(/^\//, '').split(/\s+/);
  const [command, ...more] = words;
  const ofCommand = offered.filter((operation) => operation.command === command);
  if (ofCommand.length > 0) {
    const exact = ofCommand.filter(({ keywords }) => keywords.some((own) => own.join(' ') === more.join(' ')));
    if (more.length > 0 && exact.length > 0) return exact;
    const own = ofCommand.filter(({ keywords }) => more.every((word) => keywords.flat().includes(word)));
    return own.length > 0 ? own : ofCommand;
  }
  const named = offered.filter(({ keywords }) => keywords.some((own) => own.join(' ') === words.join(' ')));
  if (named.length > 0) return named;
  return offered.filter((operation) => {
    const own = [operation.command, ...operation.keywords.flat(), operation.id, ...(operation.words ?? [])];
    return words.every((word) => own.some((each) => each.startsWith(word)));
  });
}

/** One screen: each command with one example, and one select of all forms. */
function overview(about: string, facts: HelpFacts, ask: Ask): Answer {
  const groups = examplesAbout([], facts.offered).map((group) => chosen(group, 1, facts));
  const lines = firstOfCommands(facts.offered).flatMap(({ command }, index) => {
    const summary = commands.flatMap((each) => (each === command ? [commandSummaries[each]] : []))[0];
    const [example] = groups[index]?.shown ?? [];
    if (!summary || example === undefined) return [];
    return [msg.group({ command: typed(command, ask), says: summary, example: typed(example, ask) })];
  });
  const parts: Part[] = about === '' ? [] : [{ part: 'line', text: msg.nothingAbout({ about }) }];
  return {
    title: msg.title(),
    share: false,
    parts: [
      ...parts,
      { part: 'line', text: join(lines, '\n') },
      ...unsureNote(groups.every(({ isSure }) => isSure)),
      forms(facts.offered),
      { part: 'note', text: msg.tips({ mention: msg.portolan(), command: typed('port help', ask) }) },
    ],
  };
}

/** A command with several operations: how each is typed, two examples, and their forms. */
function listOf(found: readonly Operation[], about: string, facts: HelpFacts, ask: Ask): Answer {
  const title = msg.titleAbout({ about });
  const examples = chosen(examplesAbout(found, facts.offered).flat(), examplesShown, facts);
  const command = found[0]?.command ?? mainCommand;
  const keyword = found.flatMap(({ keywords }) => keywords.flat())[0];
  const one = command === mainCommand ? `portolan help ${keyword ?? ''}` : `${command} help ${keyword ?? ''}`;
  return {
    title,
    share: false,
    parts: [
      ...commands.flatMap((each): Part[] => (each === about ? [{ part: 'line', text: commandSummaries[each] }] : [])),
      {
        part: 'table',
        caption: title,
        columns: [msg.command(), msg.does()],
        rows: found.slice(0, 30).map((each) => [verbatim(usage(each, ask)), each.summary]),
      },
      { part: 'heading', text: msg.examples() },
      { part: 'line', text: exampleLines(examples.shown, ask) },
      ...unsureNote(examples.isSure),
      forms(found),
      { part: 'note', text: msg.more({ command: typed(one.trim(), ask) }) },
    ],
  };
}

/** One or two operations with all their parameters. */
function explained(found: readonly Operation[], about: string, facts: HelpFacts, ask: Ask): Answer {
  const groups = examplesAbout(found, facts.offered);
  return {
    title: msg.titleAbout({ about }),
    share: false,
    parts: found.flatMap((operation, index): Part[] => {
      const parameters = shownParams(operation).map(([name, param]) => parameterText(name, param));
      const examples = chosen(groups[index] ?? [], examplesShown, facts);
      const button = { label: msg.openForm(), operation: operation.id, given: {}, opens: 'modal' } as const;
      return [
        { part: 'line', text: msg.line({ example: usage(operation, ask, true), says: operation.summary }) },
        ...(parameters.length > 0
          ? [
              { part: 'heading', text: msg.parameters() } as const,
              { part: 'line', text: join(parameters, '\n') } as const,
            ]
          : []),
        { part: 'heading', text: msg.examples() },
        { part: 'line', text: exampleLines(examples.shown, ask) },
        ...unsureNote(examples.isSure),
        ...risksOf(operation).map(
          (risk): Part => ({ part: 'note', text: msg.risk({ risk, what: allowanceText(risk) }) }),
        ),
        ...(parameters.length > 0 ? [{ part: 'buttons', buttons: [button] } as const] : []),
      ];
    }),
  };
}

/** What the policy decides a change by; it may depend on the arguments, so the examples tell, and on the plan. */
function risksOf(operation: Operation): readonly Risk[] {
  if (operation.kind !== 'change') return [];
  const found = operation.examples.flatMap((example) => {
    const meant = interpret([operation], mainCommand, example);
    const read = meant.meaning === 'request' ? readAll(operation.params, meant.request.given) : undefined;
    return read && 'args' in read ? [operation.risk(read.args)] : [];
  });
  return [...new Set([...(operation.leastRisk ? [operation.leastRisk] : []), ...found])];
}

/** One select with the forms of all operations that have something to fill in. */
function forms(operations: readonly Operation[]): Part {
  const withForm = operations.filter((operation) => shownParams(operation).length > 0);
  return {
    part: 'forms',
    label: msg.openForms(),
    operations: withForm.map(({ id, summary }) => ({ id, label: summary })),
  };
}

function exampleLines(examples: readonly string[], ask: Ask): Text {
  return join(
    examples.map((example) => msg.example({ example: typed(example, ask) })),
    '\n',
  );
}

/** Words as they are typed here. */
function typed(words: string, { prefix }: Ask): string {
  return `/${prefix}${words}`;
}

function shownParams({ params }: OperationSpec): readonly (readonly [string, Param<unknown>])[] {
  return Object.entries(params).filter(([, param]) => param.input !== 'hidden');
}

/** A line with more keys than these can't be read at a glance. */
const mostKeys = 8;

/**
 * How an operation is typed: its words, its parameters in their order, then those with keys.
 * @param whole with those for experts too, unless they are too many
 */
function usage(operation: OperationSpec, ask: Ask, whole = false): string {
  const words = [...operation.keywords].sort((a, b) => b.length - a.length)[0] ?? [];
  const inOrder = operation.order.filter((name) => operation.params[name]?.input !== 'hidden');
  const ordered = inOrder.map((name) => placeholder(name, operation.params[name]));
  const withKeys = shownParams(operation).filter(([name]) => !inOrder.includes(name));
  const keyed = withKeys
    .filter(([, param]) => param.advanced !== true || (whole && withKeys.length <= mostKeys))
    .map(([name, param]) => (param.required ? `${name}=…` : `[${name}=…]`));
  return typed([operation.command, ...words, ...ordered, ...keyed].join(' '), ask);
}

function placeholder(name: string, param: Param<unknown> | undefined): string {
  const label = param ? plain(param.label, 'en').toLowerCase() : name;
  const word = param?.repeats ? `${label} …` : label;
  return param?.required ? `<${word}>` : `[${word}]`;
}

/** A parameter with its allowed values and its default. */
function parameterText(name: string, param: Param<unknown>): Text {
  const values = (param.options ?? []).map(({ value }) => value).join(', ');
  const more = [
    ...(param.required ? [msg.required()] : []),
    ...(param.hint ? [msg.hinted({ hint: param.hint })] : []),
    ...(values === '' ? [] : [msg.oneOf({ values })]),
    ...(param.input === 'checkbox' && !param.hint ? [msg.yesNo()] : []),
    ...(param.fallback === undefined ? [] : [msg.fallback({ value: param.fallback })]),
  ];
  return msg.parameter({ name, label: param.label, more: more.length === 0 ? verbatim('') : concatenated(more) });
}

/** Texts without anything between them. */
function concatenated(texts: readonly Text[]): Text {
  return texts.reduceRight<Text>((rest, text) => msg.both({ text, rest }), verbatim(''));
}
