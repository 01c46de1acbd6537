import { followMsg } from '../../core/request/events/follow-messages.ts';
import { hasFailed, type RunReport } from '../../core/runs/followed-run.ts';
import type { RunKind } from '../../core/runs/runs-of.ts';
import { durationText, shortDurationText } from '../../core/text/duration-messages.ts';
import { verbatimList } from '../../core/text/joined.ts';
import { type Text, verbatim } from '../../core/text/text.ts';
import { whatOf } from '../shared/event/event-text.ts';
import { eventTextMsg } from '../shared/event/event-text-messages.ts';
import { followingMsg } from './following-messages.ts';
import type { RunLine, RunMessage } from './stored-follow.ts';

const kinds: Readonly<Record<RunKind, () => Text>> = {
  deploy: followingMsg.kindDeploy,
  upgrade: followingMsg.kindUpgrade,
  rollback: followingMsg.kindRollback,
  start: followingMsg.kindStart,
  stop: followingMsg.kindStop,
  restart: followingMsg.kindRestart,
  scale: followingMsg.kindScale,
  resize: followingMsg.kindResize,
};

/** User names of events that a webhook started (docs/platform.md#events). */
const webhooks: readonly string[] = ['Webhook', 'WebAPI', 'ImageWebhook'];

/** Returns the starter's name, or undefined if the platform started the run. Unknown names are untrusted: verbatim. */
export function starterText(by: string | undefined, webhook = followingMsg.webhookAlone()): Text | undefined {
  if (by === undefined) return undefined;
  return webhooks.includes(by) ? webhook : verbatim(by);
}

const maxNames = 3;

/** Returns the person who asked Portolan for all runs of a message, if Portolan did them for one person. */
export function requesterText(lines: readonly RunLine[]): Text | undefined {
  const [who, ...others] = new Set(lines.map(({ requester }) => requester));
  return who === undefined || others.length > 0 ? undefined : eventTextMsg.byPortolan({ who });
}

/** Returns a title such as `Deploy web · tom`. */
export function runsTitle({ kind, lines, by }: RunMessage): Text {
  const names = verbatimList(lines.map(({ name }) => name));
  const title =
    lines.length <= maxNames
      ? followingMsg.titleOf({ kind: kinds[kind](), names })
      : followingMsg.titleMany({ kind: kinds[kind](), count: lines.length });
  const starter = requesterText(lines) ?? starterText(by, followingMsg.webhook());
  return starter ? followingMsg.byWhom({ title, by: starter }) : title;
}

export function lengthsOf(report: RunReport): { readonly took: Text | undefined; readonly built: Text | undefined } {
  const { took, built, isTookAbout, isBuiltAbout } = report;
  return { took: lengthText(took, isTookAbout), built: lengthText(built, isBuiltAbout) };
}

function lengthText(length: number | undefined, isAbout: true | undefined): Text | undefined {
  if (length === undefined) return undefined;
  const time = shortDurationText(length);
  return isAbout ? followingMsg.about({ time }) : time;
}

export function runStateText({
  report,
  isPulled,
  requester,
}: Pick<RunLine, 'report' | 'isPulled' | 'requester'>): Text {
  const { took, built } = lengthsOf(report);
  // The card of a request counts until the status was confirmed, and two lengths of one run would contradict each other.
  const isOwn = requester !== undefined;
  if (report.idle) return followingMsg.idle();
  switch (report.state) {
    case 'scanning':
      return followingMsg.scanning();
    case 'building':
      return isPulled ? followingMsg.pulling() : followingMsg.building();
    case 'rolling-out':
      return built ? followingMsg.rollingOutAfter({ built }) : followingMsg.rollingOut();
    case 'working':
      return followingMsg.working();
    case 'running':
      if (!took || isOwn) return followingMsg.running();
      return built ? followingMsg.runningBuilt({ took, built }) : followingMsg.runningAfter({ took });
    case 'done':
      return took && !isOwn ? followingMsg.doneAfter({ took }) : followingMsg.done();
    case 'built':
      return built ? followingMsg.onlyBuiltAfter({ built }) : followingMsg.onlyBuilt();
    case 'failed': {
      const failed = isPulled && report.failedAt === 'build' ? followingMsg.failedPull() : failureText(report);
      const state = took ? followingMsg.failedAfter({ state: failed, took }) : failed;
      return report.failedAt === 'status' ? statusFailureText(state, report) : state;
    }
    case 'unknown':
      return report.trouble === undefined ? followingMsg.unknown() : followingMsg.unknownBlocked();
    case 'replaced':
      return followingMsg.replaced();
    case 'gone':
      return followingMsg.gone();
  }
}

function failureText({ failedAt }: RunReport): Text {
  return failures[failedAt ?? 'work']();
}

/** Adds to a failure that the status shows, and no event, what the component does instead. */
function statusFailureText(failed: Text, { status, kind }: RunReport): Text {
  if (kind === 'stop') return followingMsg.failedStatus({ failed, status: followingMsg.stillRunning() });
  if (status === 'moving') return followingMsg.failedBlocked({ failed });
  if (status === 'degraded') return followingMsg.failedStatus({ failed, status: followingMsg.degraded() });
  const shown = status === 'stopped' ? followingMsg.stoppedStatus() : followingMsg.abnormal();
  return followingMsg.failedStatus({ failed, status: shown });
}

const failures = {
  scan: followingMsg.failedScan,
  build: followingMsg.failedBuild,
  rollout: followingMsg.failedRollout,
  work: followingMsg.failedWork,
  status: followingMsg.failedWork,
};

/** Checks whether the version before a failed run keeps running. */
export function keepsRunning({ state, failedAt, status }: RunReport): boolean {
  return state === 'failed' && (failedAt === 'scan' || failedAt === 'build') && status === 'running';
}

/** Checks whether a run failed, or hasn't ended because its pods can't run. */
export function isTroubled(report: RunReport): boolean {
  return hasFailed(report) || report.trouble !== undefined;
}

export function causeText({ report, line }: RunLine): Text | undefined {
  if (!isTroubled(report)) return undefined;
  if (line !== undefined) return verbatim(line);
  const said = report.said === undefined || report.said === '' ? undefined : verbatim(report.said);
  if (report.trouble === undefined) return said ?? (report.failedAt === 'rollout' ? followMsg.noReason() : undefined);
  const what = whatOf({ optType: report.trouble });
  return said ? followingMsg.causeIs({ what, text: said }) : what;
}

export function lateText({ recent, quiet }: { readonly recent: number; readonly quiet: number }): Text {
  return followingMsg.late({ recent: durationText(recent), quiet: durationText(quiet) });
}
