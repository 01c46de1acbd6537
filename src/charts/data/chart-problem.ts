import type { Text } from '../../core/text/text.ts';
import { problemText } from './chart-problem-messages.ts';
import type { ChartFault } from './job.ts';

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
