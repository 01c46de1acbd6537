import type { Answer, Part } from '../../core/command/answer.ts';
import { placeKey } from '../../core/command/context.ts';
import { interpret } from '../../core/command/interpret.ts';
import { ok, optional, type Param, type RawArgs, several } from '../../core/command/params.ts';
import { present } from '../../core/defined.ts';
import { type Ask, mainCommand, type OperationSpec } from '../../core/operation.ts';
import { allowanceText } from '../../core/policy/policy-decision.ts';
import { join, type Text, verbatim } from '../../core/text/text.ts';
import { plain } from '../operation-catalog.ts';
import type { ExampleNames } from '../shared/answer/kept-examples.ts';
import { selectOne } from '../shared/answer/paging.ts';
import { defineQuestion, type Operation } from '../shared/define.ts';
import { exampleRisks, offeredOperations, shortWords } from '../shared/find-operation.ts';
import { componentSources } from '../shared/shared-params.ts';
import {
  type DeclaredExample,
  exampleIn,
  type NamesHere,
  namesIn,
  needsTrial,
  openedHere,
  workingOf,
} from './example-names.ts';
import { byUse, findAbout, isGeneral, meantWords, searchedWords } from './find-about.ts';
import { helpMsg } from './help-messages.ts';

const helpId = 'help';

/** Generates help from the operations, read at each question, because help is one. Also answers `/<command> help`. */
export function defineHelp(operations: () => readonly Operation[]) {
  return defineQuestion({
    id: helpId,
    tool: { none: 'each tool describes itself' },
    command: 'portolan',
    keywords: [['help'], []],
    summary: helpMsg.says(),
    title: helpMsg.help(),
    examples: ['portolan help', 'portolan help port'],
    params: {
      about: several<string>(helpMsg.about(), ok, { input: 'text' }),
      topic: optional<string>(helpMsg.topics(), ok, { input: 'hidden' }),
    },
    order: ['about'],
    isHelp: true,
    needs: 'nothing',

    async gather(args, ask, reads): Promise<HelpFacts> {
      const offered = offeredOperations(operations(), reads.platform.dialect()).filter(isTyped);
      // An example that opens a port can't be used while that port is open.
      const opened = (await openedHere(ask, reads)).map(({ component, port }) => `${component} ${port}`).toSorted();
      const key = JSON.stringify([placeKey(ask.context), args.topic, subjectOf(args), opened]);
      let reading: Promise<NamesHere> | undefined;
      const names = () => {
        reading ??= namesIn(ask, reads);
        return reading;
      };
      // Trying examples takes dozens of reads, so the answer waits only for a moment. The next help shows the results.
      const searching = reads.examples.find(key, ask.now, async () => {
        const here = await names();
        const { operations: found } = lookUp(offered, args);
        const works = await workingOf(examplesAbout(found, offered).flat(), here, ask, reads);
        return { names: here.names, works, isWhole: here.candidates.length > 0 };
      });
      const tried = await reads.soon(() => searching);
      return { offered, ...(tried?.isWhole ? tried : { names: (await names()).names }) };
    },

    answer(args, facts: HelpFacts, ask) {
      const { about, operations, misspelt } = lookUp(facts.offered, args);
      const topic = topicAbout(facts.offered, args);
      if (topic) return listOperations(operations, topic.label, args, facts, ask);
      if (operations.length === 0 || about.toLowerCase() === mainCommand)
        return overview(operations.length > 0 || isGeneral(about.toLowerCase()) ? '' : about, facts, ask);
      const answer =
        operations.length > maxExplained
          ? listOperations(operations, helpMsg.titleAbout({ about }), args, facts, ask)
          : explainOperations(operations, about, facts, ask);
      const subject = subjectAbout(args);
      if (subject) return { ...answer, parts: [...subjectParts(subject, facts, ask), ...answer.parts] };
      if (misspelt === undefined) return answer;
      const nothing: Part = { part: 'line', text: helpMsg.nothingButSimilar({ about: misspelt, meant: about }) };
      return { ...answer, title: helpMsg.titleMeant({ about }), parts: [nothing, ...answer.parts] };
    },
  });
}

