import type { Dispatcher } from 'undici';
import { clockDifference } from '../../core/clock-difference.ts';
import { pathOf } from '../call.ts';
import { endpoints } from '../endpoints.ts';
import { mapBreakdown } from '../errors/map-error.ts';
import type { Reason } from '../errors/reasons.ts';
import type { PingResult } from '../platform.ts';
import { startLimit } from './limit.ts';
import { callPlatform, type PlatformLink } from './link.ts';
import { parseBody } from './parsed-body.ts';
import { standInFor } from './stand-in.ts';
import { BrokenExchange, isGood } from './transport.ts';

const MAX_MS = 3_000;
const MAX_BYTES = 1024 * 1024;

/** Reads a nonexistent region, because this is cheap. The reply shows whether the token is accepted. Never rejects. */
export async function pingPlatform(link: PlatformLink, pool: Dispatcher): Promise<PingResult> {
  const start = link.now();
  const path = pathOf('readRegion', { region: 'portolan-ping' });
  using limit = startLimit(Math.min(MAX_MS, link.deadlines[endpoints.readRegion.deadline]));
  const wanted = { method: 'GET', path, headers: link.readHeaders, maxBytes: MAX_BYTES } as const;
  try {
    const answer = await callPlatform(link, 'ping', pool, wanted, limit);
    const { status, date } = answer;
    const at = link.now();
    const parsed = parseBody(answer);
    link.dialect.sawError(parsed.body);
    const standIn = standInFor(answer, parsed, link.dialect.current());
    link.standIn.seen = standIn;
    return {
      reachable: true,
      status,
      ms: at - start,
      ...(standIn ? { tokenAccepted: undefined, standIn } : { tokenAccepted: tokenAccepted(status) }),
      ...(date === undefined ? {} : { aheadMs: clockDifference(date, start, at) }),
    };
  } catch (error) {
    const ms = link.now() - start;
    if (!(error instanceof BrokenExchange)) return { reachable: false, kind: 'unreachable', reason: 'unreachable', ms };
    const { status, cause } = error.breakdown;
    if (status !== undefined) {
      // The platform's answer about a nonexistent region is always short.
      const standIn = cause === 'too-large' ? ({ standIn: 'other-api' } as const) : {};
      return { reachable: true, status, tokenAccepted: status === 401 ? false : undefined, ...standIn, ms };
    }
    const { kind, reason = 'unreachable' } = mapBreakdown({ asked: 'ping', ...error.breakdown }, false);
    return { reachable: false, kind: kind === 'timeout' ? 'timeout' : 'unreachable', reason, ms };
  }
}

export function faultOf(result: PingResult): Reason | undefined {
  if (!result.reachable) return result.reason;
  return result.standIn ?? (result.tokenAccepted === false ? 'token-refused' : undefined);
}

function tokenAccepted(status: number): boolean | undefined {
  if (status === 401 || status === 403) return false;
  return status === 404 || isGood(status) ? true : undefined;
}
