import { isIdOf, shortId } from './request-id.ts';

const id = 'j6qn02d9x1k8mf0c3v7b5t2wqe';

test.each([
  [id, true],
  [shortId(id), true],
  ['j6qn02d9x1', true],
  ['`J6QN02D9`', true],
  ['#j6qn02d9…', true],
  ['j6qn02d', false],
  ['6qn02d9x1', false],
  [`${id}0`, false],
  ['', false],
])('%s', (typed, is) => expect(isIdOf(typed, id)).toBe(is));
