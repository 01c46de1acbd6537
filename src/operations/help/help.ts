import type { Answer, Part } from '../../core/command/answer.ts';
import { placeKey } from '../../core/command/context.ts';
import { interpret } from '../../core/command/interpret.ts';
import { ok, type Param, readAll, several } from '../../core/command/params.ts';
import { isProblem } from '../../core/command/problem.ts';
import { type Ask, mainCommand, type OperationSpec } from '../../core/operation.ts';
import { allowanceText, type Risk } from '../../core/policy/policy.ts';
import { join, plain, type Text, verbatim } from '../../core/text/text.ts';
import { commandSummaries } from '../command-summary-messages.ts';
import { commands } from '../commands.ts';
import { defineQuestion, type Operation, type Reads } from '../shared/define.ts';
import { findComponent } from '../shared/find-component.ts';
import { offeredOperations } from '../shared/find-operation.ts';
import { type ExampleNames, exampleIn } from './context-examples.ts';
import { msg } from './help-messages.ts';

interface HelpFacts {
  readonly offered: readonly Operation[];
  readonly names: ExampleNames;
}

/** More operations than these are listed; fewer are explained with all their parameters. */
const mostExplained = 2;
const examplesShown = 2;

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

    async gather(_args, ask, reads): Promise<HelpFacts> {
      const offered = offeredOperations(operations(), reads.platform.dialect());
      return { offered, names: await namesIn(ask, reads) };
    },

    answer(args, facts: HelpFacts, ask) {
      const about = args.about.join(' ').toLowerCase();
      const found = about === '' ? [] : findAbout(facts.offered, about);
      if (found.length === 0) return overview(about, facts, ask);
      return found.length > mostExplained ? listOf(found, about, facts, ask) : explained(found, about, facts, ask);
    },
  });
}

/** So many components are looked at for one whose ports examples can use. */
const mostLookedAt = 3;

/**
 * Names that examples can use: components that were seen in this context, first one with an HTTP port, and its ports. The
 * platform isn't waited for.
 */
async function namesIn(ask: Ask, reads: Reads): Promise<ExampleNames> {
  if (!ask.context.team) return { components: [], ports: [] };
  const seen = await reads.seen.find(placeKey(ask.context), 'component');
  const all = [...new Set(seen.flatMap(({ names: [alias, name] }) => name ?? alias ?? []))];
  // Names that are typed on any keyboard come first.
  const components = [...all.filter(isEasy), ...all.filter((name) => !isEasy(name))].slice(0, 10);
  const found = await reads.soon(() => withPorts(components.slice(0, mostLookedAt), ask, reads));
  if (!found) return { components: [], ports: [] };
  return { components: [found.name, ...components.filter((each) => each !== found.name)], ports: found.ports };
}

function isEasy(name: string): boolean {
  return /^[a-z][\w-]*$/i.test(name);
}

async function withPorts(names: readonly string[], ask: Ask, reads: Reads) {
  const { team, region, app } = ask.context;
  for (const name of names) {
    const component = await findComponent(name, ask, reads);
    if (isProblem(component)) continue;
    const ports = await reads.platform.listPorts({ team, region, app, service: component.id });
    const http = ports.filter(({ protocol }) => protocol === 'http');
    if (http.length > 0) return { name, ports: http.map(({ containerPort }) => containerPort) };
  }
  return undefined;
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
function overview(about: string, { offered, names }: HelpFacts, ask: Ask): Answer {
  const lines = commands.flatMap((command) => {
    const operation = offered.find((each) => each.command === command && each.isHelp !== true);
    const example = operation?.examples[0];
    if (!operation || example === undefined) return [];
    return [msg.line({ example: typed(exampleIn(example, operation, names), ask), says: commandSummaries[command] })];
  });
  const parts: Part[] = about === '' ? [] : [{ part: 'line', text: msg.nothingAbout({ about }) }];
  return {
    title: msg.title(),
    share: false,
    parts: [
      ...parts,
      { part: 'line', text: join(lines, '\n') },
      forms(offered),
      { part: 'note', text: msg.tips({ mention: msg.portolan(), command: typed('port help', ask) }) },
    ],
  };
}

/** A command with several operations: how each is typed, two examples, and their forms. */
function listOf(found: readonly Operation[], about: string, { names }: HelpFacts, ask: Ask): Answer {
  const title = msg.titleAbout({ about });
  const examples = found.flatMap((each) => each.examples.slice(0, 1).map((example) => exampleIn(example, each, names)));
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
      { part: 'line', text: exampleLines(examples.slice(0, examplesShown), ask) },
      forms(found),
      { part: 'note', text: msg.more({ command: typed(one.trim(), ask) }) },
    ],
  };
}

/** One or two operations with all their parameters. */
function explained(found: readonly Operation[], about: string, { names }: HelpFacts, ask: Ask): Answer {
  return {
    title: msg.titleAbout({ about }),
    share: false,
    parts: found.flatMap((operation): Part[] => {
      const parameters = shownParams(operation).map(([name, param]) => parameterText(name, param));
      const examples = operation.examples.slice(0, examplesShown).map((each) => exampleIn(each, operation, names));
      const button = { label: msg.openForm(), operation: operation.id, given: {}, opens: 'modal' } as const;
      return [
        { part: 'line', text: msg.line({ example: usage(operation, ask), says: operation.summary }) },
        ...(parameters.length > 0
          ? [
              { part: 'heading', text: msg.parameters() } as const,
              { part: 'line', text: join(parameters, '\n') } as const,
            ]
          : []),
        { part: 'heading', text: msg.examples() },
        { part: 'line', text: exampleLines(examples, ask) },
        ...risksOf(operation).map(
          (risk): Part => ({ part: 'note', text: msg.risk({ risk, what: allowanceText(risk) }) }),
        ),
        ...(parameters.length > 0 ? [{ part: 'buttons', buttons: [button] } as const] : []),
      ];
    }),
  };
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

/** How an operation is typed: its words, its parameters in their order, then those with keys. */
function usage(operation: OperationSpec, ask: Ask): string {
  const words = [...operation.keywords].sort((a, b) => b.length - a.length)[0] ?? [];
  const inOrder = operation.order.filter((name) => operation.params[name]?.input !== 'hidden');
  const ordered = inOrder.map((name) => placeholder(name, operation.params[name]));
  const keyed = shownParams(operation)
    .filter(([name, param]) => !inOrder.includes(name) && param.advanced !== true)
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
