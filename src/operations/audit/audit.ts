import type { Part } from '../../core/command/answer.ts';
import { placeKey } from '../../core/command/context.ts';
import { interpret, print } from '../../core/command/interpret.ts';
import { ok, readAll, required } from '../../core/command/params.ts';
import { invalid, type Problem, refused } from '../../core/command/problem.ts';
import type { Ask } from '../../core/operation.ts';
import { explainFreezes } from '../../core/policy/explain-freezes.ts';
import { explain } from '../../core/policy/explain-policy.ts';
import { exemptionsOf } from '../../core/policy/never-frozen.ts';
import { ChangeRequest } from '../../core/request/change-request.ts';
import { canonical } from '../../core/request/plan.ts';
import { shownPairsText } from '../../core/text/secret.ts';
import { type Text, verbatim } from '../../core/text/text.ts';
import { readPlannedTime } from '../../core/time/planned-time.ts';
import type { StoredRequest } from '../../store/stored-types.ts';
import { listedWhole, otherPages, pageFrom, pastEnd } from '../shared/answer/paging.ts';
import { defineQuestion, type Operation, type Reads, ruledLike } from '../shared/define.ts';
import { isOffered } from '../shared/find-operation.ts';
import { calendarOf } from '../shared/freeze/stored-freeze.ts';
import { sharedMsg } from '../shared/operation-messages.ts';
import { channelAccess, mayShare, sharing } from '../shared/place/channel-access.ts';
import { page } from '../shared/shared-params.ts';
import { linkedTitle, readRequest } from './audit-lines.ts';
import { auditMsg } from './audit-messages.ts';

/** Requests per page. Rows with long titles and links must fit into a table (docs/slack.md#blocks). */
const requestsPage = 20;

const states: Partial<Record<StoredRequest['state'], () => Text>> = {
  proposed: auditMsg.proposed,
  approved: auditMsg.approved,
  scheduled: auditMsg.scheduled,
  running: auditMsg.running,
  unknown: auditMsg.unknown,
};

/** Returns the open requests that someone may see, whether the channel may see the page, and why some are missing. */
export async function gatherRequests(
  args: { readonly page: number },
  ask: Ask,
  reads: Pick<Reads, 'actor' | 'isPublic'> & { readonly requests: Pick<Reads['requests'], 'open'> },
) {
  const open = await reads.requests.open({ placeKey: placeKey(ask.context) });
  const channels = channelAccess(ask, reads);
  const areVisible = await Promise.all(
    open.map(({ asker, channel }) => asker === ask.person.id || (channel !== undefined && channels.isMember(channel))),
  );
  const requests: readonly StoredRequest[] = open.filter((_card, index) => areVisible[index] === true);
  const shown = pageFrom(requests, { page: args.page, size: requestsPage }).map(({ channel }) => channel);
  const shares = await mayShare(channels, shown);
  const why = areVisible.includes('unreadable') ? auditMsg.requestsUnread() : auditMsg.requestsElsewhere();
  return { cards: requests, shares, ...(requests.length < open.length ? { leftOut: why } : {}) };
}

export const requests = defineQuestion({
  id: 'requests',
  tool: { name: 'list_requests' },
  command: 'portolan',
  keywords: [['requests']],
  summary: auditMsg.requestsSays(),
  examples: ['portolan requests'],
  first: { position: 6 },
  params: { page },
  order: [],
  gather: gatherRequests,
  answer(args, { cards: requests, leftOut, shares }) {
    const { notes, ...share } = sharing(shares);
    const none = leftOut ? auditMsg.requestsNoneForYou() : auditMsg.requestsNone();
    const paging = { page: args.page, size: requestsPage, total: requests.length };
    const shown = pageFrom(requests, paging);
    const isPastEnd = requests.length > 0 && shown.length === 0;
    return listedWhole({
      title: auditMsg.requestsTitle(),
      ...share,
      shown,
      none: isPastEnd ? pastEnd(paging) : none,
      // Three columns fit on a phone.
      columns: [auditMsg.request(), auditMsg.state(), auditMsg.asker()],
      rowOf: (request) => {
        const body = readRequest(request);
        return [
          body ? linkedTitle(body.title, body.link) : verbatim(request.id),
          auditMsg.stateUntil({ state: stateText(request), when: { at: request.openUntil } }),
          auditMsg.askedAt({
            who: body ? verbatim(body.asker) : auditMsg.whoIs({ who: { user: request.asker } }),
            when: { at: request.at },
          }),
        ];
      },
      below: otherPages('requests', paging, shown.length),
      notes: isPastEnd ? [] : [...(leftOut ? [{ part: 'note', text: leftOut } as const] : []), ...notes],
    });
  },
});

function stateText(request: StoredRequest): Text {
  const { data } = ChangeRequest.safeParse(request.body);
  if (request.state === 'scheduled' && data?.planned) return auditMsg.scheduledFor({ at: { at: data.planned.at } });
  if (request.state === 'proposed' && data?.frozen) return auditMsg.frozen();
  return states[request.state]?.() ?? verbatim(request.state);
}

export function definePolicy(operations: () => readonly Operation[]) {
  return defineQuestion({
    id: 'policy',
    tool: { none: 'plan_change says who would decide' },
    command: 'portolan',
    keywords: [['policy']],
    summary: auditMsg.policySays(),
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
