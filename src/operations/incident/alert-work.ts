import * as z from 'zod';
import type { KnownAlert } from '../../core/alerts/alert-group.ts';
import { placeKey } from '../../core/command/context.ts';
import { defined } from '../../core/defined.ts';
import { type Text, verbatim } from '../../core/text/text.ts';
import { unlessPlatformFails } from '../../platform/errors/platform-error.ts';
import { createRowLoop, joinLoops, type WorkLoop } from '../../store/work-loop.ts';
import { knownComponents } from '../shared/find-component.ts';
import { enricherOf } from '../shared/incident/incident-changes.ts';
import { type PostOutcome, readsOf, type Services } from '../shared/services.ts';
import { alertSourceMsg } from './alert-source-messages.ts';
import { type GroupFindings, lookAtGroup } from './receive-alerts.ts';
import { lookKind, SourceRow, type StoredGroup, tooLargeKind } from './stored-alerts.ts';

/** How often rows that another replica left are looked for, in ms; what this one puts is looked at once. */
const pollMs = 5_000;
/** For so long a component that isn't found is looked for again, in ms: the platform may be away, or the name be wrong. */
const soughtFor = 10 * 60_000;
/** So many components of a group are looked for at once. */
const mostSought = 20;
/** After so many attempts, a line is given up, and the next look at a group is a usual one. */
const mostTries = 8;

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
  const looks = createRowLoop(world, store.due, {
    kinds: () => [lookKind],
    atOnce: 1,
    pollMs,
    work: async ({ body }) => {
      const group = LookRow.safeParse(body).data?.group;
      // Looking puts the same row again, for its next time: then the claim isn't ours any more.
      if (group !== undefined) await lookAtGroup(services, group, (stored) => findOut(services, stored));
      changed();
      return undefined;
    },
    retryMs: (attempts) => pollMs * Math.min(attempts, mostTries),
    failed: (error) => world.log.error('groups of alerts could not be looked at', { error }),
    rowFailed: (fields) => world.log.error('a group of alerts could not be looked at', fields),
  });
  const lines = createRowLoop(world, store.outbox, {
    kinds: () => [tooLargeKind],
    atOnce: 1,
    pollMs,
    mostAttempts: mostTries,
    work: async ({ body, attempts }) => {
      const about = SourceRow.safeParse(body).data;
      const told = about && (await tell(about.channel, sourceText(about)));
      return told?.told === false ? (told.waitMs ?? pollMs * 2 ** attempts) : undefined;
    },
    failed: (error) => world.log.error('lines about sources of alerts could not be sent', { error }),
    rowFailed: (fields) => world.log.error('a line about a source of alerts failed', fields),
  });

  return joinLoops([looks, lines]);
}

/** The components that the alerts of a group are about, and what was changed there. */
async function findOut(services: Services, { group: { alerts } }: StoredGroup): Promise<GroupFindings> {
  const found = new Map(
    alerts.flatMap(({ about, component }) => (about && component ? [[aboutKey(about), component] as const] : [])),
  );
  const now = services.world.now();
  const sought = alerts.flatMap(({ about }) => (about && now - about.since <= soughtFor ? [about] : []));
  const unknown = new Map(sought.map((about) => [aboutKey(about), about]));
  for (const [key, about] of [...unknown].slice(0, mostSought)) {
    const component = found.get(key) ?? (await findComponentNamed(services, about));
    if (component) found.set(key, component);
  }
  return {
    components: ({ about }) => about && found.get(aboutKey(about)),
    enrich: async (incident) => {
      if (!incident.context) return incident;
      return (await enricherOf(services, services.platform, incident.context))(incident);
    },
  };
}

type AboutComponent = NonNullable<KnownAlert['about']>;

function aboutKey({ context, name }: AboutComponent): string {
  return `${placeKey(context)} ${name}`;
}

async function findComponentNamed(
  services: Services,
  { context, name }: AboutComponent,
): Promise<KnownAlert['component']> {
  const { world } = services;
  const known = await unlessPlatformFails(
    () => knownComponents(context, readsOf(services), world.now()),
    (error) => world.log.warn('the component that alerts are about could not be read', { error }),
  );
  const wanted = name.toLowerCase();
  const named = (known?.components ?? []).filter(({ id, alias, name: shown, displayName, inCluster }) =>
    [id, alias, shown, displayName, inCluster].some((each) => each?.toLowerCase() === wanted),
  );
  // A name that several have is none of theirs.
  const [only] = named.length === 1 ? named : named.filter(({ id, alias }) => id === name || alias === name);
  return only && { id: only.id, name: only.name, ...defined({ onEachNode: only.onEachNode }) };
}

function sourceText({ source, what, open }: SourceRow): Text {
  const named = { source: verbatim(source) };
  return what === 'too-many' ? alertSourceMsg.tooMany({ ...named, count: open }) : alertSourceMsg.tooLarge(named);
}
