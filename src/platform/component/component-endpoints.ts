import { z } from 'zod';
import type { Endpoint } from '../endpoint.ts';
import { app, consoleBody, read, service, write } from '../endpoint-parts.ts';
import { isObject } from '../lenient.ts';
import { objectOf } from '../reply-envelope.ts';
import { readComponentDetail, readComponents } from './component-reply.ts';
import { readImageReference } from './image-reference.ts';

/**
 * That the platform accepted a change. It proves nothing: its result has to be read
 * (docs/platform.md#operations).
 */
const accepted = { accepted: true } as const;

/** A reply that only says that it worked, or undefined when it doesn't. */
function readAccepted(body: unknown): typeof accepted | undefined {
  return isObject(body) && typeof body.msg === 'string' ? accepted : undefined;
}

/** The same of a call that is answered without a body (docs/platform.md#instances). */
function readEmptyReply(body: unknown): typeof accepted | undefined {
  return body === undefined || isObject(body) ? accepted : undefined;
}

/** The event under which a build runs, or undefined when the reply doesn't name it. */
function readBuildStarted(body: unknown): { readonly eventId: string } | undefined {
  const reply = objectOf(body);
  const eventId = isObject(reply) ? reply.event_id : undefined;
  return typeof eventId === 'string' && /^[\w-]{1,64}$/.test(eventId) ? { eventId } : undefined;
}

/** What can be done to several components at once (docs/platform.md#operations). A restart is a stop and a start. */
export const LIFECYCLE_ACTIONS = ['start', 'stop', 'upgrade', 'deploy'] as const;
export type LifecycleAction = (typeof LIFECYCLE_ACTIONS)[number];

/** More ids than this the region cuts off (docs/platform.md#operations). */
const MOST_COMPONENTS = 1024;

/**
 * A component's id: an alias or a number is answered with success, and nothing is done (docs/platform.md#operations).
 */
const ComponentId = z.string().regex(/^[0-9a-f]{32}$/);

/** At least one id: a list without one acts on the whole application (docs/platform.md#operations). */
export const OperateBody = z.strictObject({
  action: z.enum(LIFECYCLE_ACTIONS),
  service_ids: z
    .tuple([ComponentId], ComponentId)
    .refine((ids) => ids.length <= MOST_COMPONENTS && new Set(ids).size === ids.length),
});

/** Of a component: how many instances it should have. */
export const HorizontalBody = z.strictObject({ new_node: z.int().min(1).max(100) });

/**
 * Memory in MiB. The console refuses a remainder of 1, where it means to ask for multiples of 64
 * (docs/platform.md#memory-and-cpu).
 */
export function isTakenMemory(memory: number): boolean {
  return Number.isInteger(memory) && memory >= 64 && memory <= 65_536 && memory % 64 !== 1;
}

/**
 * All three always: what is left out is refused, and a CPU of null is calculated again
 * (docs/platform.md#memory-and-cpu).
 */
export const VerticalBody = z.strictObject({
  new_memory: z.int().refine(isTakenMemory),
  new_cpu: z.int().min(0),
  new_gpu: z.int().min(0).nullable(),
});

/** An image with a tag or a digest: without one the console stores the name as the version. */
export const ImageBody = z.strictObject({
  image: z.string().refine((text) => {
    const read = readImageReference(text);
    return read !== undefined && (read.tag !== undefined || read.digest !== undefined);
  }),
});

/** Nothing: a repository or a password in it would replace what is stored (docs/platform.md#building). */
export const BuildBody = z.strictObject({});

/** The calls about components. */
export const componentEndpoints = {
  /** docs/platform.md#components */
  readComponent: {
    ...read,
    path: service,
    reply: { console: 'bare', document: 'bare', read: readComponentDetail },
  },
  listComponents: { ...read, path: `${app}/services`, reply: { console: 'bare', read: readComponents } },
  /** docs/platform.md#operations: any id is acted on, also that of another team; the answer proves nothing. */
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
  /** docs/platform.md#changing-the-image: the console takes any text and says that it worked. */
  changeImage: {
    ...write,
    method: 'PUT',
    path: `${service}/docker-image-change`,
    body: consoleBody(ImageBody),
    reply: { console: 'envelope', read: readAccepted },
    sideEffects: 'none',
  },
} as const satisfies { readonly [id: string]: Endpoint };
