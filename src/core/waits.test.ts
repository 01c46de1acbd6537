import { trackWaits, untracked, waitOn } from './waits.ts';

test('work knows what it waits for last, however deep, and nothing of other work', async () => {
  const platform = Promise.withResolvers<string>();
  const slack = Promise.withResolvers<string>();
  await trackWaits(async (waits) => {
    expect(waits.latest()).toBeUndefined();
    const platformRead = (async () => waitOn({ on: 'platform', seconds: 10 }, platform.promise))();
    const posted = waitOn({ on: 'slack' }, slack.promise);
    const other = trackWaits(async (theirs) => {
      const drawn = waitOn({ on: 'charts' }, Promise.resolve());
      expect(theirs.latest()).toEqual({ on: 'charts' });
      await drawn;
    });
    const background = untracked(() => waitOn({ on: 'charts' }, platform.promise));
    expect(waits.latest()).toEqual({ on: 'slack' });
    slack.resolve('sent');
    expect(await posted).toBe('sent');
    expect(waits.latest()).toEqual({ on: 'platform', seconds: 10 });
    platform.reject(new Error('down'));
    await expect(platformRead).rejects.toThrow('down');
    await expect(background).rejects.toThrow('down');
    await other;
    expect(waits.latest()).toBeUndefined();
  });
});
