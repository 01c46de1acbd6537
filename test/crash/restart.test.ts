import { expect, test } from 'vitest';
import { onBothEngines } from '../store-engines.ts';
import { type Journey, killAt, listBoundaries } from './killed.ts';

/** A stop, and the start that follows it whatever happens: the one call that is sent although a process died before it. */
const restart: Journey = {
  operation: 'component.restart',
  given: { component: ['web'] },
  promised: ['POST operations stop', 'POST operations start'],
  // The platform's three seconds pass while the journey's time jumps from one look to the next.
  platformSpeed: 1_000,
};

onBothEngines('a restart killed between its stop and its start', ({ name, place }) => {
  test('is finished by the next process, and nothing is sent twice', { timeout: 120_000 }, async () => {
    const fresh = async () => (await place()).databaseUrl;
    const boundaries = await listBoundaries(restart, await fresh());
    const stopped = boundaries.indexOf('after platform.write');
    const starting = boundaries.lastIndexOf('before platform.write');
    expect(stopped).toBeGreaterThan(0);
    expect(starting).toBeGreaterThan(stopped);
    // Answered but not saved as such, and followed: counted from 1. With replicas the lease decides who goes on.
    for (const number of name === 'sqlite' ? [stopped + 1, stopped + 3] : [stopped + 3]) {
      const { sent } = await killAt(restart, [number], await fresh());
      expect(sent, boundaries[number - 1] ?? '').toEqual(restart.promised);
    }
    if (name === 'postgres') return;
    // Saved as sent, and killed before it left: then nobody knows, and it isn't sent again.
    const { sent } = await killAt(restart, [starting + 1]);
    expect(['POST operations stop', 'POST operations stop,POST operations start']).toContain(sent.join(','));
  });
});
