import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { blockLimits, messageLimits, timeLimits, viewLimits } from '../../../src/slack/blocks/limits.ts';
import { importsOf } from '../../../test/contract/source-files.ts';
import { enforcedBlockLimits, enforcedMessageLimits, enforcedTimes, enforcedViewLimits } from './enforced-limits.ts';

test('the simulated Slack shares no code with the bot, so that a mistake of the bot is not its own', () => {
  const folder = join(import.meta.dirname, '..');
  const outside = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .flatMap((path) =>
      importsOf(readFileSync(join(folder, path), 'utf8'))
        .filter(({ from }) => from.startsWith('.'))
        .map(({ from }) => relative(folder, join(dirname(join(folder, path)), from))),
    )
    .filter((path) => path.startsWith('..'));
  expect(outside).toEqual([]);
});

describe('the bot stays within what is enforced', () => {
  const tables: readonly [string, Readonly<Record<string, unknown>>, Readonly<Record<string, unknown>>][] = [
    ['messages', messageLimits, { ...enforcedMessageLimits, textBytes: enforcedMessageLimits.updateBytes }],
    ['blocks', { ...blockLimits }, { ...enforcedBlockLimits, markdown: enforcedMessageLimits.markdown }],
    ['views', viewLimits, enforcedViewLimits],
    ['times', timeLimits, enforcedTimes],
  ];
  const both = tables.flatMap(([table, own, enforced]) =>
    Object.entries(own)
      .filter(([name]) => name in enforced)
      .map(([name, limit]): [string, unknown, unknown] => [`${table}: ${name}`, limit, enforced[name]]),
  );

  test('in every table there is something to compare', () => expect(both.length).toBeGreaterThan(40));

  test.each(both)('%s', (_name, own, enforced) => {
    if (typeof own === 'number') expect(own).toBeLessThanOrEqual(Number(enforced));
    else expect(own).toEqual(enforced);
  });
});
