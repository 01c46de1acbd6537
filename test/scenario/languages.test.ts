import { listed } from '../messages/listed.ts';
import { acts, asks, englishIn, shownIn, wordsOf } from './stage.ts';
import { useStage } from './use-stage.ts';

// Tests that answers, errors, modals and failures use the reader's language.
const shop = 'C0SHOP';
const questions = listed(`
  /region; /region nowhere; /region show east-1; /region show north-3; /region show nowhere; /component;
  /component nothing; /component show web more=yes; /component show search; /component show promo;
  /component show nothing-near; /component events web; /component events cache; /gateway list;
  /gateway show www.shop.test; /gateway certificates; /gateway show nowhere.test; /portolan apps; /port web;
  /port wbe; /monitor web 1h; /monitor payments 1h; /portolan; /portolan help port; /portolan help nothing;
  /portolan no such words; /portolan context; /portolan requests; /portolan openings; /portolan audit;
  /portolan policy port open web 8080; /portolan use shop/east-1/99; /portolan use nowhere; /port web in=nowhere;
  /port web in=nobody/east-1/12
`);
const forms = listed(`
  /port; /port list web 8080; /region show; /region page=x; /monitor web range=soon step=x; /monitor 7d step=1s;
  /component show; /portolan use; /gateway; /port opne web; /port web nokey=1; /port component=web component=api
`);
const troubles = [
  { nextRead: { kind: 'error', status: 500, times: 20 } },
  { nextRead: { kind: 'garble', as: 'html', times: 20 } },
  { nextRead: { kind: 'huge', times: 20 } },
  { nextRead: { kind: 'slow', seconds: 2, times: 20 } },
] as const;

describe('languages', async () => {
  const stage = await useStage({ timeouts: { read: 600 } });

  test.each([
    { who: 'U0LIU', foreign: englishIn },
    {
      who: 'U0MAYA',
      foreign: (shown: string) =>
        shown.replace(/华东|华西|华北|华南|订单服务|刘晓|会员中心|构建源码失败/g, '').match(/\p{Script=Han}+/gu) ?? [],
    },
  ])(
    '$who reads their own',
    async ({ who, foreign }) => {
      const actor = stage.user(who);
      for (const words of questions) {
        const message = await asks(stage, who, shop, words);
        expect(foreign(`${shownIn(message)}\n${message.text}`), words).toEqual([]);
      }
      for (const words of forms) {
        await actor.slash(shop, words);
        expect(actor.view(), words).toBeDefined();
        expect(foreign(wordsOf(actor.view()?.content)), words).toEqual([]);
        await actor.close(true);
      }
      for (const trouble of troubles) {
        await stage.platform.faults.set(trouble);
        for (const words of ['/region', '/monitor web']) {
          const message = await asks(stage, who, shop, words);
          expect(foreign(shownIn(message)), JSON.stringify(trouble)).toEqual([]);
        }
        await stage.platform.faults.reset();
      }
      const noBot = await asks(stage, who, 'C0NOBOT', '/monitor web');
      expect(foreign(shownIn(noBot))).toEqual([]);
      const mention = await acts(stage, who, shop, (each) => each.mention(shop, 'component show'));
      expect(foreign(mention.map(shownIn).join('\n'))).toEqual([]);
    },
    60_000,
  );
});
