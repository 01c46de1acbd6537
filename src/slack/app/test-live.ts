import type { AnyBlock } from '@slack/types';
import type { WebClient } from '@slack/web-api';
import type { World } from '../../core/world.ts';
import { refusalOrThrow } from '../interaction/slack-errors.ts';
import { upload } from '../interaction/upload.ts';
import { type Tried, tried } from './inspect-slack.ts';

export type FactId =
  | 'text-only'
  | 'long-text'
  | 'too-long-text'
  | 'two-tables'
  | 'members-200'
  | 'members-1000'
  | 'chart-in-message'
  | 'chart-in-thread'
  | 'long-alt-text';

/** One comparison of Slack's behavior with docs/slack.md. Contains neither names nor ids, so anyone may see it. */
interface TriedFact {
  readonly id: FactId;
  readonly expected: string;
  readonly got: string;
}

function textOf(bytes: number): string {
  return '长'.repeat(Math.floor(bytes / 3)) + 'x'.repeat(bytes % 3);
}

const table: AnyBlock = { type: 'table', rows: [[{ type: 'raw_text', text: 'a' }]] };
const blockId = 'portolan-doctor';

/** Tests Slack's behavior without presses, in a channel. Deletes everything that it posted. @param picture a PNG */
async function testFacts(
  client: WebClient,
  world: World,
  channel: string,
  text: string,
  picture: Uint8Array,
): Promise<readonly TriedFact[]> {
  const facts: TriedFact[] = [];
  const files: string[] = [];
  async function fact(id: FactId, expected: string, act: () => Promise<unknown>): Promise<void> {
    const got = await act().then(
      (result) => (typeof result === 'string' ? result : 'ok'),
      (error: unknown) => refusalOrThrow(error).code,
    );
    facts.push({ id, expected, got });
  }
  const { ts = '' } = await client.chat.postMessage({
    channel,
    text,
    blocks: [{ type: 'section', block_id: blockId, text: { type: 'plain_text', text } }],
  });
  const update = (given: { readonly text: string; readonly blocks?: AnyBlock[] }) =>
    client.chat.update({ channel, ts, ...given });
  const uploaded = async (share?: { readonly channel: string; readonly thread: string }) => {
    const file = { name: 'chart.png', title: text, bytes: picture, ...(share ? { share } : { alt: text }) };
    const { id, ready } = await upload(client, world, file);
    files.push(id);
    return ready ? 'ok' : 'not within 8 seconds';
  };
  try {
    await fact('text-only', 'ok', async () => {
      const { message } = await update({ text });
      return JSON.stringify(message).includes(blockId) ? 'they stay' : 'ok';
    });
    await fact('long-text', 'ok', () => update({ text: textOf(3_999) }));
    await fact('too-long-text', 'msg_too_long', () => update({ text: textOf(4_001) }));
    await fact('two-tables', 'invalid_attachments', () => update({ text, blocks: [table, table] }));
    const members = (limit: number) => client.conversations.members({ channel, limit });
    await fact('members-200', 'ok', () => members(200));
    await fact('members-1000', 'invalid_limit', () => members(1_000));
    await fact('chart-in-message', 'ok', () => uploaded());
    await fact('chart-in-thread', 'ok', () => uploaded({ channel, thread: ts }));
    await fact('long-alt-text', 'alt_txt_too_large', () =>
      client.files.getUploadURLExternal({ filename: 'chart.png', length: 1, ...{ alt_txt: 'x'.repeat(1_001) } }),
    );
  } finally {
    await cleanUp(client, channel, ts, files);
  }
  return facts;
}

/** Deletes the files, the messages that share them, and the message. Ignores things that are already deleted. */
async function cleanUp(client: WebClient, channel: string, ts: string, files: readonly string[]): Promise<void> {
  const gone = (error: unknown) => void refusalOrThrow(error);
  for (const file of files) {
    const shown = await client.files.info({ file }).catch(gone);
    const shares = { ...shown?.file?.shares?.public, ...shown?.file?.shares?.private };
    for (const share of shares[channel] ?? [])
      if (share.ts !== undefined) await client.chat.delete({ channel, ts: share.ts }).catch(gone);
    await client.files.delete({ file }).catch(gone);
  }
  await client.chat.delete({ channel, ts }).catch(gone);
}

/** The result of posting to a channel. Each step needs the previous one. */
export interface LiveTest {
  /** The channel, if its message was posted, updated and deleted; otherwise the first failure. */
  readonly message: Tried<{ readonly channel: string }>;
  /** Result of the chart; undefined if no message could be posted. `isShown`: Slack showed the picture. */
  readonly chart?: Tried<{ readonly bytes: number; readonly isShown: boolean }>;
  readonly facts?: Tried<readonly TriedFact[]>;
}

/** The bot isn't in any channel with this name. */
export class ChannelUnknown extends Error {
  override readonly name = 'ChannelUnknown';
}

interface LiveWords {
  readonly posted: string;
  readonly updated: string;
  readonly title: string;
}

/** Posts a message, updates it, shows a PNG, and deletes both. `channel`: id or name. Never rejects. */
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
    const channel = page.channels?.find((each) => each.name === name);
    if (channel?.id !== undefined) return { id: channel.id, name: `#${name}` };
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
