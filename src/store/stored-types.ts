import * as z from 'zod';
import type { RequestState } from '../core/request/change-request.ts';

/** Times are epoch ms. Every `body` is JSON that the store doesn't read; the code that wrote it parses it with zod. */

export interface StoredRequest {
  readonly id: string;
  /** 1 if new, increased by every save; used for compare-and-set. */
  readonly version: number;
  readonly state: RequestState;
  /** Revision of the plan. Old buttons carry an old one. */
  readonly revision: number;
  readonly placeKey: string;
  readonly componentKey: string;
  /** Equal for equal requests; only one open request may have it. */
  readonly fingerprint: string;
  readonly asker: string;
  readonly deciders: readonly string[];
  readonly channel?: string;
  readonly ts?: string;
  readonly openUntil: number;
  readonly at: number;
  readonly body: unknown;
}

/** Allows one run at a time per key (a component). A run of one request holds it until it is released or expires. */
export interface Lease {
  readonly key: string;
  readonly card: string;
  readonly holder: string;
  readonly until: number;
}

/** Work for a given time. Putting the same id again moves it, even while it is claimed. */
export interface Due {
  readonly id: string;
  readonly kind: string;
  readonly at: number;
  readonly body: unknown;
}

/** A Slack message that must not be lost. An id is sent once, however often it is put. */
export interface Outgoing {
  readonly id: string;
  readonly kind: string;
  /** Earliest time to send it. */
  readonly at: number;
  /** Messages of one lane are sent one by one, in the order they were put (a card and its updates). */
  readonly lane?: string;
  readonly body: unknown;
}

/** `attempts` includes this claim. */
export type Claimed<T> = T & { readonly attempts: number };

export interface StoredRecord {
  readonly kind: string;
  readonly id: string;
  readonly version: number;
  /** For searches; empty if there is none. */
  readonly placeKey: string;
  readonly channel: string;
  /** Whether it is still in use. Other records are deleted some time after `at` (purge.ts). */
  readonly isOpen: boolean;
  readonly at: number;
  readonly body: unknown;
}

/** A schedule; its next run is a due row. */
export interface StoredSchedule {
  readonly id: string;
  readonly placeKey: string;
  readonly channel: string;
  readonly by: string;
  readonly at: number;
  readonly body: unknown;
}

export interface StoredAgent {
  /** The part of its token that isn't secret. */
  readonly id: string;
  readonly owner: string;
  /** Lower case, unique per owner. */
  readonly name: string;
  readonly expires: number;
  /** When it was last used, to the minute. */
  readonly used?: number;
  readonly body: unknown;
}

/** Owner of a context: a channel or a person (`key` is the Slack id), or a name. */
export interface ContextKey {
  /** `name` keeps a name's meaning when no channel or person uses it anymore. */
  readonly scope: 'channel' | 'person' | 'name';
  readonly key: string;
}

export const StoredContext = z
  .object({
    team: z.string(),
    region: z.string(),
    app: z.string(),
    name: z.string().optional(),
    appName: z.string().optional(),
    setBy: z.string(),
    at: z.number(),
  })
  .readonly();
export type StoredContext = z.infer<typeof StoredContext>;

/** An object that the platform once returned, to find names for which the platform has no list. */
export interface SeenThing {
  readonly place: string;
  readonly kind: 'region' | 'app' | 'component';
  readonly id: string;
  readonly names: readonly string[];
  readonly at: number;
}

export interface StoredPost {
  readonly id: string;
  readonly channel: string;
  readonly ts: string;
  readonly fileIds: readonly string[];
  readonly at: number;
  readonly body: unknown;
}
