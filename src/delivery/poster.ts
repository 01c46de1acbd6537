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
  /** Whether to show the line in the channel too, not only in the thread. */
  readonly broadcast?: true | undefined;
}

export interface PostPlace extends MessagePlace {
  /** `ts` of the message to edit. If absent, a new message is posted. */
  readonly ts?: string | undefined;
  /** Language and time zone of the text. If the channel has a language, that language is used instead. */
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
  /** When the picture was drawn, epoch ms. */
  readonly at?: number;
  /** IANA zone of the picture's times. */
  readonly zone?: string;
  /** Why the picture doesn't show what it was asked for. */
  readonly remark?: Text;
}

/** Posts messages that aren't replies to commands. Refusals are results, not errors. `shows` selects the drawing. */
export interface Poster<D extends { readonly shows: string }> {
  /** Posts a message, or edits the one at `place.ts`. */
  post(place: PostPlace, drawn: D): Promise<PostResult>;
  /** Draws and uploads a picture. Returns undefined if there is nothing to draw, or if drawing fails now. */
  picture(place: PostPlace, drawn: D): Promise<UploadedPicture | undefined>;
  link(at: PostedMessage): Promise<string | undefined>;
}

/** Wraps `post`: calls `lost` with Slack's code if nothing can be posted in the channel until someone changes that. */
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
