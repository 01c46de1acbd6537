import { expect, test } from 'vitest';
import type { PanelSummary } from '../data/job.ts';
import { levelsOf } from './levels.ts';

test.each([
  [['web', 'api'], 'limit 512 MiB (web, api)'],
  [['web', 'api', 'db', 'cache'], 'limit 512 MiB (web, api and 2 more)'],
])('the limit of %j says how many more have it', (names, text) => {
  const limits = [{ value: 512, names, peak: null }];
  const panel: PanelSummary = { item: 'memory', unit: 'MiB', isDrawn: true, series: [], coloured: 0, limits };
  expect(levelsOf(panel, 300, 'en').within).toMatchObject([{ text }]);
});
