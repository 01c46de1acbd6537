import { expect, test } from 'vitest';
import { plain } from '../../core/text/text.ts';
import { componentKind, componentSource, componentStatus } from './component-format.ts';

test('a code that is none of the platform’s stands as it came, also one that every object knows', () => {
  for (const code of ['constructor', 'toString', '__proto__', 'odd']) {
    expect(plain(componentStatus(code), 'en')).toContain(code);
    expect(plain(componentKind(code), 'en')).toBe(code);
    expect(plain(componentSource(code), 'en')).toBe(code);
  }
});
