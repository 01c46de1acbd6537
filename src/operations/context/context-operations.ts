import type { Operation } from '../shared/define.ts';
import { contextShow, contextUse } from './context-settings.ts';

export const contextOperations: readonly Operation[] = [contextUse, contextShow];
