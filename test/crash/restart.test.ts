import { onBothEngines } from '../store-engines.ts';
import { type Journey, killAt, listBoundaries } from './killed.ts';

const restart: Journey = {
  operation: 'component.restart',
  given: { component: ['web'] },
  promised: ['POST operations stop', 'POST operations start'],
  // The rollout takes 3 s on the platform, but the journey's time jumps, so the platform's clock runs fast.
  platformSpeed: 1_000,
};

onBothEngines('a restart killed between its stop and its start', ({ name, place }) =>
  test('is finished by the next process, and nothing is sent twice', { timeout: 120_000 }, async () => {
    const fresh = async () => (await place()).databaseUrl;
    const boundaries = await listBoundaries(restart, await fresh());
    const stopped = boundaries.indexOf('after platform.write');
    const starting = boundaries.lastIndexOf('before platform.write');
    expect(stopped).toBeGreaterThan(0);
    expect(starting).toBeGreaterThan(stopped);
    // Kill after the platform's answer but before the bot stores it, and while the bot follows events (`killAt` counts
    // from 1). With several replicas, the lease decides which replica continues.
    for (const number of name === 'sqlite' ? [stopped + 1, stopped + 3] : [stopped + 3]) {
      const { sent } = await killAt(restart, [number], await fresh());
      expect(sent, boundaries[number - 1] ?? '').toEqual(restart.promised);
    }
    if (name === 'postgres') return;
    // Kill after the call was stored as sent. Nobody knows whether it was sent, so the next process must not send it.
    const { sent } = await killAt(restart, [starting + 1]);
    expect(['POST operations stop', 'POST operations stop,POST operations start']).toContain(sent.join(','));
  }),
);
