import { domainToASCII } from 'node:url';
import {
  type Args,
  flag,
  ok,
  optional,
  type Param,
  type Read,
  required,
  several,
  wrong,
} from '../../core/command/params.ts';
import { present } from '../../core/defined.ts';
import { listText } from '../../core/text/joined.ts';
import { shownPairsText } from '../../core/text/secret.ts';
import { type Text, verbatim } from '../../core/text/text.ts';
import {
  CERTIFICATE_CONFIG,
  CONDITION,
  DOMAIN,
  HEADER_NAME,
  HEADER_VALUE,
  IP_ADDRESS,
  RULE_PATH,
} from '../../platform/gateway/gateway-text.ts';
import { isAllowedExtension, type KeyValue, type RuleProtocol } from '../../platform/gateway/rule-extensions.ts';
import { component, port, readInteger, readPort } from '../shared/shared-params.ts';
import { type EndPoint, readEndPoint } from './end-point.ts';
import { gatewayMsg } from './gateway-messages.ts';

/** Maximum integer of the platform's API: 32 bits, signed (docs/platform.md#components). */
const MOST = 2_147_483_647;

/** Declares a parameter that is yes, no or unset. An unset value isn't sent. */
function maybeFlag(label: Text, word: string, advanced: boolean): Param<boolean | undefined> {
  return optional<boolean>(label, readYesNo, {
    input: 'checkbox',
    advanced,
    keyword: (typed) => (typed.toLowerCase() === word ? 'yes' : undefined),
  });
}

function readYesNo(typed: string): Read<boolean> {
  if (/^(?:yes|true|on|1)$/i.test(typed)) return ok(true);
  return /^(?:no|false|off|0)$/i.test(typed) ? ok(false) : wrong(gatewayMsg.yesNoWrong({ typed }));
}

function readPair(typed: string): KeyValue | undefined {
  const [, key, value] = /^([^:\s]+)\s*:\s*(.+)$/.exec(typed) ?? [];
  return key && value ? { key, value } : undefined;
}

/** Reads an extension of any dialect. The plan checks later whether the platform's dialect allows it. */
function readExtension(protocol: RuleProtocol): (typed: string) => Read<KeyValue> {
  return (typed) => {
    const pair = readPair(typed);
    return pair && isAllowedExtension(pair, protocol, 'document')
      ? ok(pair)
      : wrong(gatewayMsg.extensionWrong({ typed: shownPairsText(typed) }));
  };
}

function readHeader(typed: string): Read<KeyValue> {
  const pair = readPair(typed);
  if (!pair) return wrong(gatewayMsg.pairWrong({ typed: shownPairsText(typed) }));
  return HEADER_NAME.test(pair.key) && HEADER_VALUE.test(pair.value)
    ? ok(pair)
    : wrong(gatewayMsg.headerWrong({ typed: shownPairsText(typed) }));
}

function readCertificateConfig(typed: string): Read<string> {
  return CERTIFICATE_CONFIG.test(typed) ? ok(typed) : wrong(gatewayMsg.certificateConfigWrong({ typed }));
}

function number(label: Text, usual: number): Param<number | undefined> {
  return optional<number>(label, readInteger(0, MOST), { advanced: true, placeholder: verbatim(String(usual)) });
}

/** Reads a certificate's number or its name. Refuses a number that is too large. */
function readCertificate(typed: string): Read<number | string> {
  const number = readInteger(0, MOST)(typed);
  return number.ok || /^(?:-|\p{Nd}+$)/u.test(typed) ? number : ok(typed);
}

function readOnOff(typed: string): Read<string> {
  const word = typed.toLowerCase();
  return word === 'on' || word === 'off' ? ok(word) : wrong(gatewayMsg.bufferingWrong({ typed }));
}

/** A console's live route only uses the domain (docs/platform.md#live-routes). */
const notes = { console: gatewayMsg.routedByDomain() };

/** Proxy settings of docs/platform.md#http-rules. Placeholders are the values of the request model. */
const proxyParams = {
  proxy_body_size: number(gatewayMsg.bodySize(), 0),
  proxy_buffer_numbers: number(gatewayMsg.bufferNumbers(), 4),
  proxy_buffer_size: number(gatewayMsg.bufferSize(), 4),
  proxy_buffering: optional<string>(gatewayMsg.buffering(), readOnOff, {
    input: 'select',
    options: ['off', 'on'].map((value) => ({ value, label: verbatim(value) })),
    placeholder: verbatim('off'),
    advanced: true,
  }),
  proxy_connect_timeout: number(gatewayMsg.connectTimeout(), 75),
  proxy_read_timeout: number(gatewayMsg.readTimeout(), 60),
  proxy_send_timeout: number(gatewayMsg.sendTimeout(), 60),
  set_headers: several<KeyValue>(gatewayMsg.setHeaders(), readHeader, {
    hint: gatewayMsg.setHeadersHint(),
    aliases: ['set_header'],
    advanced: true,
  }),
};

