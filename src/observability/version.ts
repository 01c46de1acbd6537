import { readFileSync } from 'node:fs';
import * as z from 'zod';

const Package = z.object({ version: z.string() });

/** Of this program, such as `1.2.0`. */
export const { version } = Package.parse(
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')),
);
