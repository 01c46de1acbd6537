import type { Endpoint } from '../endpoint.ts';
import { endpoints } from '../endpoints.ts';
import { asInteger, asText, isObject } from '../lenient.ts';
import {
  type Breakdown,
  type CallName,
  type FieldFault,
  PlatformError,
  type PlatformErrorKind,
  type WriteOutcome,
} from './platform-error.ts';
import { isStandIn, type Reason, reasonOf, type StandIn } from './reasons.ts';
import { sanitizeText } from './sanitize.ts';

/** `page`: a web page. `garbled`: neither JSON nor a page, and not empty. */
export interface ParsedBody {
  readonly body: unknown;
  readonly form: 'json' | 'page' | 'empty' | 'garbled';
}

export interface FailedAnswer extends ParsedBody {
  readonly asked: CallName;
  readonly wrote: boolean;
  readonly status: number;
  /** Whether the HTTP status reports success, but the body reports a failure. `status` is then the body's status. */
  readonly disguised?: boolean;
  readonly requestId: string | undefined;
  /** Other server that answered instead of the platform, if known. */
  readonly standIn?: StandIn | undefined;
  /** Texts that must never be shown, such as the token. */
  readonly secrets?: readonly string[];
  /** Names that can be shown although they look like hosts: typed by the requester or listed by the platform. */
  readonly names?: readonly string[];
}

/** docs/platform.md#errors */
interface ErrorParts {
  readonly code: number | undefined;
  readonly msg: string | undefined;
  readonly msgShow: string | undefined;
  /** Shape C: the region's answer. The region's message replaces `msg`. */
  readonly region: { readonly status: number | undefined; readonly validation: boolean } | undefined;
  /** Shape B: the rejected values. */
  readonly faults: unknown;
}

export function mapError(answer: FailedAnswer): PlatformError {
  const parts = readParts(answer.body);
  const reason = findReason(answer, parts);
  const en = sanitizeText(parts?.msg, answer.secrets, answer.names);
  const zh = sanitizeText(parts?.msgShow, answer.secrets, answer.names);
  // Shape E reports an internal failure, with a message that doesn't help people.
  const says = parts?.code === 10_401 ? {} : { en: telling(en), zh: telling(zh) };
  const kind = kindOf(answer.status, reason);
  const outcome = writeOutcomeOf(answer, parts, reason);
  return new PlatformError({
    asked: answer.asked,
    kind,
    outcome,
    canRetry: isPassing(answer, kind, reason) && !(answer.wrote && outcome === 'unknown'),
    status: answer.status,
    code: parts?.code,
    reason,
    reference: sanitizeReference(answer.requestId),
    says,
    fields: parts?.faults === undefined ? [] : readFieldFaults(parts.faults, answer.secrets, answer.names),
    sideEffects: answer.wrote && outcome === 'rejected' && leavesTraces(answer, reason),
  });
}

function sanitizeReference(raw: unknown): string | undefined {
  return typeof raw === 'string' && /^[A-Za-z0-9][A-Za-z0-9._-]{3,63}$/.test(raw) ? raw : undefined;
}

/** Messages of the console's framework, which are always Chinese (docs/platform.md#transport). */
const SAYINGS: readonly (readonly [RegExp, string, string])[] = [
  [/必填|This field is required/, 'is required', '必填'],
  [/不能为空|may not be blank/, 'can’t be empty', '不能为空'],
  [/不能为 ?null|may not be null/, 'can’t be null', '不能为 null'],
  [/合法的整数|valid integer/, 'must be a whole number', '必须是整数'],
  [/valid boolean|合法的布尔/, 'must be true or false', '必须是布尔值'],
  [/合法选项|not a valid choice/, 'isn’t one of the allowed values', '不是允许的值'],
  [/不能超过 ?\d+ ?个字符|no more than \d+ characters/, 'is too long', '太长'],
  [/期待为字典|Expected a dictionary/, 'must be an object', '必须是对象'],
  [/期待为列表|Expected a list/, 'must be a list', '必须是列表'],
];

const MAX_FAULTS = 8;
const DEEPEST = 5;

/** Converts the `err` of error shape B to a list of at most eight faults, with safe names and sanitized texts. */
function readFieldFaults(
  err: unknown,
  secrets: readonly string[] = [],
  names: readonly string[] = [],
): readonly FieldFault[] {
  const faults: FieldFault[] = [];
  collect(err, [], faults, (text) => sanitizeText(text, secrets, names));
  return faults;
}

type Clean = (text: string) => string | undefined;

function collect(node: unknown, path: readonly string[], faults: FieldFault[], clean: Clean): void {
  if (faults.length >= MAX_FAULTS || path.length > DEEPEST) return;
  if (typeof node === 'string') {
    const fault = faultOf(node, path, clean);
    if (fault && !faults.some((each) => each.field === fault.field)) faults.push(fault);
  } else if (Array.isArray(node)) {
    for (const item of node.slice(0, MAX_FAULTS)) collect(item, path, faults, clean);
  } else if (typeof node === 'object' && node !== null) {
    for (const [name, value] of Object.entries(node).slice(0, 4 * MAX_FAULTS))
      if (/^[A-Za-z_][A-Za-z0-9_]{0,39}$/.test(name)) collect(value, [...path, name], faults, clean);
  }
}

