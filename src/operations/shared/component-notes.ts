import { incidentNotes } from './incident/incident-notes.ts';

/** Returns lines about a component that features add to its page. */
export const componentNotes = incidentNotes;
