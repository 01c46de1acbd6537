import type { ChangeRequest, FrozenRequest } from '../../core/request/change-request.ts';
import type { Text } from '../../core/text/text.ts';
import { cardTimeMsg } from './card-time-messages.ts';

/** Returns the label of the button to be mentioned when a freeze ends, or a window opens. */
export function remindText({ by }: Pick<FrozenRequest, 'by'>): Text {
  return by === 'window' ? cardTimeMsg.remindOpens() : cardTimeMsg.remindEnds();
}

/** Checks whether the freeze ends before the request expires, so that no new request is needed. */
export function endsInTime({ expires, decision: { frozen } }: ChangeRequest): boolean {
  return frozen?.until !== undefined && frozen.until < expires;
}
