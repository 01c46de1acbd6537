import { decidersText } from '../../core/policy/decide.ts';
import { frozenText } from '../../core/policy/frozen-text.ts';
import type { ChangeRequest } from '../../core/request/change-request.ts';
import { quotable, type Text } from '../../core/text/text.ts';
import { when } from './card-status.ts';
import { cardTimeMsg } from './card-time-messages.ts';

/** What follows the status: what happens at its time, or when a freeze ends, and who has to do what. */
export function timeLines(card: ChangeRequest): readonly Text[] {
  const { state, frozen, planned, missed } = card;
  if (state === 'scheduled') {
    const who = { user: card.asker.id };
    return frozen ? [cardTimeMsg.scheduledFrozen({ why: frozenText(frozen), who })] : [];
  }
  if (state !== 'proposed') return exceptionLine(card);
  return [
    ...(frozen ? frozenLines(card, frozen) : exceptionLine(card)),
    ...(planned ? [cardTimeMsg.planned({ at: planned })] : []),
    ...(missed === undefined ? [] : [cardTimeMsg.missed({ at: when(card, missed) })]),
  ];
}

function frozenLines(card: ChangeRequest, frozen: NonNullable<ChangeRequest['frozen']>): readonly Text[] {
  const who = { user: card.asker.id };
  const { exception, glass, again } = frozen;
  return [
    again ? cardTimeMsg.frozenAgain({ who }) : cardTimeMsg.frozenNext({ who, until: when(card, card.expires) }),
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

/** An exception is as prominent as the status, for as long as its card is there. */
function exceptionLine({ exception }: ChangeRequest): readonly Text[] {
  if (!exception) return [];
  const { by, reason, frozen } = exception;
  return [cardTimeMsg.exception({ who: { user: by }, reason: quotable(reason), why: frozenText(frozen) })];
}

/** In small type: what is good to know of a time, or a freeze. */
export function timeRemarks({ state, frozen }: ChangeRequest): readonly Text[] {
  if (frozen && (state === 'proposed' || state === 'scheduled')) return [cardTimeMsg.onlyPortolan()];
  return state === 'scheduled' ? [cardTimeMsg.scheduledChecked()] : [];
}
