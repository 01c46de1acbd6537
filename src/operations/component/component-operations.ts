import type { Operation } from '../shared/define.ts';
import { componentList } from './component-list.ts';
import { componentShow } from './component-show.ts';

/** What can be asked of components, in the order of the help. */
export const componentOperations: readonly Operation[] = [componentList, componentShow];
