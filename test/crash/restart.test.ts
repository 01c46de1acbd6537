import { expect, test } from 'vitest';
import { type Journey, killAt, listBoundaries } from './killed.ts';

/** A stop, and the start that follows it whatever happens: the one call that is sent although a process died before it. */
const restart: Journey = {
  operation: 'component.restart',
  given: { component: ['web'] },
  promised: ['POST operations stop', 'POST operations start'],
  // The platform's three seconds pass while the journey's time jumps from one look to the next.
  platformSpeed: 1_000,
};

test('a restart killed between its stop and its start is finished by the next process, and nothing is sent twice', {
  timeout: 120_000,
}, async () => {
  const boundaries = await listBoundaries(restart);
  const stopped = boundaries.indexOf('after platform.write');
  const starting = boundaries.lastIndexOf('before platform.write');
  expect(stopped).toBeGreaterThan(0);
  expect(starting).toBeGreaterThan(stopped);
  // Answered but not saved as such, and followed: counted from 1.
  for (const number of [stopped + 1, stopped + 3]) {
    const { sent } = await killAt(restart, [number]);
    expect(sent, boundaries[number - 1] ?? '').toEqual(restart.promised);
  }
  // Saved as sent, and killed before it left: then nobody knows, and it isn't sent again.
  const { sent } = await killAt(restart, [starting + 1]);
  expect(['POST operations stop', 'POST operations stop,POST operations start']).toContain(sent.join(','));
});
