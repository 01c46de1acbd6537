import { blockLimits } from '../slack/blocks/limits.ts';
import { plain } from './operation-catalog.ts';
import { timeOptions } from './option-sources.ts';

/** Friday, 20 November 2026, 17:30 in Berlin. */
const now = Date.UTC(2026, 10, 20, 16, 30);
const labels = (lang: 'en' | 'zh', at = now, zone = 'Europe/Berlin') =>
  timeOptions(at, zone).map(({ label }) => plain(label, lang));

test('none is longer than an option of a select', () => {
  for (const lang of ['en', 'zh'] as const)
    for (const label of labels(lang)) expect(label.length, label).toBeLessThanOrEqual(blockLimits.optionText);
});
