import * as z from 'zod';
import type { Part } from '../../core/command/answer.ts';
import { placeKey } from '../../core/command/context.ts';
import { interpret, print } from '../../core/command/interpret.ts';
import { flag, ok, optional, readAll, required, several, wrong } from '../../core/command/params.ts';
import { type Problem, refused } from '../../core/command/problem.ts';
import { explain } from '../../core/policy/explain-policy.ts';
import { StoredText } from '../../core/request/plan.ts';
import { parseDuration } from '../../core/text/duration.ts';
import { shownPairsText } from '../../core/text/secret.ts';
import { type Text, verbatim } from '../../core/text/text.ts';
import type { AuditHead, AuditRow } from '../../store/audit/audit-entry.ts';
import { auditCsv, auditJsonl } from '../../store/audit/audit-export.ts';
import type { StoredCard, StoredOpening } from '../../store/stored-types.ts';
import { defineQuestion, type Operation } from '../shared/define.ts';
import { msg as shared } from '../shared/operation-messages.ts';
import { kindText, stateText } from './audit-kinds.ts';
import { msg } from './audit-messages.ts';
import { mayReadAudit } from './may-read-audit.ts';

/** The part of a stored request that a list shows. */
const Listed = z.object({ plan: z.object({ title: StoredText }), asker: z.object({ name: z.string() }) });

const states: Partial<Record<StoredCard['state'], () => Text>> = {
  proposed: msg.proposed,
  approved: msg.approved,
  running: msg.running,
  unknown: msg.unknown,
};

/** `/portolan requests`: what is open in this context. */
export const requests = defineQuestion({
  id: 'requests',
  command: 'portolan',
  keywords: [['requests']],
  summary: msg.requestsSays(),
  examples: ['portolan requests'],
  params: {},
  order: [],
  needs: 'context',
  gather: (_args, ask, reads): Promise<readonly StoredCard[]> => reads.cards.open({ placeKey: placeKey(ask.context) }),
  answer(_args, cards) {
    const title = msg.requestsTitle();
    if (cards.length === 0) return { title, parts: [{ part: 'line', text: msg.requestsNone() }] };
    const rows = cards.slice(0, 50).map((card) => {
      const body = Listed.safeParse(card.body);
      return [
        body.success ? body.data.plan.title : verbatim(card.id),
        states[card.state]?.() ?? verbatim(card.state),
        body.success ? verbatim(body.data.asker.name) : msg.whoIs({ who: { user: card.asker } }),
        msg.moment({ when: { at: card.at } }),
        msg.moment({ when: { at: card.openUntil } }),
      ];
    });
    const columns = [msg.request(), msg.state(), msg.asker(), msg.asked(), msg.until()];
    const left = cards.length - rows.length;
    const more: Part[] =
      left > 0 ? [{ part: 'note', text: msg.requestsMore({ shown: rows.length, total: cards.length }) }] : [];
    return { title, parts: [{ part: 'table', caption: title, columns, rows }, ...more] };
  },
});

const Opening = z.object({
  componentName: z.string().optional(),
  component: z.string(),
  port: z.number(),
  side: z.enum(['outer', 'inner']),
});

/** `/portolan openings`: ports open for a while, who opened them, until when. */
export const openings = defineQuestion({
  id: 'openings',
  command: 'portolan',
  keywords: [['openings']],
  summary: msg.openingsSays(),
  examples: ['portolan openings'],
  params: {},
  order: [],
  needs: 'context',
  async gather(_args, ask, reads): Promise<readonly (StoredOpening & { readonly byName: string })[]> {
    const open = await reads.openings.list({ placeKey: placeKey(ask.context) });
    return Promise.all(open.slice(0, 50).map(async (each) => ({ ...each, byName: await reads.nameOf(each.by) })));
  },
  answer(_args, open) {
    const title = msg.openingsTitle();
    const rows = open.flatMap((opening) => {
      const body = Opening.safeParse(opening.body);
      if (!body.success) return [];
      return [
        [
          verbatim(body.data.componentName ?? body.data.component),
          verbatim(String(body.data.port)),
          body.data.side === 'outer' ? msg.outer() : msg.inner(),
          verbatim(opening.byName),
          msg.moment({ when: { at: opening.until } }),
        ],
      ];
    });
    if (rows.length === 0) return { title, parts: [{ part: 'line', text: msg.openingsNone() }] };
    const columns = [msg.component(), msg.port(), msg.side(), msg.openedBy(), msg.closes()];
    return { title, parts: [{ part: 'table', caption: title, columns, rows }] };
  },
});

