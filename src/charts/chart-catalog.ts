import { catalogOf } from '../core/text/catalog.ts';
import * as chartAreas from './chart-areas.ts';

export const { messages, plain } = catalogOf(chartAreas);
