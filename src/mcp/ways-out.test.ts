import { wayBackText, waysOut } from './diagnose-tool.ts';

const built = { minMemory: 1_024, serviceSource: 'source_code' };
const image = { minMemory: 512, serviceSource: 'docker_run' };

test.each([
  ['out of memory', built, true, true, [['component.scale', { memory: '2048MiB' }]]],
  [
    'changed since a deploy of what is built',
    built,
    false,
    true,
    [
      ['component.deploy', {}],
      ['component.restart', {}],
    ],
  ],
  ['changed since a change of an image', image, false, true, [['component.restart', {}]]],
  ['nothing moved', built, false, false, []],
  ['its state can’t be read', undefined, true, false, []],
])('what may help: %s', (_what, component, isShort, isMoved, ways) =>
  expect(waysOut(component, { isShort, isMoved })).toEqual(ways),
);

test('what ran before a deploy comes back only where another image can be set', () => {
  expect(wayBackText(built)).toContain('no change brings an earlier build back');
  expect(wayBackText(image)).toContain('component.image takes another one');
});
