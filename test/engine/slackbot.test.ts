import { slackbotFault } from '../../playground/slack/check/check-slackbot.ts';
import { isJson } from '../../playground/slack/json-values.ts';
import type { Lang } from '../../src/core/text/text.ts';
import { isToolName, toolTexts } from '../../src/mcp/tool/tool-table.ts';
import { buttonsIn } from '../contract/messages.ts';
import { agentCalls, type Called, makeAgent, opening, slackbotCalls, useAgentStages } from './agent-calls.ts';
import { knownPeople, people, type Stage } from './stage.ts';

const { contextStage } = useAgentStages();

function slackbotStage(lang: Lang): Promise<Stage> {
  const directory = knownPeople();
  return contextStage({ people: { ...directory, person: async (id) => ({ ...(await directory.person(id)), lang }) } });
}

const plan = { change: 'port.open', parameters: { component: 'api', port: 8000 } };
const reads = [
  ['list_contexts', {}],
  ['find_components', {}],
  ['read_component', { component: 'web' }],
  ['list_ports', { component: 'web' }],
  ['list_gateway_rules', {}],
  ['list_gateway_rules', { view: 'certificates' }],
  ['list_events', { component: 'web' }],
  ['list_events', {}],
  ['list_requests', {}],
  ['plan_change', plan],
] as const;

/** Returns why Slack would drop a block, or a button that a model must not press: one that neither reads nor links. */
function faultOf({ blocks = [] }: Called): string | null {
  const sent = JSON.parse(JSON.stringify(blocks));
  const mayPress = (id: string) => id === 'open_card' || (isToolName(id) && toolTexts[id].needs === 'read');
  const pressed = buttonsIn(sent).find(({ id }) => !mayPress(id.replace('tool:', '')));
  return slackbotFault(sent.filter(isJson)) ?? pressed?.id ?? null;
}
const drawn = ({ blocks }: Called) => JSON.stringify(blocks ?? []);

describe.each(['en', 'zh'] as const)('results for Slackbot in %s', (lang) => {
  test.each(reads)('%s %j carry blocks that it shows, beside the text', async (tool, given) => {
    const stage = await slackbotStage(lang);
    const result = await slackbotCalls(stage, 'ann', 'a')(tool, given);
    expect(result.isError).toBe(false);
    expect(faultOf(result)).toBeNull();
    expect(result.blocks?.length).toBeGreaterThan(0);
    expect(result.text.length).toBeGreaterThan(0);
  });

  test('a request shows its card with a link to it and a button that reads, and nothing that decides', async () => {
    const stage = await slackbotStage(lang);
    const ask = slackbotCalls(stage, 'ann', 'b');
    const proposed = await ask('propose_change', opening('api', 8000));
    const request = await ask('get_request', { request: proposed.data.request, wait: false });
    for (const shown of [proposed, request]) {
      expect(faultOf(shown)).toBeNull();
      expect(drawn(shown)).toContain('"tool:get_request"');
      expect(drawn(shown)).not.toMatch(/request\.(?:approve|deny|cancel|calls)|tool:(?:propose|cancel)/);
    }
    const card = await stage.now({ id: String(proposed.data.request) });
    if (card.shown.link?.startsWith('https://')) expect(drawn(request)).toContain(card.shown.link);
    expect(drawn(request)).toContain(lang === 'zh' ? '再次查看' : 'Check again');
  });
});

test('a plan says that nothing was requested, and an agent with a token gets no blocks', async () => {
  const stage = await slackbotStage('en');
  expect(drawn(await slackbotCalls(stage, 'ann', 'a')('plan_change', plan))).toContain('This is only a plan.');
  const call = await agentCalls(stage, await makeAgent(stage, 'ann'));
  expect((await call('plan_change', plan)).blocks).toBeUndefined();
});

test('a component’s name with a mention or markup is shown as it is', async () => {
  const stage = await slackbotStage('en');
  stage.simulated.elsewhere({ do: 'rename-component', component: 'api', name: '<!channel> *x* <https://evil.test|y>' });
  for (const [tool, given] of [
    ['find_components', {}],
    ['plan_change', { change: 'port.open', parameters: { component: 'gr2f88b0', port: 8000 } }],
  ] as const) {
    const shown = await slackbotCalls(stage, 'ann', 'a')(tool, given);
    expect(faultOf(shown)).toBeNull();
    const markup = (shown.blocks ?? []).filter(({ type }) => type === 'section' || type === 'context');
    expect(JSON.stringify(markup)).not.toMatch(/<!channel>|<https:\/\/evil/);
  }
  expect(people.ann.id).toBe('UANN');
});
