import * as z from 'zod';
import type { ChangeRequest } from '../core/request/change-request.ts';
import { createEdits } from '../delivery/edits.ts';
import { createLiveMessages, type LiveOptions, type LiveState, type LiveStore } from '../delivery/live-message.ts';
import { applyEvent, changedBy, loadRequest } from './apply-event.ts';
import type { EngineContext } from './engine-context.ts';
import { placeOfCard, type RequestDrawn } from './request-drawn.ts';

const maxRemembered = 5_000;
const CardRow = z.object({ card: z.string() });

export interface LiveCard extends LiveState {
  readonly request: ChangeRequest;
}

/** Creates the live messages of requests. What is stored of a card's message is part of its request. */
export function createCardMessages(engine: EngineContext, refused: LiveOptions<LiveCard, RequestDrawn>['refused']) {
  const edits = createEdits(engine.services, engine.poster, 'cards');
  return createLiveMessages<LiveCard, RequestDrawn>(engine.services.world, edits, cardStore(engine), {
    draw: ({ request }) => (isNeverPosted(request) ? undefined : { shows: 'card', card: request }),
    refused,
  });
}

/** Whether a request was canceled because its first message couldn't be posted. */
export function isNeverPosted({ ts, state, cancelled }: ChangeRequest): boolean {
  return ts === undefined && state === 'cancelled' && !cancelled;
}

function cardStore(engine: EngineContext): LiveStore<LiveCard> {
  // Not stored, because a needless edit after a restart is harmless.
  const shown = new Map<string, number>();
  return {
    idIn: ({ body }) => CardRow.safeParse(body).data?.card,
    async load(id) {
      const loaded = await loadRequest(engine, id);
      if (!loaded) return undefined;
      const { ts } = loaded.request;
      const posted = ts === undefined ? undefined : { ts, shown: shown.get(id) ?? 0 };
      return { ...loaded, place: placeOfCard(loaded.request), posted };
    },
    async saveShown({ request: { id, ts }, version }, message) {
      if (ts === undefined) {
        const link = await engine.poster.link(message);
        await applyEvent(engine, id, { event: 'posted', channel: message.channel, ts: message.ts, link });
      }
      if (shown.size >= maxRemembered) shown.clear();
      shown.set(id, version);
      return 'sent';
    },
    saveGone: async ({ request: { id } }, ts) =>
      changedBy(await applyEvent(engine, id, { event: 'message-gone', ts })) !== undefined,
  };
}
