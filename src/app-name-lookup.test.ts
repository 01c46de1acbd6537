import { AppNameProblem, resolveAppNames } from './app-name-lookup.ts';
import type { Place } from './core/command/context.ts';
import { PlatformError } from './platform/errors/platform-error.ts';
import { parsePolicy } from './policy-file/parse.ts';

const app = (appId: string, name: string) => ({ appId, name, k8sApp: `k8s-${appId}` });
const apps = {
  'shop/east-1': [app('12', 'shop'), app('15', 'billing'), app('22', '会员中心')],
  'shop/west-2': [app('31', 'shop'), app('32', 'Shop')],
};
const down = new PlatformError({ asked: 'listApps', kind: 'unreachable', outcome: 'not-sent', canRetry: true });

function sources(more: { fails?: unknown; lists?: false; seenNames?: readonly string[] } = {}) {
  const asked: string[] = [];
  const remembered: string[] = [];
  const seenApps = (more.seenNames ?? []).map((name, index) => ({
    place: 'shop/east-1',
    kind: 'app' as const,
    id: String(index + 12),
    names: [name],
    at: 0,
  }));
  return {
    asked,
    remembered,
    platform: {
      async listApps({ team, region }: Omit<Place, 'app'>) {
        asked.push(`${team}/${region}`);
        if (more.fails) throw more.fails;
        if (more.lists === false) return undefined;
        return Object.entries(apps).find(([area]) => area === `${team}/${region}`)?.[1] ?? [];
      },
    },
    store: {
      seen: {
        find: async () => seenApps,
        remember: async (things: readonly { readonly id: string }[]) =>
          void remembered.push(...things.map(({ id }) => id)),
      },
    },
    world: { now: () => 0 },
  };
}

const yaml = `contexts:
  shop: { team: shop, region: east-1, app: shop }
  bills: { team: shop, region: east-1, app: 15 }
  members: { team: shop, region: east-1, app: 会员中心 }
channels:
  C0SHOP: { context: shop/east-1/billing }
rules:
  - { when: { context: [shop, shop/east-1/k8s-22, shop/*/15] }, need: approve }
`;

function configOf(text: string, context?: Place) {
  const parsed = parsePolicy(text);
  if ('faults' in parsed) throw new Error(JSON.stringify(parsed.faults));
  const where = [...parsed.appNames].map(([name, line]) => [name, `./portolan.yaml:${line}`] as const);
  return { policy: parsed.policy, context, appNames: new Map(where) };
}

async function problemOf(text: string, more?: Parameters<typeof sources>[0], context?: Place): Promise<string> {
  const failed = await resolveAppNames(configOf(text, context), sources(more)).catch((error: unknown) => error);
  if (!(failed instanceof AppNameProblem)) throw new Error('resolved');
  return failed.message.split('\n').slice(2).join('\n');
}

describe('names of apps in the configuration', () => {
  test('become numbers wherever they stand; each team and region is asked once', async () => {
    const from = sources();
    const { policy, context } = await resolveAppNames(
      configOf(yaml, { team: 'shop', region: 'east-1', app: 'Billing' }),
      from,
    );
    expect(policy.contexts?.map(({ name, app: number }) => [name, number])).toEqual([
      ['shop', '12'],
      ['bills', '15'],
      ['members', '22'],
    ]);
    expect(policy.channels?.get('C0SHOP')?.context).toMatchObject({ app: '15' });
    expect(policy.rules[0]?.when.context?.map((place) => place.app)).toEqual(['12', '22', '15']);
    expect(context).toEqual({ team: 'shop', region: 'east-1', app: '15' });
    expect([from.asked, from.remembered]).toEqual([['shop/east-1'], ['12', '15', '22']]);
  });

  const shop = 'contexts:\n  a: { team: shop, region: east-1, app: shop }';
  const zzzz = 'rules:\n  - { when: { context: shop/east-1/zzzz }, need: approve }';
  test.each<[string, string, Parameters<typeof sources>[0], RegExp]>([
    [
      'unknown',
      shop.replace('app: shop', 'app: biling'),
      {},
      /no app called `biling` in east-1\. Did you mean billing/,
    ],
    [
      'nothing near',
      zzzz,
      {},
      /no app called `zzzz` in east-1\. There are: shop \(12\), billing \(15\), 会员中心 \(22\)/,
    ],
    ['several apps', 'channels:\n  C0WEST: { context: shop/west-2/SHOP }', {}, /2 apps are .*shop \(31\), Shop \(32\)/],
    ['on a platform without a list', shop, { lists: false }, /can’t list apps.*Use its number/],
    ['that was never seen, platform down', shop, { fails: down }, /can’t be looked up: .*Use its number/],
  ])('%s: why, with the line', async (_what, text, more, why) =>
    expect(await problemOf(text, more)).toMatch(new RegExp(`^  \\./portolan\\.yaml:2: .*${why.source}`)),
  );
});
