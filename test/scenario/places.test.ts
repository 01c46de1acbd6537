import { idOf } from '../../playground/platform/seed/seed-id.ts';
import { policyOf } from '../engine/policy-of.ts';
import { asks, shownIn } from './stage.ts';
import { useStage } from './use-stage.ts';

// Tests that a rule for a place applies to every way of writing the place.
const general = 'C0GENERAL';
const maya = 'U0MAYA';
const id = idOf('team shop');

describe('a rule for a place', async () => {
  const stage = await useStage({
    policy: policyOf('rules: [{ when: { context: Shop/east-1/012 }, need: approve }]'),
    context: null,
  });

  test.each([
    ['shop/east-1/12', 'FIRST'],
    ['shop/east-1/012', 'SECOND'],
    [`${id}/east-1/12`, 'THIRD'],
    [`${id}/EAST-1/+12`, 'FOURTH'],
  ])('holds for %s', async (place, alias) => {
    const asked = await asks(stage, maya, general, `/port alias web 8080 ${alias} in=${place}`);
    const [card] = await stage.bot().store.requests.open({});
    expect(card).toMatchObject({ state: 'proposed', placeKey: 'shop/east-1/12' });
    expect(card?.body).toMatchObject({ ruling: { need: 'approve', rule: { index: 0 } } });
    const again = shownIn(await asks(stage, maya, general, `/port alias web 8080 ${alias} in=shop/east-1/12`));
    expect(again).toContain('There is already a pending request for this');
    await stage.user(maya).press(asked, 'request.cancel');
  });

  test('a context that was set, and one stored long ago, are known by the proper names', async () => {
    expect(shownIn(await asks(stage, maya, general, `/portolan use ${id}/east-1/0012`))).toContain(
      'uses shop / east-1',
    );
    const { contexts } = stage.bot().store;
    expect(await contexts.get('channel', general)).toMatchObject({ team: 'shop', region: 'east-1', app: '12' });
    await contexts.set('channel', general, { team: id, region: 'east-1', app: '012', setBy: maya, at: 1 });
    expect(shownIn(await asks(stage, maya, general, '/portolan policy port alias web 8080 X'))).toMatch(/rule 1/i);
    expect(shownIn(await asks(stage, maya, general, '/portolan context'))).toContain('shop / east-1 / shop #12');
  });

  test('where the platform does not tell the names, nothing can be asked for that a rule may be about', async () => {
    await stage.platform.faults.set({ nextRead: { kind: 'error', status: 503, times: 50 } });
    const answer = shownIn(await asks(stage, maya, general, `/port alias web 8080 NEW in=${id}/west-2/31`));
    await stage.platform.faults.reset();
    expect(answer).not.toContain('approve');
    expect(await stage.bot().store.requests.open({})).toEqual([]);
  });
});
