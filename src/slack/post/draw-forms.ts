import type { RequestDrawn } from '../../changes/request-drawn.ts';
import type { Line } from '../../delivery/poster.ts';
import type { RunsDrawn } from '../../operations/follow/deliver-runs.ts';
import type { IncidentDrawn } from '../../operations/incident/posted-incident.ts';
import type { ScheduledAnswer, ScheduledChart } from '../../operations/schedule/post-schedule.ts';
import { answerMessage } from '../answer/answer-view.ts';
import type { Message, Page } from '../blocks/blocks.ts';
import { runsMessage } from '../follow/runs-view.ts';
import { incidentMessage } from '../incident/incident-view.ts';
import { lineMessage } from '../interaction/responder.ts';
import { cardDirect, cardLine } from '../request/card-line-view.ts';
import { cardForms } from '../request/card-view.ts';
import { logMessage } from '../request/log-view.ts';

export type Posting = Line | RequestDrawn | RunsDrawn | IncidentDrawn | ScheduledChart | ScheduledAnswer;

/** A posting that can be drawn without reading anything. Charts must be read first. */
type DrawnAtOnce = Exclude<Posting, { shows: 'evidence' | 'scheduled-chart' }>;

/** Draws a message. @returns the message, and simpler forms that are used if Slack refuses the message's blocks */
export function drawForms(drawn: DrawnAtOnce, page: Page, now: number): readonly [Message, ...Message[]] {
  switch (drawn.shows) {
    case 'line':
      return [lineMessage(drawn.text, page)];
    case 'answer':
      return [answerMessage(drawn.answer, drawn, page)];
    case 'card':
      return cardForms(drawn.card, page);
    case 'card-line':
      return [cardLine(drawn, page)];
    case 'card-direct':
      return [cardDirect(drawn, page)];
    case 'log':
      return [logMessage(drawn, page)];
    case 'runs':
      return [runsMessage(drawn.message, page)];
    case 'incident':
      return [incidentMessage(drawn.incident, page, now, drawn.chart)];
  }
}
