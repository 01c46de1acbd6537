import { expect, test } from 'vitest';
import { createKeptExamples, type KeptExamples } from './kept-examples.ts';

const minute = 60_000;
const names = { components: ['web'], ports: [8080] };
const works = { 'port open web 8080': 'port open api 8000' };

test('examples of a context are looked for once in five minutes, for each bot', async () => {
  const [one, other] = [createKeptExamples(), createKeptExamples()];
  let looks = 0;
  const look = (owner: KeptExamples, key: string, now: number) =>
    owner.find(key, now, async () => {
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
  const owner = createKeptExamples();
  for (const now of [0, 1]) {
    owner.find('shop port', now, async () => {
      looks += 1;
      return { names, works, isWhole: false };
    });
    await owner.tried();
  }
  expect(looks).toBe(2);
});
