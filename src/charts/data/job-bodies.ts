import type { ChartJob } from './job.ts';

/** The bytes of all replies that a job draws from, the comparison's last. */
export function bodiesOf(job: ChartJob): readonly Uint8Array[] {
  const of = (body: ChartJob['body']) => (body instanceof Uint8Array ? [body] : body.map((each) => each.body));
  return [...of(job.body), ...(job.comparison ? of(job.comparison.body) : [])];
}

/** The job with other bytes for each of its replies, asked for in the order of `bodiesOf`. */
export function withBodies(job: ChartJob, replace: (body: Uint8Array) => Uint8Array): ChartJob {
  const of = (body: ChartJob['body']) =>
    body instanceof Uint8Array ? replace(body) : body.map((each) => ({ ...each, body: replace(each.body) }));
  const copy = { ...job, body: of(job.body) };
  return job.comparison ? { ...copy, comparison: { ...job.comparison, body: of(job.comparison.body) } } : copy;
}
