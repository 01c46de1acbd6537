import type { Answer, AskButton, AskMenu, Part } from '../../core/command/answer.ts';
import { placeKey } from '../../core/command/context.ts';
import { type Args, flag, ok, optional, type RawArgs, several } from '../../core/command/params.ts';
import { readPerson } from '../../core/command/read-person.ts';
import { present } from '../../core/defined.ts';
import type { Ask } from '../../core/operation.ts';
import { notAllowedHere } from '../../core/policy/policy-decision.ts';
import { readRequest as readChangeRequest } from '../../core/request/change-request.ts';
import { bareId, couldBeId, isIdOf } from '../../core/request/request-id.ts';
import { portolanActor } from '../../core/request/transition.ts';
import { join, type Text, verbatim } from '../../core/text/text.ts';
import type { AuditEntry, AuditHead, AuditRow } from '../../store/audit/audit-entry.ts';
import { csvFormat, exportPieces, jsonlFormat } from '../../store/audit/audit-export.ts';
import type { AuditFilter, AuditSearch } from '../../store/store.ts';
import { inBothLanguages, plain } from '../operation-catalog.ts';
import { accessMenu, menuButtons } from '../shared/access/access-menu.ts';
import { readAccess, setsOnlyClosing } from '../shared/access/port-state.ts';
import { defineQuestion, type Operation, type Reads, settingEntry } from '../shared/define.ts';
import { risksOf } from '../shared/find-operation.ts';
import { personNames } from '../shared/person-names.ts';
import { type ChannelAccess, channelAccess, mayShare, sharing } from '../shared/place/channel-access.ts';
import { page } from '../shared/shared-params.ts';
import { handled, kinds, states } from './audit-kind-messages.ts';
import { auditMsg } from './audit-messages.ts';
import { type RequestWhys, searchedWords, showsWords, storedWords, wholeRequests } from './audit-search.ts';
import { type FiringEvent, readFirings } from './incident-firings.ts';
import { readLaterEvents } from './later-events.ts';
import { type AuditLine, auditLines, openingOf, requestedAt } from './lines/audit-lines.ts';
import { linkedTitle } from './lines/audit-words.ts';
import { handledIn, handlingCounts, handlingText } from './lines/handling-lines.ts';
import { type KnownRequest, readRequest } from './lines/known-request.ts';
import { lineSubject, settingPlace } from './lines/line-subject.ts';
import { isOpenAsKnown, isRuleLeft, tookEffect } from './lines/request-outcome.ts';
import { explainedStates, lastMoment, markedTitle, nextCheck, requestStory, shortWhy } from './lines/request-story.ts';
import { auditAccess } from './may-read-audit.ts';
import { readOpenedNow } from './opened-now.ts';
import { type RequestPage, requestStoryParts, storyParts } from './request-page.ts';
import {
  momentOf,
  type Period,
  periodText,
  periodWord,
  readPeriod,
  readSince,
  type Since,
  sinceMoment,
  sinceWord,
  sinceWords,
  spanOf,
} from './since.ts';

/** Number of lines per page, and of entries that are read for each line. A request has about eight entries. */
export const linesPerPage = 10;
const entriesPerLine = 15;
/** Maximum number of entries that are read for each request of a page. */
const maxEntries = 80;

type ShownLine = RequestPage;

export interface AuditFacts {
  /** Lines of the page, newest first. */
  readonly lines: readonly ShownLine[];
  readonly hasMore: boolean;
  /** Reads all entries for an export, oldest first. */
  readonly all: (() => AsyncIterable<AuditRow>) | undefined;
  readonly head: AuditHead;
  /** When the incident of the page began and ended. */
  readonly firings?: readonly FiringEvent[];
  /** Whether everyone in the channel may see the lines. */
  readonly shares: boolean;
  /** The words that were searched for, with the names of mentioned people. */
  readonly words: readonly string[];
  /** The request that a searched word named. */
  readonly request?: string;
  /** Reason if only some of the context's entries are shown. */
  readonly partly: Text | undefined;
}

