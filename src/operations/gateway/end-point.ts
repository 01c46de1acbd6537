import { ok, type Read, wrong } from '../../core/command/params.ts';
import { narrow } from '../../core/narrow.ts';
import { IP_ADDRESS } from '../../platform/gateway/gateway-text.ts';
import { gatewayMsg } from './gateway-messages.ts';

export interface EndPoint {
  /** `ip:port`, as it is sent to the platform. */
  readonly text: string;
  readonly host: string;
  readonly port: number;
}

/** Host that means all addresses of the region's gateway. */
export const ANY = '0.0.0.0';
/** Maximum length: the length of the platform's column (docs/platform.md#tcp-rules). */
const LONGEST = 32;
const LABEL = '[a-z0-9](?:[-a-z0-9]*[a-z0-9])?';
const NAME = new RegExp(`^(?=.*[a-z])${LABEL}(?:\\.${LABEL})*$`);

/** Parses `203.0.113.9:30021` or a host name with a port. A port alone means all addresses of the gateway. */
export function readEndPoint(typed: string): Read<EndPoint> {
  const narrowed = narrow(typed);
  const text = /^\d{1,5}$/.test(narrowed) ? `${ANY}:${narrowed}` : narrowed.toLowerCase();
  const parts = /^([^:]+):([1-9]\d{0,4})$/.exec(text);
  const host = parts?.[1] ?? '';
  const port = Number(parts?.[2] ?? 0);
  const fits = text.length <= LONGEST && port >= 1 && port <= 65_535 && (IP_ADDRESS.test(host) || NAME.test(host));
  return fits ? ok({ text, host, port }) : wrong(gatewayMsg.endPointWrong({ typed }));
}

export function readAddress(typed: string): Read<string> {
  return IP_ADDRESS.test(typed) ? ok(typed) : wrong(gatewayMsg.ipWrong({ typed }));
}

/** Checks whether a shown end point is the wanted one. The platform shows `0.0.0.0:N` as the region's TCP domain. */
export function isEndPoint(shown: string | undefined, wanted: EndPoint, tcpdomain: string | undefined): boolean {
  if (shown === undefined) return false;
  return (
    shown === wanted.text || (wanted.host === ANY && tcpdomain !== undefined && shown === `${tcpdomain}:${wanted.port}`)
  );
}

/**
 * Checks whether the platform treats an end point as taken (docs/platform.md#tcp-rules). If all addresses are wanted,
 * any text that contains `:N` collides, so 3010 collides with 30100. If one address is wanted, the same text collides,
 * and so does N on all addresses.
 */
export function collides(shown: string, wanted: EndPoint, tcpdomain: string | undefined): boolean {
  if (wanted.host === ANY) return shown.includes(`:${wanted.port}`);
  if (shown === wanted.text || shown === `${ANY}:${wanted.port}`) return true;
  return tcpdomain !== undefined && shown === `${tcpdomain}:${wanted.port}`;
}

export function nextFree(
  shown: readonly string[],
  wanted: EndPoint,
  tcpdomain: string | undefined,
): EndPoint | undefined {
  for (let port = wanted.port + 1; port <= 65_535; port += 1) {
    const next = { text: `${wanted.host}:${port}`, host: wanted.host, port };
    if (!shown.some((each) => collides(each, next, tcpdomain))) return next;
  }
  return undefined;
}
