import type { Operation } from '../shared/define.ts';
import { agentCreate, agentList, agentRevoke } from './agent-settings.ts';

export const agentOperations: readonly Operation[] = [agentCreate, agentList, agentRevoke];