/** Checks whether people type an operation. Otherwise a button gives its only arguments, which are hidden. */
function isTyped({ order, params }: Operation): boolean {
  return order.length === 0 || order.some((name) => params[name]?.input !== 'hidden');
}

interface HelpFacts {
  readonly offered: readonly Operation[];
  readonly names: ExampleNames;
  /** Examples that work in this context, by their declared words. Absent if no example was tried yet. */
  readonly works?: Readonly<Record<string, string>>;
}

const maxExplained = 1;
const examplesShown = 2;
/** Maximum number of lines, so that they are read before somebody scrolls. The search below has the others. */
const maxListed = 9;
/** Number of examples that are tried for each shown example. */
const maxTried = 3;

/** Returns groups of examples: for the first steps, for several operations together, or for each operation. */
function examplesAbout(
  operations: readonly Operation[],
  offered: readonly Operation[],
): readonly (readonly DeclaredExample[])[] {
  const examplesOf = (operation: Operation, max: number) =>
    operation.examples.slice(0, max).map((words) => ({ operation, words }));
  if (operations.length === 0) return firstThings(offered).map((declared) => [declared]);
  if (operations.length <= maxExplained) return operations.map((operation) => examplesOf(operation, maxTried));
  return [operations.slice(0, maxListed).flatMap((operation) => examplesOf(operation, 1))];
}

function firstThings(offered: readonly Operation[]): readonly DeclaredExample[] {
  return offered
    .flatMap((operation) => {
      const words = operation.first?.example ?? operation.examples[0];
      return operation.first && words !== undefined ? [{ operation, words, position: operation.first.position }] : [];
    })
    .sort((one, other) => one.position - other.position);
}

/** Chooses a group's examples, working ones first. Also returns whether a shown example was tried and didn't work. */
function chosen(group: readonly DeclaredExample[], max: number, { names, works: tried }: HelpFacts) {
  const all = group
    .map(({ words, operation }) => ({ operation, words, works: tried?.[words] }))
    .toSorted((a, b) => Number(a.works === undefined) - Number(b.works === undefined))
    .flatMap(({ operation, words, works }) => {
      const shown = works ?? exampleIn(words, operation, names);
      return shown === undefined ? [] : [{ operation, words: shown, isSure: works !== undefined }];
    });
  const shown = all.filter(({ words }, index) => all.findIndex((each) => each.words === words) === index).slice(0, max);
  return { shown, isDoubtful: tried !== undefined && shown.some(({ isSure }) => !isSure) };
}

interface HelpTopic {
  readonly id: string;
  readonly label: Text;
  /** Commands, ids of operations, or the beginnings of ids with a dot. */
  readonly of: readonly string[];
}

/** An operation belongs to the first topic that names it. */
export const helpTopics: readonly HelpTopic[] = [
  { id: 'charts', label: helpMsg.charts(), of: ['monitor', 'schedule.', 'chart.'] },
  { id: 'components', label: helpMsg.components(), of: ['component'] },
  { id: 'ports', label: helpMsg.ports(), of: ['port'] },
  { id: 'gateway', label: helpMsg.gateway(), of: ['gateway'] },
  { id: 'watches', label: helpMsg.watches(), of: ['watch'] },
  { id: 'deploys', label: helpMsg.deploys(), of: ['follow'] },
  { id: 'exposure', label: helpMsg.exposure(), of: ['openings', 'exposure', 'exposure.'] },
  {
    id: 'requests',
    label: helpMsg.requests(),
    of: ['requests', 'scheduled', 'audit', 'evidence', 'policy', 'freeze', 'unfreeze'],
  },
  { id: 'agents', label: helpMsg.agents(), of: ['agent.'] },
  { id: 'places', label: helpMsg.places(), of: ['region', 'portolan'] },
];

