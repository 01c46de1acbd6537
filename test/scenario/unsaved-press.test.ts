import { StoreUnusable } from '../../src/store/store.ts';
import { storeMsg } from '../../src/store/store-messages.ts';
import { acts, shownIn, startStage } from './stage.ts';

test('a press that cannot be stored is acknowledged, and its presser is told to press again', {
  timeout: 60_000,
}, async () => {
  const stage = await startStage({ hurry: 20 });
  try {
    const posted = await acts(stage, 'U0MAYA', 'C0SHOP', (maya) => maya.slash('C0SHOP', '/port open api 8000 for=10m'));
    const card = posted.find(({ text }) => text.includes('Waiting for approval'));
    if (!card) throw new Error('no card');
    const { store } = stage.bot();
    const { put } = store.presses;
    const aside = () =>
      stage.slack
        .messages('C0SHOP', 'U0SAM')
        .filter(({ ephemeralFor }) => ephemeralFor === 'U0SAM')
        .map(shownIn)
        .at(-1) ?? '';
    const press = async () => {
      expect(
        await stage.slack.user('U0SAM').press({ channel: 'C0SHOP', ts: card.ts }, 'request.approve'),
      ).toMatchObject({ ok: true });
      await stage.idle();
    };
    const state = async () => (await store.requests.byMessage('C0SHOP', card.ts))?.state;

    // The database hangs, and stores the press only after the bot told the person that it wasn't saved.
    const late = Promise.withResolvers<void>();
    Object.assign(store.presses, { put: (row: Parameters<typeof put>[0]) => late.promise.then(() => put(row)) });
    await press();
    expect(aside()).toContain('Your click wasn’t saved. Try again.');
    late.resolve();
    await late.promise;
    await stage.idle();
    expect(await state()).toBe('proposed');

    Object.assign(store.presses, {
      put: () => Promise.reject(new StoreUnusable('/data', storeMsg.diskFull(), undefined, true)),
    });
    await press();
    expect(aside()).toContain('disk is full');
    expect(await state()).toBe('proposed');

    Object.assign(store.presses, { put });
    const said = aside();
    await press();
    expect(aside()).toBe(said);
    expect(await state()).toBe('done');
    expect(await store.presses.size()).toBe(0);
  } finally {
    await stage.stop();
  }
});
