import * as z from 'zod';
import type { RequestState } from '../core/request/change-request.ts';

/**
 * What is stored. Times are epoch milliseconds, ids are text. Every `body` is plain JSON that the store carries without
 * looking inside; it comes back as `unknown`, for the zod schema of the code that wrote it.
 */

/** A request as it is stored. The fields beside `body` are what the store can find it by. */
export interface StoredRequest {
  readonly id: string;
  /** 1 when new, one more with every save: what compare-and-set looks at. */
  readonly version: number;
  readonly state: RequestState;
  /** The plan's revision; old buttons carry an old one. */
  readonly revision: number;
  readonly placeKey: string;
  readonly componentKey: string;
  /** Equal for equal requests: two open ones with one fingerprint cannot be. */
  readonly fingerprint: string;
  /** Slack user id. */
  readonly asker: string;
  /** Ids of the people and groups that may decide now; empty when no decision is pending. */
  readonly deciders: readonly string[];
  /** Where its message is, once posted. */
  readonly channel?: string;
  readonly ts?: string;
  readonly openUntil: number;
  /** When it was asked. */
  readonly at: number;
  readonly body: unknown;
}

/** One run at a time for each key (a component): held by one run of one request until it is released or lapses. */
export interface Lease {
  readonly key: string;
  /** The request that runs. */
  readonly card: string;
  /** The replica that runs it. */
  readonly holder: string;
  /** From this moment on the holder is taken for dead. */
  readonly until: number;
}

/** Work to be done at a time. Putting it again under the same id moves it, even while it is claimed. */
export interface Due {
  readonly id: string;
  readonly kind: string;
  readonly at: number;
  readonly body: unknown;
}

/** A Slack message that must not be lost. The same id is sent once, however often it is put. */
export interface Outgoing {
  readonly id: string;
  readonly kind: string;
  /** Not before. */
  readonly at: number;
  /** Messages of one lane go one after another, in the order they were put (a card's post and its updates). */
  readonly lane?: string;
  readonly body: unknown;
}

/** Something claimed: `attempts` counts this claim too. */
export type Claimed<T> = T & { readonly attempts: number };

/** Something that one part of Portolan keeps; `body` is its own. */
export interface StoredRecord {
  readonly kind: string;
  readonly id: string;
  /** 1 when new, one more with every save: what compare-and-set looks at. */
  readonly version: number;
  /** What it is found by; empty where it has none. */
  readonly placeKey: string;
  readonly channel: string;
  /** Whether it is still worked on; what is over is deleted 90 days after `at`. */
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

/** An agent, by its token. */
export interface StoredAgent {
  /** The part of its token that isn't secret. */
  readonly id: string;
  /** Slack user id. */
  readonly owner: string;
  /** Unique among the owner's, in lower case. */
  readonly name: string;
  readonly expires: number;
  /** When it was last used, to the minute. */
  readonly used?: number;
  readonly body: unknown;
}

/** Whose context: a channel’s or a person’s (`key` is the Slack id), or what a name means. */
export interface ContextKey {
  /** `name` keeps what a name means when no channel or person uses it any more. */
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
    /** Slack user id. */
    setBy: z.string(),
    at: z.number(),
  })
  .readonly();
export type StoredContext = z.infer<typeof StoredContext>;

/** An object of the platform that an answer once named: what names can be found by when the platform has no list. */
export interface SeenThing {
  /** A context's key, or whatever the things belong to. */
  readonly place: string;
  readonly kind: 'region' | 'app' | 'component';
  readonly id: string;
  readonly names: readonly string[];
  readonly at: number;
}

/** A message with pictures. */
export interface StoredPost {
  readonly id: string;
  readonly channel: string;
  readonly ts: string;
  readonly fileIds: readonly string[];
  readonly at: number;
  readonly body: unknown;
}
