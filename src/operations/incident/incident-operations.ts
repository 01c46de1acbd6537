import type { Operation } from '../shared/define.ts';
import { incidentAcknowledge, incidentSilence, incidentUnsilence } from './incident-actions.ts';

/** What can be asked of incidents, in the order of the help. */
export const incidentOperations: readonly Operation[] = [incidentAcknowledge, incidentSilence, incidentUnsilence];
