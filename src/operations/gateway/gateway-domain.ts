import { domainToASCII } from 'node:url';
import { ok, type Read, wrong } from '../../core/command/params.ts';
import { shownPairsText } from '../../core/text/secret.ts';
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

/** Parses `shop.test`, `*.shop.test`, `shop.test/cart`, or the same after `http://` or `https://`. */
export function readDomain(text: string): Read<Domain> {
  const { host, path } = hostAndPath(text);
  const typed = host.toLowerCase().replace(/\.$/, '');
  if (/^\d+(?:\.\d+){3}$/.test(typed)) return wrong(gatewayMsg.domainNumbers({ typed: text }));
  if (/:\d+$/.test(typed)) return wrong(gatewayMsg.domainPort({ typed: text }));
  const name = toAscii(typed);
  if (!DOMAIN.test(name)) return wrong(gatewayMsg.domainWrong({ typed: text }));
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
