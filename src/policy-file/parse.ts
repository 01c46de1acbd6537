import { createHash } from 'node:crypto';
import {
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  visit,
  type YAMLError,
} from 'yaml';
import type * as z from 'zod';
import { isAppName, Place, parseConfiguredPlace, placeText } from '../core/command/context.ts';
import type { Policy } from '../core/policy/policy.ts';
import { issueMessage, issueText } from '../core/text/issue-text.ts';
import { type Text, verbatim } from '../core/text/text.ts';
import { errorMessage } from '../core/thrown.ts';
import { buildPolicy } from './build.ts';
import { checkReferences, conditions, type Mistake, type Path, valuesAt, watchContexts, withNearest } from './check.ts';
import { policyFileMsg } from './policy-file-messages.ts';
import { keysOf, PolicyFile } from './schema.ts';

/** Mistake in the policy file. Lines and columns count from 1. */
export interface PolicyFault {
  readonly line: number;
  readonly column: number;
  readonly why: Text;
}

interface ParsedPolicy {
  readonly policy: Policy;
  /** Line of each place that names its app, by `team/region/app`. */
  readonly appNames: ReadonlyMap<string, number>;
}
type Parsed = ParsedPolicy | { readonly faults: readonly PolicyFault[] };

/** Parses `portolan.yaml`. Returns the policy or every mistake with its line. `changes`: ids of valid operations. */
export function parsePolicy(text: string, changes?: readonly string[]): Parsed {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const position = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col) };
  };
  const broken = [...document.errors, ...document.warnings].map((error) => ({
    ...position(error.pos[0]),
    why: yamlErrorText(error),
  }));
  // If the structure is broken, report only that. The content is checked after the structure is fixed.
  if (document.errors.some(({ code }) => code !== 'DUPLICATE_KEY')) return { faults: inOrder(broken) };
  const loose = looseAliases(document).map(({ offset, why }) => ({ ...position(offset), why }));
  if (loose.length > 0) return { faults: inOrder([...broken, ...loose]) };
  const raw = readValue(document);
  if ('why' in raw) return { faults: inOrder([...broken, { line: 1, column: 1, why: raw.why }]) };
  const parsed = PolicyFile.safeParse(raw.value, { error: typeText });
  const mistakes = [
    ...(parsed.success ? [] : parsed.error.issues.flatMap(mistakesOf)),
    ...checkReferences(raw.value, changes),
  ];
  const faults = [
    ...broken,
    ...mistakes.map((each) => ({
      ...position(offsetOf(document, each)),
      why: withOwner(raw.value, each),
    })),
  ];
  if (!parsed.success || faults.length > 0) return { faults: inOrder(faults) };
  const lineAt = (path: Path) => position(offsetOf(document, { path })).line;
  return {
    policy: { ...buildPolicy(parsed.data, lineAt), version: createHash('sha256').update(text).digest('hex') },
    appNames: new Map(namedAppsIn(raw.value).map(({ place, path }) => [placeText(place), lineAt(path)])),
  };
}

interface NamedAppPlace {
  readonly place: Place;
  readonly path: Path;
}

function namedAppsIn(raw: unknown): readonly NamedAppPlace[] {
  const ofContexts = valuesAt(raw, ['contexts', '*']).flatMap(({ path, value }): readonly NamedAppPlace[] => {
    const place = Place.safeParse(value).data;
    return place ? [{ place, path: [...path, 'app'] }] : [];
  });
  const words = [
    ...valuesAt(raw, ['channels', '*', 'context']),
    ...conditions(raw, 'context'),
    ...valuesAt(raw, ['agents', 'contexts', '*']),
    ...valuesAt(raw, ['expected', '*', 'context', '*']),
    ...watchContexts(raw),
  ];
  const inWords = words.flatMap(({ path, value }): readonly NamedAppPlace[] => {
    const place = typeof value === 'string' ? parseConfiguredPlace(value) : undefined;
    return place ? [{ place, path }] : [];
  });
  return [...ofContexts, ...inWords].filter(({ place }) => isAppName(place.app));
}

/** Finds aliases without an anchor before them. Such an alias has no value. */
function looseAliases(document: Document): readonly { readonly offset: number; readonly why: Text }[] {
  const loose: { offset: number; why: Text }[] = [];
  visit(document, {
    Alias(_key, alias) {
      const why = policyFileMsg.aliasLoose({ name: alias.source });
      if (!alias.resolve(document)) loose.push({ offset: nodeStart(alias) ?? 0, why });
    },
  });
  return loose;
}

