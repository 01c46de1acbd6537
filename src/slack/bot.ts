import type { WebClient } from '@slack/web-api';
import type { Metrics } from '../operate/metrics.ts';
import type { Conductor } from '../workflow/conductor-types.ts';
import type { Tools } from '../workflow/tools.ts';
import type { Homes } from './home.ts';

/** What the Slack side works with: the workflow's tools, Slack's client, and who the bot is there. */
export interface Bot {
  readonly tools: Tools;
  readonly client: WebClient;
  readonly conductor: Conductor;
  readonly metrics: Metrics;
  readonly homes: Homes;
  /** Known once Slack accepted the token. */
  readonly self: () => { readonly user: string; readonly name: string; readonly team: string };
}