interface Domain {
  /** Lowercase and Punycode (`xn--…`), because the platform refuses other forms (docs/platform.md#http-rules). */
  readonly name: string;
  readonly typed: string;
  readonly path?: string;
  /** Whether the domain was typed with `https://`, so that the rule needs a certificate. */
  readonly secure?: boolean;
}

const longestPart = 63;
const longestName = 253;

/** Returns everything that keeps a domain with its path from being valid. */
function domainFaults(host: string, path: string): readonly Text[] {
  const name = host.replace(/:\d+$/, '');
  const [sign] = /[^\p{L}\p{N}\p{M}.*_\s-]/u.exec(name) ?? [];
  const parts = name.split('.');
  const all = present([
    name !== host && gatewayMsg.domainPort(),
    /\s/.test(host + path) && gatewayMsg.domainSpace(),
    name.includes('_') && gatewayMsg.domainUnderscore(),
    sign !== undefined && gatewayMsg.domainSign({ sign }),
    name.length > longestName && gatewayMsg.domainLong({ most: longestName }),
    parts.includes('') && gatewayMsg.domainDots(),
    parts.some((part) => part.length > longestPart) && gatewayMsg.domainPartLong({ most: longestPart }),
    name.includes('*') && !/^\*\.[^*]+$/.test(name) && gatewayMsg.domainStar(),
    parts.some((part) => /^-|-$/.test(part)) && gatewayMsg.domainHyphen(),
    !RULE_PATH.test(path.replace(/\s/g, '')) && gatewayMsg.domainPath(),
  ]);
  // Only a letter that no domain may have is left.
  return all.length > 0 ? all : [gatewayMsg.domainSign({ sign: /[^a-z0-9.*-]/u.exec(name)?.[0] ?? name })];
}

/** Returns a similar valid domain with the path, or words that give an example. */
function similarDomain(host: string, path = ''): string | Text {
  const similar = host
    .replace(/:\d+$/, '')
    .replace(/_/g, '-')
    .replace(/[^a-z0-9.*-]/g, '')
    .split('.')
    .map((part) => part.replace(/^-+|-+$/g, ''))
    .filter((part, index) => part !== '' && (part !== '*' || index === 0))
    .join('.');
  const whole = similar + path.replace(notInPath, '');
  return whole.length <= longestShown && similar.includes('.') && DOMAIN.test(similar) && readDomain(whole).ok
    ? whole
    : gatewayMsg.domainExample();
}

const longestShown = 60;
const notInPath = /[^\p{L}\p{N}\p{M}._~!&()*+,=:@%/-]/gu;

function wrongDomain(text: string, host: string, path = '/'): { readonly ok: false; readonly why: Text } {
  const typed = text.length > longestShown ? `${text.slice(0, longestShown)}…` : text;
  return wrong(gatewayMsg.domainWrong({ typed, fault: domainFault(text, host, path) }));
}

