import type { Context } from '../core/command/context.ts';
import { hasContext, type Policy } from '../core/policy/policy.ts';
import type { World } from '../core/world.ts';
import type { HasRecords, RecordKind } from '../store/kept/record-kind.ts';
import type { Commit, Store } from '../store/store.ts';

export interface Subscription {
  readonly channel: string;
  readonly context: Context;
  /** Reason of the pause: Slack's code, `noContext`, or that a person paused it. */
  readonly paused?: string | undefined;
}

export const noContext = 'no_context';

interface PauseParts {
  readonly store: Pick<Store, 'records' | 'schedules' | 'commit'>;
  readonly world: Pick<World, 'now'>;
}

export interface Subscriptions<T> {
  /**
   * Returns the subscriptions that aren't paused. Pauses each one with a context that is no longer in the policy file.
   * @param changed called if a creator has to be notified
   */
  active(parts: PauseParts & { readonly policy: Policy }, changed: () => void): Promise<readonly T[]>;
  pauseIn(parts: PauseParts, channel: string, code: string): Promise<void>;
}

interface Unpaused<T> {
  readonly body: T;
  /** Pauses the subscription and stores its creator's notice in one commit. Returns false on a conflict. */
  pause(code: string): Promise<boolean>;
}

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

/** Declares subscriptions stored as records. `pausing`: rows saved with a pause, such as the creator's notice. */
export function recordSubscriptions<T extends Subscription>(
  kind: RecordKind<T>,
  pausing: (
    store: HasRecords,
    paused: T & { readonly paused: string },
    at: number,
  ) => Promise<Pick<Commit, 'records' | 'outbox'>>,
): Subscriptions<T> {
  return subscriptionsOf(async ({ store, world }) => {
    const open = await kind.list(store, { isOpen: true });
    return open
      .filter(({ body }) => body.paused === undefined)
      .map((stored) => ({
        body: stored.body,
        async pause(code) {
          const at = world.now();
          const body = { ...stored.body, paused: code };
          const { records = [], outbox } = await pausing(store, body, at);
          const change = kind.save(body, { ...stored, isOpen: false, at }, stored.version);
          return (await store.commit({ at, records: [change, ...records], outbox })) === 'saved';
        },
      }));
  });
}
