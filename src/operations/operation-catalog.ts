import * as chartAreas from '../charts/chart-areas.ts';
import * as coreAreas from '../core/core-areas.ts';
import { catalogOf } from '../core/text/catalog.ts';
import * as operationAreas from './operation-areas.ts';

/** Writes the texts of operations and of what they use. */
export const { messages, plain } = catalogOf(coreAreas, chartAreas, operationAreas);
