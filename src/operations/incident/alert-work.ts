import * as z from 'zod';
import type { KnownAlert } from '../../core/alerts/alert-group.ts';
import { type Context, placeKey } from '../../core/command/context.ts';
import type { Incident } from '../../core/incident/incident.ts';
import { type Text, verbatim } from '../../core/text/text.ts';
import type { WorkLoop } from '../../core/work-loop.ts';
import { resultWithin } from '../../core/world.ts';
import { createJobs, type JobKind } from '../../delivery/jobs.ts';
import type { LineRows } from '../../delivery/poster.ts';
import { unlessPlatformFails } from '../../platform/errors/platform-error.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Due } from '../../store/stored-types.ts';
import { collectedItem } from '../shared/chart/collected-items.ts';
import { knownComponents } from '../shared/find-component.ts';
import { enricherOf } from '../shared/incident/incident-changes.ts';
import { orUndefined } from '../shared/or-undefined.ts';
import { withKnownNames } from '../shared/place/app-names.ts';
import { readsOf, type Services } from '../shared/services.ts';
import { alertSourceMsg } from './alert-source-messages.ts';
import { type GroupFindings, lookAtGroup } from './receive-alerts.ts';
import { lookKind, SourceRow, type StoredGroup, tooLargeKind } from './stored-alerts.ts';

/** Interval between searches for rows of other replicas, in ms. This replica's rows are handled immediately. */
const pollMs = 5_000;
/** How long an unknown component is searched for, in ms. The platform may be down, or the name may be wrong. */
const searchedFor = 10 * 60_000;
const maxSearched = 20;
/** Maximum time that a message waits for what the region collects, in ms. */
const longestRead = 5_000;
const LookRow = z.object({ group: z.string() });

/** Checks firing alert groups, each on one replica at a time. Calls `changed` if a message may have to be sent. */
export function createAlertWork(services: Services, changed: () => void): WorkLoop {
  const looks: JobKind<Due> = {
    what: 'alert group',
    kinds: () => [lookKind],
    slots: 4,
    retry: { firstMs: pollMs, maxMs: 60_000 },
    async work({ row }) {
      const group = LookRow.safeParse(row.body).data?.group;
      // The look stores the same row again with a new time, so the claim on this row has already ended.
      if (group !== undefined) await lookAtGroup(services, group, (stored) => findOut(services, stored));
      changed();
      return 'over';
    },
  };
  return createJobs(services.world, services.store.due, [looks], { pollMs });
}

export function alertLines({ language: lang = 'en' }: Pick<Services, 'language'>): LineRows {
  return {
    kinds: [tooLargeKind],
    async lineOf({ body }) {
      const about = SourceRow.safeParse(body).data;
      return about && { place: { channel: about.channel, reader: { lang, zone: 'UTC' } }, text: sourceText(about) };
    },
  };
}

async function findOut(services: Services, { group: { alerts } }: StoredGroup): Promise<GroupFindings> {
  const byAbout = new Map<string, FoundComponent>(
    alerts.flatMap(({ about, component }) => (about && component ? [[aboutKey(about), { component }] as const] : [])),
  );
  const now = services.world.now();
  const recent = alerts.flatMap(({ about }) => (about && now - about.since <= searchedFor ? [about] : []));
  const unknown = new Map(recent.map((about) => [aboutKey(about), about]));
  for (const [key, about] of [...unknown].slice(0, maxSearched)) {
    if (!byAbout.has(key)) byAbout.set(key, await findComponentNamed(services, about));
  }
  return {
    found: ({ about }) => (about && byAbout.get(aboutKey(about))) ?? {},
    enrich: async (incident) => {
      if (!incident.context) return incident;
      const measured = await withCollectedItems(services, incident, incident.context);
      const { platform, background } = services;
      const events: Pick<Platform, 'listEvents'> = {
        listEvents: (q) => background.ofReports.take(q, () => platform.listEvents(q)),
      };
      return (await enricherOf(services, events, incident.context))(measured);
    },
  };
}

/** Charts of items that the region doesn't collect can't be drawn, so uses the most similar one, or no chart. */
async function withCollectedItems(
  { platform, world }: Pick<Services, 'platform' | 'world'>,
  incident: Incident,
  { region }: Context,
): Promise<Incident> {
  if (!incident.lines.some(({ item }) => item)) return incident;
  const sources = await resultWithin(world, longestRead, orUndefined(platform.readSources({ region })));
  const lines = incident.lines.map((line): Incident['lines'][number] => {
    const { item: suggested, ...rest } = line;
    if (suggested === undefined) return line;
    const item = collectedItem(suggested, sources);
    return item === undefined ? { ...rest, isUncharted: true } : { ...line, item };
  });
  return { ...incident, lines };
}

type AboutComponent = NonNullable<KnownAlert['about']>;

function aboutKey({ context, name }: AboutComponent): string {
  return `${placeKey(context)} ${name}`;
}

type FoundComponent = ReturnType<GroupFindings['found']>;

async function findComponentNamed(services: Services, about: AboutComponent): Promise<FoundComponent> {
  const { context, name } = about;
  const { world } = services;
  const knownHere = await unlessPlatformFails(
    () => knownComponents(context, readsOf(services), world.now()),
    (error) => world.log.warn('the component that alerts are about could not be read', { error }),
  );
  if (!knownHere) return {};
  const wanted = name.toLowerCase();
  const { components, complete } = knownHere;
  const named = components.filter(({ id, alias, name: shown, displayName, inCluster }) =>
    [id, alias, shown, displayName, inCluster].some((each) => each?.toLowerCase() === wanted),
  );
  // A name that several components share identifies none of them.
  const [only] = named.length === 1 ? named : named.filter(({ id, alias }) => id === name || alias === name);
  if (only) {
    const { id, name, onEachNode, thirdParty } = only;
    return { component: { id, name, onEachNode, thirdParty } };
  }
  if (named.length > 0 || !complete) return {};
  const inApp = await resultWithin(world, longestRead, withKnownNames(context, services));
  return { isUnfound: true, about: { ...about, context: inApp ?? context } };
}

function sourceText({ source, what, open }: SourceRow): Text {
  const named = { source: verbatim(source) };
  if (what === 'grafana') return alertSourceMsg.grafana(named);
  return what === 'too-many' ? alertSourceMsg.tooMany({ ...named, count: open }) : alertSourceMsg.tooLarge(named);
}
