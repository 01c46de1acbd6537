import type { TopLevelSpec } from 'vega-lite';
import { theme } from './theme.ts';

/** Builds a reusable specification for a number of panels. For security, names are data, never part of expressions. */
export function liteSpec(panels: number): TopLevelSpec {
  const indices = [...Array(panels).keys()];
  return {
    $schema: 'https://vega.github.io/schema/vega-lite/v6.json',
    autosize: 'none',
    // The painter fills the background first.
    background: 'transparent',
    // Turns off automatic bounds, so that positions match the layout exactly.
    bounds: 'flush',
    spacing: theme.between,
    params: [
      { name: 'timeDomain', value: [0, 1] },
      { name: 'timeTicks', value: [] },
      { name: 'timeLabels', value: {} },
      ...indices.flatMap((panel) => [
        { name: `domain${panel}`, value: [0, 1] },
        { name: `bend${panel}`, value: null },
        { name: `ticks${panel}`, value: [] },
        { name: `labels${panel}`, value: {} },
      ]),
    ],
    vconcat: indices.map((panel) => panelSpec(panel, panel === panels - 1)),
    config: {
      aria: false,
      font: theme.fonts,
      customFormatTypes: false,
      view: { stroke: null },
      axis: { labelColor: theme.quietInk, labelFontSize: theme.size.text, labelFont: theme.fonts, title: null },
    },
  };
}

export function dataNames(panel: number) {
  return {
    areas: `areas${panel}`,
    lines: `lines${panel}`,
    rules: `rules${panel}`,
    points: `points${panel}`,
    halos: `halos${panel}`,
    texts: `texts${panel}`,
  } as const;
}

type Stacked = Extract<TopLevelSpec, { vconcat: unknown }>;
type PanelSpec = Stacked['vconcat'][number];
type Layers = Extract<PanelSpec, { layer: unknown }>['layer'];

const raw = (field: string) => ({ field, type: 'nominal', scale: null, legend: null }) as const;
const number = (field: string) => ({ field, type: 'quantitative', scale: null, legend: null }) as const;
const place = (field: string) => ({ field, type: 'quantitative', scale: null, axis: null }) as const;

function panelSpec(panel: number, last: boolean): PanelSpec {
  const data = dataNames(panel);
  const timeScale = { type: 'utc', domain: { expr: 'timeDomain' }, nice: false } as const;
  const valueScale = { type: 'linear', domain: { expr: `domain${panel}` }, nice: false, zero: false } as const;
  const x = { type: 'temporal', scale: timeScale, axis: timeAxis(last) } as const;
  const y = { type: 'quantitative', scale: valueScale, axis: valueAxisSpec(panel) } as const;
  return {
    name: `panel${panel}`,
    width: 100,
    height: 100,
    layer: [
      {
        data: { name: data.areas },
        mark: { type: 'rect' },
        encoding: {
          x: { ...x, field: 'from' },
          x2: { field: 'to' },
          y: place('top'),
          y2: { field: 'bottom' },
          color: raw('fill'),
        },
      },
      {
        // Compiled as one dot per line; `withPaths` then sets the line's path.
        name: data.lines,
        data: { name: data.lines },
        mark: { type: 'point', filled: false, opacity: 1 },
        encoding: { stroke: raw('stroke'), strokeWidth: number('width') },
      },
      {
        data: { name: data.rules },
        mark: { type: 'rule' },
        encoding: {
          x: place('x'),
          y: place('y'),
          x2: { field: 'x2' },
          y2: { field: 'y2' },
          stroke: raw('stroke'),
          strokeWidth: number('width'),
          strokeDash: raw('dash'),
        },
      },
      {
        data: { name: data.points },
        mark: { type: 'point', filled: true, opacity: 1, strokeWidth: 2 },
        encoding: {
          x: { ...x, field: 'time' },
          y: { ...y, field: 'value' },
          fill: raw('fill'),
          stroke: raw('stroke'),
          size: number('size'),
        },
      },
      textLayer(data.halos, { stroke: theme.background, strokeWidth: { expr: 'datum.halo' } }),
      textLayer(data.texts, {}),
    ],
  };
}

function textLayer(name: string, more: { stroke?: string; strokeWidth?: { expr: string } }): Layers[number] {
  return {
    data: { name },
    mark: {
      type: 'text',
      baseline: 'alphabetic',
      font: theme.fonts,
      fontSize: { expr: 'datum.size' },
      fontWeight: { expr: 'datum.weight' },
      align: { expr: 'datum.align' },
      ...more,
    },
    encoding: { x: place('x'), y: place('y'), text: raw('text'), color: raw('ink') },
  };
}

function timeAxis(labelled: boolean) {
  return {
    values: { expr: 'timeTicks' },
    labelExpr: 'timeLabels[toString(toNumber(datum.value))]',
    labels: labelled,
    labelOverlap: false,
    labelFlush: false,
    labelPadding: 6,
    grid: true,
    gridColor: theme.grid,
    domainColor: theme.axis,
    ticks: labelled,
    tickColor: theme.axis,
    tickSize: 6,
  } as const;
}

function valueAxisSpec(panel: number) {
  return {
    values: { expr: `ticks${panel}` },
    labelExpr: `labels${panel}[toString(datum.value)]`,
    labelOverlap: false,
    labelPadding: 8,
    domain: false,
    ticks: false,
    grid: true,
    gridColor: { condition: { test: 'datum.value === 0', value: theme.zero }, value: theme.grid },
  } as const;
}
