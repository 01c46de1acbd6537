import type { AnyBlock, Button } from '@slack/types';
import { type Card, isFinal, type StepRun } from '../core/card.ts';
import { failedInPassing, undoOf } from '../core/card-after.ts';
import { sayDuration } from '../core/duration-sentences.ts';
import { approvalsLeft, whoMayDecide } from '../core/policy-decide.ts';
import { type Instant, join, type Text, type Value } from '../core/text.ts';
import { sayPlace } from './answer-view.ts';
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
} from './blocks.ts';
import { say } from './card-sentences.ts';
import { blockLimits } from './limits.ts';
import { cut, mrkdwn } from './mrkdwn.ts';
import { say as shared } from './sentences.ts';

/** In ms. */
const halfDay = 43_200_000;

/** The value of a card's buttons: the request's id and the plan's revision, nothing else (product, section 4). */
export function cardValue(card: Pick<Card, 'id' | 'revision'>): string {
  return `${card.id}:${card.revision}`;
}

/** Reads a card button's value. */
export function readCardValue(value: string): { id: string; revision: number } | undefined {
  const parts = /^(.{1,200}):(\d{1,9})$/.exec(value);
  return parts?.[1] ? { id: parts[1], revision: Number(parts[2]) } : undefined;
}

/** Draws a request as its one message, from proposal to receipt. Pure: the same card gives the same message. */
export function cardMessage(card: Card): Message {
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
    context(say.stamp({ context: sayPlace(card.context), id: card.id.slice(0, 8) }), page),
    ...actions(buttons(card, page), `request@${card.revision}`),
  ];
  const rows = card.plan.rows.map((row) => say.changedRow({ what: row.what, before: row.before, after: row.after }));
  const spoken = [card.plan.title, ...lines, ...rows].map((line) => mrkdwn(line, page.lang));
  return { text: cut(spoken.join('\n'), 3_500), blocks: fitMessage(blocks, context(shared.leftOut(), page)) };
}

function textBlock(lines: readonly Text[], page: Page): readonly AnyBlock[] {
  return lines.length > 0 ? [section(join(lines, '\n'), page)] : [];
}

function status(card: Card): Text {
  switch (card.state) {
    case 'proposed':
      return waiting(card);
    case 'approved':
      return say.approved();
    case 'running':
      return say.running();
    case 'done':
      return say.done({ at: { at: card.ended ?? card.at } });
    case 'failed':
      return failed(card);
    case 'unknown':
      return card.check ? say.unknownAgain({ at: { at: card.check.at, show: 'time' } }) : say.unknown();
    case 'denied':
      return denied(card);
    case 'cancelled':
      return card.cancelled ? say.cancelled({ who: { user: card.cancelled.by } }) : say.cancelledItself();
    case 'expired':
      return say.expired();
  }
}

function failed(card: Card): Text {
  const at = { at: card.ended ?? card.at };
  return card.steps.some(({ state }) => state === 'done') ? say.failedPartly({ at }) : say.failed({ at });
}

function waiting(card: Card): Text {
  const until = momentOf(card, card.expires);
  if (card.ruling.need !== 'approve') return say.waitsConfirm({ who: { user: card.asker.id }, until });
  const left = approvalsLeft(card.ruling, card.asker.id, card.approvals);
  const who = deciders(card);
  return left === card.ruling.count ? say.waitsApproval({ who, until }) : say.waitsMore({ left, who, until });
}

/** A time of the day tells a moment only of what is decided within half a day; beyond that it needs its day. */
function momentOf({ ruling }: Card, at: number): Instant {
  return ruling.expiry > halfDay ? { at } : { at, show: 'time' };
}

/** Who may decide: mentioned, where they can be; that is the card's only ping. */
function deciders(card: Card): Text {
  const { mentions, says } = whoMayDecide(card.ruling, card.asker.id);
  if (mentions.length === 0) return says;
  const named = mentions.map((mention) => shared.named({ who: mention satisfies Value }));
  return shared.whoMentioned({ says, mentions: join(named, ' ') });
}

