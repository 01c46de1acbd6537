import { isBlocked } from '../../../core/runs/component-run.ts';
import { runsOf } from '../../../core/runs/runs-of.ts';
import { rememberEvents, type SeenEvent } from '../../../core/runs/seen-event.ts';
import { isMoving } from '../../../core/watch/watch-condition.ts';
import type { ComponentSummary } from '../../../platform/component/component-endpoints.ts';
import { unlessPlatformFails } from '../../../platform/errors/platform-error.ts';
import { understoodEvent } from '../../../platform/event/understood-event.ts';
import type { AppInMinute, WatchReads } from './read-samples.ts';

const pageSize = 30;
/** Maximum number of components of an app that are checked per minute. */
const maxLooked = 10;

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
): Promise<readonly ComponentSummary[]> {
  const wanted = [...watches.filter(({ condition }) => condition.item === 'abnormal'), ...changes];
  const isWanted = (id: string) =>
    wanted.some(({ components: these }) => !these || these.some((each) => each.id === id));
  const moving = components.filter(({ serviceId, status }) => isMoving(status) && isWanted(serviceId));
  const looked = moving.slice(0, maxLooked).map(async ({ serviceId: service }) => {
    const page = await unlessPlatformFails(
      () => turns.take(place, () => platform.listEvents({ ...place, service, page: 1, pageSize })),
      (error) => world.log.warn('the events of what is watched could not be read', { app: key, error }),
    );
    return page && isRunBlocked(page.events.map(understoodEvent), world.now()) ? [service] : [];
  });
  const blocked = new Set((await Promise.all(looked)).flat());
  return components.map((each) => (blocked.has(each.serviceId) ? { ...each, status: 'abnormal' } : each));
}

function isRunBlocked(events: readonly SeenEvent[], now: number): boolean {
  const newest = runsOf(rememberEvents([], events, now)).at(-1);
  return newest !== undefined && isBlocked(newest.run);
}
