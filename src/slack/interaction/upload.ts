import type { FilesInfoResponse, WebClient } from '@slack/web-api';
import { visible } from '../../core/text/visible.ts';
import type { World } from '../../core/world.ts';
import { fileLimits } from '../blocks/limits.ts';
import { cut } from '../blocks/mrkdwn.ts';
import { isPassing, refusalOrThrow } from './slack-errors.ts';

/** A file for Slack. */
export interface Upload {
  readonly name: string;
  readonly title: string;
  readonly bytes: Uint8Array | Blob;
  /** What a screen reader says for it. A shared one has none: Slack may not show it then (docs/slack.md#files). */
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

/** Waits before a step is repeated that failed inside Slack, in ms. */
const repeatWaits = [500, 2_000];

/**
 * Sends a file in Slack's three steps and waits until it is shown, or can be: a message that shows an unready one is
 * refused (docs/slack.md#files).
 * @returns the file's id; `ready` is false when Slack doesn't say within eight seconds that it can be shown or, of one
 * that is shared, that it is shown there
 */
export async function upload(client: WebClient, world: World, file: Upload): Promise<{ id: string; ready: boolean }> {
  const { share } = file;
  const alt = share || file.alt === undefined ? undefined : cut(visible(file.alt), fileLimits.altText);
  const given = { filename: file.name, length: lengthOf(file.bytes), alt_txt: alt };
  const place = await repeated(world, () => client.files.getUploadURLExternal(given));
  const { upload_url: url, file_id: id } = place;
  if (!url || !id) throw new UploadRefused('Slack gave no place to upload to');
  await repeated(world, () => sendBytes(url, file.bytes));
  const isThere = (shown: FileInfo) => (share ? isSharedIn(shown, share.channel) : Boolean(shown.mimetype));
  const files: [{ id: string; title: string }] = [{ id, title: file.title }];
  const { channel, thread } = share ?? {};
  const where = channel === undefined ? {} : { channel_id: channel, thread_ts: thread };
  await repeated(
    world,
    () => client.files.completeUploadExternal({ files, ...where }),
    async () => (await look(client, id, isThere)) === true,
  );
  return { id, ready: await isShown(client, world, id, isThere) };
}

/**
 * Repeats a step that failed inside Slack, or on the way.
 * @param isDone whether the step has had its effect, though it failed
 */
async function repeated<T>(world: World, step: () => Promise<T>): Promise<T>;
async function repeated<T>(
  world: World,
  step: () => Promise<T>,
  isDone: () => Promise<boolean>,
): Promise<T | undefined>;
async function repeated<T>(world: World, step: () => Promise<T>, isDone?: () => Promise<boolean>) {
  for (const wait of repeatWaits) {
    try {
      return await step();
    } catch (error) {
      if (!isPassing(refusalOrThrow(error))) throw error;
      await world.wait(wait);
      if (await isDone?.()) return undefined;
    }
  }
  return step();
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

/** Looks until a file is there. Without `files:read` nobody can look, and posting itself has to tell. */
async function isShown(client: WebClient, world: World, id: string, isThere: Seen): Promise<boolean> {
  for (const ms of readyWaits) {
    if (ms > 0) await world.wait(ms);
    const seen = await look(client, id, isThere);
    if (typeof seen === 'boolean') return seen;
  }
  return false;
}

type FileInfo = NonNullable<FilesInfoResponse['file']>;
type Seen = (file: FileInfo) => boolean;

/** @returns undefined where looking again later may help */
async function look(client: WebClient, id: string, isThere: Seen): Promise<boolean | undefined> {
  try {
    const { file } = await client.files.info({ file: id });
    return (file && isThere(file)) || undefined;
  } catch (error) {
    return refusalOrThrow(error).fault === 'missing-scope' ? false : undefined;
  }
}
