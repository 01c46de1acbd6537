import { type ChangeRequest, isFinal } from '../../core/request/change-request.ts';
import { failureText } from '../../core/request/events/failure-text.ts';
import { shownTime } from '../../core/request/events/follow-request.ts';
import { type FollowedEvent, isLost } from '../../core/request/events/followed-event.ts';
import type { Awaited } from '../../core/request/plan.ts';
import { type Text, verbatim } from '../../core/text/text.ts';
import { progressMsg } from './progress-messages.ts';

/** Maximum number of components listed per step. Components that need attention come first. */
const maxLines = 20;
const order: readonly FollowedEvent['state'][] = [
  'failed',
  'timed-out',
  'missing',
  'running',
  'awaited',
  'skipped',
  'succeeded',
];

export function progressLines(request: ChangeRequest, index: number): readonly Text[] {
  const { events = [], looked } = request.steps[index] ?? {};
  const awaits = request.plan.steps[index]?.awaits;
  if (!awaits || request.steps[index]?.state === 'sent') return [];
  const listed = events.filter((event) => isShown(event, request, events));
  const sorted = listed.toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state));
  const shown = sorted
    .slice(0, maxLines)
    .flatMap((event) => [
      request.state === 'unknown' || isFinal(request.state)
        ? unfollowedLine(event, awaits)
        : eventLine(event, awaits, looked),
      ...elsewhere(event),
    ]);
  return sorted.length > maxLines ? [...shown, progressMsg.andMore({ count: sorted.length - maxLines })] : shown;
}

function isShown(event: FollowedEvent, { state }: ChangeRequest, ofStep: readonly FollowedEvent[]): boolean {
  // After the request has ended, nothing waits for an event that never began.
  if (isFinal(state) && event.state === 'awaited') return false;
  // The card's reason already says that nothing began, or that the platform doesn't report a rollout.
  return (
    !ofStep.every((each) => each.state === 'missing') && !((state === 'unknown' || isFinal(state)) && isLost(event))
  );
}

function eventLine(event: FollowedEvent, awaits: Awaited, looked: number | undefined): Text {
  const { name, state } = event;
  switch (state) {
    case 'awaited':
      return progressMsg.awaited({ name });
    case 'running':
      return runningLine(event, awaits, looked);
    case 'succeeded':
      return progressMsg.succeeded({ name });
    case 'skipped':
      return progressMsg.skipped({ name });
    default:
      return progressMsg.failure({ failure: failureText(event, awaits) ?? verbatim(name) });
  }
}

function unfollowedLine(event: FollowedEvent, awaits: Awaited): Text {
  const { name, state, phase, status } = event;
  if (state !== 'running' && state !== 'awaited') return eventLine(event, awaits, undefined);
  return phase === 'settling' && status
    ? progressMsg.lastSeen({ name, status: status.words })
    : progressMsg.unended({ name });
}

function runningLine(event: FollowedEvent, awaits: Awaited, looked: number | undefined): Text {
  const { name, phase, since } = event;
  if (phase === 'lost') return progressMsg.lost({ name });
  if (phase === 'settling') return settlingLine(event);
  const rolling = phase === 'rollout-awaited' || phase === 'rolling-out';
  const doing = (rolling ? awaits.nextDoing : undefined) ?? awaits.doing;
  const time = since === undefined || looked === undefined ? undefined : timeText(shownTime(looked - since));
  return time === undefined ? progressMsg.running({ name, doing }) : progressMsg.runningFor({ name, doing, time });
}

function settlingLine({ name, status, reading }: FollowedEvent): Text {
  if (!status || status.kind === 'unknown') return progressMsg.settlingUnread({ name });
  const words = { name, status: status.words };
  if (reading?.shows === 'reached') return progressMsg.settled(words);
  return reading?.shows === 'contrary' ? progressMsg.contrary(words) : progressMsg.settling(words);
}

/** Returns a duration's text; undefined for less than ten seconds. */
function timeText(ms: number): Text | undefined {
  if (ms === 0) return undefined;
  return ms < 60_000 ? progressMsg.seconds({ count: ms / 1_000 }) : progressMsg.minutes({ count: ms / 60_000 });
}

function elsewhere({ name, elsewhere: others = [] }: FollowedEvent): readonly Text[] {
  return others.map(({ what, by }) =>
    by === undefined ? progressMsg.elsewhere({ name, what }) : progressMsg.elsewhereBy({ name, what, by }),
  );
}
