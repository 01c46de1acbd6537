import type { Proposal } from '../command/problem.ts';
import type { Text } from '../text/text.ts';

/** What a call that wasn't done has changed all the same, and what puts that right. */
export interface Leftover {
  readonly says: readonly Text[];
  readonly offer?: Proposal;
}
