import * as z from 'zod';
import { DoctorReport } from '../../src/checks/report/finding.ts';

/** The JSON Schema of `portolan doctor --json`, made from the type that the report has. */
export function doctorSchema(): string {
  return `${JSON.stringify(z.toJSONSchema(DoctorReport), null, 2)}\n`;
}
