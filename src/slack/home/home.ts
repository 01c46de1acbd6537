import { type Person, placeKey } from '../../core/command/context.ts';
import { present } from '../../core/defined.ts';
import { type Incident, isOngoing, reasonOf } from '../../core/incident/incident.ts';
import { incidentSummary } from '../../core/incident/incident-text.ts';
import { titleBeside } from '../../core/incident/incident-title.ts';
import { isFinal, readRequest } from '../../core/request/change-request.ts';
import { join, type Text } from '../../core/text/text.ts';
import { isMissing, overviewOf } from '../../operations/app/overview/overview.ts';
import {
  createOverviewReader,
  type OverviewReader,
  type ReadPlace,
} from '../../operations/app/overview/read-overview.ts';
import { handlingButtons, type IncidentButton, incidentButtons } from '../../operations/incident/incident-buttons.ts';
import { incidentFeature } from '../../operations/incident/incident-feature.ts';
import { type LastStatuses, lastStatuses } from '../../operations/shared/component/last-statuses.ts';
import { briefReason } from '../../operations/shared/event/trouble-text.ts';
import { readExposure } from '../../operations/shared/exposure/read-exposure.ts';
import { type RecordedPorts, readRecordedPorts } from '../../operations/shared/exposure/recorded-ports.ts';
import { incidentRecords } from '../../operations/shared/incident/incident-rows.ts';
import { platformSilentSince } from '../../operations/shared/incident/region-trouble.ts';
import { onePerProblem } from '../../operations/shared/incident/visible-incidents.ts';
import { orUndefined } from '../../operations/shared/or-undefined.ts';
import { readsOf } from '../../operations/shared/services.ts';
import { oneTurn } from '../../operations/watch/one-turn.ts';
import { type Page, section } from '../blocks/blocks.ts';
import { incidentPostMsg } from '../incident/incident-post-messages.ts';
import { incidentControls } from '../incident/incident-view.ts';
import type { Homes, OpenReview, SlackServices } from '../interaction/bot.ts';
import { pageOf } from '../interaction/interaction.ts';
import { updateView } from '../interaction/modal-screen.ts';
import { linkOf } from '../interaction/post-message.ts';
import { slackRefusal } from '../interaction/slack-errors.ts';
import { offeredBy } from '../post/slack-poster.ts';
import { reviewFor } from '../request/request-actions.ts';
import { type HomeFacts, readHome } from './home-facts.ts';
import { type HomeSection, homeView } from './home-view.ts';
import { byUrgency, oncePerProblem } from './incident-order.ts';

/** How long after opening the App Home a person is assumed to look at it, in ms. */
const lookingMs = 30 * 60_000;
const maxLooking = 50;
/** Time in which several changes are combined into one update, in ms. */
const pauseMs = 400;

/** A person who looks at a Home since `since` (epoch ms), and the review form that this person opened last. */
interface Looking {
  readonly since: number;
  readonly review?: OpenReview;
}

