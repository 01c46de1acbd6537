import type { World } from '../core/world.ts';
import type { Store } from '../store/store.ts';
import type { PostResult } from './post-result.ts';
import type { Poster, PostPlace } from './poster.ts';

/** Outbox kinds of rows that edit cards of requests. These edits go first, because people wait for them. */
export const cardEdits = ['change.card'];
/** Maximum number of edits per minute, which Slack allows (docs/slack.md#rate-limits). */
const maxEdits = 50;
/** Edits of others per minute that don't let cards go first, so that they change even if cards never stop. */
const minOfOthers = 10;
/** Maximum number of edits of others within this time, in ms. It spreads them, so a card that comes later finds room. */
const [maxTogether, togetherMs] = [5, 6_000];
/** Minimum wait of an edit if it isn't its turn, in ms. */
const minWait = 1_000;

interface EditWait {
  /** Time until the edit may try again, in ms. */
  readonly again: number;
}

export interface Edits<D> {
  /** Posts a message, or edits the one at `place.ts` if it's the edit's turn. */
  post(place: PostPlace, drawn: D): Promise<PostResult | EditWait>;
  /** Counts an edit that begins now, if it's the edit's turn. */
  take(): Promise<EditWait | undefined>;
}

interface EditParts {
  readonly store: Pick<Store, 'limits'> & { readonly outbox: Pick<Store['outbox'], 'next'> };
  readonly world: Pick<World, 'now'>;
}

/** Keeps edits within Slack's limit for the workspace. Cards are only counted: Slack itself tells them to wait. */
export function createEdits<D extends { readonly shows: string }>(
  { store: { limits, outbox }, world }: EditParts,
  poster: Pick<Poster<D>, 'post'>,
  of: 'cards' | 'others',
): Edits<D> {
  async function isCardDue(now: number): Promise<boolean> {
    const next = await outbox.next(cardEdits);
    return next !== undefined && next <= now + minWait;
  }

  async function begin(now: number): Promise<EditWait | 'counted' | 'over'> {
    const spreadAt = of === 'others' ? await limits.take('others together', maxTogether, now, togetherMs) : undefined;
    if (spreadAt !== undefined) return { again: spreadAt - now };
    const mayExceed = of === 'cards' || (await limits.take('min of others', minOfOthers, now)) === undefined;
    if (!mayExceed && (await isCardDue(now))) return { again: minWait };
    const freeAt = await limits.take('edits', maxEdits, now);
    if (freeAt === undefined) return 'counted';
    return mayExceed ? 'over' : { again: Math.max(minWait, freeAt - now) };
  }

  return {
    async post(place, drawn) {
      if (place.ts === undefined) return poster.post(place, drawn);
      const now = world.now();
      const begun = await begin(now);
      if (typeof begun === 'object') return begun;
      const result = await poster.post(place, drawn);
      if (result.posted || (result.why !== 'unreachable' && result.why !== 'rate-limited')) return result;
      // Slack doesn't count an edit that it didn't get or that it limited.
      if (begun === 'counted') await limits.refund('edits', now);
      // Beyond the limit, others get the first second after it. Otherwise, cards could take all edits that become free.
      else if (of === 'cards' && result.retryAfterMs !== undefined)
        return { ...result, retryAfterMs: result.retryAfterMs + minWait };
      return result;
    },
    async take() {
      const begun = await begin(world.now());
      return typeof begun === 'object' ? begun : undefined;
    },
  };
}
