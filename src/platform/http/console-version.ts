import type { Dispatcher } from 'undici';
import * as z from 'zod';
import { startLimit } from './limit.ts';
import type { PlatformLink } from './link.ts';
import { parseBody } from './parsed-body.ts';
import { exchange } from './transport.ts';

const MOST_MS = 3_000;

/** Public information that the console's login page reads (goodrain/rainbond-console, `console/views/logos.py`). */
const ConfigInfo = z.object({
  data: z.object({ bean: z.object({ version: z.object({ value: z.string().regex(/^[\w.+:-]{1,80}$/) }) }) }),
});

export async function readConsoleVersion(link: PlatformLink, pool: Dispatcher): Promise<string | undefined> {
  using limit = startLimit(Math.min(MOST_MS, link.deadlines.read));
  const { accept = '', 'accept-encoding': encoding = '', 'user-agent': agent = '' } = link.readHeaders;
  const headers = { accept, 'accept-encoding': encoding, 'user-agent': agent };
  const path = `${link.basePath}/console/config/info`;
  try {
    const answer = await exchange(pool, { method: 'GET', path, headers, mostBytes: 1024 * 1024 }, limit);
    return answer.status === 200
      ? ConfigInfo.safeParse(parseBody(answer).body).data?.data.bean.version.value
      : undefined;
  } catch {
    return undefined;
  }
}
