import type { Proposal } from '../../core/command/problem.ts';
import type { RunReport } from '../../core/runs/followed-run.ts';
import type { RunKind } from '../../core/runs/runs-of.ts';
import { durationText, shortDurationText } from '../../core/text/duration-messages.ts';
import { join, type Text, verbatim } from '../../core/text/text.ts';
import { whatOf } from '../shared/event/event-text.ts';
import { msg } from './following-messages.ts';
import type { RunLine, RunMessage } from './stored-follow.ts';

const kinds: Readonly<Record<RunKind, () => Text>> = {
  deploy: msg.kindDeploy,
  upgrade: msg.kindUpgrade,
  rollback: msg.kindRollback,
  start: msg.kindStart,
  stop: msg.kindStop,
  restart: msg.kindRestart,
  scale: msg.kindScale,
  resize: msg.kindResize,
};

/** Users of events that a webhook began (docs/platform.md#events). */
const webhooks: readonly string[] = ['Webhook', 'WebAPI', 'ImageWebhook'];

/** Who started a run: undefined for the platform itself. Any other name may be a stranger's text. */
export function starterText(by: string | undefined): Text | undefined {
  if (by === undefined) return undefined;
  return webhooks.includes(by) ? msg.webhook() : verbatim(by);
}

/** More names than these make a title that nobody reads. */
const mostNames = 3;

/** What a message is about: `Deploy web · tom`. */
export function runsTitle({ kind, lines, by }: RunMessage): Text {
  const names = join(
    lines.map(({ name }) => verbatim(name)),
    ', ',
  );
  const title =
    lines.length <= mostNames
      ? msg.titleOf({ kind: kinds[kind](), names })
      : msg.titleMany({ kind: kinds[kind](), count: lines.length });
  const starter = starterText(by);
  return starter ? msg.byWhom({ title, by: starter }) : title;
}

/** How far a run is, or how it ended. */
export function runStateText(report: RunReport): Text {
  const took = report.took === undefined ? undefined : shortDurationText(report.took);
  const built = report.built === undefined ? undefined : shortDurationText(report.built);
  if (report.idle) return msg.idle();
  switch (report.state) {
    case 'scanning':
      return msg.scanning();
    case 'building':
      return msg.building();
    case 'rolling-out':
      return built ? msg.rollingOutAfter({ built }) : msg.rollingOut();
    case 'working':
      return msg.working();
    case 'running':
      if (!took) return msg.running();
      return built ? msg.runningBuilt({ took, built }) : msg.runningAfter({ took });
    case 'done':
      return took ? msg.doneAfter({ took }) : msg.done();
    case 'built':
      return built ? msg.onlyBuiltAfter({ built }) : msg.onlyBuilt();
    case 'failed':
      return failureText(report);
    case 'unknown':
      return msg.unknown();
    case 'replaced':
      return msg.replaced();
    case 'gone':
      return msg.gone();
  }
}

function failureText({ failedAt, status, kind }: RunReport): Text {
  switch (failedAt) {
    case 'scan':
      return msg.failedScan();
    case 'build':
      return msg.failedBuild();
    case 'rollout':
      return msg.failedRollout();
    case 'status':
      if (kind === 'stop') return msg.failedStatus({ status: msg.stillRunning() });
      if (status === 'degraded') return msg.failedStatus({ status: msg.degraded() });
      return msg.failedStatus({ status: status === 'stopped' ? msg.stoppedStatus() : msg.abnormal() });
    default:
      return msg.failedWork();
  }
}

/** Why a run failed: the line of its log that matters, what its pods went through, or what the platform says. */
export function causeText({ report, line }: RunLine): Text | undefined {
  if (report.state !== 'failed') return undefined;
  if (line !== undefined) return verbatim(line);
  const said = report.said === undefined || report.said === '' ? undefined : verbatim(report.said);
  if (report.trouble === undefined) return said;
  const what = whatOf({ optType: report.trouble });
  return said ? msg.causeIs({ what, text: said }) : what;
}

/** How late something may be seen, in words. */
export function lateText(recent: number, quiet: number): Text {
  return msg.late({ recent: durationText(recent), quiet: durationText(quiet) });
}

/** The button below a message that shows what its runs went through. */
export function detailsButton({ id }: RunMessage): Proposal {
  return { label: msg.details(), operation: 'follow.details', given: { message: [id] } };
}

/** The button that shows the log of what failed. */
export function logButton({ component, name, report }: RunLine, { lines }: RunMessage): Proposal {
  const label = lines.length === 1 ? msg.log() : msg.logOf({ name });
  return { label, operation: 'component.log', given: { component: [component], event: [report.event] } };
}
