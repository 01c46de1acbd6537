import { defined, isSameJson } from '../../core/defined.ts';
import { hasFailed, isOver } from '../../core/runs/followed-run.ts';
import { type RunKind, seenWithin } from '../../core/runs/runs-of.ts';
import type { ComponentSummary } from '../../platform/component/component-endpoints.ts';
import type { Follow, FollowedComponent, RunLine, RunMessage, TrackedRun } from './stored-follow.ts';
import { isReadyToPost } from './take-in.ts';

/** Runs of one starter that begin within this time share a message, in ms. */
const together = 20_000;
/** Runs that ended longer ago than this are only counted, not reported, in ms. */
const postedFor = 60 * 60_000;
const maxLines = 30;

const deploys: readonly RunKind[] = ['deploy', 'upgrade', 'rollback'];

export interface Telling {
  readonly follows: readonly Follow[];
  readonly messages: readonly RunMessage[];
  /** Components by id, as the platform lists them. */
  readonly summaries: ReadonlyMap<string, Pick<ComponentSummary, 'image' | 'serviceSource'>>;
}

/** A component with the message ids of its runs, the changed messages, and the runs that are only counted. */
export interface RunUpdate {
  readonly component: FollowedComponent;
  readonly messages: readonly RunMessage[];
  readonly missed: readonly { readonly follow: Follow; readonly hasFailed: boolean }[];
}

/** Adds each run of a component to the message of each channel that follows the run. @param now epoch ms */
export function tellRuns(component: FollowedComponent, telling: Telling, now: number): RunUpdate {
  const changed = new Map<string, RunMessage>();
  const missed: RunUpdate['missed'][number][] = [];
  const runs = component.runs.map((run): TrackedRun => {
    if (!isReadyToPost(run)) return run;
    const messageIds = { ...run.told };
    const line = runLineOf(component, run, telling);
    for (const shown of Object.values(messageIds)) {
      const message = changed.get(shown) ?? telling.messages.find(({ id }) => id === shown);
      const next = message && withRunLine(message, line);
      if (next) changed.set(next.id, next);
    }
    for (const follow of telling.follows) {
      if (messageIds[follow.channel] !== undefined) continue;
      const others = telling.messages.filter(({ id }) => !changed.has(id));
      const step = tellOne(line, run, follow, [...others, ...changed.values()], now);
      if (step.messageId !== undefined) messageIds[follow.channel] = step.messageId;
      if (step.message) changed.set(step.message.id, step.message);
      if (step.missed) missed.push({ follow, hasFailed: hasFailed(run.report) });
    }
    return { ...run, told: messageIds };
  });
  return { component: { ...component, runs }, messages: [...changed.values()], missed };
}

/** Sources of components that have an image, so that their builds only pull it (docs/platform.md#components). */
const ofImage: readonly string[] = ['docker_run', 'docker_image', 'docker_compose'];

function runLineOf(
  { component, name }: FollowedComponent,
  { report, line, card, frozen }: TrackedRun,
  { summaries }: Telling,
): RunLine {
  const { image, serviceSource = '' } = summaries.get(component) ?? {};
  return {
    component,
    name,
    report,
    image: image || undefined,
    isPulled: ofImage.includes(serviceSource) ? true : undefined,
    line,
    ...defined({ card: card?.link, requester: card?.by }),
    ...(!card && frozen ? { frozen } : {}),
  };
}

/** Returns the message with a run's new state; undefined if unchanged. Ignores name and image (of later runs). */
function withRunLine(message: RunMessage, line: RunLine): RunMessage | undefined {
  const shown = message.lines.find(({ report }) => report.id === line.report.id);
  const parts = ({ report, line: cause, card, requester, frozen }: RunLine) => [report, cause, card, requester, frozen];
  if (!shown || isSameJson(parts(shown), parts(line))) return undefined;
  const lines = message.lines.map((each) => (each === shown ? line : each));
  const { kind } = line.report;
  const isOfKind = lines.every(({ report }) => report.kind === kind);
  return { ...message, lines, ...(isOfKind ? { kind } : {}) };
}

/** The run isn't shown in that channel, now or later. */
const notShown = '-';

interface RunMessageStep {
  readonly messageId?: string;
  readonly message?: RunMessage;
  readonly missed?: true;
}

function tellOne(
  line: RunLine,
  run: TrackedRun,
  follow: Follow,
  messages: readonly RunMessage[],
  now: number,
): RunMessageStep {
  const { report, card } = run;
  if (!follows(follow, line.component, run) || card?.channel === follow.channel) return {};
  if (isOver(report) && (report.ended ?? report.began) <= follow.at) return { messageId: notShown };
  if (isOver(report) && (report.ended ?? report.began) < now - postedFor) return { messageId: notShown, missed: true };
  const joined = messages.find((message) => joins(message, follow, line));
  if (joined) return { messageId: joined.id, message: { ...joined, lines: [...joined.lines, line] } };
  const id = `${follow.channel}:${report.id}`;
  return {
    messageId: id,
    message: {
      id,
      channel: follow.channel,
      context: follow.context,
      kind: report.kind,
      began: report.began,
      lines: [line],
      reader: { lang: follow.by.lang, zone: follow.by.zone },
      by: report.by,
      isLate: now - (report.ended ?? report.began) > seenWithin ? true : undefined,
    },
  };
}

/** Checks whether a channel follows a run. A run that doesn't match now may match later, if the run fails. */
function follows({ components, only }: Follow, component: string, { report }: TrackedRun): boolean {
  if (components && !components.some(({ id }) => id === component)) return false;
  if (only === 'failures') return hasFailed(report);
  return only === 'all' || deploys.includes(report.kind);
}

function joins(message: RunMessage, { channel }: Follow, { component, report }: RunLine): boolean {
  return (
    message.channel === channel &&
    message.kind === report.kind &&
    message.by === report.by &&
    Math.abs(message.began - report.began) <= together &&
    message.lines.length < maxLines &&
    !message.lines.some((line) => line.component === component) &&
    !isFinished(message)
  );
}

export function isFinished({ lines }: Pick<RunMessage, 'lines'>): boolean {
  return lines.every(({ report }) => isOver(report));
}
