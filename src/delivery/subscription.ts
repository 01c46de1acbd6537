import type { Context } from '../core/command/context.ts';
import { hasContext, type Policy } from '../core/policy/policy.ts';
import type { World } from '../core/world.ts';
import { changedRecord } from '../store/kept/changed-record.ts';
import type { HasRecords, RecordKind } from '../store/kept/record-kind.ts';
import type { Commit, Store } from '../store/store.ts';

/** What a channel asked for: to be told of a place until it is ended, or paused. */
export interface Subscription {
  readonly channel: string;
  readonly context: Context;
  /** Why nothing is posted any more: Slack's code, `noContext`, or that a person has paused it. */
  readonly paused?: string | undefined;
}

/** Why something is paused whose context the policy file doesn't have any more. */
export const noContext = 'no_context';

interface PauseParts {
  readonly store: Pick<Store, 'records' | 'schedules' | 'commit'>;
  readonly world: Pick<World, 'now'>;
}

/** Subscriptions of one kind, and how they are paused: in one way, whatever they are about. */
export interface Subscriptions<T> {
  /**
   * Those that aren't paused. One whose context the policy file has lost is paused now.
   * @param changed called when its creator is to be told
   */
  active(parts: PauseParts & { readonly policy: Policy }, changed: () => void): Promise<readonly T[]>;
  /** Pauses those of a channel where nothing can be posted any more. @param code why: Slack's code */
  pauseIn(parts: PauseParts, channel: string, code: string): Promise<void>;
}

/** A subscription that isn't paused. */
interface Unpaused<T> {
  readonly body: T;
  /**
   * Pauses it, and puts the row that tells its creator: all or nothing.
   * @returns whether it was paused: not if someone has changed it meanwhile
   */
  pause(code: string): Promise<boolean>;
}

/** Declares subscriptions of one kind. */
export function subscriptionsOf<T extends Pick<Subscription, 'channel' | 'context'>>(
  unpaused: (parts: PauseParts) => Promise<readonly Unpaused<T>[]>,
): Subscriptions<T> {
  return {
    async active(parts, changed) {
      const active: T[] = [];
      for (const { body, pause } of await unpaused(parts))
        if (hasContext(parts.policy, body.context)) active.push(body);
        else if (await pause(noContext)) changed();
      return active;
    },
    async pauseIn(parts, channel, code) {
      for (const { body, pause } of await unpaused(parts)) if (body.channel === channel) await pause(code);
    },
  };
}

/**
 * Declares subscriptions that are records.
 * @param pausing what is saved with one as it is paused: the row that tells its creator, and what ends with it
 */
export function recordSubscriptions<T extends Subscription>(
  of: RecordKind<T>,
  pausing: (
    store: HasRecords,
    paused: T & { readonly paused: string },
    at: number,
  ) => Promise<Pick<Commit, 'records' | 'outbox'>>,
): Subscriptions<T> {
  return subscriptionsOf(async ({ store, world }) => {
    const open = await of.list(store, { isOpen: true });
    return open
      .filter(({ body }) => body.paused === undefined)
      .map((stored) => ({
        body: stored.body,
        async pause(code) {
          const at = world.now();
          const body = { ...stored.body, paused: code };
          const { records = [], outbox } = await pausing(store, body, at);
          const change = changedRecord(stored, { isOpen: false, at, body });
          return (await store.commit({ at, records: [change, ...records], outbox })) === 'saved';
        },
      }));
  });
}