const params = {
  search: several<string>(auditMsg.search(), (typed) => ok(typed.replace(/^@(?=.)/, '')), { input: 'text' }),
  /** Before `since`, so that a bare `yesterday` is that day only. */
  during: optional<Period>(auditMsg.during(), readPeriod, {
    hint: auditMsg.duringHint(),
    keyword: periodWord,
  }),
  since: optional<Since>(auditMsg.since(), readSince, { hint: auditMsg.sinceHint(), keyword: sinceWord }),
  request: optional<string>(auditMsg.request(), (typed) => ok(bareId(typed)), {
    hint: auditMsg.requestHint(),
    advanced: true,
  }),
  /** The recorded English name of an incident or watch. Shows each of its acknowledgments and silences. */
  about: optional<string>(auditMsg.search(), ok, { input: 'hidden' }),
  /** The channel of that incident or watch, because several channels may have one of the same name. */
  channel: optional<string>(auditMsg.search(), ok, { input: 'hidden' }),
  opened: flag(auditMsg.onlyOpenings(), 'opened', { hint: auditMsg.openedHint(), keyword: undefined }),
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
    keywords: [['audit'], ['who']],
    summary: auditMsg.auditSays(),
    searched: auditMsg.auditSearched(),
    tip: auditMsg.auditTip(),
    examples: ['portolan audit', 'portolan audit web since=7d', 'portolan audit failed yesterday'],
    first: { position: 8, says: auditMsg.auditFirst() },
    params,
    order: ['search'],
    rewrite: searchedWords,
    gather: (args, ask, reads) => gatherAudit(args, ask, reads, operations()),
    answer(args, facts: AuditFacts, ask) {
      const title = logTitle(args, facts.words, ask);
      if (facts.all) return exported(title, args, facts.all, facts);
      const summaryOf = summaryIn(operations());
      const [line, another] = facts.lines;
      if (!line) return nothingFound(title, args, facts);
      if (args.about !== undefined) return handlingPage(line, facts);
      // Cards show only the beginning of an id, which may match several requests.
      const isOne = (args.request ?? facts.request) !== undefined && !another;
      return isOne ? requestPage(line, facts, summaryOf, ask) : listLines(title, args, facts, summaryOf, ask);
    },
  });
}

function summaryIn(operations: readonly Operation[]): SummaryOf {
  return (id) => operations.find((operation) => operation.id === id)?.summary;
}

/** Returns the ids of the changes that can make something reachable from outside. */
function opening(operations: readonly Operation[]): ReadonlySet<string> {
  return new Set(operations.filter((each) => risksOf(each).includes('expose')).map(({ id }) => id));
}

/** Returns the title, which says what is shown if that isn't everything. */
function logTitle({ opened, during, since }: AuditArgs, words: readonly string[], { now, person }: Ask): Text {
  const what = present([
    opened && auditMsg.openingsOnly(),
    words.length > 0 && verbatim(`“${words.join(' ')}”`),
    during && periodText(during, now, person.zone),
    since && auditMsg.sinceMoment({ when: sinceMoment(since, now, person.zone) }),
    words.length > 0 && !during && !since && auditMsg.allTime(),
  ]);
  return what.length === 0 ? auditMsg.auditTitle() : auditMsg.auditTitleOf({ what: join(what, ', ') });
}

/** Returns the entries of one request if the only word is its id, as people copy it from a card. */
async function gatherAudit(
  args: AuditArgs,
  ask: Ask,
  reads: Reads,
  operations: readonly Operation[],
): Promise<AuditFacts> {
  const [word, another] = args.search;
  if (word === undefined || another !== undefined || args.export || !couldBeId(word))
    return gatherLog(args, ask, reads, operations);
  const request = bareId(word);
  const found = await gatherLog({ ...args, search: [], request }, ask, reads, operations);
  return found.lines.length > 0 ? { ...found, request } : gatherLog(args, ask, reads, operations);
}

