import type { CatalogMessage, Lang } from '../../src/core/text/text.ts';
import { messages } from '../../src/slack/slack-catalog.ts';
import { lex, sourceFiles } from '../contract/source-files.ts';

/** A catalog message with example values. If it contains a count, it has one line for each plural form. */
export interface MessageExamples {
  readonly key: string;
  readonly says: Readonly<Record<Lang, readonly string[]>>;
}

export const catalogFiles = (): readonly string[] =>
  sourceFiles('src')
    .filter(({ text }) => /(?<!function )\bmessages\(\s*'/.test(text))
    .map(({ path }) => path);

const exampleValues: Readonly<Record<string, string>> = {
  ...{ port: '8080', component: 'web', typed: 'wbe', name: 'web', alias: 'WEB', protocol: 'http', app: 'Shop' },
  ...{ who: '@maya', by: '@maya', asker: '@maya', bot: 'portolan', mention: '@portolan', role: 'operators' },
  ...{ at: '09:41', until: '09:41', from: '09:00', to: '09:41', when: '20 Nov 2026', date: '20 Nov 2026' },
  ...{ time: '2 hours', length: '2 hours', range: '24h', zone: 'Europe/Berlin', channel: '#shop', team: 'shop' },
  ...{ region: 'east-1', place: 'shop / east-1 / Shop #12', context: 'shop (shop / east-1 / Shop #12)' },
  ...{
    address: 'http://web.shop.test',
    addresses: 'http://web.shop.test',
    endPoint: '203.0.113.9:30021',
    id: 'a1b2c3',
  },
  ...{ title: 'Open port 8080 on web', reason: 'release day', reference: '0a1b2c3d', example: '/port open web 8080' },
  ...{ command: '/portolan help', names: 'web, api', step: '5m', word: 'open', words: 'port open web', key: 'por' },
  ...{ scope: 'chat:write', code: 'channel_not_found', names_list: 'web, api', item: 'request_time', near: 'port' },
  ...{ before: 'closed', after: 'open', label: 'Port', hint: 'A number from 1 to 65535', value: '8080', first: '80' },
  ...{ why: 'The region is under maintenance.', status: 'under maintenance', link: 'https://acme.slack.com/x' },
};

export const catalogMessages = (): readonly MessageExamples[] =>
  [...messages]
    .filter(([key]) => !key.startsWith('text.'))
    .map(([key, template]) => ({ key, says: { en: examplesOf(template, 'en'), zh: examplesOf(template, 'zh') } }));

function examplesOf(template: CatalogMessage, lang: Lang): readonly string[] {
  const texts = [undefined, 1, 3].flatMap((number) => {
    const values = new Proxy<Record<string, string | number>>(
      {},
      { get: (_target, name) => number ?? exampleValues[String(name)] ?? `⟨${String(name)}⟩` },
    );
    try {
      return [String(template[lang](values))];
    } catch {
      // A message about numbers throws if it gets words, and the other way around, so skip that kind of value.
      return [];
    }
  });
  const [words, ...counted] = texts;
  // Shows names as values, or numbers if the sentence differs with the number.
  const forms = new Set(counted.map((text) => text.replaceAll(/\d+/g, '#')));
  return words === undefined || forms.size > 1 ? [...new Set(texts)] : [words];
}

/** Sentences in the code of a file, printed at the start, by the command line, or in the log. */
export interface CodeSentences {
  readonly path: string;
  readonly says: readonly string[];
}

/** Matches text of at least two words. Identifiers, paths and markup don't match. */
const sentence = /\p{L}{2,}[^\p{L}]* [^\p{L}]*\p{L}{2,}|\p{Script=Han}{2}/u;

/** Returns the sentences in all files that aren't catalogs: text that people read outside of Slack. */
export function codeSentences(): readonly CodeSentences[] {
  const catalogs = new Set(catalogFiles());
  return sourceFiles('src')
    .filter(({ path }) => !catalogs.has(path))
    .map(({ path, text }) => ({
      path,
      says: lex(text)
        .literals.filter(({ text: said, before }) => sentence.test(said) && !/\b(?:from|import)\s*$/.test(before))
        .map(({ text: said }) => said),
    }))
    .filter(({ says }) => says.length > 0);
}
