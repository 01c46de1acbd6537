import type { Operation } from '../shared/define.ts';
import { agentCreate, agentList, agentRevoke } from './agent-settings.ts';

/** What can be asked of agents, in the order of the help. */
export const agentOperations: readonly Operation[] = [agentCreate, agentList, agentRevoke];
