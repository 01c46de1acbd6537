import { z } from 'zod';
import type { Endpoint } from '../endpoint.ts';
import { app, consoleBody, readJson, service, write } from '../endpoint-parts.ts';
import { isObject } from '../lenient.ts';
import { objectOf } from '../reply-envelope.ts';
import { readComponentDetail, readComponents } from './component-reply.ts';
import { readImageReference } from './image-reference.ts';

/** Reply of an accepted call. It proves nothing, so the new state must be read (docs/platform.md#operations). */
const accepted = { accepted: true } as const;

/** Reads a reply that only reports success. */
function readAccepted(body: unknown): typeof accepted | undefined {
  return isObject(body) && typeof body.msg === 'string' ? accepted : undefined;
}

/** Like `readAccepted`, but allows an empty body (docs/platform.md#instances). */
function readEmptyReply(body: unknown): typeof accepted | undefined {
  return body === undefined || isObject(body) ? accepted : undefined;
}

function readBuildStarted(body: unknown): { readonly eventId: string } | undefined {
  const reply = objectOf(body);
  const eventId = isObject(reply) ? reply.event_id : undefined;
  return typeof eventId === 'string' && /^[\w-]{1,64}$/.test(eventId) ? { eventId } : undefined;
}

/** docs/platform.md#operations. There is no restart action: stop the component, then start it. */
export const LIFECYCLE_ACTIONS = ['start', 'stop', 'upgrade', 'deploy'] as const;
export type LifecycleAction = (typeof LIFECYCLE_ACTIONS)[number];

/** Maximum number of ids; the region ignores all others (docs/platform.md#operations). */
const MAX_COMPONENTS = 1024;

/** For aliases and numbers, the platform reports success but does nothing (docs/platform.md#operations). */
const ComponentId = z.string().regex(/^[0-9a-f]{32}$/);

/** An empty list would act on the whole application (docs/platform.md#operations). */
export const OperateBody = z.strictObject({
  action: z.enum(LIFECYCLE_ACTIONS),
  service_ids: z
    .tuple([ComponentId], ComponentId)
    .refine((ids) => ids.length <= MAX_COMPONENTS && new Set(ids).size === ids.length),
});

export const HorizontalBody = z.strictObject({ new_node: z.int().min(1).max(100) });

/** Checks memory in MiB. The console rejects only multiples of 64 plus 1, like 65 (docs/platform.md#memory-and-cpu). */
export function isTakenMemory(memory: number): boolean {
  return Number.isInteger(memory) && memory >= 64 && memory <= 65_536 && memory % 64 !== 1;
}

/** The console rejects missing fields, and computes a new CPU value for null (docs/platform.md#memory-and-cpu). */
export const VerticalBody = z.strictObject({
  new_memory: z.int().refine(isTakenMemory),
  new_cpu: z.int().min(0),
  new_gpu: z.int().min(0).nullable(),
});

/** Requires a tag or a digest, because otherwise the console stores the name as the version. */
export const ImageBody = z.strictObject({
  image: z.string().refine((text) => {
    const image = readImageReference(text);
    return image !== undefined && (image.tag !== undefined || image.digest !== undefined);
  }),
});

/** Must be empty: a repository or a password would replace the stored value (docs/platform.md#building). */
export const BuildBody = z.strictObject({});

export const componentEndpoints = {
  /** docs/platform.md#components */
  readComponent: {
    ...readJson,
    path: service,
    reply: { console: 'bare', document: 'bare', read: readComponentDetail },
  },
  listComponents: { ...readJson, path: `${app}/services`, reply: { console: 'bare', read: readComponents } },
  /** docs/platform.md#operations: the call acts on any id, also of another team. Its reply proves nothing. */
  operateComponents: {
    ...write,
    method: 'POST',
    path: `${app}/operations`,
    body: consoleBody(OperateBody),
    reply: { console: 'bare', read: readAccepted },
    codes: { 10402: 'lifecycle-not-permitted' },
    pageFailure: 'region-failed',
    sideEffects: 'none',
  },
  /** docs/platform.md#instances */
  scaleHorizontally: {
    ...write,
    method: 'POST',
    path: `${service}/telescopic/horizontal`,
    body: consoleBody(HorizontalBody),
    reply: { console: 'bare', read: readEmptyReply, mayBeEmpty: true },
    codes: { 10104: 'instances-unchanged' },
    sideEffects: 'none',
  },
  /** docs/platform.md#memory-and-cpu */
  scaleVertically: {
    ...write,
    method: 'POST',
    path: `${service}/telescopic/vertical`,
    body: consoleBody(VerticalBody),
    reply: { console: 'bare', read: readEmptyReply, mayBeEmpty: true },
    sideEffects: 'none',
  },
  /** docs/platform.md#building */
  buildComponent: {
    ...write,
    method: 'POST',
    path: `${service}/build`,
    body: consoleBody(BuildBody),
    reply: { console: 'bare', read: readBuildStarted },
    sideEffects: 'none',
  },
  /** docs/platform.md#changing-the-image: the console accepts any text and reports success. */
  changeImage: {
    ...write,
    method: 'PUT',
    path: `${service}/docker-image-change`,
    body: consoleBody(ImageBody),
    reply: { console: 'envelope', read: readAccepted },
    sideEffects: 'none',
  },
} as const satisfies { readonly [id: string]: Endpoint };
