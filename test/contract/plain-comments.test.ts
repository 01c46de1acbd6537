import { lex, sourceFiles } from './source-files.ts';

const self = 'test/contract/plain-comments.test.ts';

/** Patterns that make comments hard to understand at the first reading. Each name says what to write instead. */
const patterns: Readonly<Record<string, RegExp>> = {
  'begins with a clause: begin with a verb (“Returns”) or a noun': /^(?:What|Who|Whose|Whoever|Whatever)\b(?!.*\?$)/,
  '“undefined where”: write “undefined if”': /\bundefined where\b/i,
  '“where” for a condition: write “if”': /[,;] where (?:it|they|there|that|this|none|nobody|nothing|the|a|no)\b/,
  '“since” for a reason: write “because”': /, since (?:it|they|a|an|no|nobody|nothing|this|that|these|those)\b/,
  '“by itself”: write “automatically”': /\bby (?:itself|themselves)\b/,
  '“of which”, “whose”: write two sentences': /\bof (?:which|whom)\b|\bwhose\b/,
  '“so many”, “so long”: name the number or the time': /\bso (?:many|much|long|often|soon)\b(?! (?:[\w’']+ )?that)/,
  '“stands”, “rests”, “hears” in an odd sense': /\b(?:stands(?! out)|rests|slept|hears)\b/,
  'a literary word': /\b(?:lest|upon|save that|as such|in question|whoever|whatever|by then|thereby|hence|besides)\b/i,
  '“is to be”: write “must be” or “will be”': /\b(?:is|are|was|were) to be\b/,
};

test('comments have none of the ten patterns that people had to read twice', () => {
  const flagged = ['src', 'playground', 'bench', 'test']
    .flatMap((folder) => sourceFiles(folder, { tests: true }))
    .filter(({ path }) => path !== self)
    .flatMap(({ path, text }) =>
      lex(text).comments.flatMap((comment) =>
        Object.entries(patterns)
          .filter(([, pattern]) => pattern.test(comment.text))
          .map(([name]) => `${path}:${comment.line} ${name}: ${comment.text}`),
      ),
    );
  expect(flagged).toEqual([]);
});
