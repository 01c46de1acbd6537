import type { Answer, AskButton, Part } from '../../core/command/answer.ts';
import { placeKey } from '../../core/command/context.ts';
import { type Args, flag, ok, optional, type RawArgs, several } from '../../core/command/params.ts';
import { present } from '../../core/defined.ts';
import type { Ask } from '../../core/operation.ts';
import { bareId, isIdOf } from '../../core/request/request-id.ts';
import { join, type Text, verbatim } from '../../core/text/text.ts';
import type { AuditHead, AuditRow } from '../../store/audit/audit-entry.ts';
import { csvFormat, exportPieces, jsonlFormat } from '../../store/audit/audit-export.ts';
import { defineQuestion, type Operation, type Reads } from '../shared/define.ts';
import { type ChannelAccess, channelAccess, mayShare, sharing } from '../shared/place/channel-access.ts';
import { page } from '../shared/shared-params.ts';
import {
  type AuditLine,
  auditLines,
  type KnownRequest,
  lineSubject,
  linkedTitle,
  markedTitle,
  openingOf,
  readRequest,
  requestedAt,
  requestStory,
} from './audit-lines.ts';
import { auditMsg } from './audit-messages.ts';
import { readLaterEvents } from './later-events.ts';
import { auditAccess } from './may-read-audit.ts';
import { type RequestPage, requestStoryParts } from './request-page.ts';
import { momentOf, readSince, type Since } from './since.ts';

/** Number of lines per page, and of entries that are read for each line. A request has about eight entries. */
const linesPerPage = 6;
const entriesPerLine = 15;
const maxSteps = 80;

type ShownLine = RequestPage;

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
    first: { position: 8, says: auditMsg.auditFirst() },
    params,
    order: ['search'],
    gather: gatherAudit,
    answer(args, facts: AuditFacts) {
      if (facts.all) return exported(facts.all, facts);
      const summaryOf = (id: string) => {
        return operations().find((operation) => operation.id === id)?.summary;
      };
      const [line, another] = facts.lines;
      if (!line) return nothingFound(args, facts);
      // Cards show only the beginning of an id, which may match several requests.
      const isOne = args.request !== undefined && !another;
      return isOne ? requestPage(line, facts, summaryOf) : listLines(args, facts, summaryOf);
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
  const limit = args.request === undefined ? args.page * linesPerPage * entriesPerLine : maxSteps;
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
  const shown = await Promise.all(lines.slice(from, from + linesPerPage).map((line) => withKnown(line, reads)));
  // Entries of settings have no channel.
  const places = shown.flatMap(({ request, rows: entries }) =>
    request === undefined ? [] : [entries.find(({ channel }) => channel !== undefined)?.channel],
  );
  const hasMore = lines.length > from + linesPerPage || rows.length >= limit;
  const [only, another] = shown;
  if (typed !== undefined && only && !another) shown.splice(0, 1, await withLaterEvents(only, ask, reads, channels));
  return { lines: shown, shares: await mayShare(channels, places), hasMore, all: undefined, head, partly };
}

/** Returns the entries of a request and its closings. An exact id has priority over ids that begin with the text. */
async function searchRequest(
  typed: string,
  search: (isWanted: (request: string | undefined) => boolean) => Promise<readonly AuditRow[]>,
): Promise<readonly AuditRow[]> {
  const full = await search(
    (id) => id !== undefined && [id, openingOf(id)].some((each) => each.toLowerCase() === typed),
  );
  return full.length > 0 ? full : search((id) => id !== undefined && isIdOf(typed, id));
}

async function withKnown(line: AuditLine, reads: Reads): Promise<ShownLine> {
  return line.request === undefined ? line : { ...line, summary: await knownRequest(line.request, reads) };
}

