import { useEffect, useId, useMemo, useRef } from 'preact/hooks';
import type { JsonRecord } from '../../slack/page-protocol.ts';
import type {
  BlockModel,
  CardModel,
  ContainerModel,
  ElementModel,
  InputModel,
  SectionModel,
} from '../blocks/block-model.ts';
import { readBlocks } from '../blocks/read-blocks.ts';
import { Line, Words } from '../common/inline-text.tsx';
import { useWords } from '../common/page-hooks.ts';
import { Picture } from '../common/picture-image.tsx';
import { plainOf, type TextBlock } from '../text/nodes.ts';
import { Element, Fault } from './block-element.tsx';
import { Table } from './block-table.tsx';

type Errors = { readonly [blockId: string]: string };
const noErrors: Errors = {};

/** Parses and draws the blocks of a message or view. `errors`: Slack's field errors, by block id. */
export function Blocks({
  blocks,
  errors = noErrors,
}: {
  readonly blocks: readonly JsonRecord[];
  readonly errors?: Errors;
}) {
  const models = useMemo(() => keyed(readBlocks(blocks)), [blocks]);
  const frame = useKeptFocus(blocks);
  return (
    <div class="blocks" ref={frame} tabIndex={-1}>
      {models.map(({ key, block }) => (
        <Block key={key} block={block} error={errors[block.blockId] ?? ''} />
      ))}
    </div>
  );
}

/**
 * Gives blocks keys that stay the same across updates, because Slack assigns new ids. So screen readers read only
 * changes, and the focus stays. Inputs and changed buttons get new keys.
 */
function keyed(blocks: readonly BlockModel[]): readonly { readonly key: string; readonly block: BlockModel }[] {
  const counts = new Map<string, number>();
  return blocks.map((block) => {
    const shown = `${block.type} ${JSON.stringify(elementsOf(block))}`;
    const isSame = elementsOf(block).every(({ type }) => type === 'button' || type === 'picture');
    const kind = isSame && !ownIds.has(block.type) ? shown : block.blockId;
    const count = counts.get(kind) ?? 0;
    counts.set(kind, count + 1);
    return { key: `${kind} ${count}`, block };
  });
}

/** Types of blocks with local state, such as inputs, the current page or an open part. */
const ownIds: ReadonlySet<BlockModel['type']> = new Set(['input', 'table', 'card', 'carousel', 'container', 'fault']);

function elementsOf(block: BlockModel): readonly ElementModel[] {
  if (block.type === 'actions') return block.elements;
  return block.type === 'section' && block.accessory !== null ? [block.accessory] : [];
}

/**
 * If an update removes the focused button, keeps the focus on its message or view instead of the page. It doesn't move
 * to another button, because a second Enter could press it.
 */
function useKeptFocus(blocks: readonly JsonRecord[]) {
  const frame = useRef<HTMLDivElement>(null);
  const inside = useRef(false);
  useEffect(() => {
    const element = frame.current;
    const enter = () => {
      inside.current = true;
    };
    const leave = (event: FocusEvent) => {
      if (event.relatedTarget !== null) inside.current = false;
    };
    element?.addEventListener('focusin', enter);
    element?.addEventListener('focusout', leave);
    return () => {
      element?.removeEventListener('focusin', enter);
      element?.removeEventListener('focusout', leave);
    };
  }, []);
  useEffect(() => {
    if (inside.current && document.activeElement === document.body) frame.current?.focus({ preventScroll: true });
  }, [blocks]);
  return frame;
}

function Block({ block, error }: { readonly block: BlockModel; readonly error: string }) {
  switch (block.type) {
    case 'divider':
      return <hr />;
    case 'header':
      return <Header level={block.level}>{<Line nodes={block.text} />}</Header>;
    case 'section':
      return <Section block={block} blockId={block.blockId} />;
    case 'context':
      return (
        <div class="context">
          {block.parts.map((part, index) =>
            part.type === 'picture' ? (
              <Picture key={index} src={part.src} alt={part.alt} size="small" />
            ) : (
              <div key={index}>
                <Words blocks={part.text} />
              </div>
            ),
          )}
        </div>
      );
    case 'actions':
      return (
        <div class="actions">
          {block.elements.map((element, index) => (
            <Element
              key={'actionId' in element ? element.actionId : index}
              model={element}
              blockId={block.blockId}
              acts
            />
          ))}
        </div>
      );
    case 'image':
      return (
        <figure class="image">
          {block.title.length > 0 && (
            <figcaption>
              <Line nodes={block.title} />
            </figcaption>
          )}
          <Picture src={block.src} alt={block.alt} />
        </figure>
      );
    case 'input':
      return <Input block={block} blockId={block.blockId} error={error} />;
    case 'text':
      return (
        <div>
          <Words blocks={block.text} />
        </div>
      );
    case 'table':
      return <Table model={block} />;
    default:
      return <Gathering block={block} />;
  }
}

