import { expect, test } from 'vitest';
import { nameCalls } from './tool-text.ts';

test.each([
  ['If not, use `/component upgrade web`.', 'If not, use the change `component.upgrade`.'],
  ['Try `/dev-component start all`.', 'Try the change `component.start_all`.'],
  ['One that `/gateway certificates` lists', 'One that `list_gateway_rules` with view `certificates` lists'],
  ['Type `/portolan use shop/east-1/12`.', 'Type `/portolan use shop/east-1/12`.'],
  ['The path `/component` is open.', 'The path `/component` is open.'],
])('agents get calls for commands: %s', (text, said) => {
  expect(nameCalls(text)).toBe(said);
});
