import { type CatalogMessage, type Lang, langs } from '../../src/core/text/text.ts';
import { messages } from '../../src/slack/slack-catalog.ts';
import { type Literal, lex, sourceFiles } from './source-files.ts';

const files = sourceFiles('src');
const areas = files.flatMap(({ path, text }) =>
  [...text.matchAll(/^(?:export )?const (\w+) = messages\(/gm)].map(([, name = '']) => ({
    ...{ path, name },
    part: path.split('/')[1] ?? '',
  })),
);

type Values = Parameters<CatalogMessage['en']>[0];

/** Returns a value for any parameter name: a mark that the test can find in the text, or a number. */
const dummies = (value: (name: string) => string | number): Values =>
  new Proxy<Record<string, string | number>>({}, { get: (_target, name) => value(String(name)) });
const mark = (name: string) => `⟦${name}⟧`;
const variants: readonly Values[] = [dummies(mark), dummies(() => 1), dummies(() => 2), dummies(() => 0)];

/** Returns a message's text for each kind of value. Skips marks if the message accepts only numbers. */
const says = (message: CatalogMessage, lang: Lang): readonly string[] =>
  variants.flatMap((values) => {
    try {
      return [String(message[lang](values))];
    } catch {
      return [];
    }
  });

const marks = (said: readonly string[]): readonly string[] =>
  [...new Set(said.flatMap((text) => [...text.matchAll(/⟦(\w+)⟧/g)].map(([, name = '']) => name)))].sort();

const wordless = new Set([
  'text.verbatim',
  'text.lines',
  'text.list',
  'text.row',
  'text.clauses',
  'text.words',
  'text.labeled',
  'text.beside',
]);

const each = (check: (key: string, message: CatalogMessage) => string | undefined): readonly string[] =>
  [...messages]
    .filter(([key]) => !wordless.has(key))
    .flatMap(([key, sentence]) => {
      const fault = check(key, sentence);
      return fault === undefined ? [] : [`${key}: ${fault}`];
    });

describe('every sentence', () => {
  test('is declared in a file that is called so', () => {
    const elsewhere = areas.map(({ path }) => path).filter((path) => !/(?:^|[/-])messages\.ts$/.test(path));
    // Skip `text.ts`: it defines messages because it joins texts.
    expect(elsewhere.filter((path) => path !== 'src/core/text/text.ts')).toEqual([]);
    expect(messages.size).toBeGreaterThan(50);
  });

  test('says something in both languages, without holes', () => {
    const faults = each((_key, sentence) => {
      for (const lang of langs) {
        const said = says(sentence, lang);
        if (said.length === 0) return `${lang} throws`;
        const bad = said.find((text) => text.trim() === '' || /undefined|NaN|\[object/.test(text));
        if (bad !== undefined) return `${lang} says “${bad}”`;
      }
      return undefined;
    });
    expect(faults).toEqual([]);
  });

  test('names the same values in both languages', () => {
    const faults = each((_key, sentence) => {
      // A value with two languages must be p.en in the English text and p.zh in the Chinese text.
      const named = (lang: Lang) => marks(says(sentence, lang)).map((name) => (name === lang ? 'own' : name));
      const [en, zh] = langs.map((lang) => named(lang).sort().join(' '));
      return en === zh ? undefined : `en has [${en}], zh has [${zh}]`;
    });
    expect(faults).toEqual([]);
  });

  test('is Chinese in Chinese and English in English', () => {
    const faults = each((_key, sentence) => {
      const bare = (lang: Lang) => (says(sentence, lang)[0] ?? '').replace(/⟦\w+⟧|`[^`]*`/g, '');
      if (/\p{Script=Han}/u.test(bare('en'))) return 'en has Chinese in it';
      const words = /\p{L}{2,} \p{Ll}{2,}/u.test(bare('en'));
      return words && !/\p{Script=Han}/u.test(bare('zh')) ? `zh has no Chinese: “${bare('zh')}”` : undefined;
    });
    expect(faults).toEqual([]);
  });

  test('keeps Chinese words apart from values that may end or begin with Latin letters, such as CPU', () => {
    const faults = each((_key, sentence) =>
      says(sentence, 'zh').find((said) => /\p{Script=Han}⟦(?:item|title)⟧|⟦(?:item|title)⟧\p{Script=Han}/u.test(said)),
    );
    expect(faults).toEqual([]);
  });

  test('has its bold parts apart from letters: Slack shows their asterisks otherwise', () => {
    const faults = each((_key, sentence) => {
      for (const lang of langs)
        for (const said of says(sentence, lang)) {
          const parts = said.replace(/`[^`]*`/g, '`').matchAll(/(.?)\*(?! \*)([^*\n]+)\*(.?)/gu);
          for (const [whole, before = '', bold = '', after = ''] of parts)
            if (/[\p{L}\p{N}]/u.test(before + after) || bold !== bold.trim()) return `${lang}: ${whole}`;
        }
      return undefined;
    });
    expect(faults).toEqual([]);
  });
});

describe('words stand in catalogs only', () => {
  /** Text that isn't shown in Slack: programming errors, log lines, names of tests of types. */
  const forMachines =
    /\bthrow new \w+\(\s*$|(?:Error|Problem|super|assert|never|describe)\(\s*$|\blog(?:ger)?\??\.(?:debug|info|warn|error|fatal)\(\s*$|\b(?:cause|none):\s*$/;
  /** Files that are allowed to contain text outside the catalogs, each with its reason. */
  const elsewhere: Readonly<Record<string, string>> = {
    'src/charts/data/number-format.ts': 'how each language shortens large numbers',
    'src/charts/worker/worker.ts': 'a chart that nobody sees',
    'src/slack/app/connect.ts': 'what a stray HTTP request is answered',
    'src/slack/app/manifest.ts': 'Slack shows a manifest in one language',
    'src/slack/app/test-live.ts': 'the report of portolan doctor is in English',
    'src/slack/app/manifest-cli.ts': 'a tool of developers',
  };
  const command = /^\/?…?(?:region|component|port|gateway|monitor|follow|watch|portolan)\b/;

  /**
   * Checks whether a literal is probably a sentence: three words in sequence, or a capitalized word and another word.
   */
  function isSentence({ text, before }: Literal): boolean {
    if (forMachines.test(before) || command.test(text)) return false;
    return (
      /\p{L}{2,} \p{Ll}{2,} \p{Ll}{2,}/u.test(text) ||
      /^\p{Lu}\p{Ll}+ \p{Ll}{2,}/u.test(text) ||
      /\p{Script=Han}/u.test(text)
    );
  }

  test.each(['operations', 'questions', 'changes', 'slack', 'core', 'charts'])('in src/%s', (folder) => {
    const sentences = files
      .filter(({ path }) => path.startsWith(`src/${folder}/`) && !/(?:^|[/-])messages\.ts$/.test(path))
      .filter(({ path }) => !Object.hasOwn(elsewhere, path))
      .flatMap(({ path, text }) =>
        lex(text)
          .literals.filter(isSentence)
          .map(({ line, text: said }) => `${path}:${line} ${said}`),
      );
    expect(sentences).toEqual([]);
  });
});