async function gatherLog(
  args: AuditArgs,
  ask: Ask,
  reads: Reads,
  operations: readonly Operation[],
): Promise<AuditFacts> {
  const openers = opening(operations);
  const summaryOf = summaryIn(operations);
  const channels = channelAccess(ask, reads);
  const access = await auditAccess(ask, reads, channels);
  const searched = await Promise.all(args.search.map((word) => nameOfMention(word, reads)));
  const whys = searched.length > 0 ? await readWhys(ask, reads) : new Map<string, Text>();
  const selection = {
    placeKey: placeKey(ask.context),
    words: [...storedWords(searched, operations, whys), ...present([args.request, args.about]).map((each) => [each])],
    ...timesOf(args, ask),
  };
  if (args.export) await reads.audit.append([exportEntry(args, searched, selection, ask)]);
  const head = await reads.audit.head();
  const partly = access.all ? undefined : access.why;
  const isChosen = (row: AuditRow) => {
    const { operation = '', request = '' } = row;
    const isHere = args.channel === undefined || row.details?.channel === args.channel;
    if (args.about !== undefined) return row.details?.what === args.about && isHere && handledIn(row) !== undefined;
    // A closing belongs to its opening.
    const isOpener = openers.has(operation) && (args.export || !setsOnlyClosing({ operation }));
    const isOfKind = !args.opened || isOpener || openingOf(request) !== request;
    // Without words to find in other entries, the entry of the opening chooses a request.
    const isChosenKind = isOfKind && (!args.opened || searched.length > 0 || args.export || tookEffect(row));
    return isChosenKind && showsWords(row, searched, summaryOf, whys);
  };
  const isOwn = (row: AuditRow) => access.all || access.mayRead(row);
  if (args.export) {
    const mayRead = (row: AuditRow) => isChosen(row) && isOwn(row);
    const all = () => reads.audit.matching({ ...selection, mayRead, until: head.seq });
    return { lines: [], hasMore: false, all, head, partly, words: searched, shares: false };
  }
  const limit = args.page * linesPerPage * entriesPerLine;
  const search: SearchRows = (more, isWanted) =>
    reads.audit.search({ placeKey: selection.placeKey, limit, ...more, mayRead: (row) => isWanted(row) && isOwn(row) });
  const { request: typed } = args;
  const rows = typed === undefined ? await search(selection, isChosen) : await searchRequest(typed, selection, search);
  const [newest, ...others] = rows;
  const lines = args.about !== undefined && newest ? [{ rows: [newest, ...others] as const }] : auditLines(rows);
  const from = args.request === undefined ? (args.page - 1) * linesPerPage : 0;
  const joined = await wholeLines(lines.slice(from, from + linesPerPage), search, reads);
  // A line that joins an opening and its extension is only on the page of its newest entry.
  const whole = joined.filter((line) => !lines.slice(0, from).some((earlier) => isPartOf(earlier, line)));
  const older = lines.slice(from + linesPerPage).filter((later) => !joined.some((line) => isPartOf(later, line)));
  const known = await Promise.all(whole.map((line) => withKnown(line, reads)));
  const opened = await readOpenedNow(untimed(known, openers), ask, reads, channels);
  const wanted = known.filter((line) => !args.opened || (line.rows.some(tookEffect) && !isOnlyClosingTime(line)));
  const shown = wanted.map((line): ShownLine => {
    const now = opened.get(line.request ?? '');
    return now && line.summary ? { ...line, summary: { ...line.summary, opened: now } } : line;
  });
  // Entries of settings have no channel.
  const places = shown.flatMap(({ request, rows: entries }) => (request === undefined ? [] : channelsOf(entries)));
  const hasMore = older.length > 0 || rows.length >= limit;
  const [only, another] = shown;
  if (typed !== undefined && only && !another) shown.splice(0, 1, await withLaterEvents(only, ask, reads, channels));
  const firings = args.about === undefined ? undefined : await readFirings(rows, reads, channels);
  const shares = await mayShare(channels, places);
  return { lines: shown, words: searched, firings, shares, hasMore, all: undefined, head, partly };
}

/** Number of an app's requests that ran, in which a search looks for reasons. */
const maxRan = 200;

/** Returns why requests failed or were canceled. Their entries don't have it. */
async function readWhys({ context }: Ask, reads: Reads): Promise<RequestWhys> {
  const ran = await reads.requests.ran(placeKey(context), maxRan);
  return new Map(
    ran.flatMap((stored) => {
      const why = readRequest(stored)?.why;
      return why && explainedStates.has(stored.state) ? [[stored.id, why] as const] : [];
    }),
  );
}

