import { isJson, objectsOf, stringOf } from '../json-values.ts';
import type { JsonRecord } from '../page-protocol.ts';
import { checkPayload, sayFault } from './check-payload.ts';

/** Block types that Slackbot accepts (docs/slack.md#slackbot). */
const types = new Set(
  'context divider header markdown rich_text section file image video actions carousel input data_table data_visualization table card container'.split(
    ' ',
  ),
);

/** Returns why Slackbot would silently drop all blocks of a result, or null. */
export function slackbotFault(blocks: readonly JsonRecord[]): string | null {
  const strange = blocks.find(({ type }) => !types.has(stringOf(type)));
  if (strange) return `It takes no blocks of the type ${stringOf(strange.type)}.`;
  const [fault] = checkPayload('message', { text: 'x', blocks });
  if (fault) return sayFault(fault);
  const hidden = addressesIn(blocks).find((address) => !isPublic(address));
  if (hidden !== undefined) return `${hidden} isn’t a public https address.`;
  for (const button of objectsOf(blocks.flatMap(({ elements }) => elements ?? []))) {
    if (button.type !== 'button' || button.url !== undefined) continue;
    if (!stringOf(button.action_id).startsWith('tool:')) return `${stringOf(button.action_id)} does nothing.`;
    if (!/^\{.*\}$/s.test(stringOf(button.value))) return `The value of ${stringOf(button.action_id)} isn’t an object.`;
  }
  return null;
}

function addressesIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(addressesIn);
  if (!isJson(value)) return [];
  return Object.entries(value).flatMap(([name, each]) =>
    (name === 'url' || name === 'image_url') && typeof each === 'string' ? [each] : addressesIn(each),
  );
}

function isPublic(address: string): boolean {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  return url?.protocol === 'https:' && /\.[a-z]{2,}$/i.test(url.hostname);
}
