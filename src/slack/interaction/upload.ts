import type { FilesInfoResponse, WebClient } from '@slack/web-api';
import { withRetries } from '../../core/retry.ts';
import { visible } from '../../core/text/visible.ts';
import type { World } from '../../core/world.ts';
import { fileLimits } from '../blocks/limits.ts';
import { cut } from '../blocks/mrkdwn.ts';
import { isPassing, refusalOrThrow } from './slack-errors.ts';

export interface Upload {
  readonly name: string;
  readonly title: string;
  readonly bytes: Uint8Array | Blob;
  /** Alt text. Not for shared files, because Slack may then not show them (docs/slack.md#files). */
  readonly alt?: string;
  /** Where the file is shared; if absent, only the bot's messages can show it. */
  readonly share?: { readonly channel: string; readonly thread?: string };
}

/** Delays between checks whether a file is ready, in ms: about eight seconds together. */
const readyWaits = [0, 100, 150, 250, 400, 600, 900, 1_200, 1_800, 2_500];
/** Timeout of an upload, in ms: a part per file, and a part per byte (1 MB/s). */
const uploadTimeoutMs = { file: 20_000, byte: 0.001 };

/** Slack refused the bytes, or couldn't be reached. `slackRefusal` reads this error like a refusal by Slack. */
class UploadRefused extends Error {
  override readonly name = 'UploadRefused';
  readonly code = 'slack_webapi_request_error';
}

/** Retries of a step that failed inside Slack or in the network. */
const retries = { firstMs: 1_000, maxMs: 4_000, attempts: 3 };

/** Uploads a file and waits until messages can show it (docs/slack.md#files). `ready`: Slack confirmed this in 8 s. */
export async function upload(client: WebClient, world: World, file: Upload): Promise<{ id: string; ready: boolean }> {
  const { share } = file;
  const alt = share || file.alt === undefined ? undefined : cut(visible(file.alt), fileLimits.altText);
  const given = { filename: file.name, length: lengthOf(file.bytes), alt_txt: alt };
  const repeated = <T>(step: (attempt: number) => Promise<T>) =>
    withRetries(world, retries, step, (error) => isPassing(refusalOrThrow(error)));
  const place = await repeated(() => client.files.getUploadURLExternal(given));
  const { upload_url: url, file_id: id } = place;
  if (!url || !id) throw new UploadRefused('Slack gave no place to upload to');
  await repeated(() => sendBytes(url, file.bytes));
  const isThere = (shown: FileInfo) => (share ? isSharedIn(shown, share.channel) : Boolean(shown.mimetype));
  const files: [{ id: string; title: string }] = [{ id, title: file.title }];
  const { channel, thread } = share ?? {};
  const where = channel === undefined ? {} : { channel_id: channel, thread_ts: thread };
  await repeated(async (attempt) => {
    // A step that failed may have worked anyway, and works only once.
    if (attempt > 1 && (await look(client, id, isThere)) === true) return;
    await client.files.completeUploadExternal({ files, ...where });
  });
  return { id, ready: await isShown(client, world, id, isThere) };
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

function isSharedIn({ shares }: FileInfo, channel: string): boolean {
  return channel in { ...shares?.public, ...shares?.private };
}

/** Polls until a file is ready. Without `files:read`, polling isn't possible, and only posting shows the result. */
async function isShown(client: WebClient, world: World, id: string, isThere: Seen): Promise<boolean> {
  for (const ms of readyWaits) {
    if (ms > 0) await world.wait(ms);
    const state = await look(client, id, isThere);
    if (typeof state === 'boolean') return state;
  }
  return false;
}

type FileInfo = NonNullable<FilesInfoResponse['file']>;
type Seen = (file: FileInfo) => boolean;

/** Checks a file once. @returns undefined if checking again later may help */
async function look(client: WebClient, id: string, isThere: Seen): Promise<boolean | undefined> {
  try {
    const { file } = await client.files.info({ file: id });
    return (file && isThere(file)) || undefined;
  } catch (error) {
    return refusalOrThrow(error).fault === 'missing-scope' ? false : undefined;
  }
}
