import type { Proposal } from '../command/problem.ts';
import type { Text } from '../text/text.ts';

/** What a failed call changed nevertheless, and the request that reverts it. */
export interface Leftover {
  readonly says: readonly Text[];
  readonly offer?: Proposal;
}
