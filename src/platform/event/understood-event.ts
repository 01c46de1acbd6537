import type { SeenEvent } from '../../core/runs/seen-event.ts';
import { maskSecrets } from '../../core/text/mask-secrets.ts';
import type { ComponentEvent } from './event-endpoints.ts';

const longestSaid = 200;

/** docs/platform.md#event-states, docs/platform.md#pod-events */
export function understoodEvent(event: ComponentEvent): SeenEvent {
  const { eventId: id, optType: type, target, targetId, userName, message, endedAt: ended } = event;
  const since = event.startedAt ?? event.createdAt;
  const pod = target === 'pod' ? (targetId ?? '') : undefined;
  const isPlatform = userName === undefined || userName === '' || userName === 'system';
  const said = maskSecrets(message ?? '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, longestSaid)
    .toWellFormed();
  return {
    id,
    type,
    state: pod === undefined ? componentEventState(event) : podEventState(event),
    overdue: pod === undefined && event.finalStatus === 'timeout' ? true : undefined,
    since,
    ended,
    ...(isPlatform ? {} : { by: userName }),
    pod,
    ...(said === '' ? {} : { said }),
  };
}

/** Treats the final status `timeout` as running, because the real end replaces it. The status `timeout` is an end. */
function componentEventState({ status, finalStatus }: ComponentEvent): SeenEvent['state'] {
  if (finalStatus === undefined || finalStatus === '' || finalStatus === 'timeout') return 'running';
  if (status === 'timeout') return 'timed-out';
  return status === 'success' ? 'succeeded' : 'failed';
}

function podEventState({ status, finalStatus }: ComponentEvent): SeenEvent['state'] {
  if (finalStatus === 'running') return 'running';
  if (finalStatus === 'emptycomplete' || finalStatus === 'complete') return 'succeeded';
  return status === 'success' ? 'succeeded' : 'failed';
}
