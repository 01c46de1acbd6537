import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { asks, type Stage, startStage, told, unsound, wordsOf } from './stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await startStage({ context: { team: 'shop', region: 'east-1', app: '12' } });
});
afterEach(() => stage.slack.injectFault({ fault: 'reset' }));
afterAll(async () => {
  expect(await unsound(stage)).toEqual([]);
  await stage.stop();
});

const homeOf = (who: string) => wordsOf(stage.slack.user(who).home()?.content);

test('each named context is listed once, and what others set for themselves is not', async () => {
  await asks(stage, 'U0MAYA', 'C0SHOP', '/portolan use shop/east-1/12 as storefront');
  await asks(stage, 'U0SAM', 'C0SHOP', '/portolan use lab/west-2/40 me');
  await stage.slack.user('U0MAYA').openHome();
  await stage.idle();
  const home = homeOf('U0MAYA');
  expect(home).toContain('Default: *storefront* (shop / east-1 / shop #12)');
  expect(home.match(/storefront/g)).toHaveLength(2);
  expect(home).not.toContain('west-2');
  expect(wordsOf((await asks(stage, 'U0MAYA', 'C0SHOP', '/portolan context')).blocks)).not.toContain('west-2');
});

test('a context that is set from Home without “me” becomes the person’s own', async () => {
  const maya = stage.slack.user('U0MAYA');
  const home = maya.home();
  if (!home) throw new Error('no Home');
  await maya.press({ view: home.id }, 'modal:context');
  await stage.idle();
  await maya.options({ view: maya.view()?.id ?? '' }, 'where', 'storefront');
  await told(stage, 'U0MAYA', maya.direct(), (actor) =>
    actor.submit({ where: { where: 'storefront' }, me: { me: [] } }),
  );
  expect(await stage.bot().store.contexts.get('person', 'U0MAYA')).toMatchObject({ app: '12' });
  expect(wordsOf(maya.view()?.content)).not.toContain('⚠');
  await maya.close(true);
});

test('a Home that cannot be published keeps no other from being refreshed', async () => {
  await stage.slack.user('U0SAM').openHome();
  await stage.idle();
  const before = homeOf('U0SAM');
  expect(before).not.toContain('Open port 8000');
  // Maya opened hers first.
  await stage.slack.injectFault({ fault: 'fail', method: 'views.publish', error: 'internal_error', times: 1 });
  await stage.slack.user('U0MAYA').slash('C0SHOP', '/port open api 8000');
  await stage.idle();
  await stage.slack.until(() => homeOf('U0SAM') !== before, 10_000);
  expect(homeOf('U0SAM')).toContain('8000');
});
