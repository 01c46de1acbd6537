import * as z from 'zod';
import { variableNames } from '../../src/config-variables.ts';
import { operations } from '../../src/operations/index.ts';
import { codeBlocks, documents, inlineCode, isFile, readDocument } from '../documents/markdown.ts';
import { type ShellCommand, shellCommands } from '../documents/shell-commands.ts';
import { readCommand } from '../documents/slash-commands.ts';
import { listed } from '../messages/listed.ts';

/**
 * Tries every command in every document: parses slash commands, looks up `npm` scripts by name, and runs the command
 * line on a database. If a block needs something that tests don't have, such as Docker, its first line says so: `#
 * Needs: …`.
 */

const all = documents.map((name) => [name, readDocument(name)] as const);
const { scripts, bin } = z
  .object({ scripts: z.record(z.string(), z.string()), bin: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readDocument('package.json')));

const otherSlashes = listed(`
  invite; healthz; readyz; metrics; slack; data; etc; openapi; teams; app; run; var; tmp; mcp; hooks
`);
/** Variables that people set only while they run `portolan doctor`. */
const doctorVariables = ['SLACK_CONFIG_TOKEN'];
const otherVariables = listed(`
  CHROMIUM_PATH; ALERTS_TOKEN; NODE_IMAGE; POSTGRES_BIN; NODE_USE_ENV_PROXY; HTTPS_PROXY; HTTP_PROXY; NO_PROXY;
  NODE_EXTRA_CA_CERTS; POSTGRES_USER; POSTGRES_PASSWORD; POSTGRES_DB; LD_PRELOAD; MALLOC_CONF
`);

describe.each(all)('%s', (_name, text) => {
  const blocks = codeBlocks(text);
  const shell = blocks.filter(({ language }) => language === 'sh').flatMap(shellCommands);

  test('has slash commands that mean something, with valid arguments', () => {
    const blockLines = blocks.filter(({ language }) => language === 'text').flatMap((block) => block.text.split('\n'));
    const typed = [...blockLines, ...inlineCode(text).filter((code) => !isName(code))].filter(isSlashed);
    expect(typed.filter((line) => readCommand(line)?.faults.length !== 0)).toEqual([]);
  });

  test('has npm and npx commands that exist, in text and in blocks', () => {
    const inline = inlineCode(text)
      .filter((code) => /^(?:npm|npx) /.test(code))
      .flatMap((code) => shellCommands({ language: 'sh', text: code, line: 0 }));
    const ours = [...shell, ...inline].filter(({ words }) => words[0] === 'npm' || words[0] === 'npx');
    expect(ours.filter((command) => !exists(command)).map(({ words }) => words.join(' '))).toEqual([]);
  });

  test('names only variables that are read', () => {
    const named = new Set([
      ...inlineCode(text).flatMap((code) => /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+(?==|$)/.exec(code) ?? []),
      ...blocks
        .filter(({ language }) => ['sh', 'yaml', 'ini'].includes(language))
        .flatMap((block) =>
          [...block.text.matchAll(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b(?==|:)/g)].map(([variable]) => variable),
        ),
    ]);
    const existing = [...variableNames, ...doctorVariables, ...otherVariables];
    expect([...named].filter((variable) => !existing.includes(variable))).toEqual([]);
  });
});

function isSlashed(code: string): boolean {
  const [, word = ''] = /^\/([a-z]+)/.exec(code) ?? [];
  return word !== '' && !otherSlashes.includes(word);
}

function isName(code: string): boolean {
  const bare = code.replace(/^\/rb-/, '/');
  return operations.some(({ command, keywords }) =>
    [[], ...keywords].some((words) => bare === `/${[command, ...words].join(' ')}`),
  );
}

const ofOthers = ['mcp-remote'];

function exists({ words }: Pick<ShellCommand, 'words'>): boolean {
  const [program, first = '', second = ''] = words;
  if (program === 'npx') {
    if (first === 'vitest')
      return second === 'run' && words.slice(3).every((each) => each === '<file>' || isFile(each));
    return first in bin || ofOthers.includes(first);
  }
  return (
    first === 'ci' || (['start', 'test'].includes(first) && first in scripts) || (first === 'run' && second in scripts)
  );
}
