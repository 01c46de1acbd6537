import { catalogOf } from '../../core/text/catalog.ts';
import { doctorMsg } from './doctor-messages.ts';
import { checkName, reportMsg, sectionName } from './report-messages.ts';

/** Writes what the checks find. */
export const { plain } = catalogOf({ doctorMsg, checkName, sectionName, reportMsg });