/** Returns the entry of an export: who got which entries. The export contains it too. */
function exportEntry(
  { opened }: AuditArgs,
  searched: readonly string[],
  { since, before }: Pick<AuditFilter, 'since' | 'before'>,
  ask: Ask,
): AuditEntry {
  const isAll = since === undefined && before === undefined;
  const details = {
    ...(isAll ? inBothLanguages('what', auditMsg.allTime()) : {}),
    ...(since === undefined ? {} : { since: new Date(since).toISOString() }),
    ...(before === undefined ? {} : { through: new Date(before - 1).toISOString() }),
    ...(opened ? inBothLanguages('opened', auditMsg.openingsOnly()) : {}),
    ...(searched.length > 0 ? { search: searched.join(' ') } : {}),
  };
  return { ...settingEntry('audit', ask, ask.context, details), kind: 'evidence' };
}

/** Returns the first and the last ms of the shown time, if it is limited. */
function timesOf({ during, since }: AuditArgs, { now, person }: Ask): Pick<AuditFilter, 'since' | 'before'> {
  const from = since && momentOf(since, now, person.zone);
  if (!during) return from === undefined ? {} : { since: from };
  const span = spanOf(during, now, person.zone);
  return { since: Math.max(span.from, from ?? 0), before: span.to + 1 };
}

/** Returns the name of a person whom Slack wrote as a mention, because entries are found by names. */
async function nameOfMention(word: string, { nameOf }: Pick<Reads, 'nameOf'>): Promise<string> {
  const mentioned = readPerson(word);
  return mentioned.ok ? nameOf(mentioned.value) : word;
}

/** Returns the channels of a line's entries, because an extension may come from another channel; undefined if none has one. */
function channelsOf(rows: readonly AuditRow[]): readonly (string | undefined)[] {
  const channels = rows.flatMap(({ channel }) => channel ?? []);
  return channels.length > 0 ? channels : [undefined];
}

type SearchRows = (
  filter: Omit<AuditSearch, 'limit' | 'mayRead'> & { readonly limit?: number },
  isWanted: (row: AuditRow) => boolean,
) => Promise<readonly AuditRow[]>;

/** Returns the entries of requests by id. An exact id has priority over ids that begin with the text. */
async function searchRequest(typed: string, selection: AuditFilter, search: SearchRows): Promise<readonly AuditRow[]> {
  const full = await search(
    selection,
    ({ request: id }) => id !== undefined && [id, openingOf(id)].some((each) => each.toLowerCase() === typed),
  );
  return full.length > 0 ? full : search(selection, ({ request: id }) => id !== undefined && isIdOf(typed, id));
}

/** Returns the lines with the whole history of their requests, newest first. */
async function wholeLines(
  lines: readonly AuditLine[],
  search: SearchRows,
  reads: Reads,
): Promise<readonly AuditLine[]> {
  const ids = new Set(lines.flatMap(({ request }) => request ?? []));
  if (ids.size === 0) return lines;
  const rows = await wholeRequests(ids, async (wanted, isWanted) => {
    const stored = await Promise.all([...wanted].map((id) => reads.requests.get(id)));
    const since = stored.every((each) => each !== undefined) ? Math.min(...stored.map(({ at }) => at)) : undefined;
    // The first entry of a request is its proposal. It bounds the search also if a request was deleted.
    const left = new Set(wanted);
    const isLast = ({ kind, request = '' }: AuditRow) => kind === 'proposed' && left.delete(request) && left.size === 0;
    return search({ words: [[...wanted]], since, isLast, limit: linesPerPage * maxEntries }, isWanted);
  });
  const others = lines.flatMap((line) => (line.request === undefined ? line.rows : []));
  return auditLines([...rows, ...others].toSorted((one, other) => other.seq - one.seq));
}

function isPartOf({ rows: [{ seq }] }: AuditLine, whole: AuditLine): boolean {
  return whole.rows.some((row) => row.seq === seq);
}