function domainFault(text: string, host: string, path: string): Text {
  if (/^[a-z][a-z0-9+.-]*:$/.test(host)) {
    // Of `ftp://shop.test/cart`, the host is `ftp:`.
    return gatewayMsg.domainScheme({ like: similarDomain(text.toLowerCase().replace(/^[^:]*:\/*|\/.*$/g, '')) });
  }
  if (host === '') return gatewayMsg.domainNone();
  const similar = similarDomain(host, path === '/' ? '' : path);
  const faults = listText(domainFaults(host, path));
  return typeof similar === 'string' && /^https:/i.test(text)
    ? gatewayMsg.domainFaultsOfHttps({ faults, like: `https://${similar}` })
    : gatewayMsg.domainFaults({ faults, like: similar });
}

/** Parses `shop.test`, `*.shop.test`, `shop.test/cart`, or the same after `http://` or `https://`. */
export function readDomain(text: string): Read<Domain> {
  const { host, path } = hostAndPath(text);
  const typed = host.toLowerCase().replace(/\.$/, '');
  if (/^\d+(?:\.\d+){3}$/.test(typed)) return wrong(gatewayMsg.domainNumbers({ typed: text }));
  const name = toAscii(typed);
  if (!DOMAIN.test(name)) return wrongDomain(text, name === '' ? typed : name, path);
  const secure = /^https:/i.test(text) ? { secure: true } : {};
  if (path === undefined) return ok({ name, typed, ...secure });
  const parsed = readPath(path);
  return parsed.ok ? ok({ name, typed, path: parsed.value, ...secure }) : parsed;
}

function splitDomain(word: string): Readonly<Record<string, string>> | undefined {
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

function readPath(typed: string): Read<string> {
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

/** A rule has no closing time. The plan names the command that sets one for the port. */
const refusedLength = optional<string>(gatewayMsg.closingTime(), ok, { input: 'hidden' });

/** Fields of the http part of docs/platform.md#http-rules. */
export const httpParams = {
  component,
  port,
  domain_name: required<Domain>(gatewayMsg.domain(), gatewayMsg.domainMissing(), readDomain, {
    hint: gatewayMsg.domainHint(),
    placeholder: gatewayMsg.domainPlaceholder(),
    aliases: ['domain'],
    splits: splitDomain,
    isTypical: (word) => word.includes('.'),
    keyword: (word) => (/^https?:\/\//i.test(word) ? word : undefined),
  }),
  certificate_id: optional<number | string>(gatewayMsg.certificate(), readCertificate, {
    input: 'external',
    source: 'certificates',
    hint: gatewayMsg.certificateHint(),
    aliases: ['certificate'],
  }),
  auto_ssl: maybeFlag(gatewayMsg.autoSsl(), 'auto_ssl', false),
  /** Set if `https` was typed instead of `http`, so that the rule needs a certificate. */
  secure: flag(gatewayMsg.certificate(), 'https', { input: 'hidden' }),
  domain_path: optional<string>(gatewayMsg.path(), readPath, {
    placeholder: verbatim('/'),
    aliases: ['path'],
    notes,
    // A form takes the path with the domain.
    inForm: ({ domain_path: typed }) => ({ advanced: typed === undefined }),
  }),
  whether_open: { ...maybeFlag(gatewayMsg.whetherOpen(), 'open', false), aliases: ['open'] },
  domain_cookie: optional<string>(gatewayMsg.cookie(), readCondition, {
    hint: gatewayMsg.conditionHint(),
    aliases: ['cookie'],
    notes,
    advanced: true,
  }),
  domain_header: optional<string>(gatewayMsg.header(), readCondition, {
    hint: gatewayMsg.conditionHint(),
    aliases: ['header'],
    notes,
    advanced: true,
  }),
  the_weight: optional<number>(gatewayMsg.weight(), readInteger(0, 100), {
    hint: gatewayMsg.weightHint(),
    placeholder: verbatim('100'),
    aliases: ['weight'],
    notes,
    advanced: true,
  }),
  rule_extensions: several<KeyValue>(gatewayMsg.extensions(), readExtension('http'), {
    hint: gatewayMsg.extensionsHint(),
    aliases: ['ext'],
    notes,
    advanced: true,
  }),
  auto_ssl_config: optional<string>(gatewayMsg.autoSslConfig(), readCertificateConfig, { advanced: true }),
  for: refusedLength,
  ...proxyParams,
};
export type TypedHttpArgs = Args<typeof httpParams>;
/** Arguments with the certificate's number. */
export type HttpArgs = Omit<TypedHttpArgs, 'certificate_id'> & { readonly certificate_id: number | undefined };

/** Fields of the tcp part of docs/platform.md#tcp-rules. */
export const tcpParams = {
  component,
  port,
  end_point: required<EndPoint>(gatewayMsg.endPoint(), gatewayMsg.endPointMissing(), readEndPoint, {
    hint: gatewayMsg.endPointHint(),
    placeholder: gatewayMsg.endPointPlaceholder(),
    aliases: ['endpoint'],
  }),
  default_port: optional<number>(gatewayMsg.defaultPort(), readPort, {
    hint: gatewayMsg.defaultHint(),
    advanced: true,
  }),
  default_ip: optional<string>(gatewayMsg.defaultIp(), readAddress, {
    hint: gatewayMsg.defaultHint(),
    notes: { console: gatewayMsg.ignoredByConsole() },
    advanced: true,
  }),
  rule_extensions: several<KeyValue>(gatewayMsg.extensions(), readExtension('tcp'), {
    hint: gatewayMsg.tcpExtensionsHint(),
    aliases: ['ext'],
    advanced: true,
  }),
  for: refusedLength,
};

function readAddress(typed: string): Read<string> {
  return IP_ADDRESS.test(typed) ? ok(typed) : wrong(gatewayMsg.ipWrong({ typed }));
}

export type TcpArgs = Args<typeof tcpParams>;
