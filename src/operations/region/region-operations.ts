import type { Operation } from '../shared/define.ts';
import { regionList } from './region-list.ts';
import { regionShow } from './region-show.ts';

export const regionOperations: readonly Operation[] = [regionList, regionShow];
