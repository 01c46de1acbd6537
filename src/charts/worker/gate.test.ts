import { expect, test } from 'vitest';
import { createGate, shut, within } from './gate.ts';

test('who is inside is waited for; then nobody gets in', async () => {
  const gate = createGate();
  const told: string[] = [];
  const inside = Promise.withResolvers<void>();
  const work = within(gate, async () => {
    await inside.promise;
    told.push('out');
  });
  let looks = 0;
  const wait = async () => {
    looks += 1;
    told.push(`look ${looks}`);
    // It is still inside when it is looked at for the second time.
    if (looks === 2) inside.resolve();
  };
  const ended = shut(gate, wait).then(() => told.push('shut'));
  await Promise.all([work, ended]);
  expect(told.slice(0, 2)).toEqual(['look 1', 'look 2']);
  expect(told.filter((each) => !each.startsWith('look'))).toEqual(['out', 'shut']);
  await expect(within(gate, async () => told.push('in again'))).rejects.toThrow('being ended');
  await shut(gate);
  expect(told.at(-1)).toBe('shut');
});

test('work that fails leaves too', async () => {
  const gate = createGate();
  await expect(within(gate, () => Promise.reject(new Error('no canvas')))).rejects.toThrow('no canvas');
  expect(await within(gate, async () => 'again')).toBe('again');
});
