import type { Operation } from '../shared/define.ts';
import { componentEvents } from './component-events.ts';
import { componentLog } from './component-log.ts';

/** What can be asked of events and logs, in the order of the help. */
export const eventOperations: readonly Operation[] = [componentEvents, componentLog];
