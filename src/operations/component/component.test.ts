import { expect, test } from 'vitest';
import { plain } from '../operation-catalog.ts';
import {
  componentKind,
  componentSource,
  componentStatus,
  cpuQuota,
  memoryAmount,
  memorySize,
  wholeNumber,
} from '../shared/component/component-format.ts';

test('a code that is none of the platform’s stands as it came, also one that every object knows', () => {
  for (const code of ['constructor', 'toString', '__proto__', 'odd']) {
    expect(plain(componentStatus(code), 'en')).toContain(code);
    expect(plain(componentKind(code), 'en')).toBe(code);
    expect(plain(componentSource(code), 'en')).toBe(code);
  }
});

test.each([-3, 2 ** 31, 2 ** 32, 1.5, 1e308, -1e308])('%d is told as not plausible', (value) => {
  for (const write of [cpuQuota, memorySize, memoryAmount, wholeNumber])
    expect(plain(write(value), 'en')).toBe(`implausible value: ${value}`);
});

test('the largest number of 32 bits can be right', () => {
  for (const write of [cpuQuota, memorySize, memoryAmount, wholeNumber])
    expect(plain(write(2 ** 31 - 1), 'en')).not.toContain('not plausible');
});