/** Adds data that only the page of one request shows: its closings, and what followed. */
async function withLaterEvents(line: ShownLine, ask: Ask, reads: Reads, access: ChannelAccess): Promise<ShownLine> {
  const { request, rows, summary } = line;
  if (request === undefined) return line;
  const ids = new Set(
    rows.flatMap((row) => (row.request === undefined || row.request === request ? [] : [row.request])),
  );
  const readings = [...ids].map(async (id) => [id, await knownRequest(id, reads)] as const);
  const closings = (await Promise.all(readings)).flatMap(([id, each]) => (each ? [[id, each] as const] : []));
  const later = await readLaterEvents({ request, link: summary?.link }, ask, reads, access);
  return { ...line, closings: new Map(closings), after: present([summary?.verdict, ...later]) };
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
  return {
    title: auditMsg.auditTitle(),
    ...share,
    parts: [
      ...severalNote(args, facts),
      ...facts.lines.flatMap((line) => listedLine(line, summaryOf)),
      ...olderAndNewer(args, facts),
      ...notesOf(facts),
      ...notes,
    ],
  };
}

function listedLine(line: ShownLine, summaryOf: SummaryOf): readonly Part[] {
  const { request, summary } = line;
  const title = lineTitle(line, summaryOf);
  if (request === undefined) {
    const story = auditMsg.moment({ when: { at: requestedAt(line) } });
    return [
      { part: 'row', text: auditMsg.bold({ title }) },
      { part: 'note', text: story },
    ];
  }
  const menu = {
    given: { request: [request] },
    entries: [{ label: auditMsg.showSteps(), operation: 'audit', given: {} }],
  };
  return [
    { part: 'row', text: markedTitle(line, title, summary), menu },
    { part: 'note', text: requestStory(line, summary) },
  ];
}

function severalNote({ request: typed }: AuditArgs, { lines: { length: count } }: AuditFacts): readonly Part[] {
  return typed === undefined ? [] : [{ part: 'line', text: auditMsg.severalRequests({ typed, count }) }];
}

/** Operation of the entries that `Requests to open ports` shows. */
const portOpen = 'port.open';

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
    args.search.includes(portOpen)
      ? to(auditMsg.allEntries(), { search: [] })
      : to(auditMsg.onlyOpenings(), { search: [portOpen] }),
    to(auditMsg.export(), { export: ['yes'] }),
  ]);
  return [{ part: 'buttons', buttons }];
}

function sinceWords(since: Since): string {
  if ('date' in since) return since.date;
  if ('ago' in since) return `${Math.ceil(since.ago / 1_000)}s`;
  return since.daysAgo === 0 ? 'today' : 'yesterday';
}

function requestPage(line: ShownLine, facts: AuditFacts, summaryOf: SummaryOf): Answer {
  const { notes, ...share } = sharing(facts.shares);
  const { summary, rows, request = '' } = line;
  const link = summary?.link ?? rows.find((row) => row.link !== undefined)?.link;
  const links = present([link !== undefined && linkedTitle(auditMsg.card(), link), ticketText(line)]);
  return {
    title: summary?.title ?? lineSubject(line, summaryOf),
    ...share,
    parts: [
      ...requestStoryParts(line),
      { part: 'buttons', buttons: [{ label: auditMsg.backToLog(), operation: 'audit', given: {} }] },
      { part: 'note', text: join([...links, auditMsg.idIs({ id: request })], ' · ') },
      ...notesOf(facts),
      ...notes,
    ],
  };
}

function lineTitle(line: ShownLine, summaryOf: SummaryOf): Text {
  const { summary, rows } = line;
  const label = summary?.title ?? lineSubject(line, summaryOf);
  const title = linkedTitle(label, summary?.link ?? rows.find((row) => row.link !== undefined)?.link);
  const ticket = ticketText(line);
  return ticket ? join([title, ticket], ' · ') : title;
}

function ticketText({ summary, rows }: ShownLine): Text | undefined {
  const recorded = rows.find(({ details }) => typeof details?.ticket === 'string')?.details?.ticket;
  const { id, link } = summary?.ticket ?? { id: recorded };
  if (id === undefined || id === null) return undefined;
  const ticket = verbatim(String(id));
  return auditMsg.ticket({ ticket: link === undefined ? ticket : { link, label: ticket } });
}
