import { createLogger } from '../../../src/observability/logger.ts';
import { realWorld } from '../../../src/real-world.ts';
import { sharedCharts } from '../../../test/shared-charts.ts';
import { setChannelContexts } from '../../first-screen.ts';
import { startPlayground } from '../../playground.ts';
import { objectOf, objectsOf } from '../json-values.ts';
import type { PageValues } from '../page-protocol.ts';
import type { StoredMessage } from '../workspace/workspace.ts';
import { shownResult } from './slackbot.ts';

const world = realWorld(createLogger({ level: 'fatal' }));
const slack = { fileReadyMs: 0 };
const playground = await startPlayground({ world, mode: 'socket', agents: true, charts: sharedCharts(), slack });
await setChannelContexts(playground);
afterAll(() => playground.stop());

const maya = () => playground.slack.user('U0MAYA');
let channel = '';
const shown = () => maya().messages(channel);
const last = (): StoredMessage => shown().at(-1) ?? expect.fail('no message');
const at = ({ ts }: StoredMessage) => ({ channel, ts });
const textOf = (message: StoredMessage) => `${message.text} ${JSON.stringify(message.blocks)}`;

async function calls(tool: string, given: Readonly<Record<string, string>>): Promise<StoredMessage> {
  const [form = last()] = shown();
  await maya().press(at(form), 'slackbot.tool', tool);
  const values: PageValues = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [`argument:${name}`, { argument: value }]),
  );
  expect(await maya().press(at(form), 'slackbot.call', null, { values })).toEqual({ ok: true });
  return last();
}

describe('the simulated Slackbot', () => {
  test('offers every tool, each with a form made from its schema', async () => {
    const opened = await maya().openSlackbot();
    channel = opened.ok ? (opened.channel ?? '') : '';
    const options = objectsOf(last().blocks).flatMap((block) =>
      objectsOf(block.elements).flatMap((element) => objectsOf(element.options)),
    );
    expect(options).toHaveLength(15);
    await maya().press(at(last()), 'slackbot.tool', 'read_monitoring');
    const inputs = last().blocks.filter(({ type }) => type === 'input');
    expect(inputs.map(({ label }) => objectOf(label).text)).toEqual(expect.arrayContaining(['context', 'component']));
    expect(textOf(last())).toContain('One on each line.');
  });

  test('shows the blocks of a result, and a button of them calls the next tool in their place', async () => {
    const reply = await calls('read_component', { context: 'shop', component: 'web' });
    expect(textOf(reply)).toContain('tool:list_ports');
    expect(textOf(reply)).not.toContain('dropped');
    const before = shown().length;
    await maya().press(at(reply), 'tool:list_ports');
    expect(shown()).toHaveLength(before);
    expect(textOf(last())).toContain('8080');
  });

  test('proposes a change for the person who asks, and it waits for somebody else', async () => {
    const parameters = '{"component": "api", "port": 8000, "for": "2h"}';
    const asked = { context: 'shop', change: 'port.open', parameters, reason: 'I debug the callback' };
    const proposed = await calls('propose_change', asked);
    expect(textOf(proposed)).toContain('Waiting for approval');
    expect(textOf(proposed)).not.toContain('request.approve');
    const card = playground.slack.messages('C0SHOP', 'U0SAM').at(-1);
    expect(JSON.stringify(card?.blocks)).toContain('Requested by the agent *Slackbot* for maya');
  });

  test('asks nothing for a guest', async () => {
    expect((await playground.slack.user('U0GUEST').askSlackbot('list_contexts', {})).isError).toBe(true);
  });
});

test('one block that breaks a rule takes all of them away', () => {
  const good = { type: 'section', text: { type: 'mrkdwn', text: 'fine' } };
  const link = { type: 'button', text: { type: 'plain_text', text: 'x' }, action_id: 'open', url: 'http://10.0.0.1/' };
  const result = (blocks: readonly object[]) =>
    shownResult({ content: [{ type: 'text', text: 'the text' }], _meta: { slack: { blocks } } });
  expect(result([good])).toEqual({ text: 'the text', blocks: [good] });
  const dropped = result([good, { type: 'actions', elements: [link] }]);
  expect(JSON.stringify(dropped.blocks)).toContain('isn’t a public https address');
  expect(JSON.stringify(dropped.blocks)).not.toContain('fine');
});
