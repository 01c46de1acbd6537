import { present } from '../../core/defined.ts';
import { shownPairsText } from '../../core/text/secret.ts';
import { type Text, verbatim } from '../../core/text/text.ts';
import type { HttpRule, TcpRule } from '../../platform/gateway/gateway-reply.ts';
import type { Dialect } from '../../platform/platform.ts';
import { sharedMsg } from '../shared/operation-messages.ts';
import { readEndPoint } from './end-point.ts';
import { conditionText } from './gateway-domain.ts';
import { gatewayMsg } from './gateway-messages.ts';
import { ruleMsg } from './gateway-rule-messages.ts';
import type { RequestedHttp, RequestedTcp } from './requested-rule.ts';

export interface RuleFrame {
  readonly dialect: Dialect;
  /** Whether the platform ignores the proxy settings of the call that created the rule. */
  readonly ignoresProxy: boolean;
  /** Whether opening the port creates this domain together with the port's default rule; undefined if unknown. */
  readonly isDefaultDomain?: boolean;
}

/** Returns fields that a successful call didn't apply (docs/platform.md#gateway-rules). Skips missing fields. */
export function httpDifferences(requested: RequestedHttp, rule: HttpRule, frame: RuleFrame): readonly Text[] {
  return present([
    ...certificateDifference(requested, rule),
    ...different(gatewayMsg.path(), requested.domain_path, rule.domainPath === '' ? '/' : rule.domainPath),
    ...different(gatewayMsg.cookie(), requested.domain_cookie, rule.domainCookie, conditionText, shownPairsText),
    ...different(gatewayMsg.header(), requested.domain_header, rule.domainHeader, conditionText, shownPairsText),
    ...different(gatewayMsg.weight(), String(requested.the_weight), rule.theWeight?.toString()),
    ...extensionDifference(requested, rule, frame),
    requested.auto_ssl && rule.autoSsl === false && notApplied(gatewayMsg.autoSsl(), sharedMsg.yes(), sharedMsg.no()),
    ...rewriteDifference(rule),
    ...(frame.isDefaultDomain === undefined ? [] : typeDifference(frame.isDefaultDomain ? 0 : 1, rule.type)),
    ...proxyDifference(requested, frame),
  ]);
}

/** A TCP rule's type `0` means that the rule's port is the default port. */
export function tcpDifferences(requested: RequestedTcp, rule: TcpRule, dialect: Dialect): readonly Text[] {
  const endPoint = readEndPoint(requested.end_point);
  const wantedType = endPoint.ok && endPoint.value.port === requested.default_port ? 0 : 1;
  const saved = rule.ruleExtensions?.split(',').filter((each) => each !== '');
  return [
    ...(saved === undefined ? [] : listDifference(requested.rule_extensions, saved)),
    ...typeDifference(wantedType, rule.type),
    ...defaultIpDifference(requested, dialect),
  ];
}

/** The default IP is the end point's address if not given. A console ignores the field (docs/platform.md#tcp-rules). */
function defaultIpDifference({ end_point, default_ip }: RequestedTcp, dialect: Dialect): readonly Text[] {
  const endPoint = readEndPoint(end_point);
  const isOwn = default_ip === '' || (endPoint.ok && endPoint.value.host === default_ip);
  return isOwn || dialect !== 'console'
    ? []
    : [ruleMsg.ignoredField({ what: gatewayMsg.defaultIp(), requested: default_ip })];
}

/** A console never shows the proxy settings of a rule (docs/platform.md#single-http-rules). */
function proxyDifference({ configuration }: RequestedHttp, { dialect, ignoresProxy }: RuleFrame): readonly Text[] {
  if (Object.keys(configuration).length === 0) return [];
  if (ignoresProxy) return [ruleMsg.proxyNotApplied()];
  return dialect === 'console' ? [ruleMsg.proxyNotChecked()] : [];
}

function certificateDifference({ certificate_id: id }: RequestedHttp, rule: HttpRule): readonly Text[] {
  const bound = rule.certificateId ?? (rule.protocol === 'http' ? 0 : undefined);
  if (bound === undefined || bound === id || rule.autoSsl) return [];
  if (bound === 0) return [ruleMsg.certificateNotApplied({ id })];
  return [
    notApplied(gatewayMsg.certificate(), id === 0 ? sharedMsg.none() : verbatim(String(id)), verbatim(String(bound))),
  ];
}

/** The console never shows a rule's extensions (docs/platform.md#rule-extensions), so an empty list means nothing. */
function extensionDifference(
  { rule_extensions: wanted }: RequestedHttp,
  { ruleExtensions: saved }: HttpRule,
  { dialect }: RuleFrame,
): readonly Text[] {
  if (saved.length > 0 || dialect === 'document') return listDifference(wanted, saved);
  return wanted.length > 0 ? [ruleMsg.extensionsNotShown()] : [];
}

function listDifference(wanted: readonly string[], saved: readonly string[]): readonly Text[] {
  const lost = wanted.filter((each) => !saved.includes(each));
  const more = saved.filter((each) => !wanted.includes(each));
  if (lost.length + more.length === 0) return [];
  return [notApplied(gatewayMsg.extensions(), listed(wanted), listed(saved))];
}

function listed(pairs: readonly string[]): Text {
  return pairs.length === 0 ? sharedMsg.none() : verbatim(pairs.map(shownPairsText).join(', '));
}

function rewriteDifference({ pathRewrite, rewrites = '' }: HttpRule): readonly Text[] {
  const isEmpty = rewrites === '' || rewrites === '[]';
  return pathRewrite || !isEmpty ? [ruleMsg.rewritesPath()] : [];
}

function typeDifference(wanted: 0 | 1, saved: number | undefined): readonly Text[] {
  if (saved === undefined || saved === wanted) return [];
  return [notApplied(ruleMsg.ruleType(), typeText(wanted), typeText(saved))];
}

function typeText(type: number): Text {
  return type === 0 ? ruleMsg.typeDefault() : ruleMsg.typeCustom();
}

function different(
  what: Text,
  wanted: string,
  saved: string | undefined,
  canonical: (text: string) => string = (text) => text,
  shown: (text: string) => string = (text) => text,
): readonly Text[] {
  if (saved === undefined || canonical(saved) === canonical(wanted)) return [];
  const text = (value: string) => (value === '' ? sharedMsg.none() : verbatim(shown(value)));
  return [notApplied(what, text(wanted), text(saved))];
}

function notApplied(what: Text, requested: Text, saved: Text): Text {
  return ruleMsg.notApplied({ what, requested, saved });
}
