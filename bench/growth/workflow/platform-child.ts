import * as z from 'zod';
import { startPlatform } from '../../../playground/platform/start-platform.ts';
import { seedOf } from '../../../test/crash/replicas.ts';

/** The simulated platform with so many components in one app, in a process of its own; told anything, it tells what was read. */
const size = z.coerce.number().parse(process.argv[2]);
const platform = await startPlatform({ dialect: 'console', seed: seedOf(size) });
let [reads, lists] = [0, 0];
platform.log.subscribe(({ method, path }) => {
  if (method !== 'GET') return;
  reads += 1;
  if (path.endsWith('/services')) lists += 1;
});
process.on('message', () => {
  process.send?.({ reads, lists });
  [reads, lists] = [0, 0];
});
for (const event of ['disconnect', 'SIGTERM'] as const) process.on(event, () => process.exit(0));
process.send?.({ url: platform.url, token: platform.token });
