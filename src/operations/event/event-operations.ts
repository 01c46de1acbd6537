import type { Operation } from '../shared/define.ts';
import { componentEvents } from './component-events.ts';
import { componentLog } from './component-log.ts';

export const eventOperations: readonly Operation[] = [componentEvents, componentLog];
