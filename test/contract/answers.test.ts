import { startPlayground } from '../../playground/playground.ts';
import { stringOf } from '../../playground/slack/json-values.ts';
import type { StoredMessage } from '../../playground/slack/workspace/workspace.ts';
import { createLogger } from '../../src/observability/logger.ts';
import { operations } from '../../src/operations/index.ts';
import { realWorld } from '../../src/real-world.ts';
import { sharedCharts } from '../shared-charts.ts';
import { buttonsIn, elementsIn, expectTaken } from './messages.ts';

/**
 * Asks every question through Slack on the simulated platform, as a person of each language. Only the first person also
 * presses all buttons and opens all modals, because these work the same in both languages.
 */

let toldFaults = 0;
const channel = 'C0SHOP';
const people = ['U0MAYA', 'U0LIU'] as const;

const world = realWorld(createLogger({ level: 'fatal' }));
const playground = await startPlayground({
  charts: sharedCharts(),
  world,
  slack: { fileReadyMs: 0, rateLimits: 'off' },
});
afterAll(() => playground.stop());

/** Returns the messages that an action caused, and the modal that is open afterwards. */
async function seenAfter(id: string, act: () => Promise<{ readonly ok: boolean }>): Promise<readonly StoredMessage[]> {
  const user = playground.slack.user(id);
  const all = () => [...user.messages(channel), ...user.messages(user.direct())];
  const before = new Map(all().map((message) => [message.ts, message.editedAt]));
  expect(await act()).toMatchObject({ ok: true });
  await playground.bot().idle();
  const posts = () => all().filter(({ ts, editedAt, byBot }) => byBot && before.get(ts) !== editedAt);
  // On a busy machine a file's message can appear after `idle`.
  if (!user.view()) await vi.waitFor(() => expect(posts()).not.toEqual([]), 15_000);
  const faults = playground.slack.faults.slice(toldFaults);
  toldFaults += faults.length;
  expect(faults).toEqual([]);
  return posts();
}

function expectGood(message: StoredMessage): void {
  // Slack itself creates the message for a file that is shared without text, so don't check this message.
  if (message.files.length > 0 && message.blocks.length === 0 && message.text === '') return;
  const { text, blocks } = message;
  expectTaken(['message', 'update', 'ephemeral', 'response_url'], { text, blocks });
  expect(JSON.stringify([text, blocks])).not.toMatch(/undefined|NaN\b|\[object/);
}

// The language of the channel comes last, because it is that of the answers after it.
const setsLanguage = ({ id }: { readonly id: string }) => Number(id === 'channel.language');
const inTurn = operations.toSorted((one, other) => setsLanguage(one) - setsLanguage(other));
const asked = inTurn.flatMap(({ examples, kind }) =>
  examples.flatMap((example, index) => people.slice(0, index === 0 ? 2 : 1).map((id) => [id, example, kind] as const)),
);

test.each(asked)('asked by %s: /%s', async (id, example, kind) => {
  const user = playground.slack.user(id);
  const replies = await seenAfter(id, () => user.slash(channel, `/${example}`));
  // `/gateway` without arguments opens a modal; every other command shows a message.
  for (const message of replies) expectGood(message);
  // Beside a modal, an incident can begin, which is told in the language of the channel.
  if (user.view()) await user.close(true);
  else {
    expect(replies.length).toBeGreaterThan(0);
    if (id === 'U0LIU') expect(replies.map(({ text }) => text).join('\n')).toMatch(/\p{Script=Han}/u);
  }
  if (kind === 'question' && id === people[0]) for (const message of replies) await pressAll(id, message);
});

test.each(operations.map((operation) => [operation.id, operation] as const))(
  'the form of %s, its selects and Advanced',
  async (operationId, operation) => {
    const user = playground.slack.user(people[0]);
    const words = [...operation.keywords].sort((a, b) => b.length - a.length)[0] ?? [];
    const typed = ['/', operation.command, ...words.flatMap((word) => [' ', word]), ' nonsense=1'].join('');
    await seenAfter(people[0], () => user.slash(channel, typed));
    // If another operation accepts free text, the unknown key is part of that text, not an error.
    if (operation.rest && !user.view()) return;
    expect(stringOf(user.view()?.content.callback_id)).toBe(`ask:${operationId}`);
    if (elementsIn(user.view()?.content.blocks).some(({ element }) => element.action_id === 'form.advanced'))
      await seenAfter(people[0], () => user.press({ view: user.view()?.id ?? '' }, 'form.advanced'));
    for (const { block, element } of elementsIn(user.view()?.content.blocks)) {
      if (!stringOf(element.type).includes('external_select')) continue;
      const target = { blockId: stringOf(block.block_id), actionId: stringOf(element.action_id) };
      for (const text of ['', '订单', `<!channel>${'x'.repeat(490)}`])
        await seenAfter(people[0], () => user.options({ view: user.view()?.id ?? '' }, target, text));
    }
    await user.close(true);
  },
);

async function pressAll(id: string, message: StoredMessage): Promise<void> {
  const user = playground.slack.user(id);
  const pressed = new Set<string>();
  for (const { id: actionId } of buttonsIn(message.blocks)) {
    if (pressed.has(actionId) || /^chart\./.test(actionId)) continue;
    pressed.add(actionId);
    const there = user.messages(channel).find(({ ts }) => ts === message.ts);
    if (!there || !buttonsIn(there.blocks).some((button) => button.id === actionId)) continue;
    const replies = await seenAfter(id, () => user.press({ channel, ts: message.ts }, actionId));
    if (user.view()) await user.close(true);
    else expect(replies.length).toBeGreaterThan(0);
    for (const each of replies) expectGood(each);
  }
}
