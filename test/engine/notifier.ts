import type { Notifier } from '../../src/changes/notifier.ts';
import type { ChangeRequest } from '../../src/core/request/change-request.ts';
import type { PostResult } from '../../src/delivery/post-result.ts';
import { plain } from '../../src/slack/slack-catalog.ts';

/** Something that was told, in order. */
export interface Heard {
  readonly how: 'post' | 'update' | 'note' | 'direct' | 'evidence' | 'log';
  readonly card: string;
  readonly state: ChangeRequest['state'];
  readonly text?: string;
  readonly to?: string;
}

/** A notifier that keeps what it is told, and refuses on demand. */
export interface RecordingTeller extends Notifier {
  readonly heard: Heard[];
  /** What coming calls answer instead of being told, first come first served; `any` or one way of telling. */
  readonly refusals: {
    readonly how: Heard['how'] | 'any';
    readonly told: Extract<PostResult, { posted: false }>;
  }[];
}

export function createNotifier(): RecordingTeller {
  const heard: Heard[] = [];
  const refusals: RecordingTeller['refusals'] = [];
  let count = 0;
  const tell = (entry: Heard, channel: string): PostResult => {
    const at = refusals.findIndex(({ how }) => how === 'any' || how === entry.how);
    const [refusal] = at < 0 ? [] : refusals.splice(at, 1);
    if (refusal) return refusal.told;
    heard.push(entry);
    count += 1;
    return {
      posted: true,
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
      return told.posted && card.ts !== undefined ? { ...told, ts: card.ts } : told;
    },
    async note({ card, text, mention, broadcast }) {
      const to = [mention, ...(broadcast ? ['channel'] : [])].filter((each) => each !== undefined).join(', ');
      return tell(
        { how: 'note', card: card.id, state: card.state, text: english(text), ...(to === '' ? {} : { to }) },
        card.channel,
      );
    },
    async direct({ user, card, text }) {
      return tell({ how: 'direct', card: card.id, state: card.state, text: english(text), to: user }, `D${user}`);
    },
    async person({ user, text, lang }) {
      return tell({ how: 'direct', card: '', state: 'proposed', text: plain(text, lang), to: user }, `D${user}`);
    },
    async log({ card, name, text }) {
      return tell({ how: 'log', card: card.id, state: card.state, text: `${name}: ${text ?? 'no log'}` }, card.channel);
    },
    async evidence(card, when) {
      const about = { card: card.id, state: card.state };
      return tell({ how: 'evidence', ...about, ...(when === 'after' ? { text: when } : {}) }, card.channel);
    },
  };
}
