import { useState } from 'preact/hooks';
import type { BlockCell, TableModel } from '../blocks/block-model.ts';
import { Words } from '../common/inline-text.tsx';
import { useWords } from '../common/page-hooks.ts';

/** Table with a header row. Long tables have pages, wide tables scroll sideways. */
export function Table({ model }: { readonly model: TableModel }) {
  const words = useWords();
  const [head, ...body] = model.rows;
  const [page, setPage] = useState(0);
  const size = model.pageSize > 0 ? model.pageSize : body.length;
  const pages = Math.max(1, Math.ceil(body.length / Math.max(1, size)));
  const at = Math.min(page, pages - 1);
  const shown = body.slice(at * size, (at + 1) * size);
  return (
    <figure class="table">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: wide tables scroll sideways, with the keyboard too */}
      <div class="table-frame" tabIndex={0}>
        <table>
          {model.caption !== '' && <caption>{model.caption}</caption>}
          <thead>
            <tr>
              {head?.map((cell, column) => (
                <Head key={column} model={model} cell={cell} column={column} />
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row, index) => (
              <tr key={index}>
                {row.map((cell, column) => (
                  <td key={column} class={classOf(model, cell, column)}>
                    <Words blocks={cell.text} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {pages > 1 && (
        <figcaption class="pages">
          <button type="button" class="button quiet" disabled={at === 0} onClick={() => setPage(at - 1)}>
            {words.earlierRows}
          </button>
          <span role="status">{words.pageOf(at + 1, pages)}</span>
          <button type="button" class="button quiet" disabled={at === pages - 1} onClick={() => setPage(at + 1)}>
            {words.laterRows}
          </button>
        </figcaption>
      )}
    </figure>
  );
}

function Head({
  model,
  cell,
  column,
}: {
  readonly model: TableModel;
  readonly cell: BlockCell;
  readonly column: number;
}) {
  return (
    <th scope="col" class={classOf(model, cell, column)}>
      <Words blocks={cell.text} />
    </th>
  );
}

function classOf(model: TableModel, cell: BlockCell, column: number): string {
  const align = model.aligns[column] ?? (cell.number ? 'right' : 'left');
  return `to-${align}${model.wraps[column] === true ? ' wraps' : ''}`;
}
