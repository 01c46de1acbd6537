import { setTimeout } from 'node:timers/promises';
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
  const ended = shut(gate).then(() => told.push('shut'));
  await setTimeout(20);
  expect(told).toEqual([]);
  inside.resolve();
  await Promise.all([work, ended]);
  expect(told).toEqual(['out', 'shut']);
  await expect(within(gate, async () => told.push('in again'))).rejects.toThrow('being ended');
  await shut(gate);
  expect(told).toEqual(['out', 'shut']);
});

test('work that fails leaves too', async () => {
  const gate = createGate();
  await expect(within(gate, () => Promise.reject(new Error('no canvas')))).rejects.toThrow('no canvas');
  expect(await within(gate, async () => 'again')).toBe('again');
});
