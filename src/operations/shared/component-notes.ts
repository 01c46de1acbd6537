import { abnormalComponents, firingComponents, incidentNotes } from './incident/incident-notes.ts';
import { regionSilence } from './incident/region-trouble.ts';

/** Returns lines about a component that features add to its page. */
export const componentNotes = incidentNotes;

/** Returns the ids of an app's components that features say need attention. */
export const troubledComponents = firingComponents;

/** Returns the ids of an app's components that features know to be abnormal, also if nothing newer can be read. */
export const knownAbnormal = abnormalComponents;

/** Returns since when features can't read the region, and why. */
export const regionSilentSince = regionSilence;
