import type { WebClient } from '@slack/web-api';
import type { ChangeEngine } from '../../changes/change-engine-types.ts';
import type { Metrics } from '../../observability/metrics.ts';
import type { Services } from '../../operations/shared/services.ts';
import type { Homes } from '../home/home.ts';

/** What the Slack side works with: the workflow's services, Slack's client, and who the bot is there. */
export interface Bot {
  readonly services: Services;
  readonly client: WebClient;
  readonly engine: ChangeEngine;
  readonly metrics: Metrics;
  readonly homes: Homes;
  /** Known once Slack accepted the token. */
  readonly self: () => { readonly user: string; readonly name: string; readonly team: string };
}
