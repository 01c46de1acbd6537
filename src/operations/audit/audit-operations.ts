import type { Part } from '../../core/command/answer.ts';
import { type Place, placeKey, placeText } from '../../core/command/context.ts';
import { isDirectMessage } from '../../core/command/direct-message.ts';
import { interpret, print } from '../../core/command/interpret.ts';
import { ok, readAll, required, withDefault } from '../../core/command/params.ts';
import { invalid, type Problem, refused } from '../../core/command/problem.ts';
import { present } from '../../core/defined.ts';
import type { Ask, OperationSpec } from '../../core/operation.ts';
import { approvalsLeft, decidersText, mayDecide } from '../../core/policy/decide.ts';
import { explainFreezes } from '../../core/policy/explain-freezes.ts';
import { explain } from '../../core/policy/explain-policy.ts';
import { exemptionsOf } from '../../core/policy/never-frozen.ts';
import { type ChangeRequest, readRequest } from '../../core/request/change-request.ts';
import { canonical } from '../../core/request/plan.ts';
import { durationText } from '../../core/text/duration-messages.ts';
import { momentNear } from '../../core/text/instant-text.ts';
import { verbatimList } from '../../core/text/joined.ts';
import { shownPairsText } from '../../core/text/secret.ts';
import { type Instant, join, type Text, verbatim } from '../../core/text/text.ts';
import { readPlannedTime } from '../../core/time/planned-time.ts';
import type { StoredRequest } from '../../store/stored-types.ts';
import { otherPages, pageFrom, pastEnd } from '../shared/answer/paging.ts';
import { defineQuestion, type Operation, type Reads, ruledLike } from '../shared/define.ts';
import { isOffered } from '../shared/find-operation.ts';
import { calendarOf } from '../shared/freeze/stored-freeze.ts';
import { sharedMsg } from '../shared/operation-messages.ts';
import { type NameReads, personNames } from '../shared/person-names.ts';
import { channelAccess, mayShare, sharing } from '../shared/place/channel-access.ts';
import { page } from '../shared/shared-params.ts';
import { defineAudit } from './audit-log-question.ts';
import { auditMsg } from './audit-messages.ts';
import { evidenceMsg } from './evidence-messages.ts';
import { linkedTitle } from './lines/audit-words.ts';
import { type AuditAccess, auditAccess } from './may-read-audit.ts';
import { openings } from './openings.ts';
import { momentOf, momentOrDay, readSince, type Since, sinceWord } from './since.ts';

export function auditOperations(operations: () => readonly Operation[]): readonly Operation[] {
  return [requests, scheduled, openings, defineAudit(operations), evidence, definePolicy(operations)];
}

const day = 86_400_000;
/** Minimum number of entries that are read and written per second. */
const entriesInSecond = 5_000;

/** Facts known before an archive is made. Times are epoch ms. */
interface EvidenceFacts {
  readonly since: number;
  readonly entries: number;
  /** Fingerprint of the signing key; undefined if the archive is unsigned. */
  readonly fingerprint: string | undefined;
  readonly leftOut?: { readonly count: number; readonly isCounted: boolean; readonly why: Text } | undefined;
  readonly archive: () => AsyncIterable<Uint8Array>;
}

const evidence = defineQuestion({
  id: 'evidence',
  tool: { none: 'evidence is for people' },
  command: 'portolan',
  keywords: [['evidence']],
  summary: evidenceMsg.says(),
  title: evidenceMsg.formTitle(),
  submit: evidenceMsg.submit(),
  examples: ['portolan evidence', 'portolan evidence since=30d'],
  params: {
    since: withDefault<Since>(auditMsg.since(), { ago: 90 * day }, readSince, {
      hint: auditMsg.sinceHint(),
      keyword: sinceWord,
    }),
  },
  order: [],
  async gather({ since: from }, ask, reads): Promise<EvidenceFacts> {
    const since = momentOf(from, ask.now, ask.person.zone);
    const access = await auditAccess(ask, reads, channelAccess(ask, reads));
    const { person, context } = ask;
    const order = {
      since,
      context: { key: placeKey(context), name: context.name ?? placeText(context) },
      by: { id: person.id, name: person.name },
      mayRead: access.all ? undefined : access.mayRead,
    };
    const { fingerprint, make } = reads.evidence;
    const entries = await reads.audit.count(since);
    const leftOut = access.all
      ? undefined
      : { ...(await countLeftOut(since, context, access, reads)), why: access.why };
    return { since, entries, fingerprint, leftOut, archive: () => make(order) };
  },
  answer(_args, { since, entries, fingerprint, leftOut, archive }: EvidenceFacts, ask) {
    const wait = durationText(Math.max(10, Math.ceil(entries / entriesInSecond)) * 1_000);
    const notes: Part[] = [
      { part: 'note', text: evidenceMsg.contains() },
      ...(leftOut ? [{ part: 'note', text: leftOutText(leftOut) } as const] : []),
      {
        part: 'note',
        text: fingerprint === undefined ? evidenceMsg.unsigned() : evidenceMsg.signed({ key: fingerprint }),
      },
    ];
    const date = new Date(ask.now).toISOString().slice(0, 10);
    return {
      title: evidenceMsg.title({ from: momentOrDay(since, ask.now) }),
      share: false,
      parts: [{ part: 'line', text: evidenceMsg.coming({ entries, wait }) }, ...notes],
      files: [
        {
          name: `portolan-evidence-${date}.zip`,
          title: evidenceMsg.file({ from: new Date(since).toISOString().slice(0, 10), to: date, entries }),
          content: archive(),
          tooLarge: evidenceMsg.tooLarge(),
        },
      ],
    };
  },
});

