import { placeKey } from '../../core/command/context.ts';
import { interpret, print } from '../../core/command/interpret.ts';
import { type RawArgs, readGiven } from '../../core/command/params.ts';
import { isProblem, type Problem } from '../../core/command/problem.ts';
import { type Ask, mainCommand, type OperationSpec } from '../../core/operation.ts';
import { statusKind } from '../../core/runs/component-status.ts';
import type { Port } from '../../platform/port/port-endpoints.ts';
import { optionSources } from '../option-sources.ts';
import { type OpenedAccess, readAccess } from '../shared/access/port-state.ts';
import type { ExampleNames } from '../shared/answer/kept-examples.ts';
import type { Operation, Reads } from '../shared/define.ts';
import { knownComponents, type Named, seenComponents } from '../shared/find-component.ts';
import { shortWords } from '../shared/find-operation.ts';
import { lacksNodePort } from '../shared/port-addresses.ts';
import { componentSources } from '../shared/shared-params.ts';

export interface DeclaredExample {
  readonly operation: Operation;
  readonly words: string;
}

export interface NamesHere {
  readonly names: ExampleNames;
  /** Names to try in examples, best first; empty if the platform didn't answer quickly. */
  readonly candidates: readonly ExampleNames[];
}

const maxLookedAt = 6;
const maxCandidates = 8;
/** Use of an HTTP port, more than that of any other port. */
const usePerHttp = 4;

/** Returns names for examples, best first. If the platform is slow, uses names that were read earlier. */
export async function namesIn(ask: Ask, reads: Reads): Promise<NamesHere> {
  const { context } = ask;
  if (!context.team) return { names: { components: [], ports: [] }, candidates: [] };
  const ids = await idsHere(ask, reads);
  const knownHere = await reads.soon(() => knownComponents(context, reads, ask.now));
  const ordered = inOrder(knownHere?.components ?? (await seenComponents(context, reads)));
  const temporary = await openedHere(ask, reads);
  const looked = knownHere
    ? await reads.soon(() =>
        Promise.all(ordered.slice(0, maxLookedAt).map((each) => readPorts(each, temporary, ask, reads))),
      )
    : undefined;
  const all = ordered.map(({ name }) => name).slice(0, 10);
  const byUse = (looked ?? []).toSorted((a, b) => b.use - a.use);
  // If there are applications, no example names a database.
  const apps = byUse.filter(({ use }) => use >= usePerHttp);
  const candidates = (apps.length > 0 ? apps : byUse).flatMap(({ name, ports }) =>
    (ports.length > 0 ? ports : [undefined]).map((port) => namesWith(name, port, all, context.region, ids)),
  );
  const [first = namesWith(all[0], undefined, all, context.region, ids)] = candidates;
  // Before an example was tried, it names no open port, because that can't be opened again.
  const openable = (apps.length > 0 ? apps : byUse).find(({ closed }) => closed.length > 0);
  const names = openable
    ? namesWith(openable.name, openable.closed[0], all, context.region, ids)
    : { ...first, ports: [] };
  return { names, candidates: candidates.slice(0, maxCandidates) };
}

/** Returns the ports of the place that are open for a while. */
export async function openedHere({ context }: Ask, reads: Reads): Promise<readonly OpenedAccess[]> {
  const kept = await reads.temporaryAccess.list({ placeKey: placeKey(context) });
  return kept.flatMap((each) => readAccess(each) ?? []);
}

function namesWith(
  name: string | undefined,
  port: number | undefined,
  all: readonly string[],
  region: string,
  ids: ExampleNames['ids'],
): ExampleNames {
  const components = name === undefined ? [] : [name, ...all.filter((each) => each !== name)];
  return { components, ports: port === undefined ? [] : [port], region, ids };
}

/** Sources of ids that a person may type. */
const typedIds: readonly string[] = ['watches', 'schedules'];
/** Sources for which the name of a component is typed. Nobody types the id of an incident. */
const namedByComponent: readonly (string | undefined)[] = [...componentSources, 'incidents'];
/** Sources of names that differ between contexts. Those of other sources, such as ranges, are the same everywhere. */
const namedHere: readonly (string | undefined)[] = [
  ...namedByComponent,
  ...typedIds,
  'ports',
  'regions',
  'rules',
  'certificates',
  'contexts',
];

async function idsHere({ context, channel, person, now }: Ask, reads: Reads): Promise<ExampleNames['ids']> {
  const asked = { context, channel, person, zone: person.zone, parent: '' };
  const found = typedIds.map(async (source) => {
    const options = await reads.soon(async () => optionSources.get(source)?.(asked).find(reads, now));
    return [source, (options ?? []).map(({ value }) => value)] as const;
  });
  return new Map(await Promise.all(found));
}