export function createHomes(bot: SlackServices): Homes {
  const looking = new Map<string, Looking>();
  let waiting = false;

  /** The latest publication of each person's Home, so that an older, slower one doesn't overwrite it. */
  const latest = new Map<string, object>();
  let applications: OverviewReader | undefined;

  function looks({ id }: Person, review: Looking['review']): void {
    if (looking.size >= maxLooking) looking.delete(looking.keys().next().value ?? '');
    looking.set(id, { since: bot.services.world.now(), review });
  }

  function reader(): OverviewReader {
    const { world, platform } = bot.services;
    applications ??= createOverviewReader(world, platform);
    return applications;
  }

  /** Readings of rules that are stored. Several Homes show one reading. */
  const stored = new WeakSet<object>();

  /** Stores the addresses that a Home showed, so that they are known if the platform is down later. */
  async function keepShown(places: readonly ReadPlace[]): Promise<void> {
    // The few ports that this reads don't wait behind the reads of reports.
    const reads = { ...readsOf(bot.services), turns: oneTurn };
    for (const { context, rules, components } of places) {
      if (typeof rules !== 'object' || typeof components !== 'object' || stored.has(rules)) continue;
      stored.add(rules);
      await orUndefined(readExposure(context, reads, { rules, components: components.value }));
    }
  }

  /** No other Home waits until what this one showed is stored. */
  function keepLater(places: readonly ReadPlace[]): void {
    keepShown(places).catch((error: unknown) => {
      bot.services.world.log.warn('what an App Home showed was not stored', { error });
    });
  }

  /** Publishes stored data immediately. Then reads outdated platform data, and publishes again. */
  async function publish(person: Person, answered?: Text): Promise<void> {
    const turn = {};
    latest.set(person.id, turn);
    try {
      const [read, firing] = await Promise.all([readHome(bot, person), readFiring(bot, person, pageOf(person))]);
      const facts = { ...read, answered };
      const soon = reader().refresh(facts.places, facts.changed);
      if (latest.get(person.id) === turn) await publishView(bot, reader(), facts, firing, 'reading');
      const progress = await soon;
      if (progress !== 'nothing-due' && latest.get(person.id) === turn)
        await publishView(bot, reader(), facts, firing, progress);
      if (progress === 'read') keepLater(reader().known(facts.places));
    } finally {
      if (latest.get(person.id) === turn) latest.delete(person.id);
    }
  }

  /** Refreshes one Home. On failure, that Home keeps its old time stamp, and the other Homes are still refreshed. */
  async function refreshOne(id: string): Promise<void> {
    const { world, people } = bot.services;
    try {
      await publish(await people.person(id));
    } catch (error) {
      world.log.warn('an App Home was not refreshed', { code: slackRefusal(error)?.code, error });
    }
  }

  /** Draws an open review form again. Forgets a form that was closed, and that of a request that has ended. */
  async function refreshReview(id: string, { since, review }: Looking): Promise<void> {
    if (!review) return;
    const { people, world, store } = bot.services;
    try {
      const request = readRequest(await store.requests.get(review.request));
      const view = request && (await reviewFor(bot, request, await people.person(id), review));
      const isShown = view !== undefined && (await updateView(bot, review.view, view));
      const goesOn = isShown && request !== undefined && !isFinal(request.state);
      if (!goesOn && looking.get(id)?.review === review) looking.set(id, { since });
    } catch (error) {
      world.log.warn('a review form was not refreshed', { code: slackRefusal(error)?.code, error });
    }
  }

  async function refresh(): Promise<void> {
    const { services } = bot;
    await services.world.wait(pauseMs);
    waiting = false;
    for (const [id, each] of looking) {
      if (services.world.now() - each.since > lookingMs) looking.delete(id);
      else {
        await refreshReview(id, each);
        await refreshOne(id);
      }
    }
  }

  return {
    async opened(person, answered) {
      looks(person, looking.get(person.id)?.review);
      await publish(person, answered);
    },
    reviewing: looks,
    changed() {
      if (waiting || looking.size === 0) return;
      waiting = true;
      refresh().catch((error: unknown) => {
        waiting = false;
        bot.services.world.log.error('App Homes were not refreshed', { error });
      });
    },
  };
}

const maxShown = 5;
const maxLookedAt = 50;

interface FiringOnHome {
  readonly sections: readonly HomeSection[];
  /** Components that the sections say are abnormal. */
  readonly abnormal: ReadonlySet<string>;
}

async function readFiring({ services, client }: SlackServices, person: Person, page: Page): Promise<FiringOnHome> {
  const { store, people, world } = services;
  const open = (await incidentRecords.bodies(store, { isOpen: true }))
    .filter(({ ended }) => ended === undefined)
    .toReversed()
    .slice(0, maxLookedAt);
  const inChannels: Incident[] = [];
  for (const incident of open)
    if ((await people.actor(person, incident.channel)).inChannel === true) inChannels.push(incident);
  const visible = byUrgency(inChannels, world.now());
  if (visible.length === 0) return { sections: [], abnormal: new Set() };
  const rowOf = async (incident: Incident) => {
    const { channel } = incident;
    const message = await incidentFeature.messageOf(store, incident.id);
    const link = message && (await linkOf(client, message));
    const title = titleBeside(incident, visible);
    const row = { title: link === undefined ? title : { link, label: title }, channel: { channel } };
    const now = world.now();
    const why = reasonOf(incident);
    const status = join(present([incidentSummary(incident, now), why && briefReason(why)]), ' · ');
    return [
      section(incidentPostMsg.homeRow({ ...row, status }), page),
      ...incidentControls(incident, homeButtons(incident, now, offeredBy(services)), page, message),
    ];
  };
  // While nothing can be read, several incidents say the same, so that one row names them.
  const silent = visible.filter(isSilent);
  const folded = silent.length > 1 ? silent : [];
  const rest = visible.filter((incident) => !folded.includes(incident));
  // A problem that several channels watch doesn't take the place of others.
  const unique = oncePerProblem(rest, person.id, world.now());
  const read = [...unique, ...rest.filter((incident) => !unique.includes(incident))];
  const shown = read.slice(0, maxShown);
  const rows = await Promise.all(shown.map(rowOf));
  const more = unique.filter((incident) => !shown.includes(incident));
  // In a list without channels, the incident of a second channel would look like the same one again.
  const named = (all: readonly Incident[]) => namedIncidents(onePerProblem(all, ''), visible, { store, client });
  if (more.length > 0) rows.push([section(incidentPostMsg.homeMore({ incidents: await named(more) }), page)]);
  if (folded.length > 0) rows.push([section(incidentPostMsg.homeSilent({ incidents: await named(folded) }), page)]);
  const abnormal = shown.flatMap(({ component, lines }) =>
    lines.flatMap((line) =>
      isOngoing(line) && line.item === 'abnormal' ? ((line.component ?? component)?.id ?? []) : [],
    ),
  );
  return {
    sections: [{ title: incidentPostMsg.firing(), rows, total: rows.length }],
    abnormal: new Set(abnormal),
  };
}