function denied(card: Card): Text {
  const { denied: deed } = card;
  if (!deed) return failed(card);
  const common = { who: { user: deed.by }, at: momentOf(card, deed.at) };
  return deed.reason === undefined ? say.denied(common) : say.deniedBecause({ ...common, reason: deed.reason });
}

function asks(card: Card): Text {
  // By name: the card pings those who may decide, and nobody else.
  const who = card.asker.name;
  return card.reason === undefined ? say.asks({ who }) : say.asksBecause({ who, reason: card.reason });
}

function changed(card: Card, page: Page): readonly AnyBlock[] {
  if (!card.changed || card.state !== 'proposed') return [];
  const rows = card.changed.map((row) => say.changedRow(row));
  return [section(join([say.changedTitle({ revision: card.revision }), ...rows], '\n'), page)];
}

function planTable(card: Card, page: Page): readonly AnyBlock[] {
  if (card.plan.rows.length === 0) return [];
  const columns = [say.what(), say.before(), say.after()];
  const rows = card.plan.rows.map(({ what, before, after }) => [what, before, after]);
  const shown = rowsThatFit(columns, rows, page);
  return [
    table(columns, rows, page),
    ...(shown < rows.length ? [context(shared.rowsLeftOut({ shown, total: rows.length }), page)] : []),
  ];
}

function warnings(card: Card): readonly Text[] {
  if (card.state !== 'proposed' && card.state !== 'approved') return [];
  return card.plan.warnings.map((warning) => say.warning({ warning }));
}

/** Each step by itself as soon as something was sent; before, where there is more than one, what will be done. */
function stepLines(card: Card): readonly Text[] {
  const begun = card.steps.some(({ state }) => state !== 'waiting');
  // Of what was denied, cancelled or came too late nothing is waited for.
  if (!begun && (card.plan.steps.length < 2 || isFinal(card.state))) return [];
  return card.plan.steps.map((step, index) => stepLine(step.says, card.steps[index]));
}

function stepLine(step: Text, run: StepRun | undefined): Text {
  switch (run?.state) {
    case 'sent':
      return say.stepSent({ step });
    case 'done':
      return say.stepDone({ step });
    case 'failed':
      return say.stepFailed({ step, why: referring(run.why ?? say.refusedStep(), run) });
    case 'unknown':
      return say.stepUnknown({ step, why: referring(run.why ?? say.noAnswer(), run) });
    case 'not-sent':
      return say.stepNotSent({ step });
    default:
      return say.stepWaiting({ step });
  }
}

/** With the platform's own reference, by which its people find the call, as problems of questions show it. */
function referring(why: Text, { reference }: StepRun): Text {
  return reference === undefined ? why : join([why, shared.reference({ reference })]);
}

function outcome(card: Card): readonly Text[] {
  return [...(card.why ? [card.why] : []), ...(card.state === 'done' ? (card.says ?? []) : []), ...openingLines(card)];
}

function openingLines(card: Card): readonly Text[] {
  const { opening, plan } = card;
  if (plan.openFor === undefined) return [];
  // A plan that stopped half way closes what it had opened all the same.
  if (!opening || (card.state !== 'done' && card.state !== 'failed')) {
    const ahead = card.state === 'proposed' || card.state === 'approved' || card.state === 'running';
    // A plan without calls only sets a closing time, and its row tells which.
    return ahead && plan.steps.length > 0 ? [say.opensFor({ time: sayDuration(plan.openFor) })] : [];
  }
  if (opening.again !== undefined) return [say.closingAgain({ at: { at: opening.again } })];
  if (!opening.closed && opening.how === undefined) return [say.closesAt({ at: { at: opening.until } })];
  switch (opening.how) {
    case 'by-hand':
      return [say.closedByHand()];
    case 'kept':
      return [say.keptOpen()];
    case 'extended':
      return [say.extended()];
    default:
      return [say.closedItself()];
  }
}

