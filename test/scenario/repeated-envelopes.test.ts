import { shopSeed } from '../../playground/platform/seed/shop-seed.ts';
import { portsOf, type WorldSeed } from '../../playground/platform/simulated-world.ts';
import { playgroundPolicy } from '../../playground/playground.ts';
import type { PageActed } from '../../playground/slack/page-protocol.ts';
import type { StoredMessage } from '../../playground/slack/workspace/workspace.ts';
import { createCardHands } from './card-hands.ts';
import { isRecord, type Stage, startStage, unsound } from './stage.ts';

/** Tests that an envelope of Socket Mode has the same effect if Slack sends it again. */

const maya = 'U0MAYA';
const sam = 'U0SAM';
const shop = 'C0SHOP';
const rounds = 8;

/** Adds copies of api and web for each round, so that no round affects another. */
const seed: WorldSeed = (now) => {
  const usual = shopSeed(now);
  const copies = ['api', 'web'].flatMap((name, kind) => {
    const like = usual.components.find(({ cname }) => cname === name);
    if (!like) throw new Error(`no component ${name}`);
    return Array.from({ length: rounds }, (_, round) => {
      const own = `${name[0]}${round}`;
      const id = `${kind}${round}`.repeat(16);
      const ports = portsOf(usual, like.id).map((port) => ({ ...port, componentId: id }));
      return { component: { ...like, id, alias: `gr${own}`, cname: own, k8sName: own }, ports };
    });
  });
  return {
    ...usual,
    components: [...usual.components, ...copies.map(({ component }) => component)],
    ports: [...usual.ports, ...copies.flatMap(({ ports }) => ports)],
  };
};

let stage: Stage;
const { askForCard, press } = createCardHands(() => stage, shop);
const actor = (who: string) => stage.slack.user(who);
const on = ({ ts }: StoredMessage) => ({ channel: shop, ts });
const opening = (round: number) => askForCard(`/port open a${round} 8000 for=2h reason="customer demo"`);
async function opened(round: number): Promise<StoredMessage> {
  const card = await opening(round);
  await press(sam, card, 'request.approve');
  return card;
}

type Act = () => Promise<PageActed>;
const kinds: readonly (readonly [what: string, writes: number, prepare: (round: number) => Promise<Act>])[] = [
  ['approve', 1, async (round) => pressing(sam, await opening(round), 'request.approve')],
  ['confirm', 1, async (round) => pressing(maya, await askForCard(`/port close w${round} 8080`), 'request.approve')],
  ['cancel', 0, async (round) => pressing(maya, await opening(round), 'request.cancel')],
  ['deny, before its form', 0, async (round) => pressing(sam, await opening(round), 'request.deny')],
  [
    'the form of deny',
    0,
    async (round) => {
      await press(sam, await opening(round), 'request.deny');
      return () => actor(sam).submit({ reason: { reason: 'not on a Friday' } });
    },
  ],
  ['close now', 1, async (round) => pressing(sam, await opened(round), 'request.close_now')],
  [
    'the form of extend',
    0,
    async (round) => {
      await press(maya, await opened(round), 'request.extend');
      return () => actor(maya).submit({ longer: { longer: '60' } });
    },
  ],
  ['undo', 0, async (round) => pressing(sam, await closedByHand(round), 'request.undo')],
  [
    'break glass',
    1,
    async (round) => {
      await press(maya, await opening(round), 'request.break_glass');
      return () => actor(maya).submit({ reason: { reason: 'The checkout is down and nobody answers' } });
    },
  ],
  ['a mention', 0, async (round) => () => actor(maya).mention(shop, `port open a${round} 8000 for=2h`)],
  ['a command', 0, async (round) => () => actor(maya).slash(shop, `/port open a${round} 8000 for=2h`)],
  ['a shortcut', 0, async () => () => actor(maya).shortcut('open:monitor')],
  [
    'the form of a command',
    0,
    async (round) => {
      await actor(maya).slash(shop, `/port open a${round}`);
      await stage.idle();
      const view = actor(maya).view();
      const blocks = Array.isArray(view?.content.blocks) ? view.content.blocks.filter(isRecord) : [];
      const port = String(blocks.find(({ block_id }) => String(block_id).startsWith('port@'))?.block_id);
      await actor(maya).options({ view: view?.id ?? '' }, 'port', '8000');
      return () => actor(maya).submit({ [port]: { port: '8000' } });
    },
  ],
];

