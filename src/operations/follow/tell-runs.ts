import { hasFailed, isOver } from '../../core/runs/followed-run.ts';
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
  /** Whether everyone may read a channel, for the link to a card. */
  readonly isPublic: (channel: string) => boolean;
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
    for (const follow of telling.follows) {
      const messages = telling.messages.map((each) => changed.get(each.id) ?? each);
      const all = [...messages, ...[...changed.values()].filter(({ id }) => !messages.some((each) => each.id === id))];
      const step = tellOne(component, run, follow, { ...telling, messages: all }, now);
      if (step.told !== undefined) told[follow.channel] = step.told;
      if (step.message) changed.set(step.message.id, step.message);
      if (step.missed) missed.push({ follow, hasFailed: hasFailed(run.report) });
    }
    return { ...run, told };
  });
  return { component: { ...component, runs }, messages: [...changed.values()], missed };
}

/** Not shown in that channel, and never will be. */
const notShown = '-';

interface OneTold {
  readonly told?: string;
  readonly message?: RunMessage;
  readonly missed?: true;
}

function tellOne(
  component: FollowedComponent,
  run: TrackedRun,
  follow: Follow,
  { messages, images, isPublic }: Telling,
  now: number,
): OneTold {
  const { report, card } = run;
  const shown = run.told[follow.channel];
  if (shown === notShown) return {};
  const image = images.get(component.component);
  const line: RunLine = {
    component: component.component,
    name: component.name,
    report,
    ...(image === undefined ? {} : { image }),
    ...(run.line === undefined ? {} : { line: run.line }),
    ...(card?.link !== undefined && isPublic(card.channel) ? { card: card.link } : {}),
  };
  if (shown !== undefined) {
    const message = messages.find(({ id }) => id === shown);
    const lines = message?.lines.map((each) => (each.report.id === report.id ? line : each));
    return message && lines && !isSame(lines, message.lines) ? { message: { ...message, lines } } : {};
  }
  if (!follows(follow, component.component, run) || card?.channel === follow.channel) return {};
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
      ...(report.by === undefined ? {} : { by: report.by }),
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

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
