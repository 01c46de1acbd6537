import { domainToASCII } from 'node:url';
import { ok, type Read, wrong } from '../../core/command/params.ts';
import { shownPairsText } from '../../core/text/secret.ts';
import { type Text, verbatim } from '../../core/text/text.ts';
import { CONDITION, DOMAIN, RULE_PATH } from '../../platform/gateway/gateway-text.ts';
import { gatewayMsg } from './gateway-messages.ts';

export interface Domain {
  /** Lowercase and Punycode (`xn--…`), because the platform refuses other forms (docs/platform.md#http-rules). */
  readonly name: string;
  readonly typed: string;
  readonly path?: string;
  /** Whether the domain was typed with `https://`, so that the rule needs a certificate. */
  readonly secure?: boolean;
}

type DomainFault = (given: { readonly like: string }) => Text;

const longestPart = 63;
const longestName = 253;

/** Returns the first fault of a domain that isn't valid, in the words of what was typed. */
function domainFault(host: string): DomainFault {
  const scheme = /^([a-z][a-z0-9+.-]*):(?:$|\/)/.exec(host);
  const other = /[^a-z0-9.*_ -]/iu.exec(host);
  const parts = host.split('.');
  if (scheme) return gatewayMsg.domainScheme;
  if (host === '') return gatewayMsg.domainNone;
  if (/:\d+$/.test(host)) return gatewayMsg.domainPort;
  if (/\s/.test(host)) return gatewayMsg.domainSpace;
  if (host.includes('_')) return gatewayMsg.domainUnderscore;
  if (other) return ({ like }) => gatewayMsg.domainSign({ sign: verbatim(other[0]), like });
  if (host.length > longestName) return ({ like }) => gatewayMsg.domainLong({ most: longestName, like });
  if (parts.includes('')) return gatewayMsg.domainDots;
  if (parts.some((part) => part.length > longestPart))
    return ({ like }) => gatewayMsg.domainPartLong({ most: longestPart, like });
  return host.includes('*') ? gatewayMsg.domainStar : gatewayMsg.domainHyphen;
}

/** Returns a similar valid domain, or an example. */
function similarDomain(host: string): string {
  const similar = host
    .replace(/^[a-z][a-z0-9+.-]*:\/*/, '')
    .replace(/:\d+$/, '')
    .replace(/_/g, '-')
    .replace(/[^a-z0-9.*-]/g, '')
    .split('.')
    .map((part) => part.replace(/^-+|-+$/g, ''))
    .filter((part, index) => part !== '' && (part !== '*' || index === 0))
    .join('.');
  return similar.length <= longestShown && similar.includes('.') && DOMAIN.test(similar) ? similar : 'www.shop.test';
}

const longestShown = 60;

function wrongDomain(text: string, host: string): { readonly ok: false; readonly why: Text } {
  const typed = text.length > longestShown ? `${text.slice(0, longestShown)}…` : text;
  return wrong(gatewayMsg.domainWrong({ typed, fault: domainFault(host)({ like: similarDomain(host) }) }));
}

/** Parses `shop.test`, `*.shop.test`, `shop.test/cart`, or the same after `http://` or `https://`. */
export function readDomain(text: string): Read<Domain> {
  const { host, path } = hostAndPath(text);
  const typed = host.toLowerCase().replace(/\.$/, '');
  if (/^\d+(?:\.\d+){3}$/.test(typed)) return wrong(gatewayMsg.domainNumbers({ typed: text }));
  const name = toAscii(typed);
  if (!DOMAIN.test(name)) return wrongDomain(text, name === '' ? typed : name);
  const secure = /^https:/i.test(text) ? { secure: true } : {};
  if (path === undefined) return ok({ name, typed, ...secure });
  const parsed = readPath(path);
  return parsed.ok ? ok({ name, typed, path: parsed.value, ...secure }) : parsed;
}

export function splitDomain(word: string): Readonly<Record<string, string>> | undefined {
  // Leave a word with https:// whole, because splitting would lose the https.
  if (/^https:/i.test(word)) return undefined;
  const { host, path } = hostAndPath(word);
  return path !== undefined && host !== '' && !host.includes(':')
    ? { domain_name: host, domain_path: path }
    : undefined;
}

function hostAndPath(text: string): { readonly host: string; readonly path?: string } {
  const bare = text.replace(/^https?:\/\//i, '');
  const slash = bare.indexOf('/');
  return slash < 0 ? { host: bare } : { host: bare.slice(0, slash), path: bare.slice(slash) };
}

function toAscii(name: string): string {
  if (/^[\x20-\x7e]*$/.test(name)) return name;
  const wild = name.startsWith('*.');
  const ascii = domainToASCII(wild ? name.slice(2) : name);
  return ascii && wild ? `*.${ascii}` : ascii;
}

export function readPath(typed: string): Read<string> {
  return RULE_PATH.test(typed) ? ok(typed) : wrong(gatewayMsg.pathWrong({ typed }));
}

/** Parses a condition to the console's `name=value;…` (docs/platform.md#single-http-rules); accepts `name:value`. */
export function readCondition(typed: string): Read<string> {
  const text = conditionText(typed);
  const isPairs = text !== '' && text.split(';').every((pair) => /^[^=\s]+=\S/.test(pair));
  return isPairs && CONDITION.test(text)
    ? ok(text)
    : wrong(gatewayMsg.conditionWrong({ typed: shownPairsText(typed) }));
}

/** Normalizes a condition, so that equal conditions have one spelling. */
export function conditionText(typed: string): string {
  return typed
    .split(';')
    .map((pair) => pair.trim().replace(/^([^=:\s]+)\s*[:=]\s*/, '$1='))
    .filter((pair) => pair !== '')
    .join(';');
}