/**
 * Sorts names that any keyboard can type first, and stopped components last. Omits names that components share. A
 * problem of a component doesn't change the order, so that the examples stay the same.
 */
function inOrder(components: readonly Named[]): readonly Named[] {
  const isOff = ({ status }: Named) => ['stopped', 'finished'].includes(statusKind(status));
  const preference = (each: Named) => (isOff(each) ? 2 : 0) + (/^[a-z][\w-]*$/i.test(each.name) ? 0 : 1);
  return components
    .filter(({ displayName }) => displayName === undefined)
    .sort((a, b) => preference(a) - preference(b));
}

interface PortsFound {
  readonly name: string;
  readonly ports: readonly number[];
  /** Those that aren't open now. */
  readonly closed: readonly number[];
  readonly use: number;
}

/** Returns a component's ports, best first. Prefers applications to databases, which have no HTTP port. */
async function readPorts(
  { id, name }: Named,
  temporary: readonly OpenedAccess[],
  { context }: Ask,
  reads: Reads,
): Promise<PortsFound> {
  const ports = await reads.platform.listPorts({ ...context, service: id });
  // A temporary opening doesn't change the order, so that the examples stay the same.
  const isClosed = ({ containerPort, isOuterService }: Port) =>
    !isOuterService || temporary.some(({ component, port }) => component === id && port === containerPort);
  const useOf = (port: Port) =>
    (port.protocol === 'http' ? usePerHttp : 0) +
    // External access needs internal access, so `port open` can open this port without more arguments.
    (port.isInnerService && isClosed(port) ? 2 : 0) +
    (lacksNodePort(port.protocol) ? 0 : 1);
  const ordered = ports.toSorted((one, other) => useOf(other) - useOf(one));
  const numbers = (some: readonly Port[]) => some.map(({ containerPort }) => containerPort);
  // Opening a port without a node port will probably fail.
  const closed = ordered.filter(({ isOuterService, protocol }) => !isOuterService && !lacksNodePort(protocol));
  return { name, ports: numbers(ordered), closed: numbers(closed), use: ordered[0] ? useOf(ordered[0]) : 0 };
}

/** Returns working examples by their declared words. Tries each context-dependent example for at most a second. */
export async function workingOf(
  examples: readonly DeclaredExample[],
  { names, candidates }: NamesHere,
  ask: Ask,
  reads: Reads,
): Promise<Readonly<Record<string, string>>> {
  const working = await Promise.all(
    examples.map(async ({ operation, words }): Promise<readonly (readonly [string, string])[]> => {
      const works = !dependsOnContext(words, operation)
        ? exampleIn(words, operation, names)
        : await reads.soon(() => workingExample(words, operation, candidates, ask, reads));
      return works === undefined ? [] : [[words, works]];
    }),
  );
  return Object.fromEntries(working.flat());
}

/** Maximum number of corrections of an example. Each is proposed by a refusal, such as the nearest name. */
const maxCorrections = 2;

/** Finds a variant of an example that works now with one of the names, best first; or undefined. Changes nothing. */
async function workingExample(
  example: string,
  operation: Operation,
  candidates: readonly ExampleNames[],
  ask: Ask,
  reads: Reads,
): Promise<string | undefined> {
  const tried = new Set<string>();
  let withCorrection: string | undefined;
  for (const names of candidates) {
    const words = exampleIn(example, operation, names);
    if (words === undefined || tried.has(words)) continue;
    tried.add(words);
    const attempt = await tryOut(words, operation, ask, reads);
    if (attempt && !attempt.isCorrected) return attempt.words;
    withCorrection ??= attempt?.words;
  }
  return withCorrection;
}

interface TriedExample {
  readonly words: string;
  /** Set if it works only after a correction that its refusal proposed. */
  readonly isCorrected: boolean;
}

async function tryOut(words: string, operation: Operation, ask: Ask, reads: Reads): Promise<TriedExample | undefined> {
  const meant = interpret([operation], mainCommand, words);
  if (meant.meaning !== 'request' || meant.faults.length > 0) return undefined;
  let given: RawArgs = meant.request.given;
  for (let corrections = 0; corrections <= maxCorrections; corrections += 1) {
    const outcome = await tryGiven(given, operation, ask, reads);
    if (outcome === 'works')
      return { words: corrections === 0 ? words : print(operation, given), isCorrected: corrections > 0 };
    const next = outcome && corrected(outcome, given, operation);
    if (!next) return undefined;
    given = next;
  }
  return undefined;
}

