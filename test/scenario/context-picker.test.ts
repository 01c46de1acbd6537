import { startStage, unsound } from './stage.ts';

const stage = await startStage({ dialect: 'document', platform: { dialect: 'document' } });
afterAll(async () => {
  expect(await unsound(stage)).toEqual([]);
  await stage.stop();
});

it('a platform without a list of apps offers its regions for the number that is typed', async () => {
  const maya = stage.user('U0MAYA');
  await maya.slash('C0SHOP', '/portolan use');
  const view = maya.view();
  if (!view) throw new Error('no form');
  const where = { actionId: 'where', blockId: 'where' };
  const offered = await maya.options({ view: view.id }, where, '31');
  const values = offered.ok ? offered.options?.options.map(({ value }) => value) : [];
  expect(values).toContain('shop/west-2/31');
  expect(values).not.toContain('shop/north-3/31');
  await maya.submit({ where: { where: 'shop/west-2/31' } });
  expect(await stage.bot().store.contexts.get('channel', 'C0SHOP')).toMatchObject({ region: 'west-2', app: '31' });
});
