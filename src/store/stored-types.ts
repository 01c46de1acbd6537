import * as z from 'zod';
import type { RequestState } from '../core/request/change-request.ts';

/** Times are epoch ms. The store doesn't read the JSON in `body`; the code that wrote a `body` parses it with zod. */

export interface StoredRequest {
  readonly id: string;
  /** 1 if new, increased by every save; used for compare-and-set. */
  readonly version: number;
  readonly state: RequestState;
  /** Revision of the plan. Buttons of an older plan contain an older revision. */
  readonly revision: number;
  readonly placeKey: string;
  readonly componentKey: string;
  /** Equal for equal requests. Two open requests can't have the same fingerprint. */
  readonly fingerprint: string;
  readonly asker: string;
  readonly deciders: readonly string[];
  readonly channel?: string;
  readonly ts?: string;
  readonly openUntil: number;
  readonly at: number;
  readonly body: unknown;
}

/** Allows one run at a time per key (a component). A request's run holds a lease until it is released or expires. */
export interface Lease {
  readonly key: string;
  readonly card: string;
  readonly holder: string;
  readonly until: number;
}

/** Work to do at a given time. Putting the same id again changes the time, even while the work is claimed. */
export interface Due {
  readonly id: string;
  readonly kind: string;
  readonly at: number;
  readonly body: unknown;
}

/** A Slack message that must not be lost. It is sent once, even if its id is put several times. */
export interface Outgoing {
  readonly id: string;
  readonly kind: string;
  /** Earliest time to send the message. */
  readonly at: number;
  /** Messages of one lane (such as a card and its updates) are sent one by one, in the order in which they were put. */
  readonly lane?: string;
  readonly body: unknown;
}

/** `attempts` counts all claims of the row, including this one. */
export type Claimed<T> = T & { readonly attempts: number };

export interface StoredRecord {
  readonly kind: string;
  readonly id: string;
  readonly version: number;
  /** For searches by place; empty if the record has no place. */
  readonly placeKey: string;
  readonly channel: string;
  /** Whether the record is still in use. Records that aren't are deleted some time after `at` (purge.ts). */
  readonly isOpen: boolean;
  readonly at: number;
  readonly body: unknown;
}

/** A schedule. The next run of a schedule is a due row. */
export interface StoredSchedule {
  readonly id: string;
  readonly placeKey: string;
  readonly channel: string;
  readonly by: string;
  readonly at: number;
  readonly body: unknown;
}

export interface StoredAgent {
  /** The part of the agent's token that isn't secret. */
  readonly id: string;
  readonly owner: string;
  /** Lower case, unique per owner. */
  readonly name: string;
  readonly expires: number;
  /** When the token was last used, to the minute. */
  readonly used?: number;
  readonly body: unknown;
}

/** Owner of a context: a channel or a person (`key` is the Slack id), or a name. */
export interface ContextKey {
  /** `name`: a name keeps its context when no channel or person uses the name anymore. */
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
