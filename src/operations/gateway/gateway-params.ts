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
import { shownPairsText } from '../../core/text/secret.ts';
import { type Text, verbatim } from '../../core/text/text.ts';
import { CERTIFICATE_CONFIG, HEADER_NAME, HEADER_VALUE } from '../../platform/gateway/gateway-text.ts';
import { isAllowedExtension, type KeyValue, type RuleProtocol } from '../../platform/gateway/rule-extensions.ts';
import { component, port, readInteger, readPort } from '../shared/shared-params.ts';
import { type EndPoint, readAddress, readEndPoint } from './end-point.ts';
import { type Domain, readCondition, readDomain, readPath, splitDomain } from './gateway-domain.ts';
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

/** Fields of the http part of docs/platform.md#http-rules. */
export const httpParams = {
  component,
  port,
  domain_name: required<Domain>(gatewayMsg.domain(), gatewayMsg.domainMissing(), readDomain, {
    hint: gatewayMsg.domainHint(),
    placeholder: gatewayMsg.domainPlaceholder(),
    aliases: ['domain'],
    splits: splitDomain,
    keyword: (word) => (/^https?:\/\//i.test(word) ? word : undefined),
  }),
  /** Set if `https` was typed instead of `http`, so that the rule needs a certificate. */
  secure: flag(gatewayMsg.certificate(), 'https', { input: 'hidden' }),
  domain_path: optional<string>(gatewayMsg.path(), readPath, { placeholder: verbatim('/'), aliases: ['path'], notes }),
  whether_open: maybeFlag(gatewayMsg.whetherOpen(), 'open', false),
  certificate_id: optional<number>(gatewayMsg.certificate(), readInteger(0, MOST), {
    input: 'external',
    source: 'certificates',
    hint: gatewayMsg.certificateHint(),
    aliases: ['certificate'],
    advanced: true,
  }),
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
  auto_ssl: maybeFlag(gatewayMsg.autoSsl(), 'auto_ssl', true),
  auto_ssl_config: optional<string>(gatewayMsg.autoSslConfig(), readCertificateConfig, { advanced: true }),
  ...proxyParams,
};
export type HttpArgs = Args<typeof httpParams>;

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
};
export type TcpArgs = Args<typeof tcpParams>;
