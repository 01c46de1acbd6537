import type { RawArgs } from '../../core/command/params.ts';
import { invalid, type Problem } from '../../core/command/problem.ts';
import { defined } from '../../core/defined.ts';
import type { Plan } from '../../core/request/plan.ts';
import { verbatimList } from '../../core/text/joined.ts';
import { shownPairsText, shownValue } from '../../core/text/secret.ts';
import type { Text } from '../../core/text/text.ts';
import type { Dialect } from '../../platform/endpoint.ts';
import type { NewHttpRule, ProxyConfiguration } from '../../platform/gateway/gateway-calls.ts';
import {
  allowedExtensions,
  type KeyValue,
  RuleExtensions,
  type RuleProtocol,
} from '../../platform/gateway/rule-extensions.ts';
import { newRow } from '../shared/change-facts.ts';
import { sharedMsg } from '../shared/operation-messages.ts';
import { gatewayMsg } from './gateway-messages.ts';
import { type HttpArgs, httpParams } from './gateway-params.ts';

const settings = [
  'certificate_id',
  'domain_cookie',
  'domain_header',
  'the_weight',
  'rule_extensions',
  'auto_ssl',
  'auto_ssl_config',
] as const;
const proxy = [
  'proxy_body_size',
  'proxy_buffer_numbers',
  'proxy_buffer_size',
  'proxy_buffering',
  'proxy_connect_timeout',
  'proxy_read_timeout',
  'proxy_send_timeout',
  'set_headers',
] as const;
type HttpSettingName = (typeof settings)[number] | (typeof proxy)[number];
type HttpSettings = Pick<HttpArgs, HttpSettingName>;

/** Checks whether proxy settings may be ignored, as in a console's documented call (docs/platform.md#http-rules). */
export function ignoresProxySettings(dialect: Dialect): boolean {
  return dialect === 'unknown';
}

export function hasProxySettings(args: HttpSettings): boolean {
  return proxy.some((name) => isGiven(args[name]));
}

export function hasSettings(args: HttpSettings): boolean {
  return [...settings, ...proxy].some((name) => isGiven(args[name]));
}

/** @param certificate name of the certificate, if its alias is known */
export function settingRows(args: HttpSettings, dialect: Dialect, certificate?: Text): Plan['rows'] {
  const settingRow = (name: HttpSettingName, after: Text) => newRow(httpParams[name].label, after);
  const given = (name: HttpSettingName) => isGiven(args[name]);
  const isIgnored = ignoresProxySettings(dialect);
  const certificateText = () =>
    certificate ?? (args.certificate_id ? settingText(args.certificate_id) : sharedMsg.none());
  return [
    ...settings.filter(given).map((name) => {
      const value = name === 'certificate_id' ? certificateText() : settingText(args[name]);
      return settingRow(
        name,
        dialect !== 'document' && isUnrouted(name, args) ? gatewayMsg.savedOnly({ value }) : value,
      );
    }),
    ...proxy.filter(given).map((name) => {
      const value = settingText(args[name]);
      return settingRow(name, isIgnored ? gatewayMsg.ignored({ value }) : value);
    }),
  ];
}

/** Checks whether the console saves a setting that the gateway's route ignores (docs/platform.md#live-routes). */
function isUnrouted(name: HttpSettingName, { the_weight }: HttpSettings): boolean {
  if (name === 'the_weight') return the_weight !== 100;
  return name === 'domain_cookie' || name === 'domain_header' || name === 'rule_extensions';
}

export function settingWords(args: HttpSettings): RawArgs {
  const words = [...settings, ...proxy].map((name) => [name, settingTyped(args[name])] as const);
  return Object.fromEntries(words.filter(([, values]) => values.length > 0));
}

export function checkExtensions<P extends RuleProtocol>(
  pairs: readonly KeyValue[],
  protocol: P,
  dialect: Dialect,
): RuleExtensions<P> | undefined | Problem {
  const checked = RuleExtensions.check(pairs, protocol, dialect);
  if ('notAllowed' in checked) {
    const allowed = (allowedExtensions(protocol, dialect) ?? []).join(', ');
    return invalid('rule_extensions', gatewayMsg.extensionNotAllowed({ typed: pairText(checked.notAllowed), allowed }));
  }
  return pairs.length === 0 ? undefined : checked;
}

export function settingsOf(args: HttpSettings, extensions: RuleExtensions<'http'> | undefined): Partial<NewHttpRule> {
  const configuration = configurationOf(args);
  return {
    certificateId: args.certificate_id,
    domainCookie: args.domain_cookie,
    domainHeader: args.domain_header,
    theWeight: args.the_weight,
    ruleExtensions: extensions,
    autoSsl: args.auto_ssl,
    autoSslConfig: args.auto_ssl_config,
    ...(Object.keys(configuration).length === 0 ? {} : { configuration }),
  };
}

function configurationOf(args: HttpSettings): ProxyConfiguration {
  return defined({
    proxyBodySize: args.proxy_body_size,
    proxyBufferNumbers: args.proxy_buffer_numbers,
    proxyBufferSize: args.proxy_buffer_size,
    proxyBuffering: args.proxy_buffering,
    proxyConnectTimeout: args.proxy_connect_timeout,
    proxyReadTimeout: args.proxy_read_timeout,
    proxySendTimeout: args.proxy_send_timeout,
    ...(args.set_headers.length === 0 ? {} : { setHeaders: args.set_headers }),
  });
}

type SettingValue = HttpSettings[HttpSettingName];

function isGiven(value: SettingValue): boolean {
  return settingTyped(value).length > 0;
}

function settingText(value: SettingValue): Text {
  if (typeof value === 'boolean') return value ? sharedMsg.yes() : sharedMsg.no();
  if (typeof value === 'object') return shownPairs(value);
  return verbatimList(settingTyped(value).map(shownPairsText));
}

function settingTyped(value: SettingValue): readonly string[] {
  if (value === undefined) return [];
  if (typeof value === 'boolean') return [value ? 'yes' : 'no'];
  if (typeof value === 'object') return pairWords(value);
  return [String(value)];
}

export function shownPairs(pairs: readonly KeyValue[]): Text {
  return verbatimList(pairs.map(pairText));
}

function pairText(pair: KeyValue): string {
  return `${pair.key}:${shownValue(pair)}`;
}

export function pairWords(pairs: readonly KeyValue[]): readonly string[] {
  return pairs.map(({ key, value }) => `${key}:${value}`);
}
