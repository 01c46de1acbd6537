import type { Text } from '../../core/text/text.ts';
import { problemText } from './chart-words.ts';

/** Why there is no chart, as data that crosses threads. */
export type ChartFault =
  /** The queue is full: asking again in a moment helps. */
  | { readonly fault: 'busy'; readonly waiting: number }
  /** The reply is not the JSON that a monitoring query answers with. */
  | { readonly fault: 'unreadable' }
  /** More bytes or samples than one chart may have. */
  | { readonly fault: 'too-large'; readonly limit: number; readonly of: 'bytes' | 'points' }
  | { readonly fault: 'start-after-end' }
  | { readonly fault: 'bad-time' }
  | { readonly fault: 'range-too-long'; readonly days: number }
  | { readonly fault: 'bad-step' }
  /** This step would give more points than the platform answers; `step` is the smallest that works, in seconds. */
  | { readonly fault: 'too-many-points'; readonly points: number; readonly limit: number; readonly step: number }
  | { readonly fault: 'bad-zone'; readonly zone: string }
  /** Ours: the worker ended or failed. `why` is for the log. */
  | { readonly fault: 'failed'; readonly why: string };

/** Thrown by `Charts`; carries the fault as data and a sentence for people. */
export class ChartProblem extends Error {
  readonly fault: ChartFault;
  readonly text: Text;

  constructor(fault: ChartFault) {
    super(fault.fault === 'failed' ? `chart: ${fault.why}` : `chart: ${fault.fault}`);
    this.name = 'ChartProblem';
    this.fault = fault;
    this.text = problemText(fault);
  }
}

/** The queue is full. */
export class ChartBusy extends ChartProblem {
  constructor(waiting: number) {
    super({ fault: 'busy', waiting });
    this.name = 'ChartBusy';
  }
}
