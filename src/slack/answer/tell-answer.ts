import { openAsBlob } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Answer } from '../../core/command/answer.ts';
import { type Context, placeText } from '../../core/command/context.ts';
import { isDirectMessage } from '../../core/command/direct-message.ts';
import type { Request } from '../../core/operation.ts';
import type { AnswerInContext } from '../../questions/answer-request.ts';
import type { Bot } from '../interaction/bot.ts';
import { type Interaction, operationOf, pageOf } from '../interaction/interaction.ts';
import { refusalText } from '../interaction/refusal-view.ts';
import { lineMessage } from '../interaction/responder.ts';
import { refusalOrThrow } from '../interaction/slack-errors.ts';
import { slackMsg } from '../interaction/slack-messages.ts';
import { upload } from '../interaction/upload.ts';
import { plain } from '../slack-catalog.ts';
import { answerMessage } from './answer-view.ts';
import { ifRoom } from './notes.ts';

/** How long a private answer is stored for Share, in ms (docs/security.md#what-is-stored-and-for-how-long). */
export const answerKeptMs = 30 * 60_000;
/** How long an answer's command is stored, for Share after the answer has expired, in ms. */
const requestKeptMs = 7 * 86_400_000;

export interface KeptAnswer {
  readonly answer: Answer;
  readonly context?: Context;
  readonly at: number;
  readonly request: Request;
}

/** Sends a private answer with Share, and stores the answer, so that Share posts exactly this one. */
export async function tellAnswer(
  bot: Bot,
  interaction: Interaction,
  request: Request,
  answered: AnswerInContext & { result: Answer },
): Promise<void> {
  const { world, store } = bot.services;
  const answer = answered.result;
  const isShownThere = answer.shownThere && interaction.from === 'button';
  if (answer.announced || isShownThere) return interaction.reply.endWaiting();
  const at = world.now();
  const operation = operationOf(bot, request.operation);
  const isSetting = operation?.kind === 'setting';
  // The answer to setting a context already names the context. In direct messages, Share has no channel to post to.
  const isPlaced = !(isSetting && operation.needs === 'nothing') || answer.parts.some(({ part }) => part === 'row');
  const place = answered.context && isPlaced ? { context: answered.context } : {};
  // The answer to a press on the App Home comes in direct messages, too.
  const isDirect = interaction.channel === '' || isDirectMessage(interaction.channel);
  const shares = answer.share !== false && !isDirect;
  const id = `answer:${world.newId()}`;
  const isKept = await ifRoom(bot, async () => {
    if (!shares) return;
    const again = { ...request, ...(answered.context ? { in: placeText(answered.context) } : {}) };
    const kept: KeptAnswer = { answer, at, request, ...place };
    await store.notes.keep(id, kept, at + answerKeptMs);
    // On Share, only a question may run again. A setting would be applied again.
    if (!isSetting) await store.notes.keep(`${id}:request`, again, at + requestKeptMs);
  });
  const frame = { at, ...place, ...(shares && isKept ? { shareId: id } : {}) };
  const message = answerMessage(answer, frame, pageOf(interaction.person));
  await interaction.reply.tell(message, { replace: interaction.replaces === request.operation });
  if (answer.files) await sendAnswerFiles(bot, interaction, answer.files);
}

/** Slack's limit for files: 1 GB, in bytes. */
const largestFile = 1_000_000_000;

/** Sends files to the requester's direct messages. Slack needs the length, so longer texts go to a private file first. */
async function sendAnswerFiles(bot: Bot, interaction: Interaction, files: NonNullable<Answer['files']>): Promise<void> {
  try {
    const opened = await bot.client.conversations.open({ users: interaction.person.id });
    const channel = opened.channel?.id ?? interaction.person.id;
    for (const { name, title: text, content, tooLarge } of files) {
      const title = plain(text, interaction.person.lang);
      const sent = await withTemporaryFile(content, (bytes) =>
        bytes.size > largestFile
          ? 'too-large'
          : unlessTooLarge(upload(bot.client, bot.services.world, { name, title, bytes, share: { channel } })),
      );
      if (sent === 'too-large') {
        const says = tooLarge ?? slackMsg.fileTooLarge({ title: name });
        await interaction.reply.tell(lineMessage(says, pageOf(interaction.person)));
      } else if (!sent.ready)
        await interaction.reply.tell(lineMessage(slackMsg.fileNotShown({ title: name }), pageOf(interaction.person)));
    }
  } catch (error) {
    const refusal = refusalOrThrow(error);
    const text = refusalText(refusal, interaction.channel, bot.self().name);
    await interaction.reply.tell(lineMessage(text, pageOf(interaction.person)));
  }
}

/** Returns 'too-large' if Slack refuses the size: a workspace can have a smaller limit (docs/slack.md#files). */
async function unlessTooLarge<T>(sending: Promise<T>): Promise<T | 'too-large'> {
  return sending.catch((error: unknown) => {
    if (refusalOrThrow(error).fault === 'large-file') return 'too-large';
    throw error;
  });
}

async function withTemporaryFile<T>(
  content: AsyncIterable<string | Uint8Array>,
  use: (file: Blob) => Promise<T> | T,
): Promise<T> {
  const directory = await mkdtemp(join(tmpdir(), 'portolan-export-'));
  try {
    const path = join(directory, 'file');
    await writeFile(path, content, { mode: 0o600 });
    return await use(await openAsBlob(path));
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
