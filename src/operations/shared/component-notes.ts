import { firingComponents, incidentNotes } from './incident/incident-notes.ts';

/** Returns lines about a component that features add to its page. */
export const componentNotes = incidentNotes;

/** Returns the ids of an app's components that features say need attention. */
export const troubledComponents = firingComponents;
