import type { Chart } from '../layout/chart-data.ts';
import type { Drawable } from '../text/drawable-text.ts';

/** A chart whose names and labels can be drawn; its numbers stay. */
export function drawableChart(chart: Chart, drawable: Drawable): Chart {
  const { summary } = chart;
  const panels = chart.panels.map((panel) => {
    const lines = panel.lines.map((line) => ({
      ...line,
      summary: { ...line.summary, name: drawable(line.summary.name) },
    }));
    const limits = (panel.summary.limits ?? []).map((limit) => ({ ...limit, names: limit.names.map(drawable) }));
    return { lines, summary: { ...panel.summary, item: drawable(panel.summary.item), limits } };
  });
  return {
    ...chart,
    panels,
    summary: {
      ...summary,
      title: drawable(summary.title),
      ...(summary.names ? { names: summary.names.map(drawable) } : {}),
      ...(summary.marks ? { marks: summary.marks.map((mark) => ({ ...mark, label: drawable(mark.label) })) } : {}),
      ...(summary.comparedWith === undefined ? {} : { comparedWith: drawable(summary.comparedWith) }),
    },
  };
}
