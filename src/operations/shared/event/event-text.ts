import { present } from '../../../core/defined.ts';
import { durationText } from '../../../core/text/duration-messages.ts';
import { maskSecrets } from '../../../core/text/mask-secrets.ts';
import { shortened } from '../../../core/text/shortened.ts';
import { join, type Text, verbatim } from '../../../core/text/text.ts';
import type { ComponentEvent } from '../../../platform/event/event-endpoints.ts';
import { wordsFor } from '../component/component-format.ts';
import { eventTextMsg } from './event-text-messages.ts';

/**
 * Outcome of an event. `noEnd`: the event began long ago and has no end yet, because the platform stores the end only
 * at the component's next operation (docs/platform.md#events). `noted`: the event can't fail, for example a recovery.
 */
type EventOutcome =
  | 'running'
  | 'noEnd'
  | 'succeeded'
  | 'failed'
  | 'timedOut'
  | 'ongoing'
  | 'over'
  | 'noted'
  | 'unclear';

/** Time after which an event without an end has probably failed, in ms. */
const longestEvent = 60 * 60_000;
/** Time limit of a port's event, in ms. Only a failed region delays its end (docs/platform.md#opening-and-closing). */
const longestOfPort = 3 * 60_000;

/** @param now epoch ms */
export function eventOutcome(event: ComponentEvent, now: number): EventOutcome {
  const { target, optType, status, finalStatus } = event;
  if (target === 'pod') {
    if (optType === 'AbnormalRecovery' || optType === 'HealthCheckPassed') return 'noted';
    // A normal start with a readiness probe also reports this immediately (docs/platform.md#pod-events).
    if (optType === 'ReadinessUnhealthy' || optType === 'INITIATING') return 'noted';
    if (finalStatus === 'empty' || finalStatus === 'running') return 'ongoing';
    if (finalStatus === 'emptycomplete' || finalStatus === 'complete') return 'over';
    return finalStatus === '' ? 'ongoing' : 'unclear';
  }
  // Set if the next operation finds the event running. The real end overwrites it (docs/platform.md#event-states).
  if (finalStatus === 'timeout') return 'noEnd';
  if (status === 'timeout') return 'timedOut';
  if (status === 'failure') return 'failed';
  if (status === 'success') return 'succeeded';
  if (finalStatus || status) return 'unclear';
  const began = eventStart(event);
  const longest = /^handle-service-\w+port$/.test(optType) ? longestOfPort : longestEvent;
  return began !== undefined && now - began > longest ? 'noEnd' : 'running';
}

/** Checks whether an event may have a useful log (docs/platform.md#builds-and-deploys); pods and ports have none. */
export function hasUsefulLog({ target, optType, status }: ComponentEvent): boolean {
  return target !== 'pod' && !optType.startsWith('handle-service-') && (optType !== 'upgrade' || status !== 'success');
}

const events = wordsFor<() => Text>({
  'start-service': eventTextMsg.start,
  'stop-service': eventTextMsg.stop,
  'restart-service': eventTextMsg.restart,
  'upgrade-service': eventTextMsg.upgrade,
  /** The platform starts an upgrade after a build. */
  upgrade: eventTextMsg.upgrade,
  'source-scan': eventTextMsg.sourceScan,
  'build-service': eventTextMsg.build,
  'rollback-service': eventTextMsg.rollback,
  'horizontal-service': eventTextMsg.horizontal,
  'vertical-service': eventTextMsg.vertical,
  'create-service': eventTextMsg.create,
  'update-service': eventTextMsg.update,
  'delete-service': eventTextMsg.delete,
  'handle-service-outerport': eventTextMsg.outerAccess,
  'handle-service-innerport': eventTextMsg.innerAccess,
  AbnormalRecovery: eventTextMsg.recovered,
  HealthCheckPassed: eventTextMsg.healthy,
  INITIATING: eventTextMsg.initiating,
  Unschedulable: eventTextMsg.unschedulable,
  ImagePullBackOff: eventTextMsg.imagePull,
  CreateContainerConfigError: eventTextMsg.containerConfig,
  ContainerExitError: eventTextMsg.containerExit,
  Evicted: eventTextMsg.evicted,
  OOMKilled: eventTextMsg.oomKilled,
  CrashLoopBackOff: eventTextMsg.crashLoop,
  AbnormalExited: eventTextMsg.exited,
  LivenessProbeFailed: eventTextMsg.livenessFailed,
  ReadinessProbeFailed: eventTextMsg.readinessFailed,
  ReadinessUnhealthy: eventTextMsg.notReady,
  StartupProbeFailure: eventTextMsg.startupFailed,
  LivenessRestart: eventTextMsg.livenessRestart,
});

