import type { PanelSummary } from '../data/job.ts';
import { levelsOf } from './levels.ts';

test.each([
  ['en', ['web', 'api'], 'web and api: limit 512 MiB'],
  ['en', ['web', 'api', 'db', 'cache'], 'web, api and 2 more: limit 512 MiB'],
  ['zh', ['web', 'api', 'db'], 'web、api 等 3 个：上限 512 MiB'],
] as const)('in %s, the limit of %j says how many more have it', (lang, names, text) => {
  const limits = [{ value: 512, names, without: [], peak: null }];
  const panel: PanelSummary = { item: 'memory', unit: 'MiB', isDrawn: true, series: [], coloured: 0, limits };
  expect(levelsOf(panel, 300, lang).within).toMatchObject([{ text }]);
});

test.each([
  ['en', '90% (461 MiB)'],
  ['zh', '90%（461 MiB）'],
] as const)('in %s, a threshold that is a share of the limit says so', (lang, text) => {
  const thresholds = [{ value: 460.8, share: '90%', beyond: [] }];
  const panel: PanelSummary = { item: 'memory', unit: 'MiB', isDrawn: true, series: [], coloured: 0, thresholds };
  expect(levelsOf(panel, 400, lang).within).toMatchObject([{ text }]);
});

test.each([
  ['en', ['↑ limits from 1 core not reached']],
  ['zh', ['↑ 未达到上限（最低 1 核）']],
] as const)('in %s, limits far above the lines are one note that fits', (lang, notes) => {
  const limits = [1, 2].map((value) => ({ value, names: [`web ${value}`], without: [], peak: 0.1 }));
  const panel: PanelSummary = { item: 'cpu', unit: 'cores', isDrawn: true, series: [], coloured: 0, limits };
  expect(levelsOf(panel, 0.1, lang)).toMatchObject({ within: [], notes: notes.map((text) => ({ text })) });
});

test.each([
  ['en', 'web: limit 512 MiB'],
  ['zh', 'web：上限 512 MiB'],
] as const)('in %s, a limit of one component names it', (lang, text) => {
  const limits = [{ value: 512, names: ['web'], without: ['api'], peak: null }];
  const panel: PanelSummary = { item: 'memory', unit: 'MiB', isDrawn: true, series: [], coloured: 0, limits };
  expect(levelsOf(panel, 300, lang).within).toMatchObject([{ line: 'web', text }]);
});
