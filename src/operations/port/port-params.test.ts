import { openFor } from './port-params.ts';

test.each(['never', 'Unlimited'])('a length of %s is shown as no closing time', (typed) => {
  expect(openFor.shown?.(typed)).toEqual(openFor.unset);
});
