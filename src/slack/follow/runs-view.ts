import type { AnyBlock } from '@slack/types';
import { placeText } from '../../core/command/context.ts';
import type { Proposal } from '../../core/command/problem.ts';
import { frozenText } from '../../core/policy/frozen-text.ts';
import { hasFailed, isOver } from '../../core/runs/followed-run.ts';
import { verbatimList } from '../../core/text/joined.ts';
import { join, type Text, verbatim } from '../../core/text/text.ts';
import { componentMsg } from '../../operations/component/component-messages.ts';
import { followingMsg } from '../../operations/follow/following-messages.ts';
import { causeText, isTroubled, keepsRunning, runStateText, runsTitle } from '../../operations/follow/run-text.ts';
import type { RunLine, RunMessage } from '../../operations/follow/stored-follow.ts';
import { isFinished } from '../../operations/follow/tell-runs.ts';
import { shortImage } from '../../operations/shared/component/component-format.ts';
import { contextText } from '../../operations/shared/place/known-contexts.ts';
import { writeButtonValue } from '../answer/request-button.ts';
import { actions, type ButtonLook, button, context, type Message, type Page, section } from '../blocks/blocks.ts';
import { messageText, mrkdwn } from '../blocks/mrkdwn.ts';
import { slackMsg } from '../interaction/slack-messages.ts';
import { runsMsg } from './runs-messages.ts';

const maxLogs = 4;

/** Draws the message about runs that began together: one line per run, or a single line after all have succeeded. */
export function runsMessage(message: RunMessage, page: Page): Message {
  const title = runsTitle(message);
  const [only, ...others] = message.lines;
  const single = others.length === 0 ? only : undefined;
  const state = single ? symbolText(single) : sumText(message);
  const troubled = message.lines.filter(({ report }) => isTroubled(report));
  const isShort = isFinished(message) && troubled.length === 0;
  const head = single || isShort ? runsMsg.oneLine({ title, state }) : runsMsg.title({ title });
  const lines =
    single || isShort ? [] : message.lines.map((line) => runsMsg.line({ name: line.name, state: symbolText(line) }));
  const text = join(
    [head, ...lines, ...causes(message, single), ...stillRunning(message), ...frozenLine(message)],
    '\n',
  );
  const blocks: AnyBlock[] = isShort
    ? [
        { ...section(text, page), accessory: button(detailsLook(message), page) },
        ...(message.isLate || message.lines.some(({ card }) => card) ? footer(message, page) : []),
      ]
    : [section(text, page), ...actions(runButtons(message, troubled, page)), ...footer(message, page)];
  return { text: messageText([mrkdwn(join([state, title], ' · '), page.lang, page)]), blocks };
}

function symbolText(line: RunLine): Text {
  const { report } = line;
  const state = runStateText(line);
  if (!isOver(report)) return runsMsg.pending({ state });
  if (hasFailed(report)) return runsMsg.bad({ state });
  return report.state === 'running' || report.state === 'done' ? runsMsg.good({ state }) : runsMsg.unclear({ state });
}

function sumText({ lines }: RunMessage): Text {
  const failed = lines.filter(({ report }) => hasFailed(report)).length;
  if (failed > 0) return runsMsg.bad({ state: runsMsg.someFailed({ failed, count: lines.length }) });
  const first = lines.find(({ report }) => !isOver(report)) ?? lines.find((line) => !endedWell(line));
  if (first) return symbolText(first);
  const states = new Set(lines.map(({ report }) => report.state));
  const last = lines.map(({ report }) => report).toSorted((one, other) => (other.took ?? 0) - (one.took ?? 0))[0];
  if (!last || states.size > 1 || lines.some(({ report }) => report.idle))
    return runsMsg.good({ state: runsMsg.allDone({ count: lines.length }) });
  // The latest run represents all runs. The build times are in the details.
  const { built: _, ...report } = last;
  return runsMsg.good({ state: runStateText({ report }) });
}

function endedWell({ report }: RunLine): boolean {
  return report.state === 'running' || report.state === 'done';
}

