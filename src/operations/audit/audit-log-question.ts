import type { Answer, AskButton, Part } from '../../core/command/answer.ts';
import { placeKey } from '../../core/command/context.ts';
import { type Args, flag, ok, optional, type RawArgs, several } from '../../core/command/params.ts';
import { present } from '../../core/defined.ts';
import type { Ask } from '../../core/operation.ts';
import { bareId, isIdOf } from '../../core/request/request-id.ts';
import { join, type Text, verbatim } from '../../core/text/text.ts';
import type { AuditHead, AuditRow } from '../../store/audit/audit-entry.ts';
import { csvFormat, exportPieces, jsonlFormat } from '../../store/audit/audit-export.ts';
import { selectOne } from '../shared/answer/paging.ts';
import { defineQuestion, type Operation, type Reads } from '../shared/define.ts';
import { channelAccess, mayShare, sharing } from '../shared/place/channel-access.ts';
import { page } from '../shared/shared-params.ts';
import {
  type AuditLine,
  askerOf,
  auditLines,
  decisionText,
  groundText,
  type KnownRequest,
  lineSubject,
  linkedTitle,
  openingOf,
  readRequest,
  requestedAt,
  requestStory,
  resultText,
} from './audit-lines.ts';
import { auditMsg } from './audit-messages.ts';
import { auditAccess } from './may-read-audit.ts';
import { momentOf, readSince, type Since } from './since.ts';

/** Number of lines per page, and of entries that are read for each line. A request has about eight entries. */
const linesPerPage = 10;
const entriesPerLine = 15;
const mostSteps = 80;

interface ShownLine extends AuditLine {
  readonly known?: KnownRequest;
}

export interface AuditFacts {
  /** Lines of the page, newest first. */
  readonly lines: readonly ShownLine[];
  readonly hasMore: boolean;
  /** Reads all entries for an export, oldest first. */
  readonly all: (() => AsyncIterable<AuditRow>) | undefined;
  readonly head: AuditHead;
  /** Whether everyone in the channel may see the lines. */
  readonly shares: boolean;
  /** Reason if only some of the context's entries are shown. */
  readonly partly: Text | undefined;
}

const params = {
  search: several<string>(auditMsg.search(), ok, { input: 'text' }),
  since: optional<Since>(auditMsg.since(), readSince, { hint: auditMsg.sinceHint() }),
  request: optional<string>(auditMsg.request(), (typed) => ok(bareId(typed)), {
    hint: auditMsg.requestHint(),
    advanced: true,
  }),
  page,
  export: flag(auditMsg.export(), 'export', {
    keyword: (word, last) => (last && word.toLowerCase() === 'export' ? 'yes' : undefined),
  }),
};
type AuditArgs = Args<typeof params>;

type SummaryOf = (operation: string) => Text | undefined;

/** @param operations all operations, because entries of settings are shown with the operation's summary */
export function defineAudit(operations: () => readonly Operation[]) {
  return defineQuestion({
    id: 'audit',
    tool: { none: 'the audit log is for people' },
    command: 'portolan',
    keywords: [['audit']],
    summary: auditMsg.auditSays(),
    examples: ['portolan audit', 'portolan audit web since=7d'],
    params,
    order: ['search'],
    gather: gatherAudit,
    answer(args, facts: AuditFacts) {
      if (facts.all) return exported(facts.all, facts);
      const summaryOf = (id: string) => {
        const found = operations().find((operation) => operation.id === id);
        // Use the titles of these operations, because they name the setting. The summaries only explain it.
        return ['watch.add', 'follow.add'].includes(id) ? found?.title : found?.summary;
      };
      const [line, another] = facts.lines;
      if (!line) return nothingFound(args, facts);
      // Cards show only the beginning of an id, which may match several requests.
      const isOne = args.request !== undefined && !another;
      return isOne ? stepsOf(line, facts, summaryOf) : listLines(args, facts, summaryOf);
    },
  });
}