export function topicOf({ id, command }: Pick<OperationSpec, 'id' | 'command'>): HelpTopic | undefined {
  const names = (each: string) => each === id || each === command || (each.endsWith('.') && id.startsWith(each));
  return helpTopics.find(({ of }) => of.some(names));
}

interface HelpSubject {
  /** Its names in both languages. */
  readonly searched: Text;
  readonly says: Text;
  readonly example?: { readonly operation: string; readonly words: string };
  /** Ids of operations. */
  readonly of: readonly string[];
}

/** Subjects that people look for, and that aren't commands of their own. */
const helpSubjects: readonly HelpSubject[] = [
  {
    searched: helpMsg.planningSearched(),
    says: helpMsg.planning(),
    example: { operation: 'component.restart', words: 'component restart api at="tomorrow 06:00"' },
    of: ['scheduled', 'schedule.add', 'schedule.list'],
  },
  {
    searched: helpMsg.closingSearched(),
    says: helpMsg.closing(),
    example: { operation: 'port.open', words: 'port open api 8000 for=2h' },
    of: ['port.open', 'port.until', 'openings', 'gateway.certificates'],
  },
  {
    searched: helpMsg.muteSearched(),
    says: helpMsg.mute(),
    example: { operation: 'incident.silence', words: 'watch incident silence web 4h' },
    of: ['watch.list', 'incident.silence', 'watch.silence'],
  },
  { searched: helpMsg.consoleSearched(), says: helpMsg.console(), of: ['component.show'] },
  { searched: helpMsg.alertmanagerSearched(), says: helpMsg.alertmanager(), of: ['watch.list', 'watch.add'] },
  { searched: helpMsg.deniedSearched(), says: helpMsg.denied(), of: ['audit', 'requests'] },
  { searched: helpMsg.zoneSearched(), says: helpMsg.zone(), of: ['schedule.add'] },
  { searched: helpMsg.onCallSearched(), says: helpMsg.onCall(), of: ['watch.add'] },
];

function subjectAbout(args: HelpArgs): HelpSubject | undefined {
  return args.topic === undefined
    ? helpSubjects.find((each) => searchedWords(each).includes(subjectOf(args)))
    : undefined;
}

function subjectParts({ says, example }: HelpSubject, facts: HelpFacts, ask: Ask): readonly Part[] {
  const operation = facts.offered.find(({ id }) => id === example?.operation);
  const declared = example && operation ? [{ operation, words: example.words }] : [];
  const { shown } = chosen(declared, 1, facts);
  const lines = shown.map(({ words }) => helpMsg.example({ example: typed(words, ask) }));
  return [{ part: 'line', text: join([says, ...lines], '\n') }];
}

interface HelpArgs {
  readonly about: readonly string[];
  readonly topic?: string;
}

function subjectOf({ about }: HelpArgs): string {
  return about.join(' ').toLowerCase();
}

function section(title: Text, text: Text): readonly Part[] {
  return [
    { part: 'heading', text: title },
    { part: 'line', text },
  ];
}

function exampleParts({ shown, isDoubtful }: ReturnType<typeof chosen>, ask: Ask): readonly Part[] {
  if (shown.length === 0) return [];
  const doubt: readonly Part[] = isDoubtful ? [{ part: 'note', text: helpMsg.unsure() }] : [];
  return [...section(helpMsg.examples(), exampleLines(shown, ask)), ...doubt];
}

/** Returns the chosen topic, or the one of a command that the words name, such as “ports”: all that the command does. */
function topicAbout(offered: readonly Operation[], { topic, about }: HelpArgs): HelpTopic | undefined {
  if (topic !== undefined) return helpTopics.find(({ id }) => id === topic);
  const typed = subjectOf({ about });
  return helpTopics.find(
    ({ id, label, of }) =>
      (id === typed || searchedWords({ searched: label }).includes(typed)) &&
      offered.some(({ command }) => of.includes(command)),
  );
}

