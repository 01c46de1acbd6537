import type { Lang, Text } from '../core/text/text.ts';
import type { HasRecords } from '../store/kept/record-kind.ts';
import type { Outgoing } from '../store/stored-types.ts';
import { isChannelLost, type PostResult } from './post-result.ts';

/** A message that the bot posted, and can change. */
export interface PostedMessage {
  readonly channel: string;
  readonly ts: string;
}

/** Where a message goes. */
export interface MessagePlace {
  /** A channel's id, or a person's: then it is in their own messages with the bot. */
  readonly channel: string;
  /** The message in whose thread it is. */
  readonly thread?: string | undefined;
  /** Shown in the channel too, so that nobody misses it. */
  readonly broadcast?: true | undefined;
}

/** Where something that nobody asked for just now is posted. */
export interface PostPlace extends MessagePlace {
  /** The message that is edited to show it; without it, a new one is posted. */
  readonly ts?: string | undefined;
  /** Whose language and time zone count, unless the channel has a language of its own. */
  readonly reader: { readonly lang: Lang; readonly zone: string };
}

/** A line of text, as most messages in threads are. */
export interface Line {
  readonly shows: 'line';
  readonly text: Text;
}

/** Rows each of which is posted as one line. */
export interface LineRows {
  readonly kinds: readonly string[];
  /** Undefined if there is nothing to say. */
  lineOf(row: Outgoing, store: HasRecords): Promise<{ readonly place: PostPlace; readonly text: Text } | undefined>;
}

/** A picture that was uploaded: Slack's id of it, and what it says for those who don't see it. */
export interface UploadedPicture {
  readonly file: string;
  readonly alt: string;
}

/**
 * The only way in which Portolan posts something by itself. Refusals are results: nothing here throws for them.
 * @typeParam D what can be shown, as plain data: `shows` names how the Slack side draws it
 */
export interface Poster<D extends { readonly shows: string }> {
  /** Posts a message, or edits the one at `place.ts`. */
  post(place: PostPlace, drawn: D): Promise<PostResult>;
  /** Draws a picture of it, and uploads that; undefined if there is nothing to draw, or it can't be drawn now. */
  picture(place: PostPlace, drawn: D): Promise<UploadedPicture | undefined>;
  /** The permanent link of a message; undefined if Slack doesn't return it. */
  link(at: PostedMessage): Promise<string | undefined>;
}

/**
 * Posts, and notices channels that are lost.
 * @param lost called with Slack's code if nothing can be posted in a channel until someone acts
 */
export function noticingLost<D extends { readonly shows: string }>(
  post: Poster<D>['post'],
  lost: (channel: string, code: string) => Promise<void>,
): Poster<D>['post'] {
  return async (place, drawn) => {
    const told = await post(place, drawn);
    if (!told.posted && isChannelLost(told)) await lost(place.channel, told.code);
    return told;
  };
}