async function gatherAudit(args: AuditArgs, ask: Ask, reads: Reads): Promise<AuditFacts> {
  const channels = channelAccess(ask, reads);
  const access = await auditAccess(ask, reads, channels);
  const selection = {
    placeKey: placeKey(ask.context),
    words: [...args.search, ...(args.request === undefined ? [] : [args.request])],
    ...(args.since === undefined ? {} : { since: momentOf(args.since, ask.now, ask.person.zone) }),
  };
  const head = await reads.audit.head();
  const partly = access.all ? undefined : access.why;
  if (args.export) {
    const may = access.all ? {} : { mayRead: access.mayRead };
    const all = () => reads.audit.matching({ ...selection, ...may, until: head.seq });
    return { lines: [], hasMore: false, all, head, partly, shares: false };
  }
  const limit = args.request === undefined ? args.page * linesPerPage * entriesPerLine : mostSteps;
  const search = (isWanted: (request: string | undefined) => boolean) =>
    reads.audit.search({
      ...selection,
      limit,
      mayRead: (row) => isWanted(row.request) && (access.all || access.mayRead(row)),
    });
  const { request: typed } = args;
  const rows = typed === undefined ? await search(() => true) : await searchRequest(typed, search);
  const lines = auditLines(rows);
  const from = args.request === undefined ? (args.page - 1) * linesPerPage : 0;
  const shown = await Promise.all(
    lines.slice(from, from + linesPerPage).map(async (line) => {
      const known = line.request === undefined ? undefined : await knownRequest(line.request, reads);
      return known ? { ...line, known } : line;
    }),
  );
  // Entries of settings have no channel.
  const places = shown.flatMap(({ request, rows: entries }) =>
    request === undefined ? [] : [entries.find(({ channel }) => channel !== undefined)?.channel],
  );
  const hasMore = lines.length > from + linesPerPage || rows.length >= limit;
  return { lines: shown, shares: await mayShare(channels, places), hasMore, all: undefined, head, partly };
}

/** Returns the entries of a request and its closings. An exact id has priority over ids that begin with the text. */
async function searchRequest(
  typed: string,
  search: (isWanted: (request: string | undefined) => boolean) => Promise<readonly AuditRow[]>,
): Promise<readonly AuditRow[]> {
  const whole = await search(
    (id) => id !== undefined && [id, openingOf(id)].some((each) => each.toLowerCase() === typed),
  );
  return whole.length > 0 ? whole : search((id) => id !== undefined && isIdOf(typed, id));
}

async function knownRequest(id: string, reads: Reads): Promise<KnownRequest | undefined> {
  const stored = await reads.requests.get(id);
  return stored && readRequest(stored);
}

function notesOf({ partly }: Pick<AuditFacts, 'partly'>): readonly Part[] {
  return partly ? [{ part: 'note', text: auditMsg.auditPartly({ why: partly }) }] : [];
}

function exported(all: () => AsyncIterable<AuditRow>, facts: AuditFacts): Answer {
  const file = { head: facts.head, selection: true };
  return {
    title: auditMsg.auditTitle(),
    share: false,
    parts: [{ part: 'line', text: auditMsg.exported() }, ...notesOf(facts)],
    files: [
      { name: 'portolan-audit.csv', title: auditMsg.exportTitle(), content: exportPieces(csvFormat, all(), file) },
      { name: 'portolan-audit.jsonl', title: auditMsg.exportTitle(), content: exportPieces(jsonlFormat, all(), file) },
    ],
  };
}

function nothingFound({ search, request, page: at }: AuditArgs, facts: AuditFacts): Answer {
  const typed = [...search, ...(request === undefined ? [] : [request])].join(' ');
  const empty = facts.partly ? auditMsg.auditNoneForYou() : auditMsg.auditNone();
  const none = typed ? auditMsg.auditNoneFound({ typed }) : at > 1 ? auditMsg.auditNoPage({ page: at }) : empty;
  return { title: auditMsg.auditTitle(), parts: [{ part: 'line', text: none }, ...notesOf(facts)] };
}

function listLines(args: AuditArgs, facts: AuditFacts, summaryOf: SummaryOf): Answer {
  const { notes, ...share } = sharing(facts.shares);
  const requests = facts.lines.flatMap((line) => {
    const label = line.known?.title ?? lineSubject(line, summaryOf);
    return line.request === undefined
      ? []
      : [[line.request, auditMsg.option({ title: label, when: { at: requestedAt(line) } })] as const];
  });
  const one = selectOne(auditMsg.showSteps(), { operation: 'audit', param: 'request' }, requests);
  return {
    title: auditMsg.auditTitle(),
    ...share,
    parts: [
      ...severalNote(args, facts),
      ...facts.lines.map((line): Part => {
        const story =
          line.request === undefined
            ? auditMsg.setBy({ who: askerOf(line), when: { at: requestedAt(line) } })
            : requestStory(line, line.known);
        return { part: 'row', text: auditMsg.row({ title: lineTitle(line, summaryOf), story }) };
      }),
      ...(requests.length > 0 ? [one] : []),
      ...olderAndNewer(args, facts),
      ...notesOf(facts),
      ...notes,
    ],
  };
}

function severalNote({ request: typed }: AuditArgs, { lines: { length: count } }: AuditFacts): readonly Part[] {
  return typed === undefined ? [] : [{ part: 'line', text: auditMsg.severalRequests({ typed, count }) }];
}