async function withKnown(line: AuditLine, reads: Reads): Promise<ShownLine> {
  return line.request === undefined ? line : { ...line, summary: await knownRequest(line.request, reads) };
}

/** Checks for the line of a request that only set a closing time, which the line of the opening has. */
function isOnlyClosingTime({ rows, request }: AuditLine): boolean {
  return rows.some((row) => row.request === request && setsOnlyClosing({ operation: row.operation ?? '' }));
}

/** Returns the ids of requests that are done, and opened access without a closing time. */
function untimed(lines: readonly ShownLine[], openers: ReadonlySet<string>): ReadonlySet<string> {
  const timedKinds = new Set(['opening', 'extended', 'closing']);
  const ids = lines.flatMap(({ request, rows, summary }) => {
    const isOpener = rows.some(({ operation = '' }) => openers.has(operation));
    const isDone = summary?.state === 'done' && !rows.some(({ kind }) => timedKinds.has(kind));
    return request !== undefined && isOpener && isDone ? [request] : [];
  });
  return new Set(ids);
}

/** Adds data that only the page of one request shows: its extensions and closings, and what followed. */
async function withLaterEvents(line: ShownLine, ask: Ask, reads: Reads, access: ChannelAccess): Promise<ShownLine> {
  const { request, rows, summary } = line;
  if (request === undefined) return line;
  const ids = new Set(
    rows.flatMap((row) => (row.request === undefined || row.request === request ? [] : [row.request])),
  );
  const readings = [...ids].map(async (id) => [id, await knownRequest(id, reads)] as const);
  const closings = (await Promise.all(readings)).flatMap(([id, each]) => (each ? [[id, each] as const] : []));
  const all = new Set([request, ...ids]);
  const of = { ids: all, since: requestedAt(line), link: summary?.link, title: summary?.title };
  const later = await readLaterEvents(of, ask, reads, access);
  const after = present([summary?.verdict, ...later]);
  const names = await personNames(summary?.asked ?? [], reads);
  return { ...line, closings: new Map(closings), after, names, menu: await menuOf(line, all, ask, reads) };
}

/** Returns the changes of what a request opened, while that is open: those of its card. */
async function menuOf(
  { request = '', summary }: ShownLine,
  ids: ReadonlySet<string>,
  ask: Ask,
  reads: Reads,
): Promise<AskMenu | undefined> {
  const stored = await reads.temporaryAccess.list({ placeKey: placeKey(ask.context) });
  const access = readAccess(stored.find((each) => ids.has(each.request)));
  if (access) return accessMenu(access, ask, reads.policy);
  const mayClose = notAllowedHere(reads.policy, { risk: 'change', ...ask }) === undefined;
  if (!mayClose || !(isOpenAsKnown(summary) || isRuleLeft(summary))) return undefined;
  const { plan } = readChangeRequest(await reads.requests.get(request)) ?? {};
  return plan && { given: {}, entries: 'proposal' in plan.undo ? [plan.undo.proposal] : (plan.afterwards ?? []) };
}

async function knownRequest(id: string, reads: Reads): Promise<KnownRequest | undefined> {
  const stored = await reads.requests.get(id);
  return stored && readRequest(stored);
}

function notesOf({ partly }: Pick<AuditFacts, 'partly'>): readonly Part[] {
  return partly ? [{ part: 'note', text: auditMsg.auditPartly({ why: partly }) }] : [];
}

function exported(title: Text, args: AuditArgs, all: () => AsyncIterable<AuditRow>, facts: AuditFacts): Answer {
  const matching: Part = { part: 'note', text: auditMsg.exportedMatching() };
  const file = { head: facts.head, selection: true };
  return {
    title,
    share: false,
    parts: [
      { part: 'line', text: auditMsg.exported() },
      ...(args.search.length > 0 ? [matching] : []),
      { part: 'buttons', buttons: [backButton()] },
      ...notesOf(facts),
    ],
    files: [
      { name: 'portolan-audit.csv', title: auditMsg.exportTitle(), content: exportPieces(csvFormat, all(), file) },
      { name: 'portolan-audit.jsonl', title: auditMsg.exportTitle(), content: exportPieces(jsonlFormat, all(), file) },
    ],
  };
}

