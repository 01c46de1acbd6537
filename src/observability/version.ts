import { readFileSync } from 'node:fs';
import * as z from 'zod';

const Package = z.object({ version: z.string() });

export const { version } = Package.parse(
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')),
);
