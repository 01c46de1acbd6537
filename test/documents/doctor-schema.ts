import * as z from 'zod';
import { DoctorReport } from '../../src/checks/report/finding.ts';

/** Returns the JSON Schema of the output of `portolan doctor --json`, made from the report's type. */
export const doctorSchema = (): string => `${JSON.stringify(z.toJSONSchema(DoctorReport), null, 2)}\n`;