/** Operations of a topic, or the ones that the words name. `about`: the words, corrected if they were misspelt. */
function lookUp(offered: readonly Operation[], args: HelpArgs) {
  const typed = subjectOf(args);
  const topic = topicAbout(offered, args);
  if (topic) return { about: typed, operations: byUse(offered.filter((each) => topicOf(each) === topic)) };
  const subject = subjectAbout(args);
  if (subject) {
    const operations = subject.of.flatMap((id) => offered.filter((each) => each.id === id));
    return { about: args.about.join(' '), operations };
  }
  const operations = findAbout(offered, typed);
  const meant = meantWords(offered, typed);
  return meant === undefined
    ? { about: args.about.join(' '), operations }
    : { about: meant, operations: findAbout(offered, meant), misspelt: args.about.join(' ') };
}

function overview(about: string, facts: HelpFacts, ask: Ask): Answer {
  const topics = helpTopics.filter(({ id }) => facts.offered.some((each) => topicOf(each)?.id === id));
  const labels = topics.map(({ id, label }) => [id, label] as const);
  return {
    title: helpMsg.title(),
    share: false,
    parts: present<Part>([
      about !== '' && { part: 'line', text: helpMsg.nothingAbout({ about }) },
      !ask.context.team && { part: 'line', text: helpMsg.noContext({ example: typed('portolan use', ask) }) },
      ...firstThings(facts.offered).map((each) => firstRow(each, facts, ask)),
      searchSelect(facts.offered, {}, ask),
      selectOne(helpMsg.chooseTopic(), { operation: helpId, param: 'topic' }, labels),
      { part: 'note', text: helpMsg.tips({ mention: helpMsg.portolan() }) },
    ]),
  };
}

/** Shows an example with a button that does the same. The button of a change opens its form with the example's values. */
function firstRow(first: DeclaredExample, facts: HelpFacts, ask: Ask): Part {
  const { operation, words } = first;
  const example = exampleHere(first, facts);
  const says = (example !== undefined && operation.first?.says) || operation.summary;
  const meant = interpret([operation], mainCommand, example ?? words);
  const given = example !== undefined && meant.meaning === 'request' ? meant.request.given : {};
  const entry =
    operation.kind !== 'question'
      ? ({ label: helpMsg.form(), operation: operation.id, given: {}, opens: 'modal' } as const)
      : { label: helpMsg.run(), operation: operation.id, given: {} };
  const text = helpMsg.first({ says, example: typed(example ?? shortWords(operation), ask) });
  return { part: 'row', text, menu: { given, entries: [entry] } };
}

/** Draws the search of all commands. Before a person types, it offers the `shown` ones. */
function searchSelect(shown: readonly Operation[], args: Partial<HelpArgs>, ask: Ask): Part {
  const select = selectOne(helpMsg.search(), { operation: helpId, param: 'about' }, commandOptions(shown, ask));
  const { about = [], topic } = args;
  return { ...select, finds: topic === undefined ? { about } : { topic: [topic] } };
}

function commandOptions(operations: readonly Operation[], ask: Pick<Ask, 'prefix'>) {
  return operations.map((each) => {
    const words = shortWords(each);
    return [words, helpMsg.found({ command: typed(words, ask), says: each.summary })] as const;
  });
}

/** Finds commands by what a person types into the search, as the help does. Finding nothing offers all topics. */
export function searchCommands(
  operations: readonly Operation[],
  { about = [], topic = [] }: RawArgs,
  words: string,
  ask: Pick<Ask, 'prefix'>,
) {
  const offered = operations.filter(isTyped);
  const asked = words.trim() === '' ? { about, topic: topic[0] } : { about: [words.trim()] };
  const found = subjectOf(asked) === '' && asked.topic === undefined ? offered : lookUp(offered, asked).operations;
  if (found.length > 0) return commandOptions(found, ask);
  return [[mainCommand, helpMsg.nothingFound({ about: words.trim() })] as const];
}

