import type { PageSource, PageValue, PageValues } from '../../slack/page-protocol.ts';
import type { BlockModel, ElementModel } from '../blocks/block-model.ts';

/** An element that holds a value, and where it stands. */
export type Field = { readonly blockId: string; readonly element: ElementModel; readonly optional: boolean };

/** A name for a message or view, to keep what was typed into it. */
export function keyOf(source: PageSource): string {
  return 'view' in source ? `view:${source.view}` : `message:${source.channel}:${source.ts}`;
}

/** Every element of these blocks that holds a value. */
export function fieldsOf(blocks: readonly BlockModel[]): readonly Field[] {
  return blocks.flatMap((block): readonly Field[] => {
    const { blockId } = block;
    const field = (element: ElementModel, optional = true): Field => ({ blockId, element, optional });
    if (block.type === 'input') return [field(block.element, block.optional)];
    if (block.type === 'actions') return block.elements.filter(holdsValue).map((element) => field(element));
    if (block.type === 'section' && block.accessory !== null && holdsValue(block.accessory))
      return [field(block.accessory)];
    return block.type === 'container' ? fieldsOf(block.children) : [];
  });
}

function holdsValue(element: ElementModel): boolean {
  return ['select', 'radio', 'checkboxes', 'date', 'time', 'datetime', 'text'].includes(element.type);
}

function actionOf(element: ElementModel): string {
  return 'actionId' in element ? element.actionId : '';
}

/** What an element holds before anybody touched it. */
export function initialValue(element: ElementModel): PageValue {
  switch (element.type) {
    case 'select':
      return element.many ? element.initial.map((choice) => choice.value) : (element.initial[0]?.value ?? null);
    case 'radio':
      return element.initial[0] ?? null;
    case 'checkboxes':
      return element.initial;
    case 'date':
    case 'time':
    case 'datetime':
    case 'text':
      return element.initial === '' ? null : element.initial;
    default:
      return null;
  }
}

/** What an element holds now: what was typed here, else what Slack knows, else what the bot put there. */
export function valueIn(typed: PageValues, known: PageValues, blockId: string, element: ElementModel): PageValue {
  const action = actionOf(element);
  for (const values of [typed, known]) {
    const value = values[blockId]?.[action];
    if (value !== undefined) return value;
  }
  return initialValue(element);
}

/** All values of a message or view, as they are handed in. */
export function allValues(typed: PageValues, known: PageValues, blocks: readonly BlockModel[]): PageValues {
  const values: Record<string, Record<string, PageValue>> = {};
  for (const { blockId, element } of fieldsOf(blocks)) {
    values[blockId] = { ...values[blockId], [actionOf(element)]: valueIn(typed, known, blockId, element) };
  }
  return values;
}

/** One value put in. */
export function withValue(typed: PageValues, blockId: string, actionId: string, value: PageValue): PageValues {
  return { ...typed, [blockId]: { ...typed[blockId], [actionId]: value } };
}

/** What was typed, without what stands under ids that are gone: Slack keeps values only while both ids stay. */
export function keepKnown(typed: PageValues, blocks: readonly BlockModel[]): PageValues {
  const fields = fieldsOf(blocks);
  const kept: Record<string, Record<string, PageValue>> = {};
  for (const { blockId, element } of fields) {
    const value = typed[blockId]?.[actionOf(element)];
    if (value !== undefined) kept[blockId] = { ...kept[blockId], [actionOf(element)]: value };
  }
  return kept;
}

/** One value as it is handed in. */
export function handIn(value: PageValue): string | string[] | null {
  return value === null || typeof value === 'string' ? value : [...value];
}

/** All values of a form as they are handed in. */
export function handInAll(values: PageValues): Record<string, Record<string, string | string[] | null>> {
  const blocks = Object.entries(values).map(([blockId, actions]) => {
    const entries = Object.entries(actions).map(([action, value]) => [action, handIn(value)] as const);
    return [blockId, Object.fromEntries(entries)] as const;
  });
  return Object.fromEntries(blocks);
}
