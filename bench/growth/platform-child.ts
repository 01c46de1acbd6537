import * as z from 'zod';
import { startPlatform } from '../../playground/platform/start-platform.ts';
import { seedOf } from '../../test/crash/replicas.ts';
import { tellParent } from '../stage/processes.ts';

/**
 * Simulated platform with `size` components in one app. Answers each message with the number of component lists that
 * were read since the previous message.
 */
const size = z.coerce.number().parse(process.argv[2]);
const platform = await startPlatform({ dialect: 'console', seed: seedOf(size) });
let lists = 0;
platform.log.subscribe(({ method, path }) => {
  if (method === 'GET' && path.endsWith('/services')) lists += 1;
});
tellParent({ url: platform.url, token: platform.token }, () => {
  const told = { lists };
  lists = 0;
  return told;
});
