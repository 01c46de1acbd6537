import type { Text } from '../../text/text.ts';
import type { Awaited } from '../plan.ts';
import { msg } from './follow-messages.ts';
import { type FollowedEvent, hasFailed } from './followed-event.ts';

/** What a component's event failed at, and why; undefined where it didn't fail. */
export function failureText(event: FollowedEvent, awaits: Awaited | undefined): Text | undefined {
  if (!hasFailed(event)) return undefined;
  const what = whatFailed(event, awaits);
  return event.cause ? msg.because({ what, cause: event.cause }) : what;
}

function whatFailed({ name, state, phase, status }: FollowedEvent, awaits: Awaited | undefined): Text {
  if (state === 'timed-out') return msg.timedOut({ name });
  if (state === 'missing') return msg.missing({ name });
  if (phase === 'contrary' && status) return msg.contrary({ name, status: status.words });
  if (phase === 'rolling-out') return msg.rolloutFailed({ name });
  return phase === 'working' && awaits?.next ? msg.buildFailed({ name }) : msg.failed({ name });
}

/** The components that are down although they shouldn't be: what people have to know first. */
export function downTexts(events: readonly FollowedEvent[], awaits: Awaited | undefined): readonly Text[] {
  if (awaits?.promises === 'stopped') return [];
  return events.flatMap(({ name, status, was }) => {
    if (!status || (awaits?.promises === 'kept' && status.kind === was)) return [];
    const { kind, words } = status;
    if (kind === 'degraded') return [msg.partlyDownNow({ name, status: words })];
    return kind === 'stopped' || kind === 'abnormal' ? [msg.downNow({ name, status: words })] : [];
  });
}
