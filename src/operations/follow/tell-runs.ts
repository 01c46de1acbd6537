import { isSameJson } from '../../core/defined.ts';
import { hasFailed, isOver } from '../../core/runs/followed-run.ts';
import { seenWithin } from '../../core/runs/run-parts.ts';
import type { RunKind } from '../../core/runs/runs-of.ts';
import type { Follow, FollowedComponent, RunLine, RunMessage, TrackedRun } from './stored-follow.ts';
import { canBeTold } from './take-in.ts';

/** Runs of one starter that begin so close to each other share a message, in ms. */
const together = 20_000;
/** What ended longer ago is only counted, in ms. */
const toldFor = 60 * 60_000;
/** More lines make a message that nobody reads. */
const mostLines = 30;

const deploys: readonly RunKind[] = ['deploy', 'upgrade', 'rollback'];

/** Where runs are told. */
export interface Telling {
  readonly follows: readonly Follow[];
  /** Those that aren't finished, of this app. */
  readonly messages: readonly RunMessage[];
  /** The images of the app's components, by their ids. */
  readonly images: ReadonlyMap<string, string>;
}

/** What telling comes to: the component with what was told of it, the messages that changed, and what is only counted. */
export interface ToldRuns {
  readonly component: FollowedComponent;
  readonly messages: readonly RunMessage[];
  readonly missed: readonly { readonly follow: Follow; readonly hasFailed: boolean }[];
}

/** Puts each run of a component into the message of each channel that follows it. Pure. @param now epoch ms */
export function tellRuns(component: FollowedComponent, telling: Telling, now: number): ToldRuns {
  const changed = new Map<string, RunMessage>();
  const missed: ToldRuns['missed'][number][] = [];
  const runs = component.runs.map((run): TrackedRun => {
    if (!canBeTold(run)) return run;
    const told = { ...run.told };
    const line = runLineOf(component, run, telling);
    for (const shown of Object.values(told)) {
      const message = changed.get(shown) ?? telling.messages.find(({ id }) => id === shown);
      const next = message && withRunLine(message, line);
      if (next) changed.set(next.id, next);
    }
    for (const follow of telling.follows) {
      if (told[follow.channel] !== undefined) continue;
      const others = telling.messages.filter(({ id }) => !changed.has(id));
      const step = tellOne(line, run, follow, [...others, ...changed.values()], now);
      if (step.told !== undefined) told[follow.channel] = step.told;
      if (step.message) changed.set(step.message.id, step.message);
      if (step.missed) missed.push({ follow, hasFailed: hasFailed(run.report) });
    }
    return { ...run, told };
  });
  return { component: { ...component, runs }, messages: [...changed.values()], missed };
}

function runLineOf(
  { component, name }: FollowedComponent,
  { report, line, card, frozen }: TrackedRun,
  { images }: Telling,
): RunLine {
  const image = images.get(component);
  return {
    component,
    name,
    report,
    image,
    line,
    ...(card?.link !== undefined ? { card: card.link } : {}),
    ...(!card && frozen ? { frozen } : {}),
  };
}

/**
 * A message with what is known of one of its runs now; undefined where nothing of it has changed. The image and the name
 * of a component change with later runs, too: these don't change what is said of this one.
 */
function withRunLine(message: RunMessage, line: RunLine): RunMessage | undefined {
  const shown = message.lines.find(({ report }) => report.id === line.report.id);
  const parts = ({ report, line: cause, card, frozen }: RunLine) => [report, cause, card, frozen];
  if (!shown || isSameJson(parts(shown), parts(line))) return undefined;
  return { ...message, lines: message.lines.map((each) => (each === shown ? line : each)) };
}

/** Not shown in that channel, and never will be. */
const notShown = '-';

interface OneTold {
  readonly told?: string;
  readonly message?: RunMessage;
  readonly missed?: true;
}

/** Tells a channel of a run for the first time, where it is worth it. */
function tellOne(
  line: RunLine,
  run: TrackedRun,
  follow: Follow,
  messages: readonly RunMessage[],
  now: number,
): OneTold {
  const { report, card } = run;
  if (!follows(follow, line.component, run) || card?.channel === follow.channel) return {};
  if (isOver(report) && (report.ended ?? report.began) <= follow.at) return { told: notShown };
  if (isOver(report) && (report.ended ?? report.began) < now - toldFor) return { told: notShown, missed: true };
  const joined = messages.find((message) => joins(message, follow, line));
  if (joined) return { told: joined.id, message: { ...joined, lines: [...joined.lines, line] } };
  const id = `${follow.channel}:${report.id}`;
  return {
    told: id,
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

/** Whether a channel is told of a run. What isn't worth telling yet may be later, when it fails. */
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
    message.lines.length < mostLines &&
    !message.lines.some((line) => line.component === component) &&
    !isFinished(message)
  );
}

/** Whether nothing of a message is expected to change any more. */
export function isFinished({ lines }: Pick<RunMessage, 'lines'>): boolean {
  return lines.every(({ report }) => isOver(report));
}
