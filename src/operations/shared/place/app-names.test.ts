import { appNameOf } from './app-names.ts';

test('an app has no name, instead of a failure that is kept, while neither the platform nor the database responds', async () => {
  const fails = () => Promise.reject(new Error('down'));
  const services = {
    world: { now: () => 0 },
    platform: { readApp: fails },
    store: { seen: { find: fails, remember: fails } },
  };
  expect(await appNameOf({ team: 'shop', region: 'east-1', app: '12' }, services)).toBeUndefined();
});
