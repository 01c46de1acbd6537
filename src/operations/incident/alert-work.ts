import * as z from 'zod';
import type { Incident } from '../../core/incident/incident.ts';
import { type Text, verbatim } from '../../core/text/text.ts';
import { PlatformError } from '../../platform/errors/platform-error.ts';
import { createClaims, type Held } from '../../store/claims.ts';
import type { Due, Outgoing } from '../../store/stored-types.ts';
import { createWorkLoop, type WorkLoop } from '../../store/work-loop.ts';
import { knownComponents } from '../shared/find-component.ts';
import { changesOf } from '../shared/incident/incident-changes.ts';
import type { PostOutcome } from '../shared/services.ts';
import { readsOf, type Services } from '../shared/services.ts';
import { msg } from './alert-source-messages.ts';
import { type GroupFindings, lookAtGroup } from './receive-alerts.ts';
import { lookKind, SourceRow, type StoredGroup, tooLargeKind } from './stored-alerts.ts';

/** How often rows that another replica left are looked for, in ms; what this one puts is looked at once. */
const pollMs = 5_000;
const leastWait = 250;
/** For so long a component that isn't found is looked for again, in ms: the platform may be away, or the name be wrong. */
const soughtFor = 10 * 60_000;
/** After so many attempts, a line is given up, and the next look at a group is a usual one. */
const mostTries = 8;

/** What the rows of a group contain. */
const LookRow = z.object({ group: z.string() });

/**
 * Looks at groups of alerts that fire, and sends lines about their sources: each group is looked at by one replica at a time.
 * @param tell posts a line in a channel
 * @param changed called when the message of an incident may have to be sent
 */
export function createAlertWork(
  services: Services,
  tell: (channel: string, text: Text) => Promise<PostOutcome>,
  changed: () => void,
): WorkLoop {
  const { world, store } = services;
  const looks = createClaims(world, store.due, world.newId());
  const lines = createClaims(world, store.outbox, world.newId());

  const loop = createWorkLoop(world, {
    turn: async () => {
      for (const held of await looks.take([lookKind], 8)) await look(held);
      for (const held of await lines.take([tooLargeKind], 8)) await tellLine(held);
      return false;
    },
    restMs: async () => {
      // What can't be read now, the turn can't either, and logs.
      const next = async (of: Promise<number | undefined>) =>
        (await of.catch(() => undefined)) ?? Number.POSITIVE_INFINITY;
      const at = Math.min(await next(store.outbox.next([tooLargeKind])), await next(store.due.next([lookKind])));
      return Math.min(pollMs, Math.max(leastWait, at - world.now()));
    },
    failed: (error) => world.log.error('groups of alerts could not be looked at', { error }),
  });

  async function look(held: Held<Due>): Promise<void> {
    const { row } = held;
    try {
      const group = LookRow.safeParse(row.body).data?.group;
      // Looking puts the same row again, for its next time: then the claim isn't ours any more.
      if (group !== undefined && held.holds()) await lookAtGroup(services, group, findOut);
      changed();
      await held.release(undefined);
    } catch (error) {
      world.log.error('a group of alerts could not be looked at', { row: row.id, error });
      await held.release(world.now() + pollMs * Math.min(row.attempts, mostTries));
    } finally {
      held.letGo();
    }
  }

  /** The component that a group is about, and what was changed there. */
  async function findOut({ about, component: known, group }: StoredGroup): Promise<GroupFindings> {
    if (!about) return {};
    const isLate = world.now() - group.since > soughtFor;
    const component = known ?? (isLate ? undefined : await componentNamed(about));
    if (!component) return {};
    return { component, enrich: await changesOf(services, services.platform, about.context) };
  }

  async function componentNamed({ context, name }: NonNullable<StoredGroup['about']>): Promise<Incident['component']> {
    try {
      const { components } = await knownComponents(context, readsOf(services), world.now());
      const wanted = name.toLowerCase();
      const named = components.filter(({ id, alias, name: shown, displayName, inCluster }) =>
        [id, alias, shown, displayName, inCluster].some((each) => each?.toLowerCase() === wanted),
      );
      // A name that several have is none of theirs.
      const [only] = named.length === 1 ? named : named.filter(({ id, alias }) => id === name || alias === name);
      return only && { id: only.id, name: only.name };
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      world.log.warn('the component that alerts are about could not be read', { error });
      return undefined;
    }
  }

  async function tellLine(held: Held<Outgoing>): Promise<void> {
    const { row } = held;
    try {
      const about = SourceRow.safeParse(row.body).data;
      const told = about && (await tell(about.channel, textOf(about)));
      const isDone = !told || told.told || row.attempts >= mostTries;
      await held.release(isDone ? undefined : world.now() + (told.waitMs ?? pollMs * 2 ** row.attempts));
    } catch (error) {
      world.log.error('a line about a source of alerts failed', { row: row.id, error });
      await held.release(row.attempts >= mostTries ? undefined : world.now() + pollMs * 2 ** row.attempts);
    } finally {
      held.letGo();
    }
  }

  return {
    ...loop,
    async stop() {
      await loop.stop();
      looks.stop();
      lines.stop();
    },
  };
}

function textOf({ source, what, open }: SourceRow): Text {
  const named = { source: verbatim(source) };
  return what === 'too-many' ? msg.tooMany({ ...named, count: open }) : msg.tooLarge(named);
}