const maxCounted = 5_000;

async function countLeftOut(
  since: number,
  context: Place,
  { mayRead }: Extract<AuditAccess, { readonly all: false }>,
  { audit }: Pick<Reads, 'audit'>,
): Promise<{ readonly count: number; readonly isCounted: boolean }> {
  let [looked, count] = [0, 0];
  for await (const row of audit.matching({ since, placeKey: placeKey(context) })) {
    looked += 1;
    if (looked > maxCounted) return { count, isCounted: false };
    if (!(await mayRead(row))) count += 1;
  }
  return { count, isCounted: true };
}

function leftOutText({ count, isCounted, why }: NonNullable<EvidenceFacts['leftOut']>): Text {
  if (!isCounted) return evidenceMsg.leftOutSome({ why });
  return count === 0 ? evidenceMsg.leftOutNone() : evidenceMsg.leftOut({ count, why });
}

/** Requests per page. With their texts, they must fit into a message (docs/slack.md#messages). */
const requestsPage = 10;

const states: Partial<Record<StoredRequest['state'], () => Text>> = {
  approved: auditMsg.approved,
  scheduled: auditMsg.scheduled,
  running: auditMsg.running,
  unknown: auditMsg.unknown,
};

/**
 * Returns the open requests that are wanted and that someone may see, who was asked, whether the channel may see the page,
 * and why some are missing.
 */
export async function gatherRequests(
  args: { readonly page: number },
  ask: Ask,
  reads: Pick<Reads, 'actor' | 'isPublic'> & NameReads & { readonly requests: Pick<Reads['requests'], 'open'> },
  areScheduled = false,
) {
  const all = await reads.requests.open({ placeKey: placeKey(ask.context) });
  const open = soonestFirst(areScheduled ? all.filter((each) => plannedAt(each) !== undefined) : all, areScheduled);
  const channels = channelAccess(ask, reads);
  const areVisible = await Promise.all(
    open.map(({ asker, channel }) => asker === ask.person.id || (channel !== undefined && channels.isMember(channel))),
  );
  const requests: readonly StoredRequest[] = open.filter((_card, index) => areVisible[index] === true);
  const shown = pageFrom(requests, { page: args.page, size: requestsPage });
  const [shares, names] = await Promise.all([
    mayShare(
      channels,
      shown.map(({ channel }) => channel),
    ),
    personNames(
      shown.flatMap((each) => readRequest(each)?.decision.asked ?? []),
      reads,
    ),
  ]);
  const why = areVisible.includes('unreadable') ? auditMsg.requestsUnread() : auditMsg.requestsElsewhere();
  const mine = await Promise.all(shown.map((each) => isDecidable(each, ask, reads)));
  const decidable = new Set(shown.flatMap(({ id }, index) => (mine[index] ? [id] : [])));
  return { cards: requests, decidable, names, shares, ...(requests.length < open.length ? { leftOut: why } : {}) };
}

function plannedAt(stored: StoredRequest): number | undefined {
  return readRequest(stored)?.run.planned?.at;
}

/** Sorts the scheduled requests by their time, after those that still need something. `all`: all have a planned time. */
function soonestFirst(open: readonly StoredRequest[], all: boolean): readonly StoredRequest[] {
  const timeOf = (stored: StoredRequest) => (all || stored.state === 'scheduled' ? (plannedAt(stored) ?? 0) : 0);
  return open.toSorted((one, other) => timeOf(one) - timeOf(other));
}

