import { expect, test } from 'vitest';
import { examplesTried, keptExamples } from './kept-examples.ts';

const minute = 60_000;
const names = { components: ['web'], ports: [8080] };
const works = { 'port open web 8080': 'port open api 8000' };

test('examples of a context are looked for once in five minutes, for each bot', async () => {
  const [one, other] = [{}, {}];
  let looks = 0;
  const look = (owner: object, key: string, now: number) =>
    keptExamples(owner, key, now, async () => {
      looks += 1;
      return { names, works, isWhole: true };
    });
  await look(one, 'shop port', 0);
  expect(await look(one, 'shop port', 4 * minute)).toEqual({ names, works, isWhole: true });
  expect(looks).toBe(1);
  await look(one, 'shop gateway', 4 * minute);
  await look(other, 'shop port', 4 * minute);
  await look(one, 'shop port', 5 * minute);
  expect(looks).toBe(4);
});

test('what a slow platform left out is looked for again', async () => {
  let looks = 0;
  const owner = {};
  for (const now of [0, 1]) {
    keptExamples(owner, 'shop port', now, async () => {
      looks += 1;
      return { names, works, isWhole: false };
    });
    await examplesTried(owner);
  }
  expect(looks).toBe(2);
});
