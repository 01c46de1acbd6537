import type { Context } from '../core/command/context.ts';
import { hasContext, type Policy } from '../core/policy/policy.ts';
import type { World } from '../core/world.ts';
import { changedRecord } from '../store/kept/changed-record.ts';
import type { HasRecords, ReadRecord, RecordKind } from '../store/kept/record-kind.ts';
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
  readonly store: Pick<Store, 'records' | 'commit'>;
  readonly world: Pick<World, 'now'>;
}

/** Subscriptions of one kind, and how they are paused: in one way, whatever they are about. */
export interface Subscriptions<T extends Subscription> {
  /**
   * Those that aren't paused. One whose context the policy file has lost is paused now.
   * @param changed called when its creator is to be told
   */
  active(parts: PauseParts & { readonly policy: Policy }, changed: () => void): Promise<readonly T[]>;
  /** Pauses those of a channel where nothing can be posted any more. @param code why: Slack's code */
  pauseIn(parts: PauseParts, channel: string, code: string): Promise<void>;
}

/**
 * Declares subscriptions of one kind.
 * @param pausing what is saved with it as one is paused: the row that tells its creator, and what ends with it
 */
export function subscriptionsOf<T extends Subscription>(
  of: RecordKind<T>,
  pausing: (
    store: HasRecords,
    paused: T & { readonly paused: string },
    at: number,
  ) => Promise<Pick<Commit, 'records' | 'outbox'>>,
): Subscriptions<T> {
  /**
   * All or nothing, so that its creator is told even if the process dies in between.
   * @returns whether it was paused: not if someone has changed it meanwhile
   */
  async function pause({ store, world }: PauseParts, stored: ReadRecord<T>, code: string): Promise<boolean> {
    const at = world.now();
    const body = { ...stored.body, paused: code };
    const { records = [], outbox } = await pausing(store, body, at);
    const change = changedRecord(stored, { isOpen: false, at, body });
    return (await store.commit({ at, records: [change, ...records], outbox })) === 'saved';
  }
  const unpaused = async (store: HasRecords) =>
    (await of.list(store, { isOpen: true })).filter(({ body }) => body.paused === undefined);
  return {
    async active(parts, changed) {
      const active: T[] = [];
      for (const stored of await unpaused(parts.store))
        if (hasContext(parts.policy, stored.body.context)) active.push(stored.body);
        else if (await pause(parts, stored, noContext)) changed();
      return active;
    },
    async pauseIn(parts, channel, code) {
      for (const stored of await unpaused(parts.store))
        if (stored.channel === channel) await pause(parts, stored, code);
    },
  };
}