/** Returns one line about a freeze, even if several runs began in it. */
function frozenLine({ lines }: RunMessage): readonly Text[] {
  const frozen = lines.find((line) => line.frozen)?.frozen;
  return frozen ? [runsMsg.frozen({ why: frozenText(frozen) })] : [];
}

function causes({ lines }: RunMessage, single: RunLine | undefined): readonly Text[] {
  return lines.flatMap((line) => {
    const cause = causeText(line);
    if (!cause) return [];
    return [single ? runsMsg.cause({ cause }) : runsMsg.causeOf({ name: line.name, cause })];
  });
}

function stillRunning({ lines }: RunMessage): readonly Text[] {
  const names = lines.filter(({ report }) => keepsRunning(report)).map(({ name }) => name);
  return names.length === 0 ? [] : [runsMsg.keepsRunning({ names: verbatimList(names), count: names.length })];
}

function lookOf(proposal: Proposal, actionId: string, message: RunMessage): ButtonLook {
  const value = writeButtonValue({ ...proposal, in: placeText(message.context) });
  return { actionId, label: proposal.label, value };
}

function detailsLook(message: RunMessage): ButtonLook {
  return lookOf(detailsButton(message), 'show:details', message);
}

function detailsButton({ id }: RunMessage): Proposal {
  return { label: followingMsg.details(), operation: 'follow.details', given: { message: [id] } };
}

function runButtons(message: RunMessage, troubled: readonly RunLine[], page: Page) {
  const logs = troubled
    .slice(0, maxLogs)
    .map((line, index) => button(lookOf(causeButton(line, message), `show:log:${index}`, message), page));
  if (!isFinished(message)) return logs;
  const [only] =
    message.kind === 'deploy' && message.lines.length === 1 ? troubled.filter(({ report }) => hasFailed(report)) : [];
  return [...logs, ...(only ? [button(againLook(only, message), page)] : []), button(detailsLook(message), page)];
}

/** The plan of the same deploy opens, and is decided as every change. */
function againLook({ component }: RunLine, message: RunMessage): ButtonLook {
  const again = { label: slackMsg.tryAgain(), operation: 'component.deploy', given: { component: [component] } };
  return lookOf(again, 'plan:again', message);
}

/** Returns the button for the log of a failure, or for the component if only its status or its pods show the trouble. */
function causeButton({ component, name, report }: RunLine, { lines }: RunMessage): Proposal {
  if (report.failedAt === undefined || report.failedAt === 'status')
    return { label: componentMsg.showButton({ name }), operation: 'component.show', given: { component: [component] } };
  const label = lines.length === 1 ? followingMsg.log() : followingMsg.logOf({ name });
  return { label, operation: 'component.log', given: { component: [component], event: [report.event] } };
}

function footer(message: RunMessage, page: Page): readonly AnyBlock[] {
  const { lines, context: place } = message;
  const when = whenText(message);
  const images = Map.groupBy(
    lines.filter(({ image }) => image !== undefined),
    ({ image = '' }) => shortImage(image),
  );
  const cards = [...new Set(lines.flatMap(({ card }) => card ?? []))];
  const parts: readonly Text[] = [
    contextText(place),
    ...(when ? [when] : []),
    ...(images.size <= 3 ? [...images].map(([image, of]) => imageText(image, of)) : []),
    ...cards.slice(0, 3).map((link) => runsMsg.card({ link: { link, label: runsMsg.itsCard() } })),
  ];
  return [context(join(parts, ' · '), page)];
}

function imageText(image: string, of: readonly RunLine[]): Text {
  return runsMsg.image({ names: verbatimList(of.map(({ name }) => name)), image: verbatim(image) });
}

export function whenText({ isLate, began, lines }: RunMessage): Text | undefined {
  if (!isLate) return undefined;
  const at = { at: { at: began } };
  const ends = lines.map(({ report }) => (report.took === undefined ? undefined : report.ended));
  if (!ends.every((end) => end !== undefined)) return followingMsg.beganAt(at);
  return followingMsg.beganAndEnded({ ...at, ended: { at: Math.max(...ends) } });
}
