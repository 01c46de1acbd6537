import { present } from '../../core/defined.ts';
import { approvalsLeft, decidersText } from '../../core/policy/decide.ts';
import { frozenText } from '../../core/policy/frozen-text.ts';
import type { ChangeRequest } from '../../core/request/change-request.ts';
import { quotable, type Text } from '../../core/text/text.ts';
import { when } from './card-status.ts';
import { cardTimeMsg } from './card-time-messages.ts';

export function timeLines(request: ChangeRequest): readonly Text[] {
  const { state, frozen, missed } = request;
  if (state === 'scheduled')
    return frozen
      ? [cardTimeMsg.scheduledFrozen({ why: frozenText(frozen), who: { user: request.asker.id } })]
      : [scheduledLine(request)];
  if (state !== 'proposed') return exceptionLine(request);
  return [
    ...(frozen ? frozenLines(request, frozen) : [...exceptionLine(request), ...plannedLine(request)]),
    ...(missed === undefined ? [] : [cardTimeMsg.missed({ at: when(request, missed) })]),
  ];
}

/** Returns what may keep a scheduled request from running automatically, and who has to act then. */
function scheduledLine({ ruling, asker, expires }: ChangeRequest): Text {
  const until = { at: expires };
  if (ruling.need === 'approve') return cardTimeMsg.scheduledChecked({ until });
  return cardTimeMsg.scheduledCheckedToConfirm({ who: { user: asker.id }, until });
}

function plannedLine({ planned, ruling }: ChangeRequest): readonly Text[] {
  if (!planned) return [];
  return [(ruling.need === 'approve' ? cardTimeMsg.planned : cardTimeMsg.plannedToConfirm)({ at: planned })];
}

function frozenLines(request: ChangeRequest, frozen: NonNullable<ChangeRequest['frozen']>): readonly Text[] {
  const asker = { user: request.asker.id };
  const { exception, glass, who } = frozen;
  const runs = request.planned ? cardTimeMsg.runsAsPlanned() : cardTimeMsg.runsAtOnce();
  return present([
    ...nextLines(request, frozen),
    exception &&
      (exception.need === 'approve'
        ? cardTimeMsg.exceptionNeeds({ asker, who: decidersText(exception), runs })
        : cardTimeMsg.exceptionConfirms({ asker, runs })),
    who !== undefined && cardTimeMsg.lifts({ who }),
    glass && cardTimeMsg.glassOverrides({ role: glass.name, runs }),
  ]);
}

function nextLines(request: ChangeRequest, frozen: NonNullable<ChangeRequest['frozen']>): readonly Text[] {
  const { ruling, approvals, asker, planned, expires } = request;
  const who = { user: asker.id };
  const ends = frozen.by === 'window' ? cardTimeMsg.windowOpens() : cardTimeMsg.freezeEnds();
  if (frozen.again) return [cardTimeMsg.frozenAgain({ ends, who })];
  if (endsInTime(request)) {
    const left = decidersText({ ...ruling, count: approvalsLeft(ruling, asker.id, approvals) });
    const thaws = approvals.length > 0 ? cardTimeMsg.frozenThawsMore : cardTimeMsg.frozenThaws;
    const next =
      ruling.need === 'approve' ? thaws({ ends, who: left }) : cardTimeMsg.frozenThawsToConfirm({ ends, who });
    return [next, ...plannedLine(request)];
  }
  const said = { who, until: when(request, expires), remind: remindText(frozen) };
  return [planned ? cardTimeMsg.frozenPlanned({ ...said, at: planned }) : cardTimeMsg.frozenNext({ ...said, ends })];
}

/** Returns the label of the button to be mentioned when a freeze ends, or a window opens. */
export function remindText({ by }: Pick<NonNullable<ChangeRequest['frozen']>, 'by'>): Text {
  return by === 'window' ? cardTimeMsg.remindOpens() : cardTimeMsg.remindEnds();
}

/** Checks whether the freeze ends before the request expires, so that no new request is needed. */
export function endsInTime({ frozen, expires }: ChangeRequest): boolean {
  return frozen?.until !== undefined && frozen.until < expires;
}

/** An exception is shown as prominently as the status, while the card exists. */
function exceptionLine({ exception }: ChangeRequest): readonly Text[] {
  if (!exception) return [];
  const { by, reason, frozen } = exception;
  return [cardTimeMsg.exception({ who: { user: by }, reason: quotable(reason), why: frozenText(frozen) })];
}

export function timeRemarks({ state, frozen, ruling }: ChangeRequest): readonly Text[] {
  const isScheduled = state === 'scheduled';
  return present([
    frozen && (state === 'proposed' || isScheduled) && cardTimeMsg.onlyPortolan(),
    isScheduled && (ruling.need === 'approve' ? cardTimeMsg.scheduledWho() : cardTimeMsg.scheduledWhoConfirms()),
  ]);
}