function olderAndNewer(args: AuditArgs, { hasMore }: AuditFacts): readonly Part[] {
  const given = {
    ...(args.search.length > 0 ? { search: args.search } : {}),
    ...(args.since === undefined ? {} : { since: [sinceWords(args.since)] }),
  };
  const to = (label: Text, more: RawArgs): AskButton => ({ label, operation: 'audit', given: { ...given, ...more } });
  if (args.request !== undefined) return [];
  const buttons = present([
    args.page > 1 && to(auditMsg.newer(), { page: [String(args.page - 1)] }),
    hasMore && to(auditMsg.older(), { page: [String(args.page + 1)] }),
    to(auditMsg.export(), { export: ['yes'] }),
  ]);
  return [{ part: 'buttons', buttons }];
}

function sinceWords(since: Since): string {
  if ('date' in since) return since.date;
  if ('ago' in since) return `${Math.ceil(since.ago / 1_000)}s`;
  return since.daysAgo === 0 ? 'today' : 'yesterday';
}

/** Maximum number of steps per block, to stay below Slack's size limit. */
const stepsPerBlock = 12;

function stepsOf(line: ShownLine, facts: AuditFacts, summaryOf: SummaryOf): Answer {
  const { notes, ...share } = sharing(facts.shares);
  const rows = line.rows.toReversed();
  const steps = rows.map((row) =>
    auditMsg.stepAt({
      when: momentIn(line.rows, row.at),
      who: row.who.name,
      what: stepWords(row, line.known?.steps),
    }),
  );
  const calls = callsOf(rows);
  const id = { request: line.request ?? '', story: requestStory(line, line.known) };
  return {
    title: auditMsg.requestTitle(),
    ...share,
    parts: [
      { part: 'line', text: auditMsg.row({ title: lineTitle(line, summaryOf), story: id.story }) },
      ...chunksOf(steps).map((each): Part => ({ part: 'line', text: join(each, '\n') })),
      ...chunksOf(calls).map((each): Part => ({ part: 'note', text: auditMsg.calls({ calls: join(each, '\n') }) })),
      { part: 'note', text: auditMsg.idIs({ id: id.request }) },
      ...notesOf(facts),
      ...notes,
    ],
  };
}

function chunksOf<T>(all: readonly T[]): readonly (readonly T[])[] {
  const count = Math.ceil(all.length / stepsPerBlock);
  return Array.from({ length: count }, (_, at) => all.slice(at * stepsPerBlock, (at + 1) * stepsPerBlock));
}

function lineTitle(line: ShownLine, summaryOf: SummaryOf): Text {
  const { known, rows } = line;
  const label = known?.title ?? lineSubject(line, summaryOf);
  const title = linkedTitle(label, known?.link ?? rows.find((row) => row.link !== undefined)?.link);
  const recorded = rows.find(({ details }) => typeof details?.ticket === 'string')?.details?.ticket;
  const { id, link } = known?.ticket ?? { id: recorded };
  if (id === undefined || id === null) return title;
  const ticket = verbatim(String(id));
  return auditMsg.withTicket({ title, ticket: link === undefined ? ticket : { link, label: ticket } });
}

const minute = 60_000;

/** Shows seconds too if another entry is from the same minute, so that the order of both is visible. */
function momentIn(rows: readonly AuditRow[], at: number) {
  const together = rows.filter((row) => Math.floor(row.at / minute) === Math.floor(at / minute));
  return together.length > 1 ? ({ at, show: 'seconds' } as const) : { at };
}

/** Kinds of entries that already imply the resulting state. */
const isSaid = new Set([
  'proposed',
  'approved',
  'denied',
  'cancelled',
  'expired',
  'break_glass',
  'exception',
  'frozen',
]);

function stepWords(row: AuditRow, steps: readonly Text[] = []): Text {
  const { kind, details, reason, outcome, status } = row;
  const number = kind === 'step' ? details?.step : undefined;
  const says = typeof number === 'number' ? steps[number - 1] : undefined;
  const ground = groundText(row);
  const named = says ?? decisionText(row);
  const what = ground ? auditMsg.onGround({ what: named, ground }) : named;
  const isPlain = isSaid.has(kind) || (outcome ?? status) === undefined;
  const done = isPlain ? what : auditMsg.withResult({ what, result: resultText(row) });
  return reason === undefined ? done : auditMsg.because({ state: done, reason });
}

/** Returns each call once. Several entries of a step name its one call, such as its start and its end. */
function callsOf(rows: readonly AuditRow[]): readonly Text[] {
  const calls = rows.flatMap(({ request, details, at, calls: sent = [] }) =>
    sent.map((call) => [`${request} ${details?.step ?? at} ${call.method} ${call.path}`, call] as const),
  );
  return [...new Map(calls).values()].map(({ method, path, status }) =>
    status === undefined
      ? auditMsg.unanswered({ method, path })
      : auditMsg.answered({ method, path, status: String(status) }),
  );
}
