import { decidersText } from '../../core/policy/decide.ts';
import { frozenText } from '../../core/policy/frozen-text.ts';
import type { ChangeRequest } from '../../core/request/change-request.ts';
import { quotable, type Text } from '../../core/text/text.ts';
import { when } from './card-status.ts';
import { cardTimeMsg } from './card-time-messages.ts';

export function timeLines(card: ChangeRequest): readonly Text[] {
  const { state, frozen, missed } = card;
  if (state === 'scheduled')
    return frozen ? [cardTimeMsg.scheduledFrozen({ why: frozenText(frozen), who: { user: card.asker.id } })] : [];
  if (state !== 'proposed') return exceptionLine(card);
  return [
    ...(frozen ? frozenLines(card, frozen) : [...exceptionLine(card), ...plannedLine(card)]),
    ...(missed === undefined ? [] : [cardTimeMsg.missed({ at: when(card, missed) })]),
  ];
}

function plannedLine({ planned, ruling }: ChangeRequest): readonly Text[] {
  if (!planned) return [];
  return [(ruling.need === 'approve' ? cardTimeMsg.planned : cardTimeMsg.plannedToConfirm)({ at: planned })];
}

function frozenLines(card: ChangeRequest, frozen: NonNullable<ChangeRequest['frozen']>): readonly Text[] {
  const who = { user: card.asker.id };
  const { exception, glass } = frozen;
  return [
    ...nextLines(card, frozen),
    ...(exception
      ? [
          exception.need === 'approve'
            ? cardTimeMsg.exceptionNeeds({ asker: who, who: decidersText(exception) })
            : cardTimeMsg.exceptionConfirms({ asker: who }),
        ]
      : []),
    ...(glass ? [cardTimeMsg.glassOverrides({ role: glass.name })] : []),
  ];
}

function nextLines(card: ChangeRequest, frozen: NonNullable<ChangeRequest['frozen']>): readonly Text[] {
  const who = { user: card.asker.id };
  if (frozen.again) return [cardTimeMsg.frozenAgain({ who })];
  if (endsInTime(card)) {
    const next =
      card.ruling.need === 'approve'
        ? cardTimeMsg.frozenThaws({ who: decidersText(card.ruling) })
        : cardTimeMsg.frozenThawsToConfirm({ who });
    return [next, ...plannedLine(card)];
  }
  const until = when(card, card.expires);
  return [
    card.planned ? cardTimeMsg.frozenPlanned({ at: card.planned, who, until }) : cardTimeMsg.frozenNext({ who, until }),
  ];
}

/** Checks whether the freeze ends while the request waits, so that it can be decided without a new request. */
export function endsInTime({ frozen, expires }: ChangeRequest): boolean {
  return frozen?.until !== undefined && frozen.until < expires;
}

/** An exception is as prominent as the status, as long as the card exists. */
function exceptionLine({ exception }: ChangeRequest): readonly Text[] {
  if (!exception) return [];
  const { by, reason, frozen } = exception;
  return [cardTimeMsg.exception({ who: { user: by }, reason: quotable(reason), why: frozenText(frozen) })];
}

export function timeRemarks({ state, frozen, expires }: ChangeRequest): readonly Text[] {
  if (frozen && (state === 'proposed' || state === 'scheduled')) return [cardTimeMsg.onlyPortolan()];
  return state === 'scheduled' ? [cardTimeMsg.scheduledChecked({ until: { at: expires } })] : [];
}
