import { StoredText } from '../../../core/request/plan.ts';
import { lastTrouble } from '../../../core/runs/component-run.ts';
import { isFailure, rememberEvents, type SeenEvent } from '../../../core/runs/seen-event.ts';
import { roughDurationText } from '../../../core/text/duration-messages.ts';
import { type Text, verbatim } from '../../../core/text/text.ts';
import type { ComponentEvent } from '../../../platform/event/event-endpoints.ts';
import { understoodEvent } from '../../../platform/event/understood-event.ts';
import { plain } from '../../operation-catalog.ts';
import { eventStart, whatOf } from './event-text.ts';
import { eventTextMsg } from './event-text-messages.ts';

const minute = 60_000;
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
export function troubleText(...given: Parameters<typeof troubleIn>): Text | undefined {
  return troubleIn(...given)?.why;
}

interface TroubleReason {
  readonly why: Text;
  /** The platform's term. */
  readonly type: string;
  /** The event of a failed operation; undefined if it is of a pod. */
  readonly event?: string;
  /** The pod that it happened to, and when, epoch ms. */
  readonly died?: { readonly pod: string; readonly at: number };
}

/** Same as `troubleText`, with the platform's term and the pod. */
export function troubleIn(
  events: readonly ComponentEvent[],
  now: number,
  since = 0,
  until = Number.POSITIVE_INFINITY,
): TroubleReason | undefined {
  const recent = rememberEvents([], events.map(understoodEvent), now).filter(
    ({ type, since: at = now }) => at >= since && at <= until && type !== 'build-service',
  );
  const pods = recent.filter(({ pod }) => pod !== undefined);
  const trouble = lastTrouble({ pods, others: [] });
  const last = recent.findLast(({ pod }) => pod === undefined);
  const cause = trouble ?? (last && isFailure(last) ? last : undefined);
  if (!cause) return undefined;
  const { id, type, pod, since: at } = cause;
  const why = causeText(cause);
  if (pod === undefined) return { why, type, event: id };
  return { why, type, died: at === undefined ? undefined : { pod, at } };
}

/**
 * Same as `troubleText`, for a change that doesn't end. A pod that isn't ready is harmless at a normal start, but it is
 * a reason then.
 */
export function stuckText(events: readonly ComponentEvent[], now: number, since = 0): Text | undefined {
  const isUnready = ({ pod, state, since: at = now }: SeenEvent) =>
    pod !== undefined && state !== 'succeeded' && at >= since;
  const last = rememberEvents([], events.map(understoodEvent), now).findLast(isUnready);
  return troubleText(events, now, since) ?? (last && causeText(last));
}

function causeText({ type, pod, said }: SeenEvent): Text {
  const what = whatOf({ optType: type });
  const named = pod === undefined ? eventTextMsg.hasFailed({ what }) : eventTextMsg.named({ what, reason: type });
  const news = said === undefined ? '' : newsIn(said, `${plain(what, 'en')} ${type} ${pod ?? ''}`);
  return news === '' ? named : eventTextMsg.saying({ what: named, said: verbatim(news) });
}

/** Words that every event can have. */
const commonWords = ['a', 'the', 'is', 'was', 'has', 'been', 'container', 'pod'];

/** Returns a line of the platform without the part before a colon that says only the reason again. */
function newsIn(line: string, reason: string): string {
  const [, first = '', rest = ''] = /^([^:]+): (.+)$/s.exec(line) ?? [];
  if (rest !== '' && !saysMore(first, reason)) return newsIn(rest, reason);
  return saysMore(line, reason) ? line : '';
}

/** Returns whether a line of the platform has a word that the reason doesn't have. */
function saysMore(line: string, reason: string): boolean {
  const known = new Set([...commonWords, ...wordsOf(reason)]);
  return wordsOf(line).some((word) => !known.has(word));
}

/** Splits also names such as `OOMKilled` and `LivenessProbeFailed`. */
function wordsOf(text: string): readonly string[] {
  const words = text.match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?[^\P{L}\p{Lu}]+|\p{N}+/gu) ?? [];
  return words.map((word) => word.toLowerCase());
}

/**
 * Returns how often the platform lists an event of a component's pods, in the time since the first one; undefined if
 * only once. It may have happened more often: old pods leave no events (docs/platform.md#pod-events).
 * @param until ignores later events, epoch ms
 */
export function repeatsText(events: readonly ComponentEvent[], type: string, until: number): Text | undefined {
  const starts = startsOf(events, type, until);
  if (starts.length < 2) return undefined;
  const [first, last] = [Math.min(...starts), Math.max(...starts)];
  // As the times are shown, which are cut to minutes.
  const minutes = (Math.floor(last / minute) - Math.floor(first / minute)) * minute;
  return eventTextMsg.repeats({
    count: starts.length,
    length: roughDurationText(minutes > 0 ? minutes : last - first),
  });
}

/** Returns when the events of a type began in a component's pods, epoch ms. @param until ignores later events, epoch ms */
export function startsOf(events: readonly ComponentEvent[], type: string, until: number): readonly number[] {
  return events.flatMap((event) => {
    const start = event.target === 'pod' && event.optType === type ? eventStart(event) : undefined;
    return start !== undefined && start <= until ? [start] : [];
  });
}