/** Checks whether a person could decide a request now. Their own waits for them only if it needs a confirmation. */
async function isDecidable(stored: StoredRequest, { person }: Ask, reads: Pick<Reads, 'actor'>): Promise<boolean> {
  const request = readRequest(stored);
  if (request?.state !== 'proposed') return false;
  const { asker, shown, decision } = request;
  const { ruling, approvals } = decision;
  if (asker.id === person.id && ruling.need !== 'confirm') return false;
  const decider = await reads.actor(person, shown.channel);
  return !('refusal' in mayDecide({ ruling, decider, asker: asker.id, approvals }));
}

interface RequestList {
  readonly id: 'requests' | 'scheduled';
  readonly tool: OperationSpec['tool'];
  readonly summary: Text;
  readonly tip?: Text;
  readonly searched: Text;
  readonly title: Text;
  readonly none: Text;
  readonly areScheduled?: true;
}

function defineRequestList({ id, tool, summary, searched, tip, title, none, areScheduled }: RequestList) {
  return defineQuestion({
    ...{ id, tool, command: 'portolan', keywords: [[id]], summary, searched, tip, examples: [`portolan ${id}`] },
    params: { page },
    order: [],
    gather: (args, ask, reads) => gatherRequests(args, ask, reads, areScheduled),
    answer(args, { cards, decidable, names, leftOut, shares }, ask) {
      const { notes, ...share } = sharing(shares);
      const paging = { page: args.page, size: requestsPage, total: cards.length };
      const shown = pageFrom(cards, paging);
      const isPastEnd = cards.length > 0 && shown.length === 0;
      const empty = leftOut ? auditMsg.requestsNoneForYou() : none;
      return {
        title,
        ...share,
        parts: present<Part>([
          shown.length === 0 && { part: 'line', text: isPastEnd ? pastEnd(paging) : empty },
          ...shown.map((request) => requestRow(request, decidable.has(request.id), names, ask.now)),
          ...otherPages(id, paging, shown.length),
          !isPastEnd && leftOut && { part: 'note', text: leftOut },
          ...(isPastEnd ? [] : notes),
        ]),
      };
    },
  });
}

export const requests = defineRequestList({
  id: 'requests',
  tool: { name: 'list_requests' },
  summary: auditMsg.requestsSays(),
  searched: auditMsg.requestsSearched(),
  title: auditMsg.requestsTitle(),
  none: auditMsg.requestsNone(),
});

/** The pending requests with a planned time, also those that still wait for a decision. */
const scheduled = defineRequestList({
  id: 'scheduled',
  tool: { none: 'the list of pending requests has the planned times' },
  summary: auditMsg.scheduledSays(),
  searched: auditMsg.scheduledSearched(),
  tip: auditMsg.scheduledTip(),
  title: auditMsg.scheduledTitle(),
  none: auditMsg.scheduledNone(),
  areScheduled: true,
});

/** Says what was asked, who decides it until when, and who asked. */
function requestRow(stored: StoredRequest, mayDecide: boolean, names: ReadonlyMap<string, string>, now: number): Part {
  const request = readRequest(stored);
  const title = request?.plan.title ?? verbatim(stored.id);
  const asked = (request?.decision.asked ?? []).map((id) => names.get(id) ?? id);
  const from = auditMsg.askedAt({
    who: request ? verbatim(request.asker.name) : auditMsg.whoIs({ who: { user: stored.asker } }),
    when: momentNear(stored.at, now),
  });
  const where = stored.channel !== undefined && !isDirectMessage(stored.channel) && { channel: stored.channel };
  const below = present([
    from,
    where && auditMsg.inChannel({ channel: where }),
    asked.length > 0 && auditMsg.asked({ who: verbatimList(asked), count: asked.length }),
  ]);
  const text = auditMsg.requestRow({
    title: linkedTitle(title, request?.shown.link),
    state: stateLine(stored, request, now),
    from: join(below, ' · '),
  });
  return { part: 'row', text, reviews: request && { id: request.id, revision: request.revision, title, mayDecide } };
}

/** Only a request that waits to run expires. A scheduled one has no deadline for people: it runs automatically. */
function stateLine(stored: StoredRequest, request: ChangeRequest | undefined, now: number): Text {
  const state = stateText(stored, request);
  if (stored.state !== 'proposed' && stored.state !== 'approved') return state;
  const planned = stored.state === 'proposed' ? request?.run.planned : undefined;
  if (!planned) return auditMsg.stateUntil({ state, when: momentNear(stored.openUntil, now) });
  // Times of several days are listed together, so each has its day.
  return auditMsg.plannedUntil({ state, at: withDay(planned.at), when: withDay(stored.openUntil) });
}

