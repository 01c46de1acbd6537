import type { Endpoint } from '../endpoint.ts';
import { app, consoleBody, read, service, write } from '../endpoint-parts.ts';
import { readAccepted, readBuildStarted, readEmptyReply } from './accepted-reply.ts';
import { BuildBody, HorizontalBody, ImageBody, OperateBody, VerticalBody } from './component-body.ts';
import { readComponentDetail, readComponents } from './component-reply.ts';

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
