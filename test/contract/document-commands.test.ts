import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { variableNames } from '../../src/config-variables.ts';
import { operations } from '../../src/operations/index.ts';
import { runCli } from '../../src/run-cli.ts';
import { printHead } from '../../src/store/audit/audit-entry.ts';
import { openStore } from '../../src/store/open-store.ts';
import { codeBlocks, documents, inlineCode, isFile, readDocument } from '../documents/markdown.ts';
import { type ShellCommand, shellCommands } from '../documents/shell-commands.ts';
import { readCommand } from '../documents/slash-commands.ts';

/**
 * Every command in every document is tried: slash commands by the parser, `npm` scripts by their names, the command line by
 * running it on a database. What no test has (a workspace, Docker, a cluster) is named in the first line of its block:
 * `# Needs: …`.
 */

const all = documents.map((name) => [name, readDocument(name)] as const);
const { scripts, bin } = z
  .object({ scripts: z.record(z.string(), z.string()), bin: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readDocument('package.json')));

/** Languages of blocks in which nothing is a command. */
const otherLanguages = ['yaml', 'json', 'mermaid', 'ini', 'nginx', 'dockerfile', 'sql', 'promql'];
/** Words after a slash that are no command of ours: Slack's own, paths of HTTP. */
const otherSlashes = [
  'invite',
  'healthz',
  'readyz',
  'metrics',
  'slack',
  'data',
  'etc',
  'openapi',
  'teams',
  'app',
  'run',
  'var',
  'tmp',
  'mcp',
  'hooks',
];
/** Variables that are only set for one run of `portolan doctor`. */
const doctorVariables = ['SLACK_CONFIG_TOKEN'];
/** Variables that others read, and those of the tests. */
const otherVariables = [
  'CHROMIUM_PATH',
  'ALERTS_TOKEN',
  'POSTGRES_BIN',
  'NODE_USE_ENV_PROXY',
  'HTTPS_PROXY',
  'HTTP_PROXY',
  'NO_PROXY',
  'NODE_EXTRA_CA_CERTS',
  'POSTGRES_USER',
  'POSTGRES_PASSWORD',
  'POSTGRES_DB',
  'LD_PRELOAD',
  'MALLOC_CONF',
];

describe.each(all)('%s', (name, text) => {
  const blocks = codeBlocks(text);
  const shell = blocks.filter(({ language }) => language === 'sh').flatMap(shellCommands);

  test('has slash commands that mean something, with valid arguments', () => {
    const blockLines = blocks.filter(({ language }) => language === 'text').flatMap((block) => block.text.split('\n'));
    const typed = [...blockLines, ...inlineCode(text).filter((code) => !isName(code))].filter(isSlashed);
    expect(
      typed.filter((line) => readCommand(line)?.faults.length !== 0),
      `correct the command in ${name}; if it isn’t ours, add its word to \`otherSlashes\` of this test`,
    ).toEqual([]);
  });

  test('has a language on every block that isn’t a drawing', () => {
    const known = ['sh', 'text', ...otherLanguages];
    const unknown = blocks.filter(({ language }) => language !== '' && !known.includes(language));
    expect(unknown, `correct the language in ${name}, or add it to \`otherLanguages\` of this test`).toEqual([]);
    const hidden = blocks
      .filter(({ language }) => language === '')
      .flatMap((block) => block.text.split('\n'))
      .filter((line) =>
        /^\s*(?:\$ |npm |npx |docker |kubectl |sudo |curl |\/(?:port|portolan|monitor|gateway|region|component)\b)/.test(
          line,
        ),
      );
    expect(hidden, `write \`sh\` or \`text\` after the fence of its block in ${name}`).toEqual([]);
  });

  test('has npm and npx commands that exist, in text and in blocks', () => {
    const inline = inlineCode(text)
      .filter((code) => /^(?:npm|npx) /.test(code))
      .flatMap((code) => shellCommands({ language: 'sh', text: code, line: 0 }));
    const ours = [...shell, ...inline].filter(({ words }) => words[0] === 'npm' || words[0] === 'npx');
    expect(
      ours.filter((command) => !exists(command)).map(({ words }) => words.join(' ')),
      `correct it in ${name}, or add the script to package.json`,
    ).toEqual([]);
  });

  test('marks what no test can run', () => {
    const unmarked = shell.filter(({ words: [program = ''], needs }) => !needs && !['npm', 'npx'].includes(program));
    expect(
      unmarked.map(({ words }) => words.join(' ')),
      `begin its block in ${name} with “# Needs: …”`,
    ).toEqual([]);
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
    const known = [...variableNames, ...doctorVariables, ...otherVariables];
    expect(
      [...named].filter((variable) => !known.includes(variable)),
      `correct it in ${name}, or add it to src/config-variables.ts; if others read it, to \`otherVariables\` of this test`,
    ).toEqual([]);
  });
});