function withDay(at: number): Instant {
  return { at, show: 'stamp' };
}

function stateText({ state }: StoredRequest, request: ChangeRequest | undefined): Text {
  if (state === 'scheduled' && request?.run.planned)
    return auditMsg.scheduledFor({ at: withDay(request.run.planned.at) });
  if (state !== 'proposed') return states[state]?.() ?? verbatim(state);
  if (!request) return auditMsg.proposed();
  const { frozen, ruling, approvals } = request.decision;
  if (frozen) return auditMsg.frozen();
  return auditMsg.waitsFor({
    who: decidersText({ ...ruling, count: approvalsLeft(ruling, request.asker.id, approvals) }),
  });
}

function definePolicy(operations: () => readonly Operation[]) {
  return defineQuestion({
    id: 'policy',
    tool: { none: 'plan_change says who would decide' },
    command: 'portolan',
    keywords: [['policy']],
    summary: auditMsg.policySays(),
    searched: auditMsg.policySearched(),
    title: auditMsg.policyForm(),
    examples: ['portolan policy port open web 8080'],
    params: { words: required<string>(auditMsg.words(), auditMsg.wordsMissing(), ok, { hint: auditMsg.wordsHint() }) },
    order: ['words'],
    rest: (text, quoted) => (quoted ? undefined : { words: [text] }),
    gather: ({ words }, ask, reads) => explainWords(operations(), words, ask, reads),
    answer: (args, facts) => ({
      // Mask values, because the answer can be shared and the typed words may contain a header's secret value.
      title: auditMsg.policyTitle({ words: shownPairsText(args.words) }),
      parts: [
        { part: 'line', text: facts.verdict },
        ...facts.lines.slice(0, 20).map((text): Part => ({ part: 'note', text })),
      ],
    }),
  });
}

async function explainWords(
  operations: readonly Operation[],
  typed: string,
  ask: Ask,
  reads: Reads,
): Promise<{ readonly verdict: Text; readonly lines: readonly Text[] } | Problem> {
  const meant = interpret(operations, 'portolan', typed, ask.prefix);
  const request = meant.meaning === 'request' ? meant.request : undefined;
  const operation = operations.find(({ id }) => id === request?.operation);
  if (!operation || !request) return refused(auditMsg.wordsUnknown({ words: typed }));
  if (!isOffered(operation, reads.platform.dialect())) return refused(sharedMsg.notInApi());
  // Show how the words were understood. For example, the mistyped change `port frob` lists the ports of “frob”.
  const words = `/${ask.prefix}${print(operation, request.given)}`;
  const understood = auditMsg.understoodAs({ words, says: operation.summary });
  if (operation.kind === 'setting') return { verdict: auditMsg.settingMay(), lines: [understood] };
  if (operation.kind === 'question') return { verdict: auditMsg.questionRuns(), lines: [understood] };
  const parsed = readAll(operation.params, request.given);
  if ('faults' in parsed)
    return {
      problem: 'invalid',
      faults: [{ param: 'words', why: parsed.faults[0]?.why ?? auditMsg.wordsMissing() }],
    };
  const { groups } = await reads.actor(ask.person, ask.channel);
  const { ruledAs, ...ownName } = ruledLike(operation);
  const input = {
    risk: operation.risk(parsed.args),
    operation: operation.id,
    ...ownName,
    context: ask.context,
    channel: ask.channel,
    asker: { id: ask.person.id, groups },
    elsewhere: ask.elsewhere ? true : undefined,
    opens: operation.opens ? true : undefined,
  };
  const { verdict, lines: why, ruling } = explain(reads.policy, { ...input, ruledAs });
  const timed = request.at === undefined ? undefined : readPlannedTime(request.at, ask.now, ask.person.zone);
  if (timed && !timed.ok) return invalid('words', timed.why);
  const exempt = exemptionsOf({ freezes: operation.freezes, risk: input.risk });
  const judged = { ...input, exempt, ruledAs, freezes: operation.freezes };
  const calendar = await calendarOf(reads, ask.context);
  const when = { at: timed?.value ?? ask.now };
  const frozen = 'refused' in ruling ? [] : explainFreezes(reads.policy, calendar, judged, { ...when, ruling });
  const lines = [...frozen, ...why];
  // The plan may have a lower risk than the words suggest. This depends on state that isn't read here.
  const less = operation.minRisk && explain(reads.policy, { ...input, risk: operation.minRisk }).verdict;
  if (!less || canonical(less) === canonical(verdict)) return { verdict, lines };
  return { verdict, lines: [auditMsg.policyLess({ verdict: less }), ...lines] };
}
