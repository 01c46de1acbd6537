import type { Operation } from '../shared/define.ts';
import { followAdd, followList, followNone } from './follow.ts';
import { followDetails } from './follow-details.ts';

export const followOperations: readonly Operation[] = [followAdd, followNone, followList, followDetails];
