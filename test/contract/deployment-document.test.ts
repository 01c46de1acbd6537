import { parseEnv } from 'node:util';
import { type Config, configFaultsText, readConfig } from '../../src/config.ts';
import { variableNames } from '../../src/config-variables.ts';
import { documents, readDocument } from '../documents/markdown.ts';
import { sourceFiles } from './source-files.ts';

const guide = readDocument('docs/deployment.md');
const example = readDocument('.env.example');

const filled = (text: string): string =>
  text
    .replace(/^(PLATFORM_URL=https:\/\/)…$/m, '$1console.example.com')
    .replace(/^(#?(?:SLACK_\w+|PLATFORM_TOKEN|DATABASE_URL|AUDIT_KEY\w*)=.*?)…/gm, `$1${'0123456789abcdef'.repeat(3)}`);

const load = (text: string, files: Readonly<Record<string, string>> = {}) =>
  readConfig(parseEnv(text), (path) => files[path]);

describe('.env.example', () => {
  test('names every variable once, and no other', () => {
    const named = [...example.matchAll(/^#?([A-Z_]+)=/gm)].map(([, name = '']) => name);
    expect(named.sort()).toEqual([...variableNames].sort());
  });

  test('as it is, every line that has to be filled in is reported', () => {
    const loaded = load(example);
    const faults =
      'faults' in loaded ? loaded.faults.map((each) => ('variable' in each ? each.variable : each.file)) : [];
    expect(faults.sort()).toEqual(['PLATFORM_TOKEN', 'PLATFORM_URL', 'SLACK_APP_TOKEN', 'SLACK_BOT_TOKEN']);
  });

  test('filled in, it starts the bot with the defaults', () => {
    const loaded = load(filled(example));
    if ('faults' in loaded) throw new Error(`correct .env.example: ${configFaultsText(loaded.faults)}`);
    const { store, http, slack } = loaded.config;
    expect([store, http.port, slack.mode]).toEqual([{ engine: 'sqlite', directory: './data' }, 3000, 'socket']);
  });

  const optional = example.split('\n\n').filter((block) => /^#[A-Z_]+=/m.test(block));

  test('calls a default what applies without the line, and nothing else', () => {
    const without = filled(example);
    const lines = optional
      .filter((block) => /\(defaults?\)/.test(block))
      .flatMap((block) => block.match(/(?<=^#)[A-Z_]+=.*$/gm) ?? []);
    expect(lines.length).toBeGreaterThan(5);
    const plain = load(without);
    if (!('config' in plain)) throw new Error(`correct .env.example: ${configFaultsText(plain.faults)}`);
    for (const line of lines) {
      const set = load(`${without}\n${line}`, { './portolan.yaml': '' });
      expect('config' in set && comparable(set.config)).toEqual(comparable(plain.config));
    }
  });
});

describe('the environment in docs/deployment.md', () => {
  const rows = [...guide.matchAll(/^\| `([A-Z_]+)` \| [^|]+ \| ([^|]+) \|$/gm)].map(([, name = '', value = '']) => ({
    name,
    value: /^`([^`]+)`$/.exec(value.trim())?.[1],
  }));

  test('is every variable, and no other', () =>
    expect(rows.map(({ name }) => name).sort()).toEqual([...variableNames].sort()));

  test('has the defaults that apply', () => {
    const needed = filled(example).match(/^[A-Z_]+=.*$/gm) ?? [];
    const withDefaults = load(needed.join('\n'));
    const written = rows.flatMap(({ name, value }) => (value === undefined ? [] : [`${name}=${value}`]));
    expect(written.length).toBeGreaterThan(7);
    const withThose = load([...needed, ...written].join('\n'), { './portolan.yaml': '' });
    if (!('config' in withDefaults)) throw new Error(`correct .env.example: ${configFaultsText(withDefaults.faults)}`);
    if (!('config' in withThose))
      throw new Error(`correct the defaults in docs/deployment.md: ${configFaultsText(withThose.faults)}`);
    expect(comparable(withThose.config)).toEqual(comparable(withDefaults.config));
  });
});

const comparable = ({ policy: _policy, policyFile: _file, policyText: _text, ...rest }: Config): unknown =>
  JSON.parse(JSON.stringify(rest));

test('every metric that a document names exists', () => {
  const source = sourceFiles('src/observability')
    .map(({ text }) => text)
    .join('\n');
  for (const name of documents) {
    const named = [...readDocument(name).matchAll(/\bportolan_[a-z_]+[a-z]\b/g)].map(([each]) =>
      each.replace(/_(?:bucket|count|sum)$/, ''),
    );
    expect(named.filter((each) => !source.includes(`'${each}'`))).toEqual([]);
  }
});
