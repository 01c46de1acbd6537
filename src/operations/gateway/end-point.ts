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

/** Checks whether a shown end point is the wanted one. The platform shows `0.0.0.0:N` as the region's TCP domain. */
export function isEndPoint(shown: string | undefined, wanted: EndPoint, tcpdomain: string | undefined): boolean {
  if (shown === undefined) return false;
  return (
    shown === wanted.text || (wanted.host === ANY && tcpdomain !== undefined && shown === `${tcpdomain}:${wanted.port}`)
  );
}
