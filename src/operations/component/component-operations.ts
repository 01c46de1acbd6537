import type { Operation } from '../shared/define.ts';
import { componentList } from './component-list.ts';
import { componentShow } from './component-show.ts';

export const componentOperations: readonly Operation[] = [componentList, componentShow];
