import { type Param, readAll } from '../../src/core/command/params.ts';
import type { OperationSpec } from '../../src/core/operation.ts';
import { evidenceDelay } from '../../src/core/request/finish-request.ts';
import type { Lang, Text } from '../../src/core/text/text.ts';
import { commands } from '../../src/operations/commands.ts';
import type { Operation } from '../../src/operations/shared/define.ts';
import { commandSummaries } from '../../src/slack/app/manifest.ts';
import { plain } from '../../src/slack/slack-catalog.ts';
import { documentWords } from './operations-document-words.ts';
import { readCommand } from './slash-commands.ts';

export const operationsPath: Readonly<Record<Lang, string>> = { en: 'docs/operations.md', zh: 'docs/operations.zh.md' };

/**
 * Returns the text of `docs/operations.md` in a language: all commands and their parameters. `npm run docs` writes it.
 */
export function operationsDocument(operations: readonly Operation[], lang: Lang): string {
  const words = documentWords[lang];
  const sections = commands.map((command) => {
    const ours = operations.filter((operation) => operation.command === command);
    return [
      `## ${words.commands(command)}`,
      words.full(escapeMarkdown(say(commandSummaries[command], lang))),
      ...ours.map((operation) => operationSection(operation, lang)),
    ].join('\n\n');
  });
  return `${[words.introduction, overview(operations, lang), ...sections].join('\n\n')}\n`;
}

function overview(operations: readonly Operation[], lang: Lang): string {
  const rows = operations.map((operation) => {
    const name = nameOf(operation);
    return `| [\`${name}\`](#${name.slice(1).replaceAll(' ', '-')}) | ${cell(say(operation.summary, lang))} | ${kindText(operation, lang)} |`;
  });
  return [documentWords[lang].overviewHead, '|---|---|---|', ...rows].join('\n');
}

function operationSection(operation: Operation, lang: Lang): string {
  const words = documentWords[lang];
  const shown = Object.entries(operation.params).filter(([, param]) => param.input !== 'hidden');
  const sentences = [say(operation.summary, lang), kindText(operation, lang)].map(words.full);
  const parts = [
    `### ${nameOf(operation)}`,
    `${escapeMarkdown(sentences.join(lang === 'en' ? ' ' : ''))}${otherWords(operation, lang)}${dialectNote(operation, lang)}${evidenceNote(operation, lang)}`,
    ['```text', ...operation.examples.map((example) => `/${example}`), '```'].join('\n'),
  ];
  if (shown.length > 0) {
    const rows = shown.map(([name, param]) => parameterRow(operation, name, param, lang));
    parts.push([words.parametersHead, '|---|---|---|---|', ...rows].join('\n'));
  }
  return parts.join('\n\n');
}

function nameOf({ command, keywords }: OperationSpec): string {
  const [words = []] = [...keywords].sort((a, b) => b.length - a.length);
  return [`/${command}`, ...words].join(' ');
}

function otherWords(operation: OperationSpec, lang: Lang): string {
  const others = operation.keywords
    .map((words) => [`/${operation.command}`, ...words].join(' '))
    .filter((name) => name !== nameOf(operation));
  return others.length === 0 ? '' : documentWords[lang].alsoTyped(codes(others, lang));
}

const dialectNote = ({ dialects }: OperationSpec, lang: Lang): string =>
  dialects && !dialects.includes('document') ? documentWords[lang].consoleOnly : '';

function evidenceNote(operation: Operation, lang: Lang): string {
  if (operation.kind !== 'change' || operation.evidence !== 'before-and-after') return '';
  return documentWords[lang].evidence(evidenceDelay / 60_000);
}

function kindText(operation: Operation, lang: Lang): string {
  const words = documentWords[lang];
  if (operation.kind !== 'change') return words.kinds[operation.kind];
  const risks = new Set(
    operation.examples.flatMap((example) => {
      const meant = readCommand(`/${example}`);
      const parsed = meant && readAll(operation.params, meant.request.given);
      return parsed && 'args' in parsed ? [operation.risk(parsed.args)] : [];
    }),
  );
  if (operation.minRisk) risks.add(operation.minRisk);
  return words.risk([...risks].map((risk) => `\`${risk}\``));
}

function parameterRow(operation: OperationSpec, name: string, param: Param<unknown>, lang: Lang): string {
  const words = documentWords[lang];
  const also = param.aliases?.length ? words.also(codes(param.aliases, lang)) : '';
  const at = operation.order.indexOf(name);
  const place = at < 0 ? '' : words.place(at + 1);
  const label = cell(say(param.label, lang));
  const more = [
    ...(param.hint ? [cell(sentence(say(param.hint, lang), lang))] : []),
    ...(param.repeats ? [words.repeats] : []),
  ];
  const meaning = more.length === 0 ? label : words.explained(label, more.join(lang === 'en' ? ' ' : ''));
  return `| \`${name}\`${also}${place} | ${meaning} | ${valuesOf(param, lang)} | ${defaultOf(param, lang)} |`;
}

function valuesOf(param: Param<unknown>, lang: Lang): string {
  if (param.options)
    return codes(
      param.options.map(({ value }) => value),
      lang,
    );
  if (param.input === 'checkbox') return codes(['yes', 'no'], lang);
  return param.placeholder ? documentWords[lang].suchAs(cell(say(param.placeholder, lang))) : '';
}

const codes = (names: readonly string[], lang: Lang): string =>
  names.map((name) => `\`${name}\``).join(lang === 'en' ? ', ' : '、');

/** Returns the default value of a parameter if it is a single word. */
function defaultOf(param: Param<unknown>, lang: Lang): string {
  if (param.required) return documentWords[lang].required;
  if (param.fallback !== undefined) return `\`${param.fallback}\``;
  if (param.unset) return cell(say(param.unset, lang));
  const parsed = param.read([]);
  return parsed.ok && parsed.value === false ? '`no`' : '';
}

const say = (text: Text, lang: Lang): string => plain(text, lang).trim();

function sentence(text: string, lang: Lang): string {
  if (/[.!?…。！？]$/.test(text)) return text;
  return `${text}${lang === 'en' ? '.' : '。'}`;
}

const cell = (text: string): string => escapeMarkdown(text).replace(/\s+/g, ' ').replaceAll('|', '\\|');

const escapeMarkdown = (text: string): string =>
  text
    .split(/(`[^`]*`)/)
    .map((part) => (part.startsWith('`') ? part : part.replace(/[*_<>[\]]/g, '\\$&')))
    .join('');