const parts = wordsFor<() => Text>({
  env: eventTextMsg.env,
  port: eventTextMsg.port,
  volume: eventTextMsg.volume,
  probe: eventTextMsg.probe,
});
const changes = wordsFor({ add: eventTextMsg.add, update: eventTextMsg.change, delete: eventTextMsg.remove });

const accesses = {
  open: wordsFor({
    'handle-service-outerport': eventTextMsg.openOuter,
    'handle-service-innerport': eventTextMsg.openInner,
  }),
  close: wordsFor({
    'handle-service-outerport': eventTextMsg.closeOuter,
    'handle-service-innerport': eventTextMsg.closeInner,
  }),
};

export function whatOf({
  optType,
  access,
}: Pick<ComponentEvent, 'optType'> & Partial<Pick<ComponentEvent, 'access'>>): Text {
  const text = (access && accesses[access].get(optType)) ?? events.get(optType);
  if (text) return text();
  const [, verb = '', noun = ''] = /^([a-z]+)-service-([a-z]+)$/.exec(optType) ?? [];
  const [change, what] = [changes.get(verb), parts.get(noun)];
  return change && what ? change({ what: what() }) : eventTextMsg.other({ type: optType });
}

export function eventStart({ startedAt, createdAt }: ComponentEvent): number | undefined {
  return startedAt ?? createdAt;
}

function outcomeText(outcome: EventOutcome): Text {
  return eventTextMsg[outcome]();
}

/** Returns the platform user who started an event, or undefined if the platform started it. */
export function eventPerson({ userName }: ComponentEvent): string | undefined {
  return userName && userName !== 'system' ? userName : undefined;
}

const longestMessage = 200;

interface EventAlso {
  /** How often the event is listed. */
  readonly repeats?: Text | undefined;
  /** The person who asked Portolan for it. The platform names Portolan's own user. */
  readonly requester?: string | undefined;
}

/**
 * Formats an event in two lines: outcome and type, then time, duration, person, the platform's message, and `repeats`.
 */
export function eventLines(event: ComponentEvent, now: number, { repeats, requester }: EventAlso = {}): Text {
  const outcome = eventOutcome(event, now);
  const head = eventTextMsg.head({ outcome: outcomeText(outcome), what: podText(event) });
  return join([head, join(present([...eventDetails(event, outcome, now, requester), repeats]), ' · ')], '\n');
}

function eventDetails(
  event: ComponentEvent,
  outcome: EventOutcome,
  now: number,
  requester: string | undefined,
): readonly Text[] {
  const message = maskSecrets(event.message ?? '').trim();
  const person = eventPerson(event);
  return [
    startText(event),
    ...lengthText(event, outcome, now),
    requester === undefined ? personText(person, outcome) : eventTextMsg.byPortolan({ who: requester }),
    ...(message === '' ? [] : [saidText(message)]),
    ...(event.target === 'pod' ? [] : [verbatim(event.eventId.slice(0, 8))]),
  ];
}

/** Returns the platform's message literally, with its meaning if it is the known Chinese one. */
function saidText(message: string): Text {
  const says = message === eventTextMsg.imagePull.zh({}) ? eventTextMsg.saidPull : eventTextMsg.said;
  return says({ text: shortened(message, longestMessage) });
}

function personText(person: string | undefined, outcome: EventOutcome): Text {
  if (person !== undefined) return verbatim(person);
  return outcome === 'over' ? eventTextMsg.closed() : eventTextMsg.platform();
}

function podText(event: ComponentEvent): Text {
  const what = whatOf(event);
  return event.target === 'pod' && event.targetId ? eventTextMsg.ofPod({ what, pod: event.targetId }) : what;
}

function lengthText(event: ComponentEvent, outcome: EventOutcome, now: number): readonly Text[] {
  const began = eventStart(event);
  if (event.target === 'pod' || began === undefined) return [];
  if (outcome === 'running' && now >= began) return [eventTextMsg.since({ time: durationText(now - began) })];
  if (event.endedAt === undefined || event.endedAt < began) return [];
  return [eventTextMsg.took({ time: durationText(event.endedAt - began) })];
}

function startText(event: ComponentEvent): Text {
  const began = eventStart(event);
  return began === undefined ? eventTextMsg.noTime() : eventTextMsg.moment({ when: { at: began } });
}

export function eventOption(event: ComponentEvent, now: number): Text {
  const outcome = outcomeText(eventOutcome(event, now));
  return eventTextMsg.option({ what: whatOf(event), outcome, when: startText(event) });
}
