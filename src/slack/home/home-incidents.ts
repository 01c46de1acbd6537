import type { Button } from '@slack/types';
import type { Person } from '../../core/command/context.ts';
import type { Incident } from '../../core/incident/incident.ts';
import { incidentSummary, incidentTitle } from '../../core/incident/incident-text.ts';
import { loadLive } from '../../delivery/live-records.ts';
import { incidentButtons } from '../../operations/incident/incident-buttons.ts';
import { incidentRecords, liveIncidents } from '../../operations/shared/incident/incident-rows.ts';
import { requestButton } from '../answer/request-button.ts';
import { type Page, section } from '../blocks/blocks.ts';
import { incidentPostMsg } from '../incident/incident-post-messages.ts';
import type { SlackServices } from '../interaction/bot.ts';
import { linkOf } from '../interaction/post-message.ts';
import type { HomeSection } from './home-view.ts';

const maxShown = 5;
const maxLookedAt = 50;

export async function firingSections(
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
    const ts = (await loadLive(store, liveIncidents, incident.id))?.posted?.ts;
    const link = ts === undefined ? undefined : await linkOf(client, { channel, ts });
    const title = incidentTitle(incident);
    const row = { title: link === undefined ? title : { link, label: title }, channel: { channel } };
    const says = section(incidentPostMsg.homeRow({ ...row, status: incidentSummary(incident, world.now()) }), page);
    const [button] = acknowledgeButton(incident, world.now(), page);
    return button ? { ...says, accessory: button } : says;
  };
  const rows = await Promise.all(visible.slice(0, maxShown).map(rowOf));
  return [{ title: incidentPostMsg.firing(), rows, total: visible.length }];
}

function acknowledgeButton(incident: Incident, now: number, page: Page): readonly Button[] {
  const does = incidentButtons(incident, now).find(({ style }) => style === 'primary');
  return does ? requestButton({ actionId: 'ask:first', label: does.label }, does, page) : [];
}
