import { idOf } from '../../../playground/platform/seed/seed-id.ts';
import { startPlatform } from '../../../playground/platform/start-platform.ts';
import { createClock } from '../../../test/engine/clock.ts';
import { people, servicesOf } from '../../../test/engine/stage.ts';
import { openTemporaryStore } from '../../../test/engine/temporary-store.ts';
import type { Ask } from '../../core/operation.ts';
import type { Lang } from '../../core/text/text.ts';
import { readComponents } from '../../platform/component/component-endpoints.ts';
import { createPlatform } from '../../platform/create-platform.ts';
import { plain } from '../operation-catalog.ts';
import { findComponents } from './find-component.ts';
import { readsOf } from './services.ts';

test.each(['console', 'document'] as const)('several names are found with one reading (%s)', async (dialect) => {
  const [store, simulated] = [await openTemporaryStore(), await startPlatform({ dialect })];
  const { url, token } = simulated;
  const platform = createPlatform({ url, token, dialect, now: Date.now, random: () => 0 });
  const clock = createClock(Date.now(), 'names');
  let remembered = 0;
  const { seen } = store;
  const remember: typeof seen.remember = (...given) => {
    remembered += 1;
    return seen.remember(...given);
  };
  const reads = readsOf(servicesOf({ world: clock.world, store: { ...store, seen: { ...seen, remember } }, platform }));
  const context = { team: 'shop', region: 'east-1', app: '12' };
  const ask: Ask = { person: people.ann, channel: 'C0SHOP', context, now: clock.world.now(), prefix: '' };
  const callsOf = async (names: readonly string[]) => {
    const before = simulated.log.entries.length;
    const components = await findComponents(names, ask, reads);
    return { components, calls: simulated.log.entries.length - before };
  };
  const one = await callsOf(['web']);
  remembered = 0;
  const three = await callsOf(['web', 'api', 'gr7c01aa', 'web']);
  expect(three.components).toMatchObject([{ name: 'web' }, { name: 'api' }]);
  expect([three.calls, remembered]).toEqual([one.calls, 1]);
  // If two components share a name, each is shown with its alias, and a person can type the shown text.
  const twins = await findComponents(['gr5ea3c1', 'gr5ea3c2'], ask, reads);
  expect(twins).toMatchObject([{ name: 'search (gr5ea3c1)' }, { name: 'search (gr5ea3c2)', displayName: 'search' }]);
  expect(await findComponents(['search (gr5ea3c2)'], ask, reads)).toMatchObject([{ alias: 'gr5ea3c2' }]);
  expect(await findComponents([idOf('search b')], ask, reads)).toMatchObject([{ name: 'search (gr5ea3c2)' }]);
  const ambiguous = await findComponents(['search'], ask, reads);
  expect(ambiguous).toMatchObject({
    problem: 'ambiguous',
    choices: [{ label: 'search (gr5ea3c1)' }, { label: 'search (gr5ea3c2)' }],
  });
  // The buttons also say the states, if the platform's list has them.
  const buttons = 'choices' in ambiguous ? ambiguous.choices.map(({ described }) => described) : [];
  const shown = (lang: Lang) => buttons.map((text) => text && plain(text, lang));
  const isListed = dialect === 'console';
  expect(shown('en')).toEqual(
    isListed ? ['search · ● running · gr5ea3c1', 'search · ◌ rolling update · gr5ea3c2'] : [undefined, undefined],
  );
  expect(shown('zh')[0]).toBe(isListed ? 'search · ● 运行中 · gr5ea3c1' : undefined);
  if (dialect === 'console') {
    simulated.elsewhere({ do: 'delete-component', component: 'gr5ea3c1' });
    await findComponents(['web'], ask, reads);
    expect(await findComponents([idOf('search b')], ask, reads)).toMatchObject([{ name: 'search' }]);
  }
  await Promise.all([platform.close(), simulated.close(), store.close()]);
});

test.each([
  ['web', ['web', 'web '], 'gr1'],
  ['ＷＥＢ', ['web', 'web\u3000'], 'gr1'],
  ['web', ['web '], undefined],
])('a space at the end of a name tells it from another: %s among %j', async (typed, names, alias) => {
  const [store, simulated] = [await openTemporaryStore(), await startPlatform()];
  const { url, token } = simulated;
  const platform = createPlatform({ url, token, dialect: 'console', now: Date.now, random: () => 0 });
  const listed = readComponents(
    names.map((name, index) => ({ service_id: `c${index}`, service_alias: `gr${index + 1}`, service_cname: name })),
  );
  const reads = readsOf(
    servicesOf({
      world: createClock(Date.now(), 'spaces').world,
      store,
      platform: { ...platform, listComponents: async () => listed },
    }),
  );
  const context = { team: 'shop', region: 'east-1', app: '12' };
  const ask: Ask = { person: people.ann, channel: 'C0SHOP', context, now: Date.now(), prefix: '' };
  expect(await findComponents([typed], ask, reads)).toMatchObject(alias ? [{ alias }] : { problem: 'unknown-name' });
  await Promise.all([platform.close(), simulated.close(), store.close()]);
});
