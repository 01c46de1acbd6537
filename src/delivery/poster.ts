import type { Lang, Text } from '../core/text/text.ts';
import type { HasRecords } from '../store/kept/record-kind.ts';
import type { Outgoing } from '../store/stored-types.ts';
import { isChannelLost, type PostResult } from './post-result.ts';

export interface PostedMessage {
  readonly channel: string;
  readonly ts: string;
}

export interface MessagePlace {
  /** Id of a channel, or of a person for a direct message. */
  readonly channel: string;
  readonly thread?: string | undefined;
  /** Also show the line in the channel. */
  readonly broadcast?: true | undefined;
}

export interface PostPlace extends MessagePlace {
  /** `ts` of the message to edit; without it, a new one is posted. */
  readonly ts?: string | undefined;
  /** Language and time zone of the text, unless the channel has a language. */
  readonly reader: { readonly lang: Lang; readonly zone: string };
}

export interface Line {
  readonly shows: 'line';
  readonly text: Text;
}

export interface LineRows {
  readonly kinds: readonly string[];
  lineOf(row: Outgoing, store: HasRecords): Promise<{ readonly place: PostPlace; readonly text: Text } | undefined>;
}

export interface UploadedPicture {
  readonly file: string;
  readonly alt: string;
}

/** Posts messages that no command waits for. Refusals are results, not errors. `D`: data; `shows` selects its drawing. */
export interface Poster<D extends { readonly shows: string }> {
  /** Posts a message, or edits the one at `place.ts`. */
  post(place: PostPlace, drawn: D): Promise<PostResult>;
  /** Draws and uploads a picture. Returns undefined if there is nothing to draw or drawing fails now. */
  picture(place: PostPlace, drawn: D): Promise<UploadedPicture | undefined>;
  link(at: PostedMessage): Promise<string | undefined>;
}

/** Posts, and calls `lost` with Slack's code if nothing can be posted in a channel until someone acts. */
export function noticingLost<D extends { readonly shows: string }>(
  post: Poster<D>['post'],
  lost: (channel: string, code: string) => Promise<void>,
): Poster<D>['post'] {
  return async (place, drawn) => {
    const result = await post(place, drawn);
    if (!result.posted && isChannelLost(result)) await lost(place.channel, result.code);
    return result;
  };
}
