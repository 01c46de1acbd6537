import type { Operation } from '../shared/define.ts';
import { regionList } from './region-list.ts';
import { regionShow } from './region-show.ts';

/** What can be asked of regions, in the order of the help. */
export const regionOperations: readonly Operation[] = [regionList, regionShow];