function pressing(who: string, card: StoredMessage, action: string): Act {
  return () => actor(who).press(on(card), action);
}

/** Closes a port, so that the undo can open the port again. */
async function closedByHand(round: number): Promise<StoredMessage> {
  const card = await askForCard(`/port close w${round} 8080`);
  await press(maya, card, 'request.approve');
  return card;
}

const again = (as: 'itself' | 'new' = 'itself') => stage.slack.socketTrouble.sendAgain(as);
const opens = () => stage.slack.log.filter(({ kind, name }) => kind === 'socket' && name === 'open').length;
/** Makes the connection so old that the bot replaces it immediately. */
const longAgo = () => stage.jump(31_000);

const repetitions: readonly (readonly [how: string, (act: Act) => Promise<unknown>])[] = [
  ['at once', async (act) => Promise.all([act(), again(), again()])],
  ['in turn', async (act) => [await act(), await again(), await again()]],
  [
    'on another connection',
    async (act) => {
      longAgo();
      stage.slack.disconnect('warning', 600_000);
      await stage.slack.until(() => stage.slack.connections() === 2);
      await act();
      expect([await again(), await again()]).toMatchObject([{ ok: true }, { ok: true }]);
      await stage.slack.until(() => stage.slack.connections() === 1);
    },
  ],
  [
    'after its connection broke',
    async (act) => {
      longAgo();
      await act();
      const before = opens();
      stage.slack.socketTrouble.drop();
      await stage.slack.until(() => opens() > before && stage.slack.connections() === 1, 10_000);
      expect(await again()).toMatchObject({ ok: true });
    },
  ],
  [
    'after its ack was lost',
    async (act) => {
      stage.slack.socketTrouble.loseAcks(1);
      await act();
      expect(await again()).toMatchObject({ ok: true });
    },
  ],
  [
    'in a new envelope',
    async (act) => {
      await act();
      await stage.idle();
      await again('new');
    },
  ],
];

async function counted() {
  let audited = 0;
  for await (const _ of stage.bot().store.audit.all()) audited += 1;
  const everyone = stage.slack.messages(shop, 'U0LIU').filter(({ byBot, ephemeralFor }) => byBot && !ephemeralFor);
  return {
    writes: stage.platform.log.entries.filter(({ method }) => method !== 'GET').length,
    requests: (await stage.bot().store.requests.recent(100)).length,
    messages: everyone.length,
    audited,
    forms: stage.slack.log.filter(({ kind, name, error }) => kind === 'api' && name === 'views.open' && !error).length,
  };
}

const oneOfEach = ['approve', 'the form of deny', 'a mention', 'a command', 'a shortcut'];

describe.each(kinds)('%s', (what, writes, prepare) => {
  let once: Awaited<ReturnType<typeof effect>>;

  async function effect(round: number, repeat: (act: Act) => Promise<unknown>) {
    const act = await prepare(round);
    await stage.idle();
    const before = await counted();
    await repeat(act);
    await stage.idle();
    const after = await counted();
    for (const who of [maya, sam]) while (actor(who).view()) await actor(who).close(true);
    return {
      writes: after.writes - before.writes,
      requests: after.requests - before.requests,
      messages: after.messages - before.messages,
      audited: after.audited - before.audited,
      forms: after.forms - before.forms,
    };
  }

  beforeAll(async () => {
    stage = await startStage({ mode: 'socket', hurry: 10, policy: playgroundPolicy, platform: { seed } });
    once = await effect(0, (act) => act());
  }, 30_000);
  afterEach(async () => expect(await unsound(stage)).toEqual([]));
  afterAll(() => stage.stop());

  test('once', () => {
    expect(once.writes).toBe(writes);
    expect(Object.values(once).some((count) => count > 0)).toBe(true);
  });

  test.each(
    repetitions
      .map(([how, repeat], at) => ({ how, repeat, round: at + 1 }))
      // Connections handle all presses equally, and `at once` is stricter than `in turn`: test one of each kind of envelope.
      .filter(({ how }) => !/connection|ack|in turn/.test(how) || oneOfEach.includes(what)),
  )('$how: the effect of one', async ({ repeat, round }) => expect(await effect(round, repeat)).toEqual(once));
});
