import { catalogOf } from '../core/text/catalog.ts';
import * as chartAreas from './chart-areas.ts';

/** Writes the texts of charts: in pictures, summaries and files. */
export const { messages, plain } = catalogOf(chartAreas);
