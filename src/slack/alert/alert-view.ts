import { type Incident, isOngoing } from '../../core/incident/incident.ts';
import { incidentLines, incidentStatus, incidentTitle } from '../../core/incident/incident-text.ts';
import { join } from '../../core/text/text.ts';
import { context, type Message, type Page, section } from '../blocks/blocks.ts';
import { mrkdwn } from '../blocks/mrkdwn.ts';
import { msg } from './alert-view-messages.ts';

/** The message of an incident that a source reports: its state and since when, and what each of its alerts says. */
export function alertMessage(incident: Incident, page: Page, now: number): Message {
  const title = incidentTitle(incident);
  const status = incidentStatus(incident, now);
  const [only] = incident.lines.length === 1 && incident.more === undefined ? incident.lines : [];
  const lines = only ? [only.what] : incidentLines(incident);
  const firing = incident.lines.filter(isOngoing).length + (incident.more ?? 0);
  const count = !only && firing > 0 ? [msg.firing({ count: firing })] : [];
  const text = join([msg.title({ title }), join([status, ...count], ','), ...lines], '\n');
  return {
    text: mrkdwn(join([title, status], '; '), page.lang).slice(0, 3_000),
    blocks: [section(text, page), context(msg.reported(), page)],
  };
}
