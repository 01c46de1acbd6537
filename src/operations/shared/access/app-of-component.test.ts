import { findAppOf, findAppsOf } from './app-of-component.ts';

const place = { team: 'shop', region: 'east', app: '1' };
const apps: Readonly<Record<string, readonly string[]>> = { 1: ['a'], 2: ['b', 'c'], 3: ['d'], 4: ['e'] };

function stage() {
  const listedApps: string[] = [];
  const platform = {
    async listComponents({ app }: { readonly app: string }) {
      listedApps.push(app);
      return (apps[app] ?? []).map((serviceId) => ({ serviceId }));
    },
    listApps: async () => Object.keys(apps).map((appId) => ({ appId, name: `app ${appId}` })),
  };
  return { listedApps, reads: { platform } };
}

test('several components are looked for with one reading of each list, until all are found', async () => {
  const { listedApps, reads } = stage();
  const apps = await findAppsOf(['c', 'a', 'd', 'b'], place, reads, async () => {});
  expect(listedApps).toEqual(['1', '2', '3']);
  expect(apps === 'no-lists' ? apps : [...apps].map(([id, { app }]) => `${id} ${app}`).sort()).toEqual([
    'a 1',
    'b 2',
    'c 2',
    'd 3',
  ]);
  expect(await findAppOf('x', place, reads, async () => {})).toBeUndefined();
});
