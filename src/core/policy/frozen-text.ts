import { quotable, type Text } from '../text/text.ts';
import type { FrozenWhy } from './freeze.ts';
import { freezeMsg } from './freeze-messages.ts';

export function frozenText({ by, reason, who, until }: FrozenWhy): Text {
  const end = until === undefined ? undefined : { at: until };
  const why = reason === undefined ? undefined : quotable(reason);
  if (by === 'window') {
    if (why === undefined) return end ? freezeMsg.outside({ until: end }) : freezeMsg.outsideOpen();
    return end ? freezeMsg.outsideWhy({ until: end, why }) : freezeMsg.outsideOpenWhy({ why });
  }
  const named = why ?? '';
  if (who !== undefined) {
    const begun = { who, why: named };
    return end ? freezeMsg.begunUntil({ ...begun, until: end }) : freezeMsg.begun(begun);
  }
  return end ? freezeMsg.frozenUntil({ until: end, why: named }) : freezeMsg.frozen({ why: named });
}

export function frozenNo(frozen: FrozenWhy): Text {
  return freezeMsg.notNow({ why: frozenText(frozen) });
}
