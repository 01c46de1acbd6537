import { isJson, listOf, objectOf, objectsOf, stringOf } from '../../slack/json-values.ts';
import type { JsonRecord } from '../../slack/page-protocol.ts';
import type { TextBlock } from '../text/nodes.ts';
import { parseMarkdown } from '../text/parse-markdown.ts';
import { readRichText } from '../text/read-rich-text.ts';
import type { Align, BlockCell, BlockModel, ContextPart, SectionModel } from './block-model.ts';
import { readElement, readFault, readInline, readPicture, readPictureElement, readText } from './read-element.ts';

/** Parses blocks. A block without an id gets its index as id. */
export function readBlocks(blocks: readonly JsonRecord[]): readonly BlockModel[] {
  return blocks.map((block, index) => readBlock(block, `block-${index}`));
}

function readBlock(block: JsonRecord, place: string): BlockModel {
  const blockId = stringOf(block.block_id) || place;
  const type = stringOf(block.type);
  switch (type) {
    case 'divider':
      return { type, blockId };
    case 'header':
      return { type, blockId, text: readInline(block.text), level: typeof block.level === 'number' ? block.level : 2 };
    case 'section':
      return { blockId, ...readSection(block) };
    case 'context':
      return { type, blockId, parts: objectsOf(block.elements).map(readContextPart) };
    case 'actions':
    case 'context_actions':
      return { type: 'actions', blockId, elements: objectsOf(block.elements).map(readElement) };
    case 'image':
      return { type, blockId, ...readPicture(block), title: readInline(block.title) };
    case 'input':
      return readInput(block, blockId);
    case 'rich_text':
      return { type: 'text', blockId, text: readRichText(block) };
    case 'markdown':
      return { type: 'text', blockId, text: parseMarkdown(stringOf(block.text)) };
    case 'alert':
      return { type, blockId, level: stringOf(block.level, 'default'), text: readText(block.text) };
    case 'table':
    case 'data_table':
      return readTable(block, blockId);
    default:
      return readGathering(block, type, blockId);
  }
}

function readGathering(block: JsonRecord, type: string, blockId: string): BlockModel {
  switch (type) {
    case 'card':
      return readCard(block, blockId);
    case 'carousel':
      return {
        type,
        blockId,
        cards: objectsOf(block.elements).map((card, index) => readCard(card, `${blockId}-${index}`)),
      };
    case 'container':
      return {
        type,
        blockId,
        title: isJson(block.rich_text_title) ? readRichText(block.rich_text_title) : readText(block.title),
        subtitle: readText(block.subtitle),
        collapsible: block.is_collapsible === true,
        collapsed: block.default_collapsed === true,
        children: objectsOf(block.child_blocks).map((child, index) => readBlock(child, `${blockId}-${index}`)),
      };
    default:
      return { blockId, ...readFault(`block “${type}”`, block) };
  }
}

function readSection(block: JsonRecord): SectionModel {
  return {
    type: 'section',
    text: readText(block.text),
    fields: objectsOf(block.fields).map(readText),
    accessory: isJson(block.accessory) ? readElement(block.accessory) : null,
  };
}

function readContextPart(part: JsonRecord): ContextPart {
  return part.type === 'image' ? readPictureElement(part) : { type: 'words', text: readText(part) };
}

function readInput(block: JsonRecord, blockId: string): BlockModel {
  return {
    type: 'input',
    blockId,
    label: readInline(block.label),
    hint: readInline(block.hint),
    optional: block.optional === true,
    dispatch: block.dispatch_action === true,
    element: readElement(objectOf(block.element)),
  };
}

function readCard(card: JsonRecord, blockId: string): BlockModel {
  return {
    type: 'card',
    blockId,
    hero: isJson(card.hero_image) ? readPicture(card.hero_image) : null,
    icon: isJson(card.icon) ? readPicture(card.icon) : null,
    title: readText(card.title),
    subtitle: readText(card.subtitle),
    body: readText(card.body),
    actions: objectsOf(card.actions).map(readElement),
  };
}

function readTable(block: JsonRecord, blockId: string): BlockModel {
  const columns = listOf(block.column_settings).map(objectOf);
  return {
    type: 'table',
    blockId,
    caption: stringOf(block.caption),
    rows: listOf(block.rows).map((row) => objectsOf(row).map(readCell)),
    aligns: columns.map((column) => alignOf(column.align)),
    wraps: columns.map((column) => column.is_wrapped === true),
    pageSize: block.type === 'data_table' ? (typeof block.page_size === 'number' ? block.page_size : 5) : 0,
  };
}

function alignOf(align: unknown): Align {
  return align === 'center' || align === 'right' ? align : 'left';
}

function readCell(cell: JsonRecord): BlockCell {
  if (cell.type === 'rich_text') return { text: readRichText(cell), number: false };
  const text: readonly TextBlock[] = [{ kind: 'paragraph', children: [{ kind: 'text', text: stringOf(cell.text) }] }];
  return { text, number: cell.type === 'raw_number' };
}