function faultOf(text: string, path: readonly string[], clean: Clean): FieldFault | undefined {
  const field = path.filter((name) => name !== 'non_field_errors').join('.') || 'body';
  const saying = SAYINGS.find(([pattern]) => pattern.test(text));
  if (saying) return { field, en: saying[1], zh: saying[2] };
  const own = clean(text)?.slice(0, 80);
  return own === undefined ? undefined : { field, en: own, zh: own };
}

/** Technical messages without information. The platform's message for people then contains the reason. */
const TELLS_NOTHING =
  /^(?:change port fail|add port error|exist|not service|success|params error|参数错误|vertical upgrade error|component error|构建异常)$/;

function telling(text: string | undefined): string | undefined {
  return text !== undefined && TELLS_NOTHING.test(text) ? undefined : text;
}

function readParts(body: unknown): ErrorParts | undefined {
  if (!isObject(body)) return undefined;
  const msg = body.msg;
  const region = isObject(msg) ? msg : undefined;
  const inner = region && isObject(region.body) ? region.body : undefined;
  return {
    code: asInteger(body.code),
    msg: region ? asText(inner?.msg) : plainMessage(body),
    msgShow: asText(body.msg_show)?.replace(/^数据中心操作故障[\s:：]*/, ''),
    region: region && {
      status: asInteger(region.httpcode),
      validation: inner?.validation_error !== undefined,
    },
    faults: body.err,
  };
}

/** Returns an answer's message: the console uses `msg`, its framework `detail`, and proxies the other fields. */
function plainMessage(body: { readonly [key: string]: unknown }): string | undefined {
  return asText(body.msg) ?? asText(body.detail) ?? asText(body.message) ?? asText(body.error);
}

function findReason(answer: FailedAnswer, parts: ErrorParts | undefined): Reason | undefined {
  const { status } = answer;
  if (answer.standIn) return answer.standIn;
  if (parts?.faults !== undefined) return answer.wrote ? 'invalid-values' : 'record-broken';
  const row = rowOf(answer.asked);
  const own = parts?.code === undefined ? undefined : row?.codes?.[parts.code];
  const reason = own ?? (parts && reasonOf(parts.code, [parts.msgShow, parts.msg]));
  if (reason) return reason;
  if (parts?.region) {
    if (parts.region.validation) return row?.regionRefusal ?? 'invalid-values';
    const upstream = parts.region.status;
    return upstream === undefined || upstream >= 500 ? 'region-failed' : 'region-refused';
  }
  if (status >= 300 && status < 400) return 'redirected';
  if (status === 401) return 'token-refused';
  if (status === 403) return 'no-permission';
  if (status === 429) return 'too-many-requests';
  if (isPassingStatus(status))
    return parts === undefined && (answer.form === 'page' || status !== 503) ? 'proxy-failed' : 'platform-overloaded';
  // Status of the console if its region failed during scaling or building (docs/platform.md#region-failures).
  if (status === 507) return 'region-failed';
  if (status >= 500) return (answer.form === 'page' ? row?.pageFailure : undefined) ?? 'platform-failed';
  // The URL has no such operation. For an unknown object, a 404 answer would have error parts.
  const lacksOperation = status === 405 || (parts === undefined && status === 404);
  if (row !== undefined && !('document' in row.reply) && lacksOperation) return 'operation-missing';
  if (parts === undefined && (status === 404 || (answer.form === 'page' && status < 300))) return 'not-the-api';
  return parts === undefined && status < 300 ? 'unreadable' : undefined;
}

/** Checks for a status that a proxy returns if it can't reach the console, or that an overloaded console returns. */
export function isPassingStatus(status: number): boolean {
  return status === 502 || status === 503 || status === 504;
}

const SERVER_REASONS: ReadonlySet<Reason> = new Set(['region-unreachable', 'region-unknown', 'region-failed']);

function kindOf(status: number, reason: Reason | undefined): PlatformErrorKind {
  if (reason !== undefined && SERVER_REASONS.has(reason)) return 'server';
  if (reason === 'license-invalid' || reason === 'arch-mismatch') return 'rejected';
  if (isStandIn(reason)) return reason === 'proxy-failed' ? 'server' : 'unreadable';
  if (reason === 'inner-not-open' || reason === 'outer-still-open' || reason === 'inner-still-open') return 'conflict';
  if (status < 400) return 'unreadable';
  if (status === 401 || status === 403) return 'unauthorized';
  if (status === 404) return 'not-found';
  if (status === 408) return 'timeout';
  if (status === 409) return 'conflict';
  return status >= 500 ? 'server' : 'rejected';
}

