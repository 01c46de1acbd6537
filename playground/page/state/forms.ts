import type { PageSource, PageValue, PageValues } from '../../slack/page-protocol.ts';
import type { BlockModel, ElementModel } from '../blocks/block-model.ts';

export type Field = { readonly blockId: string; readonly element: ElementModel; readonly optional: boolean };

/** Returns the key under which a message's or view's inputs are stored. */
export function keyOf(source: PageSource): string {
  return 'view' in source ? `view:${source.view}` : `message:${source.channel}:${source.ts}`;
}

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

/** Returns the current value: the one typed here, else the one that Slack knows, else the bot's initial value. */
export function valueIn(typed: PageValues, slackValues: PageValues, blockId: string, element: ElementModel): PageValue {
  const action = actionOf(element);
  for (const values of [typed, slackValues]) {
    const value = values[blockId]?.[action];
    if (value !== undefined) return value;
  }
  return initialValue(element);
}

export function allValues(typed: PageValues, slackValues: PageValues, blocks: readonly BlockModel[]): PageValues {
  const values: Record<string, Record<string, PageValue>> = {};
  for (const { blockId, element } of fieldsOf(blocks)) {
    values[blockId] = { ...values[blockId], [actionOf(element)]: valueIn(typed, slackValues, blockId, element) };
  }
  return values;
}

export function withValue(typed: PageValues, blockId: string, actionId: string, value: PageValue): PageValues {
  return { ...typed, [blockId]: { ...typed[blockId], [actionId]: value } };
}

/** Keeps only the typed values that still have their block id and action id, as Slack does. */
export function keepKnown(typed: PageValues, blocks: readonly BlockModel[]): PageValues {
  const fields = fieldsOf(blocks);
  const kept: Record<string, Record<string, PageValue>> = {};
  for (const { blockId, element } of fields) {
    const value = typed[blockId]?.[actionOf(element)];
    if (value !== undefined) kept[blockId] = { ...kept[blockId], [actionOf(element)]: value };
  }
  return kept;
}

export function handIn(value: PageValue): string | string[] | null {
  return value === null || typeof value === 'string' ? value : [...value];
}

export function handInAll(values: PageValues): Record<string, Record<string, string | string[] | null>> {
  const blocks = Object.entries(values).map(([blockId, actions]) => {
    const entries = Object.entries(actions).map(([action, value]) => [action, handIn(value)] as const);
    return [blockId, Object.fromEntries(entries)] as const;
  });
  return Object.fromEntries(blocks);
}
