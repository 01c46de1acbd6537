import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createAgent } from '../../playground/playground.ts';
import { objectOf, objectsOf } from '../../playground/slack/json-values.ts';
import { operations } from '../../src/operations/index.ts';
import { acts, asks } from './stage.ts';
import { useStage } from './use-stage.ts';

/**
 * Tests that an answer for one person is never shown to another. Cached answers are found by everything that they
 * depend on. Sam is in the private channel, Liu isn't; each of them asks first once.
 */

const [maya, sam, liu] = ['U0MAYA', 'U0SAM', 'U0LIU'];
const [shop, secret] = ['C0SHOP', 'G0SECRET'];
/** Texts that only members of the private channel are allowed to see: a request, a chart and a watch. */
const marks = /[Pp]ort 7077|端口 7077|monitor web 37h|4,321 ms/;

const stage = await useStage({ context: { team: 'shop', region: 'east-1', app: '12' }, agents: true, hurry: 20 });
const { channels, bot } = stage.slack.workspace;
channels.get(secret)?.members.add(bot.user);
await acts(stage, maya, secret, (actor) => actor.slash(secret, '/port add web 7077'));
await acts(stage, maya, secret, (actor) => actor.slash(secret, '/watch web gateway-latency above=4321ms'));
const words = '/portolan schedule monitor web 37h at "0 9 * * 1-5"';
await acts(stage, maya, secret, (actor) => actor.slash(secret, words));

/**
 * First example of every question, so that the test includes new questions. Excludes help, because it only repeats the
 * input, and the audit log, because `audit-rights.test.ts` tests it.
 */
const questions = operations
  .filter((each) => each.kind === 'question' && !each.isHelp && each.id !== 'audit')
  .flatMap(({ examples }) => examples.slice(0, 1));

const answered = async (who: string, channel: string, words: string) =>
  JSON.stringify(await acts(stage, who, channel, (actor) => actor.slash(channel, `/${words}`)));

describe('what a member of a private channel is shown, nobody else is', () => {
  const shownToSam = new Set<string>();
  test.each(questions)('/%s', async (words) => {
    for (const who of [liu, sam, liu]) {
      const answer = await answered(who, shop, words);
      if (who === liu) expect(answer).not.toMatch(marks);
      else if (marks.test(answer)) shownToSam.add(words);
    }
  });
  test('which Sam was', () =>
    expect([...shownToSam].sort()).toEqual(['portolan requests', 'portolan schedules', 'watch list']));
});

test('what is kept of an answer for Share is that of the person who shares it', async () => {
  const requests = (who: string) => asks(stage, who, shop, '/portolan requests');
  const [first, sams, last] = [await requests(liu), await requests(sam), await requests(liu)];
  expect(JSON.stringify(sams)).toMatch(marks);
  for (const answer of [first, last]) {
    const shared = await acts(stage, liu, shop, (actor) => actor.press(answer, 'share'));
    expect(shared.some(({ ephemeralFor }) => ephemeralFor === null)).toBe(true);
    expect(JSON.stringify(shared)).not.toMatch(marks);
  }
});

/**
 * One select for every list that forms offer, from the first form that has this list. Includes new lists automatically.
 */
const selects = [
  ...new Map(
    operations.toReversed().flatMap(({ keywords, params }) =>
      Object.entries(params)
        .filter(([, { source, dependsOn }]) => source !== undefined && dependsOn === undefined)
        .map(([param, { source }]) => [source, { words: `/portolan ${keywords[0]?.join(' ')}`, param }] as const),
    ),
  ).values(),
];

describe('what a select offers a member of a private channel, it offers nobody else', () => {
  const offeredToSam = new Set<string>();
  test.each(selects)('$param of $words', async ({ words, param }) => {
    const offered = async (who: string) => {
      const actor = stage.slack.user(who);
      await acts(stage, who, shop, (one) => one.slash(shop, words));
      const view = actor.view();
      if (!view) return '';
      const loaded = await actor.options({ view: view.id }, param, '');
      await actor.close(true);
      return loaded.ok ? JSON.stringify(loaded.options) : '';
    };
    for (const who of [liu, sam, liu]) {
      const options = await offered(who);
      if (who === liu) expect(options).not.toMatch(marks);
      else if (marks.test(options)) offeredToSam.add(`${words} ${param}`);
    }
  });
  test('which were offered to Sam', () => expect([...offeredToSam].sort()).toEqual(['/portolan unschedule id']));
});