function nothingFound(title: Text, args: AuditArgs, facts: AuditFacts): Answer {
  const { search, request, opened, during, since, page: at } = args;
  const typed = [...search, ...(request === undefined ? [] : [request])].join(' ');
  const ofTime = during ? auditMsg.auditNoneThen() : auditMsg.auditNoneSince();
  const nothing = during || since ? ofTime : auditMsg.auditNone();
  const all = facts.partly ? auditMsg.auditNoneForYou() : nothing;
  const empty = opened ? auditMsg.auditNoneOpened() : all;
  const isOne = request !== undefined && search.length === 0;
  const found = isOne ? auditMsg.auditNoRequest({ typed }) : auditMsg.auditNoneFound({ typed });
  const none = typed ? found : at > 1 ? auditMsg.auditNoPage({ page: at }) : empty;
  const isNarrowed = typed !== '' || opened || during !== undefined || since !== undefined || at > 1;
  const buttons: readonly Part[] = isNarrowed
    ? [{ part: 'buttons', buttons: [backButton(auditMsg.allEntries()), ...(typed && !isOne ? presentLists : [])] }]
    : [];
  return { title, share: false, parts: [{ part: 'line', text: none }, ...buttons, ...notesOf(facts)] };
}

/** Lists of what waits and is open now. The log only has what happened, so a search for these finds nothing. */
const presentLists: readonly AskButton[] = [
  { label: auditMsg.pendingRequests(), operation: 'requests', given: {} },
  { label: auditMsg.openingsTitle(), operation: 'openings', given: {} },
];

function listLines(title: Text, args: AuditArgs, facts: AuditFacts, summaryOf: SummaryOf, ask: Ask): Answer {
  const { notes, ...share } = sharing(facts.shares);
  return {
    title,
    ...share,
    parts: [
      ...severalNote(args, facts),
      ...facts.lines.flatMap((line) => listedLine(line, summaryOf, ask)),
      ...(args.request === undefined ? [narrowing(args, facts, ask.person)] : []),
      ...olderAndNewer(args, facts),
      ...notesOf(facts),
      ...notes,
    ],
  };
}

function listedLine(line: ShownLine, summaryOf: SummaryOf, { prefix }: Ask): readonly Part[] {
  const { request, summary } = line;
  if (handledIn(line.rows[0])) return handledLine(line);
  const title = lineTitle(line, summaryOf);
  if (request === undefined) {
    return [{ part: 'note', text: join(present([lastMoment(line), title, settingPlace(line)]), ' · ') }];
  }
  const menu = {
    given: { request: [request] },
    entries: [{ label: auditMsg.showSteps(), operation: 'audit', given: {} }],
  };
  return [
    { part: 'row', text: markedTitle(line, title, summary), menu },
    {
      part: 'note',
      text: join(
        present([shortWhy(line, summary), nextCheck(line, prefix, summary), requestStory(line, summary)]),
        '\n',
      ),
    },
  ];
}

/** Returns what people did last with an incident or watch, and below it in short what they did before. */
function handledLine(line: ShownLine): readonly Part[] {
  const [newest] = line.rows;
  const what = handled.name({ what: handledIn(newest) ?? verbatim('') });
  const [at, did, place] = [lastMoment(line), handlingText(newest), settingPlace(line)];
  if (line.rows.length === 1) return [{ part: 'note', text: join(present([at, what, did, place]), ' · ') }];
  const { what: about, channel } = newest.details ?? {};
  const given = { about: [String(about)], ...(typeof channel === 'string' ? { channel: [channel] } : {}) };
  const menu = {
    given,
    entries: [{ label: auditMsg.showSteps(), operation: 'audit', given: {} }],
  };
  const before = handled.before({ what: join(handlingCounts(line.rows), ', ') });
  return [
    { part: 'row', text: what, menu },
    { part: 'note', text: join(present([at, did, before, place]), ' · ') },
  ];
}

