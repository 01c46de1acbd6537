import type { ActionsBlock, Overflow, PlainTextOption } from '@slack/types';
import type { Person } from '../../core/command/context.ts';
import { present } from '../../core/defined.ts';
import { type Incident, reasonOf } from '../../core/incident/incident.ts';
import { incidentSummary, titleBeside } from '../../core/incident/incident-text.ts';
import { join } from '../../core/text/text.ts';
import { overviewOf } from '../../operations/app/overview/overview.ts';
import {
  createOverviewReader,
  type OverviewReader,
  type ReadPlace,
} from '../../operations/app/overview/read-overview.ts';
import { handlingButtons, type IncidentButton, incidentButtons } from '../../operations/incident/incident-buttons.ts';
import { incidentFeature } from '../../operations/incident/incident-feature.ts';
import { briefReason } from '../../operations/shared/event/trouble-text.ts';
import { incidentRecords } from '../../operations/shared/incident/incident-rows.ts';
import { watchMsg } from '../../operations/watch/watch-messages.ts';
import { type Page, section } from '../blocks/blocks.ts';
import { incidentPostMsg } from '../incident/incident-post-messages.ts';
import { incidentControls } from '../incident/incident-view.ts';
import type { Homes, SlackServices } from '../interaction/bot.ts';
import { pageOf } from '../interaction/interaction.ts';
import { linkOf } from '../interaction/post-message.ts';
import { slackRefusal } from '../interaction/slack-errors.ts';
import { offeredBy } from '../post/slack-poster.ts';
import { type HomeFacts, readHome } from './home-facts.ts';
import { type HomeSection, homeView } from './home-view.ts';

/** How long after opening the App Home a person is assumed to look at it, in ms. */
const lookingMs = 30 * 60_000;
const maxLooking = 50;
/** Time in which several changes are combined into one update, in ms. */
const pauseMs = 400;

export function createHomes(bot: SlackServices): Homes {
  const looking = new Map<string, number>();
  let waiting = false;

  /** The latest publication of each person's Home, so that an older, slower one doesn't overwrite it. */
  const latest = new Map<string, object>();
  let applications: OverviewReader | undefined;

  function reader(): OverviewReader {
    const { world, platform } = bot.services;
    applications ??= createOverviewReader(world, platform);
    return applications;
  }

  /** Publishes stored data immediately. Then reads outdated platform data, and publishes again. */
  async function publish(person: Person): Promise<void> {
    const turn = {};
    latest.set(person.id, turn);
    try {
      const [facts, firing] = await Promise.all([readHome(bot, person), firingSections(bot, person, pageOf(person))]);
      const soon = reader().refresh(facts.places);
      if (latest.get(person.id) === turn) await publishView(bot, reader(), facts, firing, 'reading');
      const progress = await soon;
      if (progress !== 'nothing-due' && latest.get(person.id) === turn)
        await publishView(bot, reader(), facts, firing, progress);
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

  async function refresh(): Promise<void> {
    const { services } = bot;
    await services.world.wait(pauseMs);
    waiting = false;
    for (const [id, since] of looking) {
      if (services.world.now() - since > lookingMs) looking.delete(id);
      else await refreshOne(id);
    }
  }

  return {
    async opened(person) {
      if (looking.size >= maxLooking) looking.delete(looking.keys().next().value ?? '');
      looking.set(person.id, bot.services.world.now());
      await publish(person);
    },
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

async function firingSections(
  { services, client }: SlackServices,
  person: Person,
  page: Page,
): Promise<readonly HomeSection[]> {
  const { store, people, world } = services;
  const open = (await incidentRecords.bodies(store, { isOpen: true }))
    .filter(({ ended }) => ended === undefined)
    .toReversed()
    .slice(0, maxLookedAt);
  const visible: Incident[] = [];
  for (const incident of open)
    if ((await people.actor(person, incident.channel)).inChannel === true) visible.push(incident);
  if (visible.length === 0) return [];
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
      ...incidentControls(incident, homeButtons(incident, now, offeredBy(services)), page).map(withMenu),
    ];
  };
  const rows = await Promise.all(visible.slice(0, maxShown).map(rowOf));
  return [{ title: incidentPostMsg.firing(), rows, total: visible.length }];
}

/**
 * Returns the buttons of an incident's row. The restart of its component is in the menu of the silences, if there is
 * one. The menu has no label, so each choice names the silence.
 */
function homeButtons(
  incident: Incident,
  now: number,
  isOffered: (operation: string) => boolean,
): readonly IncidentButton[] {
  const buttons = handlingButtons(incident, now);
  const other = incidentButtons(incident, now).find(
    ({ operation }) => incident.component && operation === 'component.restart' && isOffered(operation),
  );
  if (other && !buttons.some(({ choices }) => choices)) return [...buttons, other];
  return buttons.map(({ choices, ...each }) => {
    const options = choices?.options?.map(({ value, label }) => {
      return { value, label: watchMsg.silenceForLength({ length: label }) };
    });
    return choices ? { ...each, choices: { ...choices, options, other } } : each;
  });
}

/** Draws a select as a menu, which fits next to a button on a phone. */
function withMenu(block: ActionsBlock): ActionsBlock {
  const elements = block.elements.map((each) =>
    each.type === 'static_select' ? menuOf(each.action_id, each.options) : each,
  );
  return { ...block, elements };
}

function menuOf(action_id: string | undefined, options: readonly PlainTextOption[] = []): Overflow {
  return { type: 'overflow', action_id, options: [...options] };
}

function isUnread({ components, rules, certificates }: ReadPlace): boolean {
  return components === undefined || rules === undefined || certificates === undefined;
}

/** @param reader reads the data of the Home's applications */
async function publishView(
  bot: SlackServices,
  reader: OverviewReader,
  facts: HomeFacts,
  firing: readonly HomeSection[],
  progress: 'reading' | 'read' | 'late',
): Promise<void> {
  const { person, places, stored, at } = facts;
  const readPlaces = reader.known(places);
  const isReading = progress === 'reading' && readPlaces.some(isUnread);
  const overview = overviewOf({ ...stored, places: readPlaces, now: at, late: progress === 'late' });
  const view = homeView(facts, { ...overview, isReading }, pageOf(person), facts.refused ? [] : firing);
  await bot.client.views.publish({ user_id: person.id, view });
}
