import { parse, View } from 'vega';
import { compile, type TopLevelSpec } from 'vega-lite';
import { type Case, type Peer, SIZE } from './cases.ts';

/** Vega-Lite as in its documentation for servers: compile, parse, view, canvas, PNG of the canvas. */
export async function openVegaLite(): Promise<Peer> {
  return async (one) => {
    const view = new View(parse(compile(plainSpec(one)).spec), { renderer: 'none' });
    const canvas: unknown = await view.toCanvas(SIZE.scale);
    const png = bufferOf(canvas);
    view.finalize();
    return png;
  };
}

function bufferOf(canvas: unknown): Uint8Array {
  if (typeof canvas !== 'object' || canvas === null || !('toBuffer' in canvas)) throw new Error('no canvas');
  const { toBuffer } = canvas;
  if (typeof toBuffer !== 'function') throw new Error('no canvas');
  const png: unknown = toBuffer.call(canvas, 'image/png');
  if (!(png instanceof Uint8Array)) throw new Error('no PNG');
  return png;
}

/** Returns the simplest specification of a chart. The browser peer draws the same specification. */
export function plainSpec(one: Case): TopLevelSpec {
  const unit = (lines: Case['panels'][number]['lines'], item: string, height: number) => ({
    width: SIZE.width - 160,
    height,
    data: {
      values: lines.flatMap((line) =>
        line.times.map((time, at) => ({ time, value: line.values[at] ?? 0, name: line.name })),
      ),
    },
    mark: 'line' as const,
    encoding: {
      x: { field: 'time', type: 'temporal' as const, title: null },
      y: { field: 'value', type: 'quantitative' as const, title: item },
      color: { field: 'name', type: 'nominal' as const },
    },
  });
  const height = (SIZE.height - 60) / one.panels.length;
  return {
    $schema: 'https://vega.github.io/schema/vega-lite/v6.json',
    background: 'white',
    vconcat: one.panels.map(({ item, lines }) => unit(lines, item, height)),
  };
}
