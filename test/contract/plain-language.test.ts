import { chineseRules } from './chinese-rules.ts';
import { lex, sourceFiles } from './source-files.ts';

test('Chinese texts use the console’s words and full-width punctuation', () => {
  const catalogs = sourceFiles('src').filter(({ path }) => /(?:^|[/-])messages\.ts$/.test(path));
  const faults = catalogs.flatMap(({ path, text }) =>
    lex(text).literals.flatMap(({ text: said, line }) => {
      if (!/\p{Script=Han}/u.test(said)) return [];
      const prose = said.replaceAll(/`[^`]*`/g, '`').replaceAll(/名称\d?[:=]值\d?;?/g, '');
      const broken = Object.entries(chineseRules).filter(([, rule]) => rule.test(prose));
      return broken.map(([rule]) => `${path}:${line} ${rule}: ${said}`);
    }),
  );
  expect(faults).toEqual([]);
});
