import { expect, test } from 'vitest';
import { chineseRules } from './chinese-rules.ts';
import { lex, sourceFiles } from './source-files.ts';

/** Words and signs that people would stumble over: what people read is plain English, and Chinese in the console's terms. */

/** Files with sentences for people: the catalogs, and what is printed at startup and by the command line. */
const otherFiles = [
  'src/platform/errors/reasons.ts',
  'src/platform/errors/map-error.ts',
  'src/platform/errors/field-faults.ts',
  'src/config.ts',
  'src/config-variables.ts',
  'src/main.ts',
  'src/app-start-problem.ts',
  'src/run-cli.ts',
  'src/store/store.ts',
  'src/store/audit/audit-verdict.ts',
  'src/policy-file/check.ts',
  'src/policy-file/parse.ts',
  'src/policy-file/schema.ts',
];

/** Files that are yet to be rewritten. Delete one here when it is; nothing is ever added. */
const yetToRewrite: readonly string[] = [];

const english: Readonly<Record<string, RegExp>> = {
  'is no …: write “isn’t a valid …”': /(?<!\bthere )\b(?:is|are) no\b(?! longer\b)/i,
  'an odd or literary word':
    /\b(?:whoever|whatever|nobody's|nobody’s|slept|upon|mend(?:s|ed)?|anew|lest|shall|thereby|herewith)\b/i,
  '“by itself”: write “automatically”': /\bby (?:itself|themselves|myself)\b/i,
  'an odd sense of stand, hold, tell or rest':
    /\b(?:stands?|holds|hold (?:here|any)|tells|told|not tell(?! (?:who|whether|what))|rests)\b/i,
  'somebody: write “someone”': /\bsomebody\b/i,
  'a request is pending: only ports and access are open':
    /\bopen requests?\b|\brequests? (?:is|are) (?:also |already )?open\b/i,
  'deploy, where something is deployed': /\bbuil[dt] and deploy|\bnot built\b/i,
  'rolling update: one word for one thing': /\bone instance at a time\b|\bwithout an interruption\b/i,
  'British spelling': /\b\w*(?:colour|behaviour|catalogue|licence|recognise|authoris|organis|canc?elled|grey)\w*\b/i,
};

interface Finding {
  readonly path: string;
  readonly says: string;
}

function findings(): readonly Finding[] {
  const files = sourceFiles('src').filter(
    ({ path }) => /(?:^|[/-])messages\.ts$/.test(path) || otherFiles.includes(path),
  );
  return files.flatMap(({ path, text }) =>
    lex(text).literals.flatMap(({ text: said, line }) => {
      const isChinese = /\p{Script=Han}/u.test(said);
      // Words in code marks are what is typed.
      const prose = said.replaceAll(/`[^`]*`/g, '`').replaceAll(/名称\d?[:=]值\d?;?/g, '');
      if (!isChinese && !/\p{L}+ \p{L}+/u.test(prose)) return [];
      return Object.entries(isChinese ? chineseRules : english)
        .filter(([, rule]) => rule.test(prose))
        .map(([rule]) => ({ path, says: `${path}:${line} ${rule}: ${said}` }));
    }),
  );
}

test('what people read has none of them', () => {
  const found = findings().filter(({ path }) => !yetToRewrite.includes(path));
  expect(found.map(({ says }) => says)).toEqual([]);
});

test('comments say it as people would: someone, again, the person who', () => {
  const odd = /\b(?:whoever|somebody|everybody|anybody|anew|lest|upon|thereby|shall)\b/i;
  const found = sourceFiles('src').flatMap(({ path, text }) =>
    [...text.matchAll(/\/\*.*?\*\/|^[ \t]*\/\/[^\n]*$/gms)]
      .filter(([comment]) => odd.test(comment))
      .map(({ 0: comment, index }) => `${path}:${text.slice(0, index).split('\n').length} ${comment.trim()}`),
  );
  expect(found).toEqual([]);
});