/**
 * Returns `rejected` for a 4xx, because it changes nothing unless the region failed (docs/platform.md#errors, shapes A
 * 10411 and C). A 5xx proves nothing, because the console makes changes before it fails
 * (docs/platform.md#gateway-rules).
 */
function writeOutcomeOf(answer: FailedAnswer, parts: ErrorParts | undefined, reason: Reason | undefined): WriteOutcome {
  const { status } = answer;
  if (answer.disguised || answer.form === 'garbled') return 'unknown';
  if (status === 301 || status === 307 || status === 308) return 'rejected';
  if (status < 400 || status >= 500 || status === 408) return 'unknown';
  if (reason === 'region-unreachable' || parts?.code === 10_411) return 'unknown';
  const upstream = parts?.region;
  return upstream && (upstream.status === undefined || upstream.status >= 500) ? 'unknown' : 'rejected';
}

/** Reasons of temporary refusals. */
const PASSING: ReadonlySet<Reason> = new Set(['region-busy', 'too-many-requests', 'lacks-memory', 'lacks-resources']);

function isPassing(answer: FailedAnswer, kind: PlatformErrorKind, reason: Reason | undefined): boolean {
  if ((reason !== undefined && PASSING.has(reason)) || kind === 'timeout') return true;
  if (reason === 'region-unknown' || reason === 'redirected') return false;
  return kind === 'server' || (kind === 'unreadable' && answer.status < 300);
}

/** Refusals that the console checks before it changes anything. */
const BEFORE_ANYTHING: ReadonlySet<Reason> = new Set([
  'token-refused',
  'no-permission',
  'no-such-enterprise',
  'no-such-team',
  'no-such-region',
  'team-not-in-region',
  'no-such-app',
  'no-such-component',
  'component-not-in-app',
  'invalid-values',
  'part-missing',
  'protocol-invalid',
  'not-the-api',
  'web-page',
  'login-page',
  'other-api',
  'operation-missing',
  'lifecycle-not-permitted',
  'redirected',
  'no-such-port',
]);

function leavesTraces(answer: FailedAnswer, reason: Reason | undefined): boolean {
  if (reason !== undefined && BEFORE_ANYTHING.has(reason)) return false;
  const row = rowOf(answer.asked);
  if (row?.access !== 'write' || row.sideEffects === 'none') return false;
  return row.sideEffects === 'any' || (reason !== undefined && row.sideEffects.includes(reason));
}

function rowOf(asked: CallName): Endpoint | undefined {
  return asked === 'ping' ? undefined : endpoints[asked];
}

/** Converts a call without a complete answer to an error. Omits the network error's text, because it may name hosts. */
export function mapBreakdown(down: Breakdown, wrote: boolean): PlatformError {
  const [kind, reason] = breakdownKind(down);
  const outcome = down.mayBeSent ? 'unknown' : 'not-sent';
  return new PlatformError({
    asked: down.asked,
    kind,
    outcome,
    reason,
    canRetry: !HOPELESS.has(reason) && !(wrote && outcome === 'unknown'),
    status: down.status,
    reference: sanitizeReference(down.requestId),
  });
}

/** Reasons that a retry can't fix. */
const HOPELESS: ReadonlySet<Reason> = new Set([
  'plain-http',
  'certificate-expired',
  'certificate-for-another-name',
  'certificate-refused',
]);

const CERTIFICATE =
  /^(?:CERT_|ERR_TLS_CERT|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_(?:VERIFY|GET_ISSUER)|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE)/;

const NO_TLS = /^(?:ERR_SSL_(?:WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST)|EPROTO)$/;

function breakdownKind({ cause, code = '', mayBeSent }: Breakdown): readonly [PlatformErrorKind, Reason] {
  if (cause === 'too-large') return ['too-large', 'too-large'];
  if (cause === 'broken-encoding') return ['unreadable', 'unreadable'];
  if (cause === 'deadline') return ['timeout', 'timeout'];
  if (cause === 'aborted') return ['timeout', 'aborted'];
  if (/TIMEOUT|ETIMEDOUT/.test(code)) return ['timeout', mayBeSent ? 'timeout' : 'unreachable'];
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return ['unreachable', 'name-unknown'];
  if (NO_TLS.test(code)) return ['unreachable', 'plain-http'];
  if (code === 'CERT_HAS_EXPIRED') return ['unreachable', 'certificate-expired'];
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID' || code === 'HOSTNAME_MISMATCH')
    return ['unreachable', 'certificate-for-another-name'];
  if (CERTIFICATE.test(code)) return ['unreachable', 'certificate-refused'];
  return ['unreachable', mayBeSent ? 'connection-lost' : 'unreachable'];
}

/** Creates the error for a successful JSON answer in an unknown form. */
export function unreadable(asked: CallName, requestId: string | undefined, wrote = false): PlatformError {
  return new PlatformError({
    asked,
    kind: 'unreadable',
    reason: 'unreadable',
    outcome: 'unknown',
    canRetry: !wrote,
    status: 200,
    reference: sanitizeReference(requestId),
  });
}