function listOperations(
  operations: readonly Operation[],
  title: Text,
  args: HelpArgs,
  facts: HelpFacts,
  ask: Ask,
): Answer {
  const lines = operations
    .slice(0, maxListed)
    .map((operation) => exampleLine({ operation, words: operation.examples[0] ?? '' }, facts, ask));
  const left = operations.length - lines.length;
  return {
    title,
    share: false,
    parts: [
      { part: 'line', text: join(lines, '\n') },
      ...(left > 0 ? [{ part: 'note', text: helpMsg.moreInSearch({ count: left }) } as const] : []),
      searchSelect(operations, args, ask),
      forms(operations),
      wayBack,
    ],
  };
}

const wayBack: Part = { part: 'buttons', buttons: [{ label: helpMsg.allTopics(), operation: helpId, given: {} }] };

/** Shows an example that works here, or else the command alone. */
function exampleLine(declared: DeclaredExample, facts: HelpFacts, ask: Ask): Text {
  const { operation } = declared;
  const example = exampleHere(declared, facts);
  return example === undefined
    ? helpMsg.listed({ command: typed(shortWords(operation), ask), says: operation.summary })
    : helpMsg.line({ example: typed(example, ask), says: operation.summary });
}

/** Returns an example that works here. Before examples were tried, none that names what may not exist. */
function exampleHere({ operation, words }: DeclaredExample, { works, names }: HelpFacts): string | undefined {
  if (works) return works[words];
  return needsTrial(words, operation) ? undefined : exampleIn(words, operation, names);
}

function explainOperations(operations: readonly Operation[], about: string, facts: HelpFacts, ask: Ask): Answer {
  const groups = examplesAbout(operations, facts.offered);
  return {
    title: helpMsg.titleAbout({ about }),
    share: false,
    parts: [
      ...operations.flatMap((operation, index): Part[] => {
        const parameters = parameterTexts(operation);
        const examples = chosen(groups[index] ?? [], examplesShown, facts);
        const button = { label: helpMsg.openForm(), operation: operation.id, given: {}, opens: 'modal' } as const;
        return [
          { part: 'line', text: helpMsg.line({ example: usage(operation, ask), says: operation.summary }) },
          ...(operation.tip ? [{ part: 'line', text: operation.tip } as const] : []),
          ...exampleParts(examples, ask),
          ...(parameters.length > 0 ? section(helpMsg.parameters(), join(parameters, '\n')) : []),
          ...otherWords(operation, ask),
          ...riskNote(operation, facts, ask),
          ...(parameters.length > 0 ? [{ part: 'buttons', buttons: [button] } as const] : []),
        ];
      }),
      wayBack,
    ],
  };
}

/** Says the usual risk of a change, then each other one with an example that has it. */
function riskNote(operation: Operation, { names }: HelpFacts, ask: Ask): readonly Part[] {
  const [usual, ...others] = exampleRisks(operation);
  if (!usual) return [];
  const text = others.reduce(
    (text, { risk, words }) => {
      const example = typed(exampleIn(words, operation, names) ?? words, ask);
      return helpMsg.otherRisk({ text, example, risk, what: allowanceText(risk) });
    },
    helpMsg.risk({ risk: usual.risk, what: allowanceText(usual.risk) }),
  );
  return [{ part: 'note', text }];
}

function otherWords(operation: OperationSpec, ask: Ask): readonly Part[] {
  const own = shortWords(operation);
  const all = operation.keywords.map((words) => [operation.command, ...words].join(' '));
  const others = all.filter((words) => words !== own).map((words) => verbatim(typed(words, ask)));
  return others.length > 0 ? [{ part: 'note', text: helpMsg.also({ words: join(others, ', ') }) }] : [];
}

function forms(operations: readonly Operation[]): Part {
  const withForm = operations.filter((operation) => shownParams(operation).length > 0);
  return {
    part: 'forms',
    label: helpMsg.openForms(),
    operations: withForm.map(({ id, summary }) => ({ id, label: summary })),
  };
}

