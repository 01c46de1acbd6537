import { elementsOf } from '../../playground/slack/check/check-across.ts';
import { checkPayload, type PayloadKind } from '../../playground/slack/check/check-payload.ts';
import { objectsOf, stringOf } from '../../playground/slack/json-values.ts';
import type { JsonRecord } from '../../playground/slack/page-protocol.ts';
import { allBlocks } from '../../playground/slack/workspace/input-values.ts';
import { actionIds } from '../../src/slack/app/router.ts';

/** Returns every element that has an action id, together with its block. */
export const elementsIn = (blocks: unknown): readonly { readonly block: JsonRecord; readonly element: JsonRecord }[] =>
  allBlocks(objectsOf(blocks)).flatMap((block) =>
    elementsOf(block)
      .filter((element) => typeof element.action_id === 'string')
      .map((element) => ({ block, element })),
  );

export const buttonsIn = (blocks: unknown): readonly { readonly id: string; readonly value: string }[] =>
  elementsIn(blocks)
    .filter(({ element }) => element.type === 'button')
    .map(({ element }) => ({ id: stringOf(element.action_id), value: stringOf(element.value) }));

/** Checks that Slack accepts the payload in each way of sending, and that the bot handles every button in it. */
export function expectTaken(kinds: readonly PayloadKind[], payload: { text?: string; blocks: unknown }): void {
  for (const kind of kinds) expect(checkPayload(kind, payload)).toEqual([]);
  for (const { element } of elementsIn(payload.blocks)) {
    const id = stringOf(element.action_id);
    if (element.type === 'button' || id === 'choose' || id.startsWith('pick'))
      expect(actionIds).toContain(actionIds.includes(id) ? id : id.split(':')[0]);
  }
}
