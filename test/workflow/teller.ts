import type { Card } from '../../src/core/card.ts';
import { plain } from '../../src/core/text.ts';
import type { Teller, Told } from '../../src/workflow/told.ts';

/** Something that was told, in order. */
export interface Heard {
  readonly how: 'post' | 'update' | 'note' | 'direct' | 'evidence';
  readonly card: string;
  readonly state: Card['state'];
  readonly text?: string;
  readonly to?: string;
}

/** A teller that keeps what it is told, and refuses on demand. */
export interface RecordingTeller extends Teller {
  readonly heard: Heard[];
  /** What coming calls answer instead of being told, first come first served; `any` or one way of telling. */
  readonly refusals: { readonly how: Heard['how'] | 'any'; readonly told: Extract<Told, { told: false }> }[];
}

export function createTeller(): RecordingTeller {
  const heard: Heard[] = [];
  const refusals: RecordingTeller['refusals'] = [];
  let count = 0;
  const tell = (entry: Heard, channel: string): Told => {
    const at = refusals.findIndex(({ how }) => how === 'any' || how === entry.how);
    const [refusal] = at < 0 ? [] : refusals.splice(at, 1);
    if (refusal) return refusal.told;
    heard.push(entry);
    count += 1;
    return {
      told: true,
      channel,
      ts: `1700000000.${String(count).padStart(6, '0')}`,
      link: `https://chat.test/${count}`,
    };
  };
  const english = (text: Parameters<typeof plain>[0]) => plain(text, 'en');
  return {
    heard,
    refusals,
    async card(card) {
      const how = card.ts === undefined ? 'post' : 'update';
      const told = tell({ how, card: card.id, state: card.state }, card.channel);
      return told.told && card.ts !== undefined ? { ...told, ts: card.ts } : told;
    },
    async note({ card, text, mention }) {
      return tell(
        { how: 'note', card: card.id, state: card.state, text: english(text), ...(mention ? { to: mention } : {}) },
        card.channel,
      );
    },
    async direct({ user, card, text }) {
      return tell({ how: 'direct', card: card.id, state: card.state, text: english(text), to: user }, `D${user}`);
    },
    async evidence(card) {
      return tell({ how: 'evidence', card: card.id, state: card.state }, card.channel);
    },
  };
}