function isSilent({ lines }: Incident): boolean {
  const ongoing = lines.filter(isOngoing);
  return ongoing.length > 0 && ongoing.every(({ unread }) => unread !== undefined);
}

/** Names incidents, each with the link to its message. */
async function namedIncidents(
  incidents: readonly Incident[],
  visible: readonly Incident[],
  { store, client }: Pick<SlackServices, 'client'> & Pick<SlackServices['services'], 'store'>,
): Promise<Text> {
  const titles = incidents.slice(0, maxShown).map(async (incident) => {
    const message = await incidentFeature.messageOf(store, incident.id);
    const link = message && (await linkOf(client, message));
    const label = titleBeside(incident, visible);
    return link === undefined ? label : incidentPostMsg.linked({ title: { link, label } });
  });
  // A title can have commas of its own.
  const named = join(await Promise.all(titles), '; ');
  const more = incidents.length - Math.min(incidents.length, maxShown);
  return more === 0 ? named : join([named, incidentPostMsg.more({ count: more })], ', ');
}

/** Returns the buttons of an incident's row: those that take care of it, and the restart of its component. */
function homeButtons(
  incident: Incident,
  now: number,
  isOffered: (operation: string) => boolean,
): readonly IncidentButton[] {
  const restart = incidentButtons(incident, now).filter(
    ({ operation }) => incident.component && operation === 'component.restart' && isOffered(operation),
  );
  // Put the menu last, so that the buttons stand side by side on a phone.
  return [...handlingButtons(incident, now), ...restart].toSorted(
    (one, other) => Number(one.choices !== undefined) - Number(other.choices !== undefined),
  );
}

function isUnread({ components, rules, certificates }: ReadPlace): boolean {
  return components === undefined || rules === undefined || certificates === undefined;
}

/** @param reader reads the data of the Home's applications */
async function publishView(
  bot: SlackServices,
  reader: OverviewReader,
  facts: HomeFacts,
  firing: FiringOnHome,
  progress: 'reading' | 'read' | 'late',
): Promise<void> {
  const { person, places, stored, at } = facts;
  const readPlaces = reader.known(places);
  const isReading = progress === 'reading' && readPlaces.some(isUnread);
  const { abnormal } = firing;
  const { store, people } = bot.services;
  const recorded = new Map<string, RecordedPorts>();
  const statuses = new Map<string, LastStatuses>();
  const late = progress === 'late';
  for (const { context, components, rules } of readPlaces) {
    if (isMissing(rules, { late }))
      recorded.set(placeKey(context), await readRecordedPorts(context, { ...store, isPublic: people.isPublic }));
    const last = isMissing(components, { late }) ? await lastStatuses(context, store) : undefined;
    if (last) statuses.set(placeKey(context), last);
  }
  const overview = overviewOf({
    ...stored,
    recorded,
    statuses,
    places: readPlaces,
    now: at,
    late,
    abnormal,
  });
  const silent = await platformSilentSince(
    store,
    readPlaces.map(({ context }) => context.region),
  );
  const view = homeView(
    facts,
    { ...overview, isReading, silentSince: silent },
    pageOf(person),
    facts.refused ? [] : firing.sections,
  );
  await bot.client.views.publish({ user_id: person.id, view });
}