async function tryGiven(
  given: RawArgs,
  operation: Operation,
  ask: Ask,
  reads: Reads,
): Promise<'works' | Problem | undefined> {
  const parsed = readGiven(operation, given);
  if ('faults' in parsed) return undefined;
  // A setting isn't tried, because that changes it. It works if all of its names are of this context.
  if (operation.kind === 'setting') return sourcesIn(given, operation).includes('contexts') ? undefined : 'works';
  const facts = await operation.gather(parsed.args, ask, reads);
  if (isProblem(facts)) return facts;
  if (operation.kind === 'question') {
    const answer = operation.answer(parsed.args, facts, ask);
    return isProblem(answer) ? answer : 'works';
  }
  const plan = operation.plan(parsed.args, facts, ask);
  if (isProblem(plan)) return plan;
  if ('warnings' in plan && plan.warnings.some(({ weight }) => weight === 'fails')) return undefined;
  // Nobody can use an example that has nothing to do, such as opening an open port.
  return 'already' in plan ? undefined : 'works';
}

/** Returns the request that the refusal proposes, but with the component that the example named. */
function corrected(problem: Problem, given: RawArgs, operation: Operation): RawArgs | undefined {
  if (problem.problem === 'unknown-name' || problem.problem === 'ambiguous') {
    const [choice] = problem.problem === 'ambiguous' ? problem.choices : problem.nearest;
    return choice && { ...given, [problem.param]: [choice.value] };
  }
  if (problem.problem !== 'refused') return undefined;
  const offer = problem.offers?.find((each) => each.operation === operation.id);
  if (!offer) return undefined;
  const named = Object.entries(given).filter(([name]) => componentSources.includes(operation.params[name]?.source));
  return { ...offer.given, ...Object.fromEntries(named) };
}

/** Puts known names of the context into an example. Returns undefined if it names a port or an id and none is known. */
export function exampleIn(example: string, operation: OperationSpec, names: ExampleNames): string | undefined {
  const meant = interpret([operation], mainCommand, example);
  if (meant.meaning !== 'request') return example;
  const given: Record<string, readonly string[]> = {};
  for (const [name, values] of Object.entries(meant.request.given)) {
    const source = operation.params[name]?.source;
    if (source === 'ports' && names.components.length > 0 && names.ports.length === 0) return undefined;
    if (source !== undefined && typedIds.includes(source) && !names.ids?.get(source)?.[0]) return undefined;
    given[name] = replaced(source, values, names);
  }
  const { in: place, reason } = meant.request;
  if (JSON.stringify(given) === JSON.stringify(meant.request.given)) return example;
  return print(operation, given, { in: place, reason });
}

/** Returns an operation's first example, or its command alone if the example has an id, which may not exist here. */
export function exampleAnywhere(operation: OperationSpec): string {
  const [example = ''] = operation.examples;
  return exampleIn(example, operation, { components: [], ports: [] }) ?? shortWords(operation);
}

function replaced(source: string | undefined, values: readonly string[], names: ExampleNames): readonly string[] {
  if (source === 'regions' && names.region !== undefined) return [names.region];
  if (namedByComponent.includes(source) && names.components.length > 0)
    return [...new Set(values.map((_, index) => names.components[index] ?? names.components[0] ?? ''))];
  const [port] = names.ports;
  const [id] = names.ids?.get(source ?? '') ?? [];
  if (id !== undefined) return [id];
  return source === 'ports' && port !== undefined ? [String(port)] : values;
}

function dependsOnContext(words: string, operation: Operation): boolean {
  if (operation.kind === 'change') return true;
  const meant = interpret([operation], mainCommand, words);
  if (meant.meaning !== 'request') return true;
  return sourcesIn(meant.request.given, operation).length > 0;
}

/**
 * Checks whether an example works only if it was tried: it names a thing that `exampleIn` can't replace, such as a
 * gateway rule, or a port that may have to be open. The first steps are about a port that is closed.
 */
export function needsTrial(words: string, operation: OperationSpec): boolean {
  const meant = interpret([operation], mainCommand, words);
  if (meant.meaning !== 'request') return false;
  const needing = operation.kind === 'change' && !operation.first ? [...unreplaced, 'ports'] : unreplaced;
  return sourcesIn(meant.request.given, operation).some((source) => needing.includes(source));
}

const unreplaced: readonly string[] = ['rules', 'certificates'];

/** Returns the sources of the names of this context among some arguments. */
function sourcesIn(given: RawArgs, { params }: OperationSpec): readonly string[] {
  const sources = Object.keys(given).flatMap((name) => params[name]?.source ?? []);
  return sources.filter((source) => namedHere.includes(source));
}
