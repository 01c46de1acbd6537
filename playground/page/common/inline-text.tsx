import { formatSlackDate, fullTime } from '../text/dates.ts';
import type { Inline, TextBlock } from '../text/nodes.ts';
import { useNames, useUi, useViewer } from './page-hooks.ts';

export function Words({ blocks }: { readonly blocks: readonly TextBlock[] }) {
  return (
    <>
      {blocks.map((block, index) => (
        <WordBlock key={index} block={block} />
      ))}
    </>
  );
}

function WordBlock({ block }: { readonly block: TextBlock }) {
  switch (block.kind) {
    case 'paragraph':
      return (
        <p class="words">
          <Line nodes={block.children} />
        </p>
      );
    case 'pre':
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll sideways, with the keyboard too
        <pre class="words" tabIndex={0}>
          <Line nodes={block.children} />
        </pre>
      );
    case 'quote':
      return (
        <blockquote class="words">
          <Words blocks={block.children} />
        </blockquote>
      );
    case 'list':
      return (
        <ul class="words">
          {block.items.map((item, index) => (
            <li key={index} class={`indent-${Math.min(item.indent, 6)}`}>
              <span class="marker">{item.marker}</span>
              <span class="item">
                <Line nodes={item.children} />
              </span>
            </li>
          ))}
        </ul>
      );
    case 'heading':
      return <Heading level={block.level} nodes={block.children} />;
    case 'grid':
      return <Grid rows={block.rows} />;
    case 'rule':
      return <hr class="words" />;
  }
}

function Heading({ level, nodes }: { readonly level: number; readonly nodes: readonly Inline[] }) {
  const Tag = level <= 2 ? 'h3' : 'h4';
  return (
    <Tag class="words heading">
      <Line nodes={nodes} />
    </Tag>
  );
}

function Grid({ rows }: { readonly rows: readonly (readonly (readonly Inline[])[])[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: wide tables scroll sideways, with the keyboard too
    <div class="table-frame" tabIndex={0}>
      <table>
        {rows.map((row, index) => (
          <tr key={index}>
            {row.map((cell, column) =>
              index === 0 ? (
                <th key={column} scope="col">
                  <Line nodes={cell} />
                </th>
              ) : (
                <td key={column}>
                  <Line nodes={cell} />
                </td>
              ),
            )}
          </tr>
        ))}
      </table>
    </div>
  );
}

export function Line({ nodes }: { readonly nodes: readonly Inline[] }) {
  return (
    <>
      {nodes.map((node, index) => (
        <Word key={index} node={node} />
      ))}
    </>
  );
}

function Word({ node }: { readonly node: Inline }) {
  switch (node.kind) {
    case 'text':
      return <>{node.text}</>;
    case 'strong':
      return (
        <strong>
          <Line nodes={node.children} />
        </strong>
      );
    case 'em':
      return (
        <em>
          <Line nodes={node.children} />
        </em>
      );
    case 'strike':
      return (
        <s>
          <Line nodes={node.children} />
        </s>
      );
    case 'underline':
      return (
        <u>
          <Line nodes={node.children} />
        </u>
      );
    case 'code':
      return <code>{node.text}</code>;
    case 'link':
      return (
        <Link href={node.href}>
          <Line nodes={node.children} />
        </Link>
      );
    case 'emoji':
      return (
        <span class="emoji" role="img" aria-label={node.name.replaceAll('_', ' ')} title={`:${node.name}:`}>
          {node.sign}
        </span>
      );
    case 'colour':
      return <Colour value={node.value} />;
    case 'break':
      return <br />;
    default:
      return <Named node={node} />;
  }
}

/** External link, which opens in another tab without a referrer. */
export function Link({ href, children }: { readonly href: string; readonly children: preact.ComponentChildren }) {
  return (
    <a href={href} title={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  );
}

function Colour({ value }: { readonly value: string }) {
  const safe = /^#[0-9a-f]{3,8}$/i.test(value);
  return (
    <span class="colour">
      {value}
      {safe && <span class="swatch" style={{ backgroundColor: value }} aria-hidden="true" />}
    </span>
  );
}

type Naming = Extract<Inline, { readonly kind: 'user' | 'channel' | 'group' | 'broadcast' | 'date' }>;

function Named({ node }: { readonly node: Naming }) {
  if (node.kind === 'date') return <Moment node={node} />;
  if (node.kind === 'broadcast') return <span class="mention strong">@{node.range}</span>;
  return <Mention node={node} />;
}

function Moment({ node }: { readonly node: Extract<Inline, { readonly kind: 'date' }> }) {
  const viewer = useViewer();
  const said = formatSlackDate(node.at, node.format, node.fallback, viewer);
  const time = (
    <time dateTime={new Date(node.at * 1000).toISOString()} title={fullTime(node.at * 1000, viewer)}>
      {said}
    </time>
  );
  return node.href === null ? time : <Link href={node.href}>{time}</Link>;
}

function Mention({ node }: { readonly node: Extract<Inline, { readonly kind: 'user' | 'channel' | 'group' }> }) {
  const { me, people, channels, groups } = useNames();
  const bot = useUi((ui) => ui.server?.bot);
  const { kind, id, label } = node;
  if (kind === 'channel') {
    const name = channels.find((channel) => channel.id === id)?.name;
    return <span class="mention">{`#${name ?? (label || 'a private channel')}`}</span>;
  }
  if (kind === 'group') {
    const group = groups.find((one) => one.id === id);
    const mine = group?.members.includes(me) === true;
    return (
      <span class={mine ? 'mention strong' : 'mention'} title={group?.name}>
        {group === undefined ? label || 'a group' : `@${group.handle}`}
      </span>
    );
  }
  const person = people.find((one) => one.id === id);
  const name = person?.name ?? (bot?.user === id ? bot.name : label || id);
  return <span class={id === me ? 'mention strong' : 'mention'}>{`@${name}`}</span>;
}
