import { checkPayload } from '../check/check-payload.ts';
import { enforcedTimes } from '../check/enforced-limits.ts';
import { objectOf, objectsOf } from '../json-values.ts';
import type { JsonRecord } from '../page-protocol.ts';
import { SlackRefusal, type SlackState } from '../slack-state.ts';
import { change, checkImages, parentOf, post, remove, textOf } from '../workspace/channel-messages.ts';
import type { ResponseUrl, StoredMessage } from '../workspace/workspace.ts';

/** URLs for answers to an interaction: five times within 30 minutes (docs/slack.md#answering-in-time). */

/** Creates a URL for `user`'s interaction in `channel`; `source` is the message with the pressed element. */
export function makeResponseUrl(sim: SlackState, user: string, channel: string, source: StoredMessage | null): string {
  const key = sim.ids.make('R');
  sim.workspace.responseUrls.set(key, {
    key,
    user,
    channel,
    madeAt: sim.now(),
    source: source && { ts: source.ts, ephemeral: source.ephemeralFor !== null },
    uses: 0,
  });
  return `${sim.origin()}/actions/${sim.workspace.team.id}/${key}`;
}

export function answerResponse(
  sim: SlackState,
  key: string,
  body: unknown,
): { readonly status: number; readonly body: string } {
  const url = sim.workspace.responseUrls.get(key);
  const answer = respond(sim, url, body);
  const error = answer.status === 200 ? null : answer.body;
  sim.journal.write('response_url', key, error, { body, user: url?.user ?? null, channel: url?.channel ?? null });
  return answer;
}

function respond(
  sim: SlackState,
  url: ResponseUrl | undefined,
  body: unknown,
): { readonly status: number; readonly body: string } {
  if (!url) return { status: 404, body: 'no_service' };
  if (sim.now() - url.madeAt > enforcedTimes.responseUrlMs) return { status: 404, body: 'expired_url' };
  if (url.uses >= enforcedTimes.responseUrlUses) return { status: 404, body: 'used_url' };
  const faults = checkPayload('response_url', body);
  sim.journal.fault('response_url', body, faults);
  if (faults[0]) return { status: 400, body: faults[0].error };
  try {
    place(sim, url, objectOf(body));
  } catch (error) {
    if (error instanceof SlackRefusal)
      return { status: error.code.endsWith('not_found') ? 404 : 400, body: error.code };
    throw error;
  }
  url.uses += 1;
  return { status: 200, body: 'ok' };
}

function place(sim: SlackState, url: ResponseUrl, body: JsonRecord): void {
  const { source } = url;
  if (body.delete_original === true || (body.replace_original === true && source)) {
    // A command isn't a message of the bot, so it can't be replaced or deleted.
    if (!source) throw new SlackRefusal('invalid_payload');
    replace(sim, url, source, body);
    return;
  }
  postAnswer(sim, { user: url.user, channel: url.channel }, body);
}

function replace(
  sim: SlackState,
  url: ResponseUrl,
  source: NonNullable<ResponseUrl['source']>,
  body: JsonRecord,
): void {
  const message = sim.workspace.messages.find((one) => one.channel === url.channel && one.ts === source.ts);
  if (!message) throw new SlackRefusal('message_not_found');
  if (body.delete_original === true) {
    remove(sim, message);
    return;
  }
  const wanted = body.response_type;
  if (wanted !== undefined && (wanted === 'ephemeral') !== source.ephemeral) throw new SlackRefusal('invalid_payload');
  checkImages(sim, body.blocks);
  // A replacement replaces all blocks: blocks that it doesn't contain are removed.
  change(sim, message, { text: textOf(body), blocks: objectsOf(body.blocks) });
}

/** Posts an answer to an interaction: only its user sees it, unless it says `in_channel`. Membership isn't checked. */
export function postAnswer(
  sim: SlackState,
  to: { readonly user: string; readonly channel: string },
  body: JsonRecord,
): StoredMessage {
  checkImages(sim, body.blocks);
  const open = body.response_type === 'in_channel';
  return post(sim, {
    channel: to.channel,
    user: sim.workspace.bot.user,
    text: textOf(body),
    blocks: objectsOf(body.blocks),
    threadTs: parentOf(sim, to.channel, body.thread_ts),
    ephemeralFor: open ? null : to.user,
  });
}