/** Whether it begins like a slash command, and isn't a path or a command of Slack's own. */
function isSlashed(code: string): boolean {
  const [, word = ''] = /^\/([a-z]+)/.exec(code) ?? [];
  return word !== '' && !otherSlashes.includes(word);
}

/** Whether it only names a command or an operation, such as `/port` or `/port open`. */
function isName(code: string): boolean {
  const bare = code.replace(/^\/rb-/, '/');
  return operations.some(({ command, keywords }) =>
    [[], ...keywords].some((words) => bare === `/${[command, ...words].join(' ')}`),
  );
}

/** Programs that aren't ours, which documents name all the same. */
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

describe('the command line, as the documents have it', () => {
  const directory = mkdtempSync(join(tmpdir(), 'portolan-documents-'));
  let head = '';
  beforeAll(async () => {
    const store = await openStore({ dataDirectory: directory });
    const who = { id: 'U0MAYA', name: 'maya' };
    await store.audit.append([{ at: 1, kind: 'setting', who, placeKey: 'a/b/1', place: 'a / b / 1' }]);
    head = printHead(await store.audit.head());
    await store.close();
  });
  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  const typed = all.flatMap(([name, text]) =>
    codeBlocks(text)
      .filter(({ language }) => language === 'sh')
      .flatMap(shellCommands)
      .flatMap(({ words }) => {
        const at = words.findIndex((word) => word === 'portolan' || word === 'src/start.mjs');
        return at >= 0 && words[at + 1] === 'audit' ? [[words.slice(at + 1), name] as const] : [];
      }),
  );

  test('is shown', () => expect(typed.length, 'show `portolan audit` in docs/deployment.md').toBeGreaterThan(2));

  test.each(typed.map(([words, name]) => [words.join(' '), name, words] as const))(
    'portolan %s (%s)',
    async (_line, name, words) => {
      const lines: string[] = [];
      const output = words.indexOf('>');
      const code = await runCli(
        (output < 0 ? words : words.slice(0, output)).map((word) => word.replace('<head>', head)),
        {
          place: { dataDirectory: directory },
          keys: { current: undefined, previous: [] },
          version: '0.0.0',
          now: () => 1_000,
          readFile: async () => '',
          write: async (text) => void lines.push(text),
          doctor: async () => 0,
          say: (line) => lines.push(line),
        },
      );
      expect([code, code === 0 ? '' : lines.join('')], `correct the command in ${name}, or src/run-cli.ts`).toEqual([
        0,
        '',
      ]);
    },
  );
});

describe('the manifest, as the documents make it', () => {
  const typed = all.flatMap(([name, text]) =>
    [
      ...codeBlocks(text).filter(({ language }) => language === 'sh'),
      ...inlineCode(text).map((code) => ({ language: 'sh', text: code, line: 0 })),
    ]
      .flatMap(shellCommands)
      .flatMap(({ words }) =>
        words[2] === 'manifest' && words.includes('--')
          ? [{ name, line: words.slice(words.indexOf('--') + 1).join(' ') }]
          : [],
      ),
  );
  const lines = Map.groupBy(typed, ({ line }) => line);

  test('is shown', () => expect(lines.size, 'show `npm run manifest -- …` in docs/agents.md').toBeGreaterThan(0));

  test.each([...lines])('npm run manifest -- %s', async (line, where) => {
    const program = join(import.meta.dirname, '../../src/slack/app/manifest-cli.ts');
    const args = line.replace(/<[^>]*>/g, 'portolan.example.com').split(' ');
    const { stdout } = await promisify(execFile)(process.execPath, [program, ...args]);
    expect(
      JSON.parse(stdout),
      `correct ${where.map(({ name }) => name).join(' and ')}, or src/slack/app/manifest-cli.ts`,
    ).toMatchObject({ display_information: { name: 'Portolan' } });
  });
});
