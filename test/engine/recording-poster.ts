import type { RequestDrawn } from '../../src/changes/request-drawn.ts';
import type { ChangeRequest } from '../../src/core/request/change-request.ts';
import type { PostResult } from '../../src/delivery/post-result.ts';
import type { Poster, PostPlace } from '../../src/delivery/poster.ts';
import { plain } from '../../src/slack/slack-catalog.ts';

export interface RecordedPost {
  readonly how: 'post' | 'update' | 'note' | 'direct' | 'evidence' | 'log';
  readonly card: string;
  readonly state: ChangeRequest['state'];
  readonly text?: string;
  readonly to?: string;
}

export interface RecordingPoster extends Pick<Poster<RequestDrawn>, 'link'> {
  post: Poster<RequestDrawn>['post'];
  readonly posts: RecordedPost[];
  /** Results for the next calls of a kind (or of `any` kind), in order. */
  readonly refusals: {
    readonly how: RecordedPost['how'] | 'any';
    readonly refusal: Extract<PostResult, { posted: false }>;
  }[];
}

export function postOf({ channel, ts, broadcast, reader }: PostPlace, drawn: RequestDrawn): RecordedPost {
  if (drawn.shows === 'line')
    return { how: 'direct', card: '', state: 'proposed', text: plain(drawn.text, reader.lang), to: channel };
  const { id: card, state } = drawn.request;
  switch (drawn.shows) {
    case 'card':
      return { how: ts === undefined ? 'post' : 'update', card, state };
    case 'card-line': {
      const to = [drawn.mention, ...(broadcast ? ['channel'] : [])].filter((each) => each !== undefined).join(', ');
      return { how: 'note', card, state, text: plain(drawn.text, 'en'), ...(to === '' ? {} : { to }) };
    }
    case 'card-direct':
      return { how: 'direct', card, state, text: plain(drawn.text, 'en'), to: channel };
    case 'log':
      return { how: 'log', card, state, text: `${drawn.name}: ${drawn.text ?? 'no log'}` };
    case 'evidence':
      return { how: 'evidence', card, state, ...(drawn.when === 'after' ? { text: drawn.when } : {}) };
  }
}

export function createPoster(): RecordingPoster {
  const posts: RecordedPost[] = [];
  const refusals: RecordingPoster['refusals'] = [];
  let count = 0;
  return {
    posts,
    refusals,
    async post(place, drawn) {
      const entry = postOf(place, drawn);
      const at = refusals.findIndex(({ how }) => how === 'any' || how === entry.how);
      const [planned] = at < 0 ? [] : refusals.splice(at, 1);
      if (planned) return planned.refusal;
      posts.push(entry);
      count += 1;
      const { channel, ts = `1700000000.${String(count).padStart(6, '0')}` } = place;
      return { posted: true, channel: entry.how === 'direct' ? `D${channel}` : channel, ts };
    },
    link: async () => `https://chat.test/${count}`,
  };
}