/** `/portolan policy <words of a change>`: which rule would decide it, and why. */
export function definePolicy(operations: () => readonly Operation[]) {
  return defineQuestion({
    id: 'policy',
    command: 'portolan',
    keywords: [['policy']],
    summary: msg.policySays(),
    examples: ['portolan policy port open web 8080'],
    params: { words: required<string>(msg.words(), msg.wordsMissing(), ok, { hint: msg.wordsHint() }) },
    order: ['words'],
    rest: (text, quoted) => (quoted ? undefined : { words: [text] }),
    needs: 'context',
    async gather(args, ask, reads) {
      const meant = interpret(operations(), 'portolan', args.words, ask.prefix);
      const operation =
        meant.meaning === 'request' ? operations().find(({ id }) => id === meant.request.operation) : undefined;
      if (!operation || meant.meaning !== 'request') return refused(msg.wordsUnknown({ words: args.words }));
      // `port frob` lists the ports of “frob”: a mistyped change is seen by what its words were taken for.
      const words = `/${ask.prefix}${print(operation, meant.request.given)}`;
      const understood = msg.understoodAs({ words, says: operation.summary });
      if (operation.kind === 'setting') return { verdict: msg.settingMay(), lines: [understood] };
      if (operation.kind === 'question') return { verdict: msg.questionRuns(), lines: [understood] };
      const read = readAll(operation.params, meant.request.given);
      if ('faults' in read)
        return { problem: 'invalid', faults: [{ param: 'words', why: read.faults[0]?.why ?? msg.wordsMissing() }] };
      const { groups } = await reads.actor(ask.person, ask.channel);
      return explain(reads.policy, {
        risk: operation.risk(read.args),
        operation: operation.id,
        ...(operation.ruledAs === undefined ? {} : { ruledAs: operation.ruledAs }),
        context: ask.context,
        channel: ask.channel,
        asker: { id: ask.person.id, groups },
      });
    },
    answer: (args, facts: { verdict: Text; lines: readonly Text[] }) => ({
      // The answer can be shared, and the words may hold a header's value.
      title: msg.policyTitle({ words: shownPairsText(args.words) }),
      parts: [
        { part: 'line', text: facts.verdict },
        ...facts.lines.slice(0, 20).map((text): Part => ({ part: 'note', text })),
      ],
    }),
  });
}

const mostRows = 30;

interface AuditFacts {
  readonly rows: readonly AuditRow[];
  readonly all: readonly AuditRow[] | undefined;
  readonly head: AuditHead;
}

/** `/portolan audit [search] [since=7d] [export]`. */
export const audit = defineQuestion({
  id: 'audit',
  command: 'portolan',
  keywords: [['audit']],
  summary: msg.auditSays(),
  examples: ['portolan audit', 'portolan audit web since=7d'],
  params: {
    search: several<string>(msg.search(), ok, { input: 'text' }),
    since: optional<number>(
      msg.since(),
      (typed) => {
        const ms = parseDuration(typed);
        return ms === undefined ? wrong(msg.sinceWrong({ typed })) : ok(ms);
      },
      { hint: msg.sinceHint() },
    ),
    export: flag(msg.export(), 'export', {
      keyword: (word, last) => (last && word.toLowerCase() === 'export' ? 'yes' : undefined),
    }),
  },
  order: ['search'],
  needs: 'context',
  async gather(args, ask, reads): Promise<AuditFacts | Problem> {
    const no = await mayReadAudit(ask, reads);
    if (no) return no;
    const search = {
      placeKey: placeKey(ask.context),
      words: args.search,
      ...(args.since === undefined ? {} : { since: ask.now - args.since }),
    };
    const rows = await reads.audit.search({ ...search, limit: mostRows });
    const all = args.export ? await reads.audit.search({ ...search, limit: 100_000 }) : undefined;
    return { rows, all, head: await reads.audit.head() };
  },
  answer(args, { rows, all, head }) {
    const title = msg.auditTitle();
    if (all) {
      const oldestFirst = all.toReversed();
      return {
        title,
        share: false,
        parts: [{ part: 'line', text: msg.exported({ count: all.length }) }],
        files: [
          { name: 'portolan-audit.csv', title: msg.exportTitle(), content: auditCsv(oldestFirst, head, true) },
          { name: 'portolan-audit.jsonl', title: msg.exportTitle(), content: auditJsonl(oldestFirst, head, true) },
        ],
      };
    }
    if (rows.length === 0) {
      const typed = args.search.join(' ');
      return { title, parts: [{ part: 'line', text: typed ? msg.auditNoneFound({ typed }) : msg.auditNone() }] };
    }
    return {
      title,
      parts: [
        {
          part: 'table',
          caption: title,
          columns: [msg.when(), msg.who(), msg.what(), msg.operation(), msg.status()],
          rows: rows.map((row) => [
            msg.moment({ when: { at: row.at } }),
            verbatim(row.who.name),
            kindText(row.kind),
            operationIn(row),
            stateText(row.outcome ?? row.status ?? ''),
          ]),
        },
        { part: 'note', text: msg.more({ shown: rows.length }) },
      ],
    };
  },
});

/** The operation with what it was about, such as `port.open web 8080`. */
function operationIn({ operation, details }: AuditRow): Text {
  if (operation === undefined) return shared.none();
  const about = [details?.component, details?.port].filter((part) => part !== undefined && part !== null);
  return verbatim([operation, ...about].join(' '));
}
