import { enforcedFileLimits } from '../check/enforced-limits.ts';
import { objectsOf, stringOf } from '../json-values.ts';
import type { JsonRecord } from '../page-protocol.ts';
import { SlackRefusal, type SlackState } from '../slack-state.ts';
import { channelOf, checkImages, mayPost, parentOf, post } from '../workspace/channel-messages.ts';
import { completeFile, fileOf, prepareFile, showFile } from '../workspace/stored-files.ts';
import type { StoredFile } from '../workspace/workspace.ts';
import { type Method, method, mustPass } from './method.ts';

/** `files.*`: the three-step upload (docs/slack.md#files). */

function getUploadUrl(sim: SlackState, args: JsonRecord): JsonRecord {
  const name = stringOf(args.filename);
  const { length } = args;
  const alt = stringOf(args.alt_txt);
  // Slack silently ignores an unknown argument; here it is an error of the bot.
  const isUnknown = args.alt_text !== undefined;
  if (isUnknown || name === '' || typeof length !== 'number' || !Number.isInteger(length) || length < 1)
    throw new SlackRefusal('invalid_arguments');
  if (alt.length > enforcedFileLimits.altText) throw new SlackRefusal('alt_txt_too_large');
  const file = prepareFile(sim, name, length, alt);
  return { upload_url: `${sim.origin()}/upload/v1/${file.id}`, file_id: file.id };
}

/** Shares an uploaded file. A file with alt text returns ok but is never shared (docs/slack.md#files). */
function share(sim: SlackState, args: JsonRecord, uploaded: readonly StoredFile[]): void {
  const id = stringOf(args.channel_id);
  const completed = sim.faults.isNeverShared() ? [] : uploaded.filter(({ altText }) => altText === '');
  if (id === '' || completed.length === 0) return;
  const channel = channelOf(sim, id);
  const message = post(sim, {
    channel: channel.id,
    user: sim.workspace.bot.user,
    text: stringOf(args.initial_comment),
    blocks: args.initial_comment === undefined ? objectsOf(args.blocks) : [],
    files: completed.map((file) => file.id),
    threadTs: parentOf(sim, channel.id, args.thread_ts),
  });
  for (const file of completed) file.shares.set(channel.id, [...(file.shares.get(channel.id) ?? []), message.ts]);
}

function completeUpload(sim: SlackState, args: JsonRecord): JsonRecord {
  const files = objectsOf(args.files);
  if (files.length === 0) throw new SlackRefusal('invalid_arguments');
  const id = stringOf(args.channel_id);
  if (id !== '') {
    const channel = channelOf(sim, id);
    mayPost(sim, channel, args.thread_ts);
    parentOf(sim, channel.id, args.thread_ts);
    if (args.blocks !== undefined) {
      mustPass(sim, 'files.completeUploadExternal', 'message', { channel: channel.id, blocks: args.blocks });
      checkImages(sim, args.blocks);
    }
  }
  const unknown = files.some((file) => {
    const stored = sim.workspace.files.get(stringOf(file.id));
    return !stored?.bytes || stored.completed;
  });
  if (unknown) throw new SlackRefusal('file_not_found');
  const completed = files.map((file) =>
    completeFile(sim, stringOf(file.id), typeof file.title === 'string' ? file.title : undefined),
  );
  share(sim, args, completed);
  return { files: completed.map((file) => showFile(sim, file)) };
}

function info(sim: SlackState, args: JsonRecord): JsonRecord {
  return { file: showFile(sim, fileOf(sim, args.file)), comments: [], response_metadata: { next_cursor: '' } };
}

function deleteFile(sim: SlackState, args: JsonRecord): JsonRecord {
  const file = fileOf(sim, args.file);
  sim.workspace.files.delete(file.id);
  for (const message of sim.workspace.messages)
    if (message.files.includes(file.id)) message.files = message.files.filter((id) => id !== file.id);
  sim.journal.touch('messages');
  return {};
}

export const fileMethods = {
  'files.getUploadURLExternal': method(['files:write'], getUploadUrl),
  'files.completeUploadExternal': method(['files:write'], completeUpload),
  'files.info': method(['files:read'], info),
  'files.delete': method(['files:write'], deleteFile),
} satisfies { readonly [name: string]: Method };
