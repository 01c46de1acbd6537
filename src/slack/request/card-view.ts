import type { AnyBlock, Button } from '@slack/types';
import { placeText } from '../../core/command/context.ts';
import { approvalsLeft, whoMayDecide } from '../../core/policy/decide.ts';
import { type ChangeRequest, isFinal, type StepRun } from '../../core/request/change-request.ts';
import { failedInPassing, undoOf } from '../../core/request/follow-up.ts';
import { durationText } from '../../core/text/duration-messages.ts';
import { type Instant, join, type Text, type Value } from '../../core/text/text.ts';
import { contextText, writeButtonValue } from '../answer/answer-view.ts';
import {
  actions,
  type ButtonLook,
  button,
  context,
  fitMessage,
  header,
  type Message,
  type Page,
  plainText,
  rowsThatFit,
  section,
  table,
} from '../blocks/blocks.ts';
import { blockLimits } from '../blocks/limits.ts';
import { cut, mrkdwn } from '../blocks/mrkdwn.ts';
import { msg as shared } from '../interaction/slack-messages.ts';
import { msg } from './card-messages.ts';
import { progressLines } from './progress-lines.ts';

/** In ms. */
const halfDay = 43_200_000;

/** The value of a card's buttons: the request's id and the plan's revision, nothing else (product, section 4). */
export function cardValue(card: Pick<ChangeRequest, 'id' | 'revision'>): string {
  return `${card.id}:${card.revision}`;
}

/** Reads a card button's value. */
export function readCardValue(value: string): { id: string; revision: number } | undefined {
  const parts = /^(.{1,200}):(\d{1,9})$/.exec(value);
  return parts?.[1] ? { id: parts[1], revision: Number(parts[2]) } : undefined;
}

/** Draws a request as its one message, from proposal to receipt. Pure: the same card gives the same message. */
export function cardMessage(card: ChangeRequest): Message {
  const page: Page = { lang: card.asker.lang, zone: card.asker.zone };
  const lines = [status(card), asks(card), ...decided(card), ...warnings(card), ...stepLines(card), ...outcome(card)];
  const blocks: AnyBlock[] = [
    header(card.plan.title, page),
    section(status(card), page),
    section(asks(card), page),
    ...changed(card, page),
    ...planTable(card, page),
    ...warnings(card).map((line) => section(line, page)),
    ...textBlock(stepLines(card), page),
    ...textBlock(outcome(card), page),
    ...textBlock(decided(card), page),
    ...(toldOfUndo(card) ? [context(undoLine(card), page)] : []),
    context(msg.stamp({ context: contextText(card.context), id: card.id.slice(0, 8) }), page),
    ...actions(buttons(card, page), `request@${card.revision}`),
  ];
  const rows = card.plan.rows.map((row) => msg.changedRow({ what: row.what, before: row.before, after: row.after }));
  const spoken = [card.plan.title, ...lines, ...rows].map((line) => mrkdwn(line, page.lang));
  return { text: cut(spoken.join('\n'), 3_500), blocks: fitMessage(blocks, context(shared.leftOut(), page)) };
}

function textBlock(lines: readonly Text[], page: Page): readonly AnyBlock[] {
  return lines.length > 0 ? [section(join(lines, '\n'), page)] : [];
}

function status(card: ChangeRequest): Text {
  switch (card.state) {
    case 'proposed':
      return waiting(card);
    case 'approved':
      return approved(card);
    case 'running':
      return msg.running();
    case 'done':
      return msg.done({ at: { at: card.ended ?? card.at } });
    case 'failed':
      return failed(card);
    case 'unknown':
      return card.check ? msg.unknownAgain({ at: { at: card.check.at, show: 'time' } }) : msg.unknown();
    case 'denied':
      return denied(card);
    case 'cancelled':
      return card.cancelled ? msg.cancelled({ who: { user: card.cancelled.by } }) : msg.cancelledItself();
    case 'expired':
      return msg.expired();
  }
}

function approved({ waits }: ChangeRequest): Text {
  if (!waits) return msg.approved();
  const until = { at: waits.until, show: 'time' } as const;
  if (waits.link === undefined) return msg.approvedWaits({ until });
  return msg.approvedWaitsFor({ other: { link: waits.link, label: msg.otherChange() }, until });
}

function failed(card: ChangeRequest): Text {
  const at = { at: card.ended ?? card.at };
  return card.steps.some(({ state }) => state === 'done') ? msg.failedPartly({ at }) : msg.failed({ at });
}

function waiting(card: ChangeRequest): Text {
  const until = momentOf(card, card.expires);
  if (card.ruling.need !== 'approve') return msg.waitsConfirm({ who: { user: card.asker.id }, until });
  const left = approvalsLeft(card.ruling, card.asker.id, card.approvals);
  const who = deciders(card);
  return left === card.ruling.count ? msg.waitsApproval({ who, until }) : msg.waitsMore({ left, who, until });
}

