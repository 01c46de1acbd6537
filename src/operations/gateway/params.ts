import { type Args, ok, optional, type Param, type Read, required, several, wrong } from '../../core/params.ts';
import { shownPairsText } from '../../core/secret.ts';
import { type Text, verbatim } from '../../core/text.ts';
import type { KeyValue } from '../../platform/write-calls.ts';
import { component, port, readInteger, readPort } from '../params.ts';
import { type Domain, readDomain, readPath, splitDomain } from './domain.ts';
import { type EndPoint, readAddress, readEndPoint } from './end-point.ts';
import { say } from './sentences.ts';

/** Integers of the interface are 32-bit and signed (interface 2.7). */
const MOST = 2_147_483_647;
/** Keys and values of a TCP rule's extensions (platform facts 3.7). */
const PAIR = 32;

/** Yes, no, or nothing said: only what is said is sent. */
function maybeFlag(label: Text, word: string, advanced: boolean): Param<boolean | undefined> {
  return optional<boolean>(label, readYesNo, {
    input: 'checkbox',
    advanced,
    says: (typed) => (typed.toLowerCase() === word ? 'yes' : undefined),
  });
}

function readYesNo(typed: string): Read<boolean> {
  if (/^(?:yes|true|on|1)$/i.test(typed)) return ok(true);
  return /^(?:no|false|off|0)$/i.test(typed) ? ok(false) : wrong(say.yesNoWrong({ typed }));
}

function readPair(most = Number.POSITIVE_INFINITY): (typed: string) => Read<KeyValue> {
  return (typed) => {
    const [, key = '', value = ''] = /^([^:\s]+)\s*:\s*(.+)$/.exec(typed) ?? [];
    if (!key || !value) return wrong(say.pairWrong({ typed: shownPairsText(typed) }));
    return key.length > most || value.length > most
      ? wrong(say.pairLong({ typed: shownPairsText(typed), most }))
      : ok({ key, value });
  };
}

function number(label: Text, usual: number): Param<number | undefined> {
  return optional<number>(label, readInteger(0, MOST), { advanced: true, placeholder: verbatim(String(usual)) });
}

function readOnOff(typed: string): Read<string> {
  const word = typed.toLowerCase();
  return word === 'on' || word === 'off' ? ok(word) : wrong(say.bufferingWrong({ typed }));
}

/** Proxy settings of interface 2.4; the placeholders are the request model's values. */
const proxyParams = {
  proxy_body_size: number(say.bodySize(), 0),
  proxy_buffer_numbers: number(say.bufferNumbers(), 4),
  proxy_buffer_size: number(say.bufferSize(), 4),
  proxy_buffering: optional<string>(say.buffering(), readOnOff, {
    input: 'select',
    options: ['off', 'on'].map((value) => ({ value, label: verbatim(value) })),
    placeholder: verbatim('off'),
    advanced: true,
  }),
  proxy_connect_timeout: number(say.connectTimeout(), 75),
  proxy_read_timeout: number(say.readTimeout(), 60),
  proxy_send_timeout: number(say.sendTimeout(), 60),
  set_headers: several<KeyValue>(say.setHeaders(), readPair(), {
    hint: say.setHeadersHint(),
    aliases: ['set_header'],
    advanced: true,
  }),
};

/** Every field of the http part of interface 2.4, by its own name. */
export const httpParams = {
  component,
  port,
  domain_name: required<Domain>(say.domain(), say.domainMissing(), readDomain, {
    hint: say.domainHint(),
    placeholder: say.domainPlaceholder(),
    aliases: ['domain'],
    splits: splitDomain,
  }),
  domain_path: optional<string>(say.path(), readPath, { placeholder: verbatim('/'), aliases: ['path'] }),
  whether_open: maybeFlag(say.whetherOpen(), 'open', false),
  certificate_id: optional<number>(say.certificate(), readInteger(0, MOST), {
    hint: say.certificateHint(),
    aliases: ['certificate'],
    advanced: true,
  }),
  domain_cookie: optional<string>(say.cookie(), ok, { hint: say.conditionHint(), aliases: ['cookie'], advanced: true }),
  domain_header: optional<string>(say.header(), ok, { hint: say.conditionHint(), aliases: ['header'], advanced: true }),
  the_weight: optional<number>(say.weight(), readInteger(0, 100), {
    hint: say.weightHint(),
    placeholder: verbatim('100'),
    aliases: ['weight'],
    advanced: true,
  }),
  rule_extensions: several<KeyValue>(say.extensions(), readPair(), {
    hint: say.extensionsHint(),
    aliases: ['ext'],
    advanced: true,
  }),
  auto_ssl: maybeFlag(say.autoSsl(), 'auto_ssl', true),
  auto_ssl_config: optional<string>(say.autoSslConfig(), ok, { advanced: true }),
  ...proxyParams,
};
export type HttpArgs = Args<typeof httpParams>;

/** Every field of the tcp part of interface 2.4, by its own name. */
export const tcpParams = {
  component,
  port,
  end_point: required<EndPoint>(say.endPoint(), say.endPointMissing(), readEndPoint, {
    hint: say.endPointHint(),
    placeholder: say.endPointPlaceholder(),
    aliases: ['endpoint'],
  }),
  default_port: optional<number>(say.defaultPort(), readPort, { hint: say.defaultHint(), advanced: true }),
  default_ip: optional<string>(say.defaultIp(), readAddress, { hint: say.defaultHint(), advanced: true }),
  rule_extensions: several<KeyValue>(say.extensions(), readPair(PAIR), {
    hint: say.extensionsHint(),
    aliases: ['ext'],
    advanced: true,
  }),
};
export type TcpArgs = Args<typeof tcpParams>;
