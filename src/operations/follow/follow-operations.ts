import type { Operation } from '../shared/define.ts';
import { followAdd, followList, followNone } from './follow.ts';
import { followDetails } from './follow-details.ts';

/** What can be asked of followed apps, in the order of the help. */
export const followOperations: readonly Operation[] = [followAdd, followNone, followList, followDetails];
