import type { WebClient } from '@slack/web-api';
import { defined } from '../../core/defined.ts';
import type { World } from '../../core/world.ts';
import { refusalOrThrow } from './slack-errors.ts';

/** A file for Slack. */
export interface Upload {
  readonly name: string;
  readonly title: string;
  readonly bytes: Uint8Array | Blob;
  /** What a screen reader says for it. */
  readonly alt?: string;
  /** Where it is shared; left out, only messages of the bot can show it. */
  readonly share?: { readonly channel: string; readonly thread?: string };
}

/** Waits between looks at whether a file is ready, in ms: about eight seconds in all. */
const readyWaits = [0, 100, 150, 250, 400, 600, 900, 1_200, 1_800, 2_500];
/** How long sending may take: a part for every file, and a part for each byte (1 MB/s). */
const uploadTimeoutMs = { file: 20_000, byte: 0.001 };

/** Slack did not take the bytes, or could not be reached. Reads as a refusal of Slack's: `slackRefusal` knows its code. */
class UploadRefused extends Error {
  override readonly name = 'UploadRefused';
  readonly code = 'slack_webapi_request_error';
}

/**
 * Sends a file in Slack's three steps and waits until it can be shown: a message that shows an unready one is refused.
 * Source: docs.slack.dev, "Working with files".
 * @returns the file's id; `ready` is false when Slack is still working on it after eight seconds
 */
export async function upload(client: WebClient, world: World, file: Upload): Promise<{ id: string; ready: boolean }> {
  const place = await client.files.getUploadURLExternal({
    filename: file.name,
    length: lengthOf(file.bytes),
    ...defined({ alt_text: file.alt }),
  });
  if (!place.upload_url || !place.file_id) throw new UploadRefused('Slack gave no place to upload to');
  await sendBytes(place.upload_url, file.bytes);
  const files: [{ id: string; title: string }] = [{ id: place.file_id, title: file.title }];
  const { share } = file;
  if (!share) await client.files.completeUploadExternal({ files });
  else if (share.thread === undefined) await client.files.completeUploadExternal({ files, channel_id: share.channel });
  else {
    const { channel, thread } = share;
    await client.files.completeUploadExternal({ files, channel_id: channel, thread_ts: thread });
  }
  return { id: place.file_id, ready: share !== undefined || (await isReady(client, world, place.file_id)) };
}

function lengthOf(bytes: Uint8Array | Blob): number {
  return bytes instanceof Blob ? bytes.size : bytes.byteLength;
}

async function sendBytes(url: string, bytes: Uint8Array | Blob): Promise<void> {
  const sent = await fetch(url, {
    method: 'POST',
    body: bytes instanceof Blob ? bytes : new Uint8Array(bytes),
    headers: { 'content-type': 'application/octet-stream' },
    signal: AbortSignal.timeout(uploadTimeoutMs.file + Math.ceil(uploadTimeoutMs.byte * lengthOf(bytes))),
  }).catch((error: unknown) => {
    throw new UploadRefused('Slack did not take the upload', { cause: error });
  });
  await sent.arrayBuffer();
  if (!sent.ok) throw new UploadRefused(`Slack answered ${sent.status} to the upload`);
}

/** A processed file has a type; without `files:read` nobody can look, and posting itself has to tell. */
async function isReady(client: WebClient, world: World, id: string): Promise<boolean> {
  for (const ms of readyWaits) {
    if (ms > 0) await world.wait(ms);
    try {
      const { file } = await client.files.info({ file: id });
      if (file?.mimetype) return true;
    } catch (error) {
      const refusal = refusalOrThrow(error);
      if (refusal.fault === 'missing-scope') return false;
    }
  }
  return false;
}