/** Tells when an incident began and ended, and each acknowledgment and silence of it or of a watch. */
function handlingPage(line: ShownLine, facts: AuditFacts): Answer {
  const { notes, ...share } = sharing(facts.shares);
  const acts = line.rows.toReversed().map((row) => ({ at: row.at, what: handlingText(row) }));
  const story = [...(facts.firings ?? []), ...acts]
    .toSorted((one, other) => one.at - other.at)
    .map(({ at, what }) => ({ line: auditMsg.happened({ what, when: { at } }) }));
  const place = settingPlace(line);
  return {
    title: handledIn(line.rows[0]) ?? auditMsg.auditTitle(),
    ...share,
    parts: present<Part>([
      ...storyParts(story),
      { part: 'buttons', buttons: [backButton()] },
      place && { part: 'note', text: place },
      ...notesOf(facts),
      ...notes,
    ]),
  };
}

function backButton(label = auditMsg.backToLog()): AskButton {
  return { label, operation: 'audit', given: {} };
}

function severalNote({ request: typed }: AuditArgs, { lines: { length: count } }: AuditFacts): readonly Part[] {
  return typed === undefined ? [] : [{ part: 'line', text: auditMsg.severalRequests({ typed, count }) }];
}

/** Offers to show only requests to open access, or entries with a word: a person, component or outcome. */
function narrowing(args: AuditArgs, { lines }: AuditFacts, { lang }: Ask['person']): Part {
  const outcomes = [states.failed, states.denied, states.expired, kinds.break_glass, kinds.exception];
  const rows = lines.flatMap((line) => line.rows);
  const people = rows.flatMap(({ who: { id, name } }) => (id === portolanActor.id ? [] : [name]));
  const components = rows.flatMap(({ kind, details }) => (kind === 'proposed' ? (details?.component ?? []) : []));
  const words = new Set([...people, ...components, ...outcomes.map((text) => plain(text(), lang))].map(String));
  const options = [
    { values: ['', 'yes'], label: auditMsg.onlyOpenings() },
    ...[...words].map((word) => ({ values: [word, ''], label: verbatim(word) })),
  ];
  const params = ['search', 'opened'];
  return { part: 'select', label: auditMsg.narrow(), operation: 'audit', params, given: timesGiven(args), options };
}

function timesGiven({ during, since }: AuditArgs): RawArgs {
  return {
    ...(during ? { during: [sinceWords(during)] } : {}),
    ...(since ? { since: [sinceWords(since)] } : {}),
  };
}

function olderAndNewer(args: AuditArgs, { hasMore }: AuditFacts): readonly Part[] {
  const given = { ...(args.search.length > 0 ? { search: args.search } : {}), ...timesGiven(args) };
  const isNarrowed = args.opened || Object.keys(given).length > 0;
  const kept: RawArgs = args.opened ? { opened: ['yes'] } : {};
  const to = (label: Text, more: RawArgs): AskButton => ({ label, operation: 'audit', given: { ...given, ...more } });
  if (args.request !== undefined) return [];
  const buttons = present([
    args.page > 1 && to(auditMsg.newer(), { ...kept, page: [String(args.page - 1)] }),
    hasMore && to(auditMsg.older(), { ...kept, page: [String(args.page + 1)] }),
    isNarrowed && backButton(auditMsg.allEntries()),
    to(auditMsg.export(), { ...kept, export: ['yes'] }),
  ]);
  return [{ part: 'buttons', buttons }];
}

function requestPage(line: ShownLine, facts: AuditFacts, summaryOf: SummaryOf, { prefix }: Ask): Answer {
  const { notes, ...share } = sharing(facts.shares);
  const { summary, rows, request = '' } = line;
  const link = summary?.link ?? rows.find((row) => row.link !== undefined)?.link;
  const card = link !== undefined && linkedTitle(auditMsg.card(), link);
  return {
    title: summary?.title ?? lineSubject(line, summaryOf),
    ...share,
    parts: [
      ...requestStoryParts(line, nextCheck(line, prefix, summary)),
      {
        part: 'buttons',
        buttons: [...(line.menu ? menuButtons(line.menu) : []), backButton()],
      },
      { part: 'note', text: join(present([card, auditMsg.idIs({ id: request }), ticketText(line)]), ' · ') },
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
