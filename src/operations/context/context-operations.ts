import type { Operation } from '../shared/define.ts';
import { contextShow, contextUse } from './context-settings.ts';

/** What can be asked of contexts, in the order of the help. */
export const contextOperations: readonly Operation[] = [contextUse, contextShow];