/** A time of the day tells a moment only of what is decided within half a day; beyond that it needs its day. */
function momentOf({ ruling }: ChangeRequest, at: number): Instant {
  return ruling.expiry > halfDay ? { at } : { at, show: 'time' };
}

/** Who may decide: mentioned, where they can be; that is the card's only ping. */
function deciders(card: ChangeRequest): Text {
  const { mentions, says } = whoMayDecide(card.ruling, card.asker.id);
  if (mentions.length === 0) return says;
  const named = mentions.map((mention) => shared.named({ who: mention satisfies Value }));
  return shared.whoMentioned({ says, mentions: join(named, ' ') });
}

function denied(card: ChangeRequest): Text {
  const { denied: deed } = card;
  if (!deed) return failed(card);
  const common = { who: { user: deed.by }, at: momentOf(card, deed.at) };
  return deed.reason === undefined ? msg.denied(common) : msg.deniedBecause({ ...common, reason: deed.reason });
}

function asks(card: ChangeRequest): Text {
  // By name: the card pings those who may decide, and nobody else.
  const who = card.asker.name;
  return card.reason === undefined ? msg.asks({ who }) : msg.asksBecause({ who, reason: card.reason });
}

function changed(card: ChangeRequest, page: Page): readonly AnyBlock[] {
  if (!card.changed || card.state !== 'proposed') return [];
  const rows = card.changed.map((row) => msg.changedRow(row));
  return [section(join([msg.changedTitle({ revision: card.revision }), ...rows], '\n'), page)];
}

function planTable(card: ChangeRequest, page: Page): readonly AnyBlock[] {
  if (card.plan.rows.length === 0) return [];
  const columns = [msg.what(), msg.before(), msg.after()];
  const rows = card.plan.rows.map(({ what, before, after }) => [what, before, after]);
  const shown = rowsThatFit(columns, rows, page);
  return [
    table(columns, rows, page),
    ...(shown < rows.length ? [context(shared.rowsLeftOut({ shown, total: rows.length }), page)] : []),
  ];
}

function warnings(card: ChangeRequest): readonly Text[] {
  if (card.state !== 'proposed' && card.state !== 'approved') return [];
  return card.plan.warnings.map((warning) => msg.warning({ warning }));
}

/** Each step by itself as soon as something was sent; before, where there is more than one, what will be done. */
function stepLines(card: ChangeRequest): readonly Text[] {
  const begun = card.steps.some(({ state }) => state !== 'waiting');
  // Of what was denied, cancelled or came too late nothing is waited for.
  if (!begun && (card.plan.steps.length < 2 || isFinal(card.state))) return [];
  return card.plan.steps.flatMap((step, index) => [
    stepLine(step.says, card.steps[index]),
    ...progressLines(card, index),
  ]);
}

function stepLine(step: Text, run: StepRun | undefined): Text {
  switch (run?.state) {
    case 'sent':
    case 'following':
      return msg.stepSent({ step });
    case 'done':
      return msg.stepDone({ step });
    case 'failed':
      return msg.stepFailed({ step, why: referring(run.why ?? msg.refusedStep(), run) });
    case 'unknown':
      return msg.stepUnknown({ step, why: referring(run.why ?? msg.noAnswer(), run) });
    case 'not-sent':
      return msg.stepNotSent({ step });
    default:
      return msg.stepWaiting({ step });
  }
}

/** With the platform's own reference, by which its people find the call, as problems of questions show it. */
function referring(why: Text, { reference }: StepRun): Text {
  return reference === undefined ? why : join([why, shared.reference({ reference })]);
}

function outcome(card: ChangeRequest): readonly Text[] {
  return [...(card.why ? [card.why] : []), ...(card.state === 'done' ? (card.says ?? []) : []), ...openingLines(card)];
}

function openingLines(card: ChangeRequest): readonly Text[] {
  const { timed, plan } = card;
  if (plan.timedFor === undefined) return [];
  // A plan that stopped half way closes what it had opened all the same.
  if (!timed || (card.state !== 'done' && card.state !== 'failed')) {
    const ahead = card.state === 'proposed' || card.state === 'approved' || card.state === 'running';
    // A plan without calls only sets a closing time, and its row tells which.
    return ahead && plan.steps.length > 0 ? [msg.opensFor({ time: durationText(plan.timedFor) })] : [];
  }
  if (timed.again !== undefined) return [msg.closingAgain({ at: { at: timed.again } })];
  if (!timed.closed && timed.how === undefined) return [msg.closesAt({ at: { at: timed.until } })];
  switch (timed.how) {
    case 'by-hand':
      return [msg.closedByHand()];
    case 'kept':
      return [msg.keptOpen()];
    case 'extended':
      return [msg.extended()];
    default:
      return [msg.closedItself()];
  }
}