/** Lists examples with their optional values. The first line of the help says what the operation does. */
function exampleLines(examples: readonly DeclaredExample[], ask: Ask): Text {
  const lines = examples.map((each) => {
    const [example, says] = [typed(each.words, ask), describeExample(each)];
    return says ? helpMsg.line({ example, says }) : helpMsg.example({ example });
  });
  return join(lines, '\n');
}

function describeExample({ operation, words }: DeclaredExample): Text | undefined {
  const meant = interpret([operation], mainCommand, words);
  if (meant.meaning !== 'request') return undefined;
  const given = Object.entries(meant.request.given).flatMap(([name, values]) => {
    const param = operation.params[name];
    if (!param || param.required || [...componentSources, 'ports', 'regions'].includes(param.source)) return [];
    if (param.input === 'checkbox') return [param.label];
    const shown = values.map((value) => valueText(param, value));
    return [helpMsg.given({ label: param.label, value: join(shown, ', ') })];
  });
  return given.length === 0 ? undefined : join(given, ', ');
}

function valueText({ options = [], shown }: Param<unknown>, value: string): Text {
  return options.find((each) => each.value === value)?.label ?? shown?.(value) ?? verbatim(value);
}

function typed(words: string, { prefix }: Pick<Ask, 'prefix'>): string {
  return `/${prefix}${words}`;
}

function shownParams({ params }: OperationSpec): readonly (readonly [string, Param<unknown>])[] {
  return Object.entries(params).filter(([, param]) => param.input !== 'hidden');
}

const maxKeys = 8;

/** Returns an operation's usage: keywords, then parameters without expert ones. */
function usage(operation: OperationSpec, ask: Ask): string {
  const inOrder = operation.order.filter((name) => operation.params[name]?.input !== 'hidden');
  const ordered = inOrder.map((name) => placeholder(name, operation.params[name], ask));
  const keyed = shownParams(operation)
    .filter(([name, { advanced }]) => !inOrder.includes(name) && advanced !== true)
    .map(([name, param]) => (param.required ? `${name}=…` : `[${name}=…]`));
  return typed([shortWords(operation), ...ordered, ...keyed].join(' '), ask);
}

function placeholder(name: string, param: Param<unknown> | undefined, ask: Ask): string {
  const label = param ? plain(param.label, ask.person.lang).toLowerCase() : name;
  const word = param?.repeats ? `${label} …` : label;
  return param?.required ? `<${word}>` : `[${word}]`;
}

/** Explains the parameters. Of an operation with many, the expert ones are only named. */
function parameterTexts(operation: OperationSpec): readonly Text[] {
  const shown = shownParams(operation);
  const isExpert = ([, { advanced }]: (typeof shown)[number]) => shown.length > maxKeys && advanced === true;
  const experts = shown.filter(isExpert).map(([name]) => verbatim(`${name}=`));
  const explained = shown.filter((each) => !isExpert(each)).map(([name, param]) => parameterText(name, param));
  return experts.length === 0 ? explained : [...explained, helpMsg.experts({ names: join(experts, ', ') })];
}

function parameterText(name: string, param: Param<unknown>): Text {
  const values = (param.options ?? []).map(({ value }) => value).join(', ');
  const details = present([
    param.hint,
    values !== '' && (param.hint ? helpMsg.oneOf({ values }) : helpMsg.values({ values })),
    param.input === 'checkbox' && !param.hint && helpMsg.yesNo(),
    param.unset
      ? helpMsg.fallback({ value: param.unset })
      : param.fallback !== undefined && helpMsg.fallback({ value: param.fallback }),
  ]);
  const label = param.required ? helpMsg.required({ label: param.label }) : param.label;
  if (details.length === 0) return helpMsg.parameter({ name, label });
  const sentences = details.reduceRight((rest, text) => helpMsg.both({ text, rest }));
  return helpMsg.parameter({ name, label: helpMsg.detailed({ label, details: sentences }) });
}
