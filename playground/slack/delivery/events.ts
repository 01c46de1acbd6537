import { enforcedTimes } from '../check/enforced-limits.ts';
import { objectOf, stringOf } from '../json-values.ts';
import type { JsonRecord } from '../page-protocol.ts';
import type { SlackState } from '../slack-state.ts';
import type { Deliver, DeliveryAck } from './deliver.ts';

/** Events, which are redelivered if the bot doesn't ack (docs/slack.md#answering-in-time). */

export type Events = {
  /** Sends an event if `subscription` (such as `message.im`) is in the manifest. Returns its id, or null. */
  emit(subscription: string, event: JsonRecord): Promise<string | null>;
  /** Sends an event again, as Slack does if an ack was lost. */
  redeliver(eventId: string): Promise<DeliveryAck>;
  /** Announces to the bot that Slack omits events for a minute (docs/slack.md#socket-mode). */
  rateLimited(): Promise<DeliveryAck>;
  tick(): Promise<void>;
  readonly pending: () => readonly { readonly eventId: string; readonly num: number; readonly due: number }[];
};

type Waiting = { readonly eventId: string; readonly num: number; readonly reason: string; readonly due: number };

export function createEvents(sim: SlackState, deliver: Deliver): Events {
  const sent = new Map<string, JsonRecord>();
  let waiting: Waiting[] = [];

  function envelope(event: JsonRecord): JsonRecord {
    const { team, bot } = sim.workspace;
    const id = sim.ids.make('Ev');
    const channel = sim.workspace.channels.get(stringOf(event.channel));
    const shared = [...(channel?.members ?? [])].some((one) => sim.workspace.people.get(one)?.kind === 'stranger');
    const authorization = { enterprise_id: null, team_id: team.id, user_id: bot.user, is_bot: true };
    return {
      token: 'legacy',
      team_id: team.id,
      api_app_id: bot.app,
      event,
      type: 'event_callback',
      event_id: id,
      event_time: Math.floor(sim.now() / 1000),
      authorizations: [{ ...authorization, is_enterprise_install: false }],
      is_ext_shared_channel: shared,
      event_context: `4-${id}`,
    };
  }

  async function send(
    eventId: string,
    payload: JsonRecord,
    retry?: { readonly num: number; readonly reason: string },
  ): Promise<DeliveryAck> {
    const name = stringOf(objectOf(payload.event).type);
    const ack = await deliver({ kind: 'events_api', name, payload, ...(retry ? { retry } : {}) });
    const num = (retry?.num ?? 0) + 1;
    const delay = enforcedTimes.eventRetriesMs[num - 1];
    if (!ack.ok && !ack.noRetry && delay !== undefined)
      waiting.push({ eventId, num, reason: ack.reason, due: sim.now() + delay });
    return ack;
  }

  return {
    async emit(subscription, event) {
      if (sim.installed.events !== null && !sim.installed.events.has(subscription)) return null;
      const payload = envelope(event);
      const eventId = stringOf(payload.event_id);
      sent.set(eventId, payload);
      await send(eventId, payload);
      return eventId;
    },
    redeliver(eventId) {
      const payload = sent.get(eventId);
      if (!payload) throw new Error(`no event ${eventId} was sent`);
      return send(eventId, payload, { num: 1, reason: 'http_timeout' });
    },
    rateLimited() {
      const { team, bot } = sim.workspace;
      const since = { team_id: team.id, minute_rate_limited: Math.floor(sim.now() / 60_000) * 60 };
      const payload = { token: 'legacy', type: 'app_rate_limited', ...since, api_app_id: bot.app };
      return deliver({ kind: 'events_api', name: 'app_rate_limited', payload });
    },
    async tick() {
      const due = waiting.filter((one) => one.due <= sim.now());
      waiting = waiting.filter((one) => one.due > sim.now());
      for (const { eventId, num, reason } of due) await send(eventId, sent.get(eventId) ?? {}, { num, reason });
    },
    pending: () => waiting.map(({ eventId, num, due }) => ({ eventId, num, due })),
  };
}
