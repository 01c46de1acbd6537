import type { WebClient } from '@slack/web-api';
import type { ChangeEngine } from '../../changes/change-engine-types.ts';
import type { Person } from '../../core/command/context.ts';
import type { ChangeRequest } from '../../core/request/change-request.ts';
import type { Text } from '../../core/text/text.ts';
import type { Metrics } from '../../observability/metrics.ts';
import type { Services } from '../../operations/shared/services.ts';
import type { ChartTurns } from './chart-turns.ts';

export interface SlackServices {
  readonly services: Services;
  readonly client: WebClient;
  readonly metrics: Metrics;
  readonly chartTurns: ChartTurns;
  /** The bot's identity, known after Slack has accepted the token. */
  readonly self: () => { readonly user: string; readonly name: string; readonly team: string };
}

export interface Bot extends SlackServices {
  readonly engine: ChangeEngine;
  readonly homes: Homes;
}

export interface OpenReview {
  readonly view: string;
  readonly request: string;
  /** The result of the last press in the form. It is shown as long as the request's state is `state`. */
  readonly pressed?: { readonly says: Text; readonly state: ChangeRequest['state'] };
}

/** The App Homes that people look at. A Home is published when it is opened, and after a request changes. */
export interface Homes {
  /** @param answered title of what a press on the Home asked for, if its answer is a message */
  opened(person: Person, answered?: Text): Promise<void>;
  /** Keeps the review form that a person opened like the request's card, until the request has ended. */
  reviewing(person: Person, review: OpenReview): void;
  /** A request changed, so Homes that were opened lately are published again soon, in one batch. */
  changed(): void;
}