function readValue(document: Document): { readonly value: unknown } | { readonly why: Text } {
  try {
    // A file that is empty or has only comments is a policy without rules.
    return { value: document.toJS() ?? {} };
  } catch (error) {
    return { why: verbatim(errorMessage(error)) };
  }
}

function inOrder(faults: readonly PolicyFault[]): readonly PolicyFault[] {
  const unique = new Map(faults.map((fault) => [`${fault.line}:${fault.column}:${JSON.stringify(fault.why)}`, fault]));
  return [...unique.values()].sort((a, b) => a.line - b.line || a.column - b.column);
}

function yamlErrorText(error: YAMLError): Text {
  switch (error.code) {
    case 'DUPLICATE_KEY':
      return policyFileMsg.duplicateKey();
    case 'TAB_AS_INDENT':
      return policyFileMsg.tab();
    case 'MULTIPLE_DOCS':
      return policyFileMsg.secondDocument();
    default:
      return policyFileMsg.notYaml({ why: error.message });
  }
}

/** Returns a mistake's text. If the mistake is in one of the watches, the text begins with the watch's name. */
function withOwner(raw: unknown, { path: [section, list, index], why }: Mistake): Text {
  if (section !== 'watches' || list !== 'items' || index === undefined) return why;
  const name = valuesAt(raw, [section, list, '*', 'name']).find(({ path }) => path[2] === index)?.value;
  return typeof name === 'string' ? policyFileMsg.ofWatch({ name: name.slice(0, 60), why }) : why;
}

function mistakesOf(issue: z.core.$ZodIssue): readonly Mistake[] {
  const path = issue.path.map((part) => (typeof part === 'number' ? part : String(part)));
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({
      path: [...path, key],
      key: true,
      why: withNearest(policyFileMsg.unknownKey({ key }), key, keysAt(path)),
    }));
  if (issue.code === 'invalid_key') {
    const [first] = issue.issues;
    const why = first ? issueText(first.message) : policyFileMsg.keyNotAllowed({ key: String(path.at(-1)) });
    return [{ path, key: true, why }];
  }
  return [{ path, why: issueText(issue.message) }];
}

function keysAt(path: Path): readonly string[] {
  const [section, list, , inner] = path;
  if (section === undefined) return keysOf[''] ?? [];
  if (section === 'watches') return keysOf[String(inner ?? list ?? section)] ?? [];
  const [, , within] = path;
  return keysOf[within === 'when' || within === 'exception' || within === 'ticket' ? within : String(section)] ?? [];
}

const kinds: Readonly<Record<string, Text>> = {
  object: policyFileMsg.keysAndValues(),
  record: policyFileMsg.keysAndValues(),
  array: policyFileMsg.aList(),
  string: policyFileMsg.aText(),
  number: policyFileMsg.aNumber(),
  boolean: policyFileMsg.yesOrNo(),
  undefined: policyFileMsg.nothing(),
};

/** Returns the error for a value of the wrong type. Schemas that have their own message don't use it. */
function typeText(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code !== 'invalid_type') return undefined;
  const { expected, input, path = [] } = issue;
  const last = path.at(-1);
  if (input === null)
    return issueMessage(
      typeof last === 'number' ? policyFileMsg.nothingHere() : policyFileMsg.nothingUnder({ key: String(last) }),
    );
  const kindOf = (name: string) => kinds[name] ?? verbatim(name);
  const received = kindOf(Array.isArray(input) ? 'array' : typeof input);
  return issueMessage(policyFileMsg.expected({ expected: kindOf(expected), received }));
}

/** Returns the position of a mistake in the text. If a key is missing, returns the position of its parent. */
function offsetOf(document: Document, { path, key }: Omit<Mistake, 'why'>): number {
  let node: unknown = document.contents;
  let offset = nodeStart(node) ?? 0;
  for (const [depth, part] of path.entries()) {
    if (isAlias(node)) node = node.resolve(document);
    const last = depth === path.length - 1;
    if (isMap(node)) {
      const pair = node.items.find((each) => (isScalar(each.key) ? String(each.key.value) : '') === String(part));
      if (!pair) return offset;
      offset = (last && key ? undefined : nodeStart(pair.value)) ?? nodeStart(pair.key) ?? offset;
      node = pair.value;
    } else if (isSeq(node)) {
      node = typeof part === 'number' ? node.items[part] : undefined;
      offset = nodeStart(node) ?? offset;
    } else return offset;
  }
  return offset;
}

function nodeStart(node: unknown): number | undefined {
  return isNode(node) ? node.range?.[0] : undefined;
}
