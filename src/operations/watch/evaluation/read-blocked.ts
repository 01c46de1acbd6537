import { isBlocked } from '../../../core/runs/component-run.ts';
import { runsOf } from '../../../core/runs/runs-of.ts';
import { rememberEvents, type SeenEvent } from '../../../core/runs/seen-event.ts';
import { isMoving } from '../../../core/watch/watch-condition.ts';
import type { ComponentSummary } from '../../../platform/component/component-reply.ts';
import { unlessPlatformFails } from '../../../platform/errors/platform-error.ts';
import { understoodEvent } from '../../../platform/event/understood-event.ts';
import type { AppInMinute, WatchReads } from './read-samples.ts';

/** As many events of a component are read as of a run. */
const pageSize = 30;
/** So many components of an app are looked at in a minute. */
const mostLooked = 10;

/**
 * The components with the status that their pods have: beside old pods, the platform doesn't look at new ones, so a rollout
 * that fails stays on its way (docs/platform.md#component-status). Events are read only of what is on its way, and of which
 * someone wants to know whether it is abnormal.
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
  const looked = moving.slice(0, mostLooked).map(async ({ serviceId: service }) => {
    const page = await unlessPlatformFails(
      () => turns.take(place, () => platform.listEvents({ ...place, service, page: 1, pageSize })),
      (error) => world.log.warn('the events of what is watched could not be read', { app: key, error }),
    );
    return page && isRunBlocked(page.events.map(understoodEvent), world.now()) ? [service] : [];
  });
  const blocked = new Set((await Promise.all(looked)).flat());
  return components.map((each) => (blocked.has(each.serviceId) ? { ...each, status: 'abnormal' } : each));
}

/** Whether the pods of the newest run among some events can't run. */
function isRunBlocked(events: readonly SeenEvent[], now: number): boolean {
  const newest = runsOf(rememberEvents([], events, now)).at(-1);
  return newest !== undefined && isBlocked(newest.run);
}