test('what a select offers is of the value that it depends on, for everyone in turns', async () => {
  const portsOf = async (who: string, name: string) => {
    const actor = stage.slack.user(who);
    await acts(stage, who, shop, (one) => one.slash(shop, '/gateway'));
    const view = { view: actor.view()?.id ?? '' };
    const components = await actor.options(view, { actionId: 'component', blockId: 'component' }, name);
    const component = (components.ok && components.options?.options[0]?.value) || '';
    await acts(stage, who, shop, (one) => one.press(view, { actionId: 'component', blockId: 'component' }, component));
    const blocks = objectsOf(actor.view()?.content.blocks);
    const offered = objectOf(blocks.find(({ block_id: id }) => id === `port@${component}`)?.element).options;
    await actor.close(true);
    return objectsOf(offered).map(({ value }) => value);
  };
  // On a slow machine, a list may come too late for the form, which then has an input for the port.
  const some = async (who: string, name: string) => {
    let ports: Awaited<ReturnType<typeof portsOf>> = [];
    const count = async () => {
      ports = await portsOf(who, name);
      return ports.length;
    };
    await expect.poll(count, { timeout: 15_000 }).toBeGreaterThan(0);
    return ports;
  };
  const [web, api] = [await some(sam, 'web'), await some(liu, 'api')];
  expect(web).toContain('8080');
  expect(api).toContain('8000');
  expect(api).not.toEqual(web);
  await expect.poll(() => portsOf(liu, 'web')).toEqual(web);
  await expect.poll(() => portsOf(sam, 'api')).toEqual(api);
});

test('what Share runs again, because its answer is no longer kept, is asked for the person who shares it', async () => {
  const answer = await asks(stage, liu, shop, '/portolan requests');
  await asks(stage, sam, shop, '/portolan requests');
  const [, note = ''] = /"action_id":"share".*?"value":"([^"]+)"/.exec(JSON.stringify(answer.blocks)) ?? [];
  const { notes } = stage.bot().store;
  expect(await notes.read(note, Date.now())).toBeDefined();
  await notes.drop(note);
  const shared = await acts(stage, liu, shop, (actor) => actor.press(answer, 'share'));
  expect(shared.some(({ ephemeralFor }) => ephemeralFor === null)).toBe(true);
  expect(JSON.stringify(shared)).not.toMatch(marks);
});

test('on App Home', async () => {
  const homeOf = async (who: string) => {
    await stage.user(who).openHome();
    return JSON.stringify(stage.slack.user(who).home()?.content);
  };
  expect(await homeOf(liu)).not.toMatch(marks);
  expect(await homeOf(sam)).toMatch(marks);
  expect(await homeOf(liu)).not.toMatch(marks);
});

test('by an agent', async () => {
  const agentOf = async (owner: string, id: string) => {
    const agent = { name: id, id, may: 'read', at: Date.now() } as const;
    const token = await createAgent(stage.bot(), { id: owner, name: owner }, agent);
    const client = new Client({ name: 'test', version: '1' });
    const requestInit = { headers: { authorization: `Bearer ${token}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL(stage.config.mcpUrl ?? ''), { requestInit }));
    return client;
  };
  const [sams, lius] = [await agentOf(sam, 'agent1'), await agentOf(liu, 'agent2')];
  const listed = async (client: Client) =>
    JSON.stringify(await client.callTool({ name: 'list_requests', arguments: { context: 'shop/east-1/12' } }));
  expect(await listed(lius)).not.toMatch(marks);
  const samSees = await listed(sams);
  expect(await listed(lius)).not.toMatch(marks);
  expect(samSees).toMatch(marks);
  await sams.close();
  await lius.close();
});
