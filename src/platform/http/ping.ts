import type { Dispatcher } from 'undici';
import { pathOf } from '../call.ts';
import { endpoints } from '../endpoints.ts';
import { mapBreakdown } from '../errors/map-error.ts';
import type { PingResult } from '../platform.ts';
import { startLimit } from './limit.ts';
import type { PlatformLink } from './link.ts';
import { recorded } from './link.ts';
import { BrokenExchange, exchange } from './transport.ts';

const MOST_MS = 3_000;

/**
 * Reads a region that does not exist (4.2): both dialects have the path, the console looks into one table for it, and
 * its refusal shows whether the token is accepted. Never rejects.
 */
export async function pingPlatform(link: PlatformLink, pool: Dispatcher): Promise<PingResult> {
  const start = link.now();
  const path = pathOf('readRegion', { region: 'portolan-ping' });
  const limit = startLimit(Math.min(MOST_MS, link.deadlines[endpoints.readRegion.deadline]));
  const wanted = { method: 'GET', path: link.basePath + path, headers: link.readHeaders, mostBytes: 65_536 } as const;
  try {
    const { status } = await recorded(link, 'ping', 'GET', path, () => exchange(pool, wanted, limit));
    return { reachable: true, status, tokenAccepted: tokenAccepted(status), ms: link.now() - start };
  } catch (error) {
    const ms = link.now() - start;
    if (!(error instanceof BrokenExchange)) return { reachable: false, kind: 'unreachable', reason: 'unreachable', ms };
    const { status } = error.breakdown;
    if (status !== undefined) return { reachable: true, status, tokenAccepted: tokenAccepted(status), ms };
    const { kind, reason = 'unreachable' } = mapBreakdown({ asked: 'ping', ...error.breakdown }, false);
    return { reachable: false, kind: kind === 'timeout' ? 'timeout' : 'unreachable', reason, ms };
  } finally {
    limit.release();
  }
}

function tokenAccepted(status: number): boolean | undefined {
  if (status === 401 || status === 403) return false;
  return status === 404 || (status >= 200 && status < 300) ? true : undefined;
}