function Header({ level, children }: { readonly level: number; readonly children: preact.ComponentChildren }) {
  const Tag = level <= 2 ? 'h3' : level === 3 ? 'h4' : 'h5';
  return <Tag class="header">{children}</Tag>;
}

type Rest = Extract<BlockModel, { readonly type: 'alert' | 'card' | 'carousel' | 'container' | 'fault' }>;

function Gathering({ block }: { readonly block: Rest }) {
  switch (block.type) {
    case 'alert':
      return (
        <div class={`alert ${block.level}`} role={block.level === 'error' ? 'alert' : 'note'}>
          <Words blocks={block.text} />
        </div>
      );
    case 'card':
      return <Card card={block} blockId={block.blockId} />;
    case 'carousel':
      return (
        <div class="carousel">
          {block.cards.map((card) => (
            <Block key={card.blockId} block={card} error="" />
          ))}
        </div>
      );
    case 'container':
      return <Container block={block} />;
    case 'fault':
      return <Fault model={block} />;
  }
}

function Section({ block, blockId }: { readonly block: SectionModel; readonly blockId: string }) {
  return (
    <div class={block.accessory === null ? 'section' : `section with-${block.accessory.type}`}>
      <div class="section-words">
        <Words blocks={block.text} />
        {block.fields.length > 0 && (
          <div class="fields">
            {block.fields.map((field, index) => (
              <div key={index} class="field">
                <Words blocks={field} />
              </div>
            ))}
          </div>
        )}
      </div>
      {block.accessory !== null && (
        <div class="accessory">
          <Element model={block.accessory} blockId={blockId} acts />
        </div>
      )}
    </div>
  );
}

type InputProps = { readonly block: InputModel; readonly blockId: string; readonly error: string };

function Input({ block, blockId, error }: InputProps) {
  const words = useWords();
  const id = useId();
  const hinted = block.hint.length > 0;
  const describedBy = [error === '' ? '' : `${id}-error`, hinted ? `${id}-hint` : '']
    .filter((one) => one !== '')
    .join(' ');
  const labelling = {
    id,
    label: plainOf(block.label),
    describedBy: describedBy === '' ? undefined : describedBy,
    invalid: error !== '',
    required: !block.optional,
  };
  return (
    <div class={error === '' ? 'input' : 'input wrong'} data-block={blockId}>
      <label for={id}>
        <Line nodes={block.label} />
        {block.optional && <span class="optional"> {words.optional}</span>}
      </label>
      <Element model={block.element} blockId={blockId} acts={block.dispatch} labelling={labelling} />
      {error !== '' && (
        <p class="error" id={`${id}-error`}>
          <span aria-hidden="true">⚠ </span>
          {error}
        </p>
      )}
      {hinted && (
        <p class="hint" id={`${id}-hint`}>
          <Line nodes={block.hint} />
        </p>
      )}
    </div>
  );
}

function Card({ card, blockId }: { readonly card: CardModel; readonly blockId: string }) {
  return (
    <article class="card">
      {card.hero !== null && <Picture src={card.hero.src} alt={card.hero.alt} />}
      <div class="card-head">
        {card.icon !== null && <Picture src={card.icon.src} alt={card.icon.alt} size="small" />}
        <div>
          <div class="card-title">
            <Words blocks={card.title} />
          </div>
          <div class="card-subtitle">
            <Words blocks={card.subtitle} />
          </div>
        </div>
      </div>
      <Words blocks={card.body} />
      {card.actions.length > 0 && (
        <div class="actions">
          {card.actions.map((element, index) => (
            <Element key={index} model={element} blockId={blockId} acts />
          ))}
        </div>
      )}
    </article>
  );
}

function Container({ block }: { readonly block: ContainerModel }) {
  const inside = block.children.map((child) => <Block key={child.blockId} block={child} error="" />);
  const title = <Titles title={block.title} subtitle={block.subtitle} />;
  if (!block.collapsible) {
    return (
      <div class="container">
        <div class="container-head">{title}</div>
        {inside}
      </div>
    );
  }
  return (
    <details class="container" open={!block.collapsed}>
      <summary class="container-head">{title}</summary>
      {inside}
    </details>
  );
}

function Titles({
  title,
  subtitle,
}: {
  readonly title: readonly TextBlock[];
  readonly subtitle: readonly TextBlock[];
}) {
  return (
    <div>
      <div class="card-title">
        <Words blocks={title} />
      </div>
      <div class="card-subtitle">
        <Words blocks={subtitle} />
      </div>
    </div>
  );
}