function decided(card: Card): readonly Text[] {
  const approvals = card.approvals.map(({ by, at }) => say.approval({ who: { user: by }, at: momentOf(card, at) }));
  return [
    ...(approvals.length > 0 && card.ruling.need === 'approve' ? [say.approvals({ who: join(approvals, ', ') })] : []),
    ...(card.breakGlass ? [say.brokeGlass({ who: { user: card.breakGlass.by }, reason: card.breakGlass.reason })] : []),
  ];
}

/**
 * Whether to tell of undoing: before, how it can be taken back; afterwards what can be has its button, so only what
 * cannot, where something was done.
 */
function toldOfUndo(card: Card): boolean {
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

function undoLine(card: Card): Text {
  return 'none' in card.plan.undo ? say.undoNone({ why: card.plan.undo.none }) : say.undoPossible();
}

function buttons(card: Card, page: Page): readonly Button[] {
  const value = cardValue(card);
  const make = (look: Omit<ButtonLook, 'value'>) => button({ ...look, value }, page);
  const calls = card.plan.steps.length > 0 ? [make({ actionId: 'request.calls', label: say.calls() })] : [];
  const cancel = make({ actionId: 'request.cancel', label: say.cancel() });
  switch (card.state) {
    case 'proposed':
      return [...decisions(card, make, page), cancel, ...calls];
    case 'approved':
      return [cancel, ...calls];
    case 'unknown':
      return [make({ actionId: 'request.check', label: say.check(), style: 'primary' }), ...calls];
    case 'running':
      return calls;
    case 'done':
    case 'failed':
      return [...afterwards(card, make), ...calls];
    default:
      return [];
  }
}

type Make = (look: Omit<ButtonLook, 'value'>) => Button;

function decisions(card: Card, make: Make, page: Page): readonly Button[] {
  if (card.ruling.need !== 'approve') {
    return [make({ actionId: 'request.approve', label: say.confirm(), style: 'primary' })];
  }
  const approve = make({ actionId: 'request.approve', label: say.approve(), style: 'primary' });
  return [
    card.risk === 'destroy' ? { ...approve, confirm: sure(card, page) } : approve,
    make({ actionId: 'request.deny', label: say.deny(), style: 'danger' }),
    ...(card.ruling.breakGlass ? [make({ actionId: 'request.break_glass', label: say.breakGlass() })] : []),
  ];
}

function sure(card: Card, page: Page) {
  return {
    title: plainText(say.sureTitle(), page, blockLimits.confirmTitle),
    text: plainText(say.sureText({ title: card.plan.title }), page, blockLimits.confirmText),
    confirm: plainText(say.sureYes(), page, blockLimits.confirmButton),
    deny: plainText(say.sureNo(), page, blockLimits.confirmButton),
    style: 'danger' as const,
  };
}

/** What can follow: undoing, asking for what was left, keeping open longer, closing now. Each is a new request. */
function afterwards(card: Card, make: Make): readonly Button[] {
  const open = card.opening && !card.opening.closed && card.opening.how === undefined;
  const someDone = card.steps.some(({ state }) => state === 'done');
  const someLeft = card.steps.some(({ state }) => state === 'waiting' || state === 'not-sent' || state === 'failed');
  const undo = 'operation' in (undoOf(card) ?? {});
  return [
    ...(open && card.state === 'done' ? [make({ actionId: 'request.extend', label: say.extend() })] : []),
    ...(open ? [make({ actionId: 'request.close_now', label: say.closeNow() })] : []),
    ...(undo && !open ? [make({ actionId: 'request.undo', label: say.undo() })] : []),
    ...(card.state === 'failed' && someDone && someLeft ? [make({ actionId: 'request.rest', label: say.rest() })] : []),
    ...(failedInPassing(card) ? [make({ actionId: 'request.rest', label: shared.tryAgain() })] : []),
  ];
}
