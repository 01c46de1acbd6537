import * as z from 'zod';
import type { Answer, AskMenu, Part } from '../../core/command/answer.ts';
import { isProblem } from '../../core/command/problem.ts';
import { defined } from '../../core/defined.ts';
import type { Request } from '../../core/operation.ts';
import { readJson } from '../../core/text/json.ts';
import { modal } from '../blocks/modal-frame.ts';
import type { Bot } from '../interaction/bot.ts';
import { type Interaction, operationOf, pageOf } from '../interaction/interaction.ts';
import { updateView } from '../interaction/modal-screen.ts';
import { openView } from '../interaction/open-view.ts';
import type { ViewPayload } from '../interaction/payloads.ts';
import { slackMsg } from '../interaction/slack-messages.ts';
import { askCounted, doRequest, tellAnswered } from '../request/ask-and-propose.ts';
import { lineView } from './form-view.ts';

const answerCallback = 'answer';
/** The channel in which the answer was asked for. */
const AnswerMeta = z.object({ ch: z.string() });

/** Opens a question's answer in a modal, because a private message may be far from the message with the button. */
export async function openAnswer(bot: Bot, interaction: Interaction, request: Request): Promise<void> {
  if (!isShownHere(bot, request)) return doRequest(bot, interaction, request);
  const views: string[] = [];
  const reading = lineView(slackMsg.readingTitle(), slackMsg.reading(), pageOf(interaction.person));
  const why = await openView(bot.client, interaction.trigger ?? '', reading, ({ id }) => void views.push(id));
  const [id] = views;
  if (why || id === undefined) return doRequest(bot, interaction, request);
  await showAnswer(bot, interaction, id, request);
}

/** Answers a question that was asked in the modal of another answer, in its place. Returns false if it wasn't. */
export async function answerInPlace(
  bot: Bot,
  interaction: Interaction,
  view: ViewPayload | undefined,
  request: Request,
): Promise<boolean> {
  const meta =
    view?.callback_id === answerCallback ? AnswerMeta.safeParse(readJson(view.private_metadata)).data : undefined;
  if (!view || !meta || !isShownHere(bot, request)) return false;
  await showAnswer(bot, { ...interaction, channel: meta.ch }, view.id, request);
  return true;
}

async function showAnswer(bot: Bot, asked: Interaction, viewId: string, request: Request): Promise<void> {
  const page = pageOf(asked.person);
  const { title, summary = slackMsg.readingTitle() } = operationOf(bot, request.operation) ?? {};
  const form = { submit: false, callbackId: answerCallback, meta: { ch: asked.channel } } as const;
  const interaction: Interaction = {
    ...asked,
    from: 'modal',
    reply: {
      ...asked.reply,
      async tell({ blocks }) {
        await updateView(bot, viewId, modal({ title: title ?? summary, close: slackMsg.close(), form, blocks }, page));
      },
    },
  };
  const answered = await askCounted(bot, interaction, request);
  const { result } = answered;
  const shown = isProblem(result) || 'chart' in result ? result : inModal(bot, result);
  await tellAnswered(bot, interaction, request, { ...answered, result: shown });
}

/** Checks whether a request only shows something. Charts and changes are messages of their own. */
function isShownHere(bot: Bot, { operation: id }: Pick<Request, 'operation'>): boolean {
  const operation = operationOf(bot, id);
  return operation?.kind === 'question' && operation.chart === undefined;
}

/** Leaves out what a modal can't do: share, open another form, post a message. Modals can't contain tables. */
function inModal(bot: Bot, answer: Answer): Answer {
  const staying = (menu: AskMenu): AskMenu => ({ ...menu, entries: menu.entries.filter(stays) });
  const stays = (each: { readonly operation: string; readonly opens?: 'modal' }) =>
    each.opens === undefined && isShownHere(bot, each);
  const parts = answer.parts.flatMap((part): readonly Part[] => {
    switch (part.part) {
      case 'buttons':
        return [{ ...part, buttons: part.buttons.filter(stays) }];
      case 'row':
        return [{ ...part, ...defined({ menu: part.menu && staying(part.menu) }) }];
      case 'table':
        return [{ ...part, isStacked: true, menus: part.menus?.map(staying) }];
      case 'select':
        return stays(part) ? [part] : [];
      case 'forms':
        return [];
      default:
        return [part];
    }
  });
  return { ...answer, share: false, parts };
}
