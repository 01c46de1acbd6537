import { StoredText } from '../../../core/request/plan.ts';
import { lastTrouble } from '../../../core/runs/component-run.ts';
import { isFailure, rememberEvents } from '../../../core/runs/seen-event.ts';
import { type Text, verbatim } from '../../../core/text/text.ts';
import type { ComponentEvent } from '../../../platform/event/event-endpoints.ts';
import { understoodEvent } from '../../../platform/event/understood-event.ts';
import { whatOf } from './event-text.ts';
import { eventTextMsg } from './event-text-messages.ts';

const details: ReadonlySet<string> = new Set([eventTextMsg.saying.key, eventTextMsg.named.key]);

/** Returns a reason only in Portolan's words: "out of memory", without what the platform calls it and says. */
export function briefReason(why: Text): Text {
  const what = details.has(why.key) ? StoredText.safeParse(why.with.what).data : undefined;
  return what ? briefReason(what) : why;
}

/**
 * Returns why a component has a problem: the last trouble of its pods in the platform's words, or the component's last
 * event if it failed. Ignores builds, because a failed build changes nothing that runs. Returns undefined if the events
 * don't show a reason.
 * @param since ignores earlier events, epoch ms @param until ignores later events, epoch ms
 */
export function troubleText(
  events: readonly ComponentEvent[],
  now: number,
  since = 0,
  until = Number.POSITIVE_INFINITY,
): Text | undefined {
  const recent = rememberEvents([], events.map(understoodEvent), now).filter(
    ({ type, since: at = now }) => at >= since && at <= until && type !== 'build-service',
  );
  const pods = recent.filter(({ pod }) => pod !== undefined);
  const trouble = lastTrouble({ pods, others: [] });
  const last = recent.findLast(({ pod }) => pod === undefined);
  const cause = trouble ?? (last && isFailure(last) ? last : undefined);
  if (!cause) return undefined;
  const what = whatOf({ optType: cause.type });
  const named = trouble ? eventTextMsg.named({ what, reason: cause.type }) : eventTextMsg.hasFailed({ what });
  return cause.said === undefined ? named : eventTextMsg.saying({ what: named, said: verbatim(cause.said) });
}
