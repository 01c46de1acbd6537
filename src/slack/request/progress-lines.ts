import type { ChangeRequest } from '../../core/request/change-request.ts';
import { shownTime } from '../../core/request/events/follow-request.ts';
import type { FollowedEvent } from '../../core/request/events/followed-event.ts';
import type { Text } from '../../core/text/text.ts';
import { msg } from './progress-messages.ts';

/** More components of a step aren't listed; what needs attention comes first. */
const mostLines = 20;
const order: readonly FollowedEvent['state'][] = [
  'failed',
  'timed-out',
  'missing',
  'running',
  'awaited',
  'skipped',
  'succeeded',
];

/** How far each component of a step is, by the platform's events; nothing for steps that await none. */
export function progressLines(card: ChangeRequest, index: number): readonly Text[] {
  const { events = [], looked } = card.steps[index] ?? {};
  const doing = card.plan.steps[index]?.awaits?.doing;
  if (!doing || events.length === 0 || card.steps[index]?.state === 'sent') return [];
  const sorted = events.toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state));
  const shown = sorted.slice(0, mostLines).flatMap((event) => [lineOf(event, doing, looked), ...elsewhere(event)]);
  return sorted.length > mostLines ? [...shown, msg.andMore({ count: sorted.length - mostLines })] : shown;
}

function lineOf({ name, state, since }: FollowedEvent, doing: Text, looked: number | undefined): Text {
  switch (state) {
    case 'awaited':
      return msg.awaited({ name });
    case 'running': {
      const time = since === undefined || looked === undefined ? undefined : timeText(shownTime(looked - since));
      return time === undefined ? msg.running({ name, doing }) : msg.runningFor({ name, doing, time });
    }
    case 'succeeded':
      return msg.succeeded({ name });
    case 'failed':
      return msg.failed({ name });
    case 'timed-out':
      return msg.timedOut({ name });
    case 'missing':
      return msg.missing({ name });
    case 'skipped':
      return msg.skipped({ name });
  }
}

/** Undefined for less than ten seconds: it says nothing. */
function timeText(ms: number): Text | undefined {
  if (ms === 0) return undefined;
  return ms < 60_000 ? msg.seconds({ count: ms / 1_000 }) : msg.minutes({ count: ms / 60_000 });
}

function elsewhere({ name, elsewhere: others = [] }: FollowedEvent): readonly Text[] {
  return others.map(({ what, by }) =>
    by === undefined ? msg.elsewhere({ name, what }) : msg.elsewhereBy({ name, what, by }),
  );
}
