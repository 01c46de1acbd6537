import type { z } from 'zod';
import { isJson, pointer, valueAt } from '../json-values.ts';
import { type Clash, checkAcross } from './check-across.ts';
import { enforcedViewLimits } from './enforced-limits.ts';
import {
  ephemeralMessage,
  home,
  modal,
  optionsAnswer,
  postedMessage,
  response,
  submissionAck,
  updatedMessage,
} from './payload-schemas.ts';

/** Destination of a payload, which determines its rules and Slack's error codes. */
export type PayloadKind = 'message' | 'update' | 'ephemeral' | 'view' | 'home' | 'options' | 'ack' | 'response_url';

export type PayloadFault = { readonly error: string; readonly path: string; readonly why: string };

const schemas = {
  message: postedMessage,
  update: updatedMessage,
  ephemeral: ephemeralMessage,
  view: modal,
  home,
  options: optionsAnswer,
  response_url: response,
} satisfies Record<Exclude<PayloadKind, 'ack'>, z.ZodType>;

/**
 * Returns Slack's refusals of `payload` (docs/slack.md#messages, docs/slack.md#blocks, docs/slack.md#views,
 * docs/slack.md#answering-in-time), or an empty list. A message's destination (`channel`, `ts`, `user`) may be missing.
 * The format of an `ack` tells its kind: options, a submission's answer, or a message. Nothing, `''` and plain text are
 * valid acks.
 */
export function checkPayload(kind: PayloadKind, payload: unknown): PayloadFault[] {
  if (kind === 'ack') return checkAck(payload);
  if (!isJson(payload)) return [{ error: codeOf(kind, [], ''), path: '', why: 'must be an object' }];
  const parsed = schemas[kind].safeParse(payload);
  const issues = parsed.success ? [] : parsed.error.issues.map((issue) => faultOf(kind, issue, payload));
  return [...issues, ...ofMessage(kind, payload), ...ofView(kind, payload)];
}

function checkAck(payload: unknown): PayloadFault[] {
  if (payload === undefined || payload === null || typeof payload === 'string') return [];
  if (!isJson(payload)) return [{ error: 'invalid_payload', path: '', why: 'must be an object' }];
  if ('options' in payload || 'option_groups' in payload) return checkPayload('options', payload);
  if (!('response_action' in payload))
    return Object.keys(payload).length === 0 ? [] : checkPayload('response_url', payload);
  const parsed = submissionAck.safeParse(payload);
  const issues = parsed.success ? [] : parsed.error.issues.map((issue) => faultOf('view', issue, payload));
  const view = payload.view;
  const inner = isJson(view) ? ofView('view', view).map((fault) => ({ ...fault, path: `/view${fault.path}` })) : [];
  return [...issues, ...inner];
}

function ofMessage(kind: PayloadKind, payload: Readonly<Record<string, unknown>>): PayloadFault[] {
  if (kind === 'view' || kind === 'home' || kind === 'options' || kind === 'ack') return [];
  const { text, blocks, markdown_text: markdown, delete_original: deletes } = payload;
  const hasBlocks = Array.isArray(blocks) && blocks.length > 0;
  const hasText = typeof text === 'string' && text.trim() !== '';
  const clashes = checkAcross(blocks, ['blocks'], 'message').map((clash) => ofClash(kind, clash));
  if (kind === 'response_url' && deletes === true) {
    const alone = Object.keys(payload).length === 1;
    return alone ? [] : [{ error: 'invalid_payload', path: '/delete_original', why: 'must be the only key' }];
  }
  if (markdown !== undefined && (text !== undefined || blocks !== undefined))
    return [...clashes, { error: 'markdown_text_conflict', path: '/markdown_text', why: 'never with text or blocks' }];
  if (hasBlocks || hasText || markdown !== undefined) return clashes;
  return [...clashes, { error: 'no_text', path: '/text', why: 'a message needs text or blocks' }];
}

function ofView(kind: PayloadKind, view: Readonly<Record<string, unknown>>): PayloadFault[] {
  if (kind !== 'view' && kind !== 'home') return [];
  const clashes = checkAcross(view.blocks, ['blocks'], kind === 'view' ? 'modal' : 'home');
  const bytes = Buffer.byteLength(JSON.stringify(view));
  const large =
    bytes > enforcedViewLimits.bytes
      ? [
          {
            error: 'view_too_large',
            path: '',
            why: `the view has ${bytes} bytes, more than ${enforcedViewLimits.bytes}`,
          },
        ]
      : [];
  return [...large, ...clashes.map((clash) => ofClash(kind, clash))];
}

function ofClash(kind: PayloadKind, clash: Clash): PayloadFault {
  const error = kind === 'view' || kind === 'home' ? undefined : clash.error;
  return { error: error ?? codeOf(kind, clash.path, ''), path: pointer(clash.path), why: clash.why };
}

function faultOf(kind: PayloadKind, issue: z.core.$ZodIssue, payload: unknown): PayloadFault {
  return { error: codeOf(kind, issue.path, issue.code), path: pointer(issue.path), why: sayIssue(issue, payload) };
}

function codeOf(kind: PayloadKind, path: readonly PropertyKey[], issue: string): string {
  if (kind === 'view' || kind === 'home') return 'invalid_arguments';
  if (kind === 'options') return 'invalid_options';
  const [first] = path;
  if (first === 'blocks')
    return path.length === 1 && issue === 'invalid_type' ? 'invalid_blocks_format' : 'invalid_blocks';
  if (first === 'attachments') return 'invalid_attachments';
  if (first === 'metadata') return 'invalid_metadata_format';
  if (first === 'thread_ts') return 'invalid_thread_ts';
  if ((first === 'text' || first === 'markdown_text') && issue === 'too_big') return 'msg_too_long';
  return kind === 'response_url' ? 'invalid_payload' : 'invalid_arguments';
}

/** Returns the reason in the words of Slack's `response_metadata.messages`. */
function sayIssue(issue: z.core.$ZodIssue, payload: unknown): string {
  const there = valueAt(payload, issue.path);
  const last = String(issue.path.at(-1) ?? '');
  if (there === undefined && issue.code !== 'custom') return `missing required field: ${last}`;
  switch (issue.code) {
    case 'too_big':
      return issue.origin === 'array'
        ? `no more than ${issue.maximum} items allowed`
        : `must be less than ${Number(issue.maximum) + 1}${issue.origin === 'string' ? ' characters' : ''}`;
    case 'too_small':
      return issue.origin === 'array'
        ? `no fewer than ${issue.minimum} items allowed`
        : `must be more than ${Number(issue.minimum) - 1}${issue.origin === 'string' ? ' characters' : ''}`;
    case 'unrecognized_keys':
      return `invalid additional property: ${issue.keys.join(', ')}`;
    case 'invalid_union':
      return last === 'type' ? `unsupported type: ${String(there)}` : 'failed to match all allowed schemas';
    case 'invalid_type':
      return `must be of type ${issue.expected}`;
    default:
      return issue.message;
  }
}

export function sayFault(fault: PayloadFault): string {
  return `[ERROR] ${fault.why} [json-pointer:${fault.path}]`;
}
