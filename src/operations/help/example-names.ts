import { interpret } from '../../core/command/interpret.ts';
import { type Ask, mainCommand } from '../../core/operation.ts';
import type { ExampleNames } from '../shared/answer/kept-examples.ts';
import type { Operation, Reads } from '../shared/define.ts';
import { knownComponents, type Named, seenComponents } from '../shared/find-component.ts';
import { exampleIn, workingExample } from './working-examples.ts';

export interface DeclaredExample {
  readonly operation: Operation;
  readonly words: string;
}

export interface NamesHere {
  readonly names: ExampleNames;
  /** Names to try in examples, best first; empty if the platform didn't answer quickly. */
  readonly candidates: readonly ExampleNames[];
}

const maxLookedAt = 3;
const maxCandidates = 8;

/** Returns names for examples, best first. If the platform is slow, uses names that were read earlier. */
export async function namesIn(ask: Ask, reads: Reads): Promise<NamesHere> {
  const { context } = ask;
  if (!context.team) return { names: { components: [], ports: [] }, candidates: [] };
  const knownHere = await reads.soon(() => knownComponents(context, reads, ask.now));
  const ordered = inOrder(knownHere?.components ?? (await seenComponents(context, reads)));
  const looked = knownHere
    ? await reads.soon(() => Promise.all(ordered.slice(0, maxLookedAt).map((each) => readPorts(each, ask, reads))))
    : undefined;
  const all = ordered.map(({ name }) => name).slice(0, 10);
  const byUse = [...(looked ?? [])].sort((a, b) => Number(b.isHttp) - Number(a.isHttp));
  const candidates = byUse.flatMap(({ name, ports }) =>
    (ports.length > 0 ? ports : [undefined]).map((port) => namesWith(name, port, all, context.region)),
  );
  const [first = namesWith(all[0], undefined, all, context.region)] = candidates;
  return { names: first, candidates: candidates.slice(0, maxCandidates) };
}

function namesWith(
  name: string | undefined,
  port: number | undefined,
  all: readonly string[],
  region: string,
): ExampleNames {
  const components = name === undefined ? [] : [name, ...all.filter((each) => each !== name)];
  return { components, ports: port === undefined ? [] : [port], region };
}

/** Sorts running components first, then names that any keyboard can type. Omits names that components share. */
function inOrder(components: readonly Named[]): readonly Named[] {
  const preference = (each: Named) =>
    (each.status === undefined || each.status === 'running' ? 0 : 2) + (/^[a-z][\w-]*$/i.test(each.name) ? 0 : 1);
  return components
    .filter(({ displayName }) => displayName === undefined)
    .sort((a, b) => preference(a) - preference(b));
}

async function readPorts({ id, name }: Named, { context }: Ask, reads: Reads) {
  const ports = await reads.platform.listPorts({ ...context, service: id });
  const closedFirst = ports.toSorted((one, other) => Number(one.isOuterService) - Number(other.isOuterService));
  return {
    name,
    ports: closedFirst.map(({ containerPort }) => containerPort),
    isHttp: ports.some(({ protocol }) => protocol === 'http'),
  };
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

function dependsOnContext(words: string, operation: Operation): boolean {
  if (operation.kind === 'change') return true;
  const meant = interpret([operation], mainCommand, words);
  if (meant.meaning !== 'request') return true;
  return Object.keys(meant.request.given).some((name) => operation.params[name]?.source !== undefined);
}
