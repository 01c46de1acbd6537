import type { Operation } from '../shared/define.ts';
import { incidentAcknowledge, incidentSilence, incidentUnsilence } from './incident-actions.ts';

export const incidentOperations: readonly Operation[] = [incidentAcknowledge, incidentSilence, incidentUnsilence];
