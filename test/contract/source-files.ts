import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

const root = join(import.meta.dirname, '../..');

export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

/** Returns the source files under a folder. Includes tests only if asked, and never generated folders. */
export const sourceFiles = (folder: string, options: { readonly tests?: boolean } = {}): readonly SourceFile[] =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:ts|tsx|mjs)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.includes(`${sep}node_modules${sep}`))
    .filter((path) => options.tests || !/\.test\.tsx?$/.test(path))
    .map((path) => ({ path: relative(root, path).split(sep).join('/'), text: readFileSync(path, 'utf8') }));

export interface Literal {
  readonly text: string;
  readonly line: number;
  /** Code before the literal, at most 80 characters. */
  readonly before: string;
}

/** Source text, split into literals and code. Comments and literals are blank in the code. */
export interface Lexed {
  readonly code: string;
  readonly literals: readonly Literal[];
  readonly comments: readonly { readonly text: string; readonly line: number }[];
}

/** Splits TypeScript into code, comments and literals. Handles only the syntax that the contract tests need. */
export function lex(source: string): Lexed {
  const literals: Literal[] = [];
  const comments: { text: string; line: number }[] = [];
  let code = '';
  let at = 0;
  const skip = (to: number) => {
    code += source.slice(at, to).replace(/[^\n]/g, ' ');
    at = to;
  };
  const skipComment = (to: number) => {
    const text = source
      .slice(at, to)
      .replaceAll(/^\s*(?:\/\*+|\*(?!\/)|\/\/)|\*\/$/gm, ' ')
      .replaceAll(/\s+/g, ' ');
    comments.push({ text: text.trim(), line: source.slice(0, at).split('\n').length });
    skip(to);
  };
  // Open template literals: the depth of braces at which each continues.
  const templates: { depth: number; start: number; text: string }[] = [];
  let depth = 0;
  const keep = (text: string, start: number) =>
    literals.push({
      text,
      line: source.slice(0, start).split('\n').length,
      before: source.slice(Math.max(0, start - 80), start),
    });
  const readTemplate = (open: { start: number; text: string }) => {
    let end = at;
    while (end < source.length && source[end] !== '`' && !source.startsWith('${', end))
      end += source[end] === '\\' ? 2 : 1;
    const text = `${open.text}${source.slice(at, end)}`;
    if (source[end] === '`') {
      keep(text, open.start);
      skip(end + 1);
    } else {
      templates.push({ depth, start: open.start, text: `${text}…` });
      depth += 1;
      skip(end + 2);
    }
  };
  while (at < source.length) {
    const rest = source.slice(at, at + 2);
    const sign = source[at] ?? '';
    if (rest === '//') skipComment(indexOr(source, '\n', at));
    else if (rest === '/*') skipComment(Math.min(source.length, indexOr(source, '*/', at + 2) + 2));
    else if (sign === "'" || sign === '"') {
      const end = endOfString(source, at);
      keep(source.slice(at + 1, end), at);
      skip(end + 1);
    } else if (sign === '`') {
      const start = at;
      skip(at + 1);
      readTemplate({ start, text: '' });
    } else if (sign === '/' && isRegexHere(code)) skip(endOfRegex(source, at));
    else {
      if (sign === '{') depth += 1;
      if (sign === '}') depth -= 1;
      const open = templates.at(-1);
      if (sign === '}' && open && open.depth === depth) {
        templates.pop();
        skip(at + 1);
        readTemplate(open);
      } else {
        code += sign;
        at += 1;
      }
    }
  }
  return { code, literals, comments };
}

function indexOr(source: string, what: string, from: number): number {
  const index = source.indexOf(what, from);
  return index < 0 ? source.length : index;
}

function endOfString(source: string, start: number): number {
  let at = start + 1;
  while (at < source.length && source[at] !== source[start] && source[at] !== '\n') at += source[at] === '\\' ? 2 : 1;
  return at;
}

/** Checks whether a slash begins a regular expression. It does if there is no value before it. */
function isRegexHere(code: string): boolean {
  const before = code.trimEnd();
  return (
    before === '' ||
    (/[=(,:;!&|?{}[\]+\n>~^%*-]$|\breturn$|\bcase$|\btypeof$/.test(before.slice(-8)) && !/[)\]]$/.test(before))
  );
}

function endOfRegex(source: string, start: number): number {
  let at = start + 1;
  let inClass = false;
  while (at < source.length && source[at] !== '\n' && (inClass || source[at] !== '/')) {
    if (source[at] === '[') inClass = true;
    if (source[at] === ']') inClass = false;
    at += source[at] === '\\' ? 2 : 1;
  }
  return at + 1;
}

export interface SourceImport {
  readonly from: string;
  /** Whether the import has only types, so that no module is loaded at run time. */
  readonly typesOnly: boolean;
  readonly onDemand?: true;
}

export function importsOf(source: string): readonly SourceImport[] {
  const imports: SourceImport[] = [];
  const statement = /^[ \t]*(?:import|export)\b(?<what>[^'";=]*?)\bfrom\s*['"](?<from>[^'"]+)['"]/gm;
  for (const { groups } of source.matchAll(statement)) {
    const what = groups?.what?.trim() ?? '';
    const names = what.replace(/^\{|\}$/g, '').split(',');
    const typesOnly =
      /^type\b/.test(what) ||
      (what.startsWith('{') && names.every((name) => !name.trim() || /^type\s/.test(name.trim())));
    imports.push({ from: groups?.from ?? '', typesOnly });
  }
  const bare = /^[ \t]*import\s*['"](?<from>[^'"]+)['"]|\bimport\(\s*['"](?<dynamic>[^'"]+)['"]\s*\)/gm;
  for (const { groups } of source.matchAll(bare))
    imports.push({
      from: groups?.from ?? groups?.dynamic ?? '',
      typesOnly: false,
      ...(groups?.dynamic === undefined ? {} : { onDemand: true }),
    });
  return imports;
}
