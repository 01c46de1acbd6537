import * as z from 'zod';
import { minGap, ReadInterval } from '../operations/shared/evidence/read-interval.ts';

export const AppCoverage = z.object({
  contextKey: z.string(),
  context: z.string(),
  intervals: z.array(ReadInterval),
});
export type AppCoverage = z.infer<typeof AppCoverage>;

/** `before`: not followed yet. `after`: no longer read. `between`: not followed, or the bot or platform was down. */
const gapKinds = ['never', 'before', 'between', 'after'] as const;
/** Time in which changes outside Portolan may have been missed. */
export const CoverageGap = ReadInterval.extend({ contextKey: z.string(), context: z.string(), gap: z.enum(gapKinds) });
export type CoverageGap = z.infer<typeof CoverageGap>;

export function gapsOf(app: AppCoverage, { from: since, to: until }: ReadInterval): readonly CoverageGap[] {
  const { contextKey, context } = app;
  const within = app.intervals
    .map(({ from, to }) => ({ from: Math.max(from, since), to: Math.min(to, until) }))
    .filter(({ from, to }) => from <= to)
    .toSorted((one, other) => one.from - other.from);
  const [first] = within;
  if (!first) return [{ from: since, to: until, contextKey, context, gap: 'never' }];
  const gaps: CoverageGap[] = [];
  let reached = since;
  for (const { from, to } of within) {
    if (from - reached >= minGap)
      gaps.push({ from: reached, to: from, contextKey, context, gap: reached === since ? 'before' : 'between' });
    reached = Math.max(reached, to);
  }
  if (until - reached >= minGap) gaps.push({ from: reached, to: until, contextKey, context, gap: 'after' });
  return gaps;
}
