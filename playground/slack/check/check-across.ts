import { isJson, listOf, objectsOf } from '../json-values.ts';
import type { JsonRecord } from '../page-protocol.ts';
import { enforcedBlockLimits, enforcedMessageLimits } from './enforced-limits.ts';

/** Broken rule across blocks; `error` is Slack's code, if there is one. */
export type Clash = { readonly path: readonly PropertyKey[]; readonly why: string; readonly error?: string };

type PlacedElement = { readonly block: JsonRecord; readonly path: readonly PropertyKey[] };

function placed(blocks: unknown, path: readonly PropertyKey[]): readonly PlacedElement[] {
  return listOf(blocks).flatMap((block, index) => {
    if (!isJson(block)) return [];
    const here = [...path, index];
    const cards = block.type === 'carousel' ? placed(block.elements, [...here, 'elements']) : [];
    return [{ block, path: here }, ...placed(block.child_blocks, [...here, 'child_blocks']), ...cards];
  });
}

export function elementsOf(block: JsonRecord): readonly JsonRecord[] {
  const single = [block.accessory, block.element].filter(isJson);
  return [...single, ...objectsOf(block.elements), ...objectsOf(block.actions)];
}

function repeated(blocks: readonly PlacedElement[]): readonly Clash[] {
  const usedIds = new Set<unknown>();
  return blocks.flatMap(({ block, path }) => {
    const id = block.block_id;
    const clash =
      id !== undefined && usedIds.has(id)
        ? [{ path: [...path, 'block_id'], why: `\`block_id\` "${String(id)}" already exists for another block` }]
        : [];
    usedIds.add(id);
    return [...clash, ...repeatedActions(block, path)];
  });
}

function repeatedActions(block: JsonRecord, path: readonly PropertyKey[]): readonly Clash[] {
  const ids = elementsOf(block).flatMap((element) => (element.action_id === undefined ? [] : [element.action_id]));
  return ids
    .filter((id, index) => ids.indexOf(id) !== index)
    .map((id) => ({ path, why: `\`action_id\` "${String(id)}" already exists for another element` }));
}

export function wordsIn(value: unknown): number {
  if (Array.isArray(value)) return value.reduce((sum: number, one) => sum + wordsIn(one), 0);
  if (!isJson(value)) return 0;
  return Object.entries(value).reduce(
    (sum, [key, one]) =>
      sum +
      (typeof one === 'string'
        ? ['text', 'alt_text', 'caption', 'title'].includes(key)
          ? one.length
          : 0
        : wordsIn(one)),
    0,
  );
}

function tooMuch(blocks: readonly PlacedElement[], path: readonly PropertyKey[]): readonly Clash[] {
  const ofType = (type: string) => blocks.filter(({ block }) => block.type === type);
  const tables = [...ofType('table'), ...ofType('data_table')];
  const second = tables[enforcedBlockLimits.tables];
  const cells = tables.reduce((sum, { block }) => sum + wordsIn(block.rows), 0);
  const markdown = ofType('markdown').reduce((sum, { block }) => sum + wordsIn(block), 0);
  const all = blocks
    .filter((b) => b.path.length === path.length + 1)
    .reduce((sum, { block }) => sum + wordsIn(block), 0);
  return [
    ...(second ? [{ path: second.path, why: 'only_one_table_allowed', error: 'invalid_attachments' }] : []),
    ...(cells > enforcedBlockLimits.tableText
      ? [{ path, why: `tables must hold at most ${enforcedBlockLimits.tableText} characters` }]
      : []),
    ...(markdown > enforcedMessageLimits.markdown
      ? [
          {
            path,
            why: `markdown blocks must hold at most ${enforcedMessageLimits.markdown} characters`,
            error: 'msg_blocks_too_long',
          },
        ]
      : []),
    ...(all > enforcedMessageLimits.blocksText
      ? [
          {
            path,
            why: `blocks must hold at most ${enforcedMessageLimits.blocksText} characters`,
            error: 'msg_blocks_too_long',
          },
        ]
      : []),
  ];
}

function focused(blocks: readonly PlacedElement[]): readonly Clash[] {
  const focus = blocks.filter(({ block }) => elementsOf(block).some((element) => element.focus_on_load === true));
  return focus.slice(1).map(({ path }) => ({ path, why: 'only one element may have focus_on_load' }));
}

function respondingOutsideInput(blocks: readonly PlacedElement[], inModal: boolean): readonly Clash[] {
  return blocks
    .filter(({ block }) => elementsOf(block).some((element) => element.response_url_enabled === true))
    .filter(({ block }) => !inModal || block.type !== 'input')
    .map(({ path }) => ({ path, why: 'response_url_enabled works only in an input block of a modal' }));
}

/** Checks rules across blocks: no duplicate ids, no second table, total characters, no second focus. */
export function checkAcross(
  blocks: unknown,
  path: readonly PropertyKey[],
  surface: 'message' | 'modal' | 'home',
): readonly Clash[] {
  const all = placed(blocks, path);
  return [
    ...repeated(all),
    ...focused(all),
    ...respondingOutsideInput(all, surface === 'modal'),
    ...(surface === 'message' ? tooMuch(all, path) : []),
  ];
}
