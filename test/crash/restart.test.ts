import { expect, test } from 'vitest';
import { onBothEngines } from '../store-engines.ts';
import { type Journey, killAt, listBoundaries } from './killed.ts';

const restart: Journey = {
  operation: 'component.restart',
  given: { component: ['web'] },
  promised: ['POST operations stop', 'POST operations start'],
  // The rollout takes 3 s on the platform, while the journey's time jumps between polls.
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
    // Kills after the answer but before it is saved, and while following (counted from 1). With replicas, the lease
    // decides which one continues.
    for (const number of name === 'sqlite' ? [stopped + 1, stopped + 3] : [stopped + 3]) {
      const { sent } = await killAt(restart, [number], await fresh());
      expect(sent, boundaries[number - 1] ?? '').toEqual(restart.promised);
    }
    if (name === 'postgres') return;
    // Killed after the call is saved as sent: the outcome is unknown, so the call isn't sent again.
    const { sent } = await killAt(restart, [starting + 1]);
    expect(['POST operations stop', 'POST operations stop,POST operations start']).toContain(sent.join(','));
  });
});