function decided(card: ChangeRequest): readonly Text[] {
  const approvals = card.approvals.map(({ by, at }) => msg.approval({ who: { user: by }, at: momentOf(card, at) }));
  return [
    ...(approvals.length > 0 && card.ruling.need === 'approve' ? [msg.approvals({ who: join(approvals, ', ') })] : []),
    ...(card.breakGlass ? [msg.brokeGlass({ who: { user: card.breakGlass.by }, reason: card.breakGlass.reason })] : []),
  ];
}

/**
 * Whether to tell of undoing: before, how it can be taken back; afterwards what can be has its button, so only what
 * cannot, where something was done.
 */
function toldOfUndo(card: ChangeRequest): boolean {
  switch (card.state) {
    case 'proposed':
    case 'approved':
    case 'running':
    case 'unknown':
      return true;
    default:
      return 'none' in (undoOf(card) ?? {});
  }
}

function undoLine(card: ChangeRequest): Text {
  return 'none' in card.plan.undo ? msg.undoNone({ why: card.plan.undo.none }) : msg.undoPossible();
}

function buttons(card: ChangeRequest, page: Page): readonly Button[] {
  const value = cardValue(card);
  const make = (look: Omit<ButtonLook, 'value'>) => button({ ...look, value }, page);
  const calls = card.plan.steps.length > 0 ? [make({ actionId: 'request.calls', label: msg.calls() })] : [];
  const cancel = make({ actionId: 'request.cancel', label: msg.cancel() });
  switch (card.state) {
    case 'proposed':
      return [...decisions(card, make, page), cancel, ...calls];
    case 'approved':
      return [cancel, ...calls];
    case 'unknown':
      return [make({ actionId: 'request.check', label: msg.check(), style: 'primary' }), ...calls];
    case 'running':
      return calls;
    case 'done':
    case 'failed':
      return [...offers(card, page), ...afterwards(card, make), ...calls];
    default:
      return [];
  }
}

type Make = (look: Omit<ButtonLook, 'value'>) => Button;

function decisions(card: ChangeRequest, make: Make, page: Page): readonly Button[] {
  if (card.ruling.need !== 'approve') {
    return [make({ actionId: 'request.approve', label: msg.confirm(), style: 'primary' })];
  }
  const approve = make({ actionId: 'request.approve', label: msg.approve(), style: 'primary' });
  return [
    card.risk === 'destroy' ? { ...approve, confirm: sure(card, page) } : approve,
    make({ actionId: 'request.deny', label: msg.deny(), style: 'danger' }),
    ...(card.ruling.breakGlass ? [make({ actionId: 'request.break_glass', label: msg.breakGlass() })] : []),
  ];
}

function sure(card: ChangeRequest, page: Page) {
  return {
    title: plainText(msg.sureTitle(), page, blockLimits.confirmTitle),
    text: plainText(msg.sureText({ title: card.plan.title }), page, blockLimits.confirmText),
    confirm: plainText(msg.sureYes(), page, blockLimits.confirmButton),
    deny: plainText(msg.sureNo(), page, blockLimits.confirmButton),
    style: 'danger' as const,
  };
}

/** What puts right what a failed call has changed all the same, such as closing a port that was left open. */
function offers(card: ChangeRequest, page: Page): readonly Button[] {
  return card.steps.flatMap(({ offer }, index) => {
    if (!offer) return [];
    const { label, operation, given } = offer;
    const value = writeButtonValue({ operation, given, in: placeText(card.context) });
    return value === undefined ? [] : [button({ actionId: `ask:o${index}`, label, value, style: 'primary' }, page)];
  });
}

/** What can follow: undoing, asking for what was left, keeping open longer, closing now. Each is a new request. */
function afterwards(card: ChangeRequest, make: Make): readonly Button[] {
  const open = card.timed && !card.timed.closed && card.timed.how === undefined;
  const someDone = card.steps.some(({ state }) => state === 'done');
  const someLeft = card.steps.some(({ state }) => state === 'waiting' || state === 'not-sent' || state === 'failed');
  const undo = 'operation' in (undoOf(card) ?? {});
  return [
    ...(open && card.state === 'done' ? [make({ actionId: 'request.extend', label: msg.extend() })] : []),
    ...(open ? [make({ actionId: 'request.close_now', label: msg.closeNow() })] : []),
    ...(undo && !open ? [make({ actionId: 'request.undo', label: msg.undo() })] : []),
    ...(card.state === 'failed' && someDone && someLeft
      ? [make({ actionId: 'request.rest', label: restLabel(card) ?? msg.rest() })]
      : []),
    ...(failedInPassing(card) ? [make({ actionId: 'request.rest', label: shared.tryAgain() })] : []),
  ];
}

/** A step that ends an interruption is asked for by its own name. */
function restLabel({ plan, steps }: ChangeRequest): Text | undefined {
  const next = plan.steps.findIndex((_, index) => steps[index]?.state !== 'done');
  return plan.steps[next]?.mustFollow?.label;
}
