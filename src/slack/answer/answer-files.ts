import { openAsBlob } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Answer } from '../../core/command/answer.ts';
import type { Bot } from '../interaction/bot.ts';
import { type Interaction, pageOf } from '../interaction/interaction.ts';
import { refusalText } from '../interaction/refusal-view.ts';
import { lineMessage } from '../interaction/responder.ts';
import { refusalOrThrow } from '../interaction/slack-errors.ts';
import { slackMsg } from '../interaction/slack-messages.ts';
import { upload } from '../interaction/upload.ts';
import { plain } from '../slack-catalog.ts';

/** Slack's limit for files: 1 GB, in bytes. */
const largestFile = 1_000_000_000;

/** Sends files to the requester's direct messages. Slack needs the length, so longer texts go to a private file first. */
export async function sendAnswerFiles(
  bot: Bot,
  interaction: Interaction,
  files: NonNullable<Answer['files']>,
): Promise<void> {
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
