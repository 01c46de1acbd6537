import type { WebClient } from '@slack/web-api';
import type { ChangeEngine } from '../../changes/change-engine-types.ts';
import type { Person } from '../../core/command/context.ts';
import type { Metrics } from '../../observability/metrics.ts';
import type { Services } from '../../operations/shared/services.ts';
import type { ChartTurns } from './chart-turns.ts';

/** What posting to Slack needs: the workflow's services, Slack's client, and who the bot is there. */
export interface SlackServices {
  readonly services: Services;
  readonly client: WebClient;
  readonly metrics: Metrics;
  readonly chartTurns: ChartTurns;
  /** Known once Slack accepted the token. */
  readonly self: () => { readonly user: string; readonly name: string; readonly team: string };
}

/** What taking something from Slack needs in addition: the workflow itself, which posts through the others. */
export interface Bot extends SlackServices {
  readonly engine: ChangeEngine;
  readonly homes: Homes;
}

/** The App Homes that people look at: published when opened, and again when a request changes. */
export interface Homes {
  opened(person: Person): Promise<void>;
  /** A request changed: those who looked at their Home lately get it again, soon, in one go. */
  changed(): void;
}
