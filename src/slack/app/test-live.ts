import type { WebClient } from '@slack/web-api';
import type { World } from '../../core/world.ts';
import { upload } from '../interaction/upload.ts';
import { type Tried, tried } from './inspect-slack.ts';
import { type TriedFact, testFacts } from './test-facts.ts';

/** The result of posting to a channel. Each step needs the one before it. */
export interface LiveTest {
  /** The channel as it was found, its message posted, updated and deleted; or the first failure. */
  readonly message: Tried<{ readonly channel: string }>;
  /** Undefined where no message could be posted. `isShown`: Slack showed the picture. */
  readonly chart?: Tried<{ readonly bytes: number; readonly isShown: boolean }>;
  /** Of a thorough test. */
  readonly facts?: Tried<readonly TriedFact[]>;
}

/** The bot isn't in a channel of that name. */
export class ChannelUnknown extends Error {
  override readonly name = 'ChannelUnknown';
}

/** The texts that are posted. */
export interface LiveWords {
  readonly posted: string;
  readonly updated: string;
  readonly title: string;
}

/**
 * Posts a message to a channel, updates it, shows a picture in it, and deletes both. Never rejects.
 * @param channel an id, or a name with or without #
 * @param picture a PNG
 */
export async function testLive(
  client: WebClient,
  world: World,
  channel: string,
  words: LiveWords,
  picture: () => Promise<Uint8Array>,
  isThorough = false,
): Promise<LiveTest> {
  let posted: { readonly id: string; readonly name: string; readonly ts: string };
  try {
    const { id, name } = await findChannel(client, channel);
    const { ts = '' } = await client.chat.postMessage({ channel: id, text: words.posted });
    posted = { id, name, ts };
  } catch (error) {
    return { message: { error } };
  }
  const { id, name, ts } = posted;
  const updated = await tried(client.chat.update({ channel: id, ts, text: words.updated }));
  const chart = await tried(showPicture(client, world, { channel: id, ts }, words.title, picture));
  const deleted = await tried(client.chat.delete({ channel: id, ts }));
  const failed = [updated, deleted].find((each) => 'error' in each);
  const message = failed && 'error' in failed ? failed : { value: { channel: name } };
  if (!isThorough) return { message, chart };
  const facts = await tried(picture().then((bytes) => testFacts(client, world, id, words.posted, bytes)));
  return { message, chart, facts };
}

async function findChannel(client: WebClient, wanted: string): Promise<{ readonly id: string; readonly name: string }> {
  if (/^[CG][A-Z0-9]{6,}$/.test(wanted)) return { id: wanted, name: wanted };
  const name = wanted.replace(/^#/, '');
  let cursor = '';
  do {
    const asked = { types: 'public_channel,private_channel', limit: 200, exclude_archived: true };
    const page = await client.users.conversations({ ...asked, ...(cursor && { cursor }) });
    const found = page.channels?.find((each) => each.name === name);
    if (found?.id !== undefined) return { id: found.id, name: `#${name}` };
    cursor = page.response_metadata?.next_cursor ?? '';
  } while (cursor !== '');
  throw new ChannelUnknown(name);
}

async function showPicture(
  client: WebClient,
  world: World,
  message: { readonly channel: string; readonly ts: string },
  title: string,
  picture: () => Promise<Uint8Array>,
): Promise<{ readonly bytes: number; readonly isShown: boolean }> {
  const bytes = await picture();
  const { id, ready } = await upload(client, world, { name: 'chart.png', title, bytes, alt: title });
  try {
    if (ready)
      await client.chat.update({
        ...message,
        text: title,
        blocks: [{ type: 'image', slack_file: { id }, alt_text: title }],
      });
    return { bytes: bytes.byteLength, isShown: ready };
  } finally {
    await client.files.delete({ file: id });
  }
}
