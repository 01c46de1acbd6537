import type { ComponentSummary } from '../../../platform/component/component-endpoints.ts';
import { unlessPlatformFails } from '../../../platform/errors/platform-error.ts';
import { type MovingComponents, readMoving, runEvents } from '../../shared/component/read-moving.ts';
import type { AppInMinute, WatchReads } from './read-samples.ts';

export interface BlockedMemory {
  /** Components with newest pods that couldn't run when their events were read last. */
  blocked?: ReadonlySet<string>;
}

/**
 * Changes the status of components to `abnormal` if their newest pods can't run. The platform ignores new pods while
 * old pods run, so a failing rollout stays in progress (docs/platform.md#component-status). Reads events only of
 * components that are in progress and that need this status.
 */
export async function withBlocked(
  {
    world,
    platform,
    turns,
  }: Pick<WatchReads, 'world' | 'turns'> & {
    readonly platform: Pick<WatchReads['platform'], 'listEvents'>;
  },
  { app: { key, place }, watches, changes }: Pick<AppInMinute, 'app' | 'watches' | 'changes'>,
  components: readonly ComponentSummary[],
  memory: BlockedMemory,
): Promise<readonly ComponentSummary[]> {
  const wanted = [...watches.filter(({ condition }) => condition.item === 'abnormal'), ...changes];
  const isWanted = (id: string) =>
    wanted.some(({ components: these }) => !these || these.some((each) => each.id === id));
  const looked = await readMoving(
    components.filter(({ serviceId }) => isWanted(serviceId)),
    (service) =>
      unlessPlatformFails(
        () => turns.take(place, () => platform.listEvents({ ...place, service, page: 1, pageSize: runEvents })),
        (error) => world.log.warn('the events of what is watched could not be read', { app: key, error }),
      ),
    world.now(),
  );
  const { blocked, statusOf } = blockedAmong(looked, memory.blocked);
  memory.blocked = blocked;
  return components.map((each) => ({ ...each, status: statusOf(each) }));
}

/**
 * Returns which components are blocked, and the status of each. If the events of one that was blocked before couldn't be
 * read, its status is unknown, because otherwise it would seem to recover.
 */
export function blockedAmong(
  { blocked, unread }: Pick<MovingComponents, 'blocked' | 'unread'>,
  before: ReadonlySet<string> = new Set(),
) {
  const unknown = new Set([...unread].filter((id) => before.has(id)));
  return {
    blocked: new Set([...blocked, ...unknown]),
    statusOf: ({ serviceId, status }: Pick<ComponentSummary, 'serviceId' | 'status'>) =>
      blocked.has(serviceId) ? 'abnormal' : unknown.has(serviceId) ? undefined : status,
  };
}
