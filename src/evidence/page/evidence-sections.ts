import { present } from '../../core/defined.ts';
import { join, type Text, verbatim } from '../../core/text/text.ts';
import { evidencePageMsg } from '../../operations/audit/evidence-page-messages.ts';
import { type EvidenceDecision, type EvidenceRequest, effects } from '../evidence-request.ts';
import { mostListed } from '../evidence-summary.ts';
import type { OutsideChange } from '../outside-change.ts';
import { type SeparationCounts, separations, sumOf } from '../separation.ts';
import type { PageFacts, Write } from './page-facts.ts';
import { el, type Html, paragraph } from './page-html.ts';
import { labeledTable, someListed, when } from './page-table.ts';

export function requestsSection({ counts }: PageFacts, write: Write): Html {
  const rows = effects.filter((each) => counts.effects[each] > 0);
  return el.section(write(evidencePageMsg.requests()), [
    paragraph(write(evidencePageMsg.requestsAre({ count: counts.requests, automatic: counts.automatic }))),
    labeledTable(
      ['result', 'count'],
      rows.map((each) => [write(evidencePageMsg[each]()), String(counts.effects[each])]),
      write,
      [1],
    ),
  ]);
}

export function separationSection({ counts: { table } }: PageFacts, write: Write): Html {
  const shown = (['change', 'expose', 'disrupt', 'destroy', 'unknown'] as const).filter((risk) => table.has(risk));
  const cells = (name: Text, counts: SeparationCounts) => [
    write(name),
    ...separations.map((each) => String(counts[each])),
    String(counts.total),
    ...[counts.agents, counts.exceptions].map(String),
  ];
  const columns = ['risk', ...separations, 'all', 'ofAgents', 'exceptions'] as const;
  const rows = shown.flatMap((risk) => {
    const counts = table.get(risk);
    return counts ? [cells(evidencePageMsg[`risk-${risk}` as const](), counts)] : [];
  });
  return el.section(write(evidencePageMsg.separation()), [
    paragraph(write(evidencePageMsg.separationSays())),
    labeledTable(columns, [...rows, cells(evidencePageMsg.all(), sumOf(table))], write, [1, 2, 3, 4, 5, 6, 7]),
  ]);
}

export function aloneSection({ counts }: PageFacts, write: Write): Html {
  const sum = sumOf(counts.table);
  const all = sum['one-person'] + sum['break-glass'];
  if (all === 0) return el.section(write(evidencePageMsg.alone()), [paragraph(write(evidencePageMsg.aloneNone()))]);
  const rows = byTime(counts.alone).map((each) => [
    when(each.at),
    write(requesterText(each)),
    changeCell(each, write),
    write(whyAlone(each)),
  ]);
  return el.section(write(evidencePageMsg.alone()), [
    labeledTable(['when', 'who', 'change', 'why'], rows, write),
    ...someListed(rows.length, all, 'requests.csv', write),
  ]);
}

export function changesSection({ counts }: PageFacts, write: Write): Html {
  const rows = byTime(counts.changes).map((each) => [
    when(each.at),
    write(requesterText(each)),
    changeCell(each, write),
    write(decidedText(each)),
    write(evidencePageMsg[each.effect]()),
  ]);
  if (rows.length === 0)
    return el.section(write(evidencePageMsg.changes()), [paragraph(write(evidencePageMsg.changesNone()))]);
  return el.section(write(evidencePageMsg.changes()), [
    labeledTable(['when', 'who', 'change', 'decidedBy', 'result'], rows, write),
    ...someListed(rows.length, sumOf(counts.table).total, 'requests.csv', write),
  ]);
}

export function outsideSection({ outside, coverage, exposure }: PageFacts, write: Write): Html {
  const isObserved = coverage.some(({ intervals }) => intervals.length > 0) || exposure.read.size > 0;
  const none = isObserved ? evidencePageMsg.outsideNone() : evidencePageMsg.outsideNever();
  if (outside.length === 0) return el.section(write(evidencePageMsg.outside()), [paragraph(write(none))]);
  const rows = outside
    .slice(0, mostListed)
    .map(({ at, what, component, address, context, by, state, frozen }) => [
      when(at),
      write(whatText(evidencePageMsg[what](), frozen)),
      write(verbatim(address === undefined ? component : `${component} · ${address}`)),
      write(verbatim(context)),
      write(by === undefined ? evidencePageMsg.platformItself() : verbatim(by)),
      write(outsideResult(what, state)),
    ]);
  return el.section(write(evidencePageMsg.outside()), [
    paragraph(write(evidencePageMsg.outsideSays())),
    labeledTable(['when', 'what', 'where', 'application', 'platformUser', 'result'], rows, write),
    ...someListed(rows.length, outside.length, 'outside.csv', write),
  ]);
}

function whatText(what: Text, frozen: OutsideChange['frozen']): Text {
  if (frozen?.by === 'freeze') return evidencePageMsg.inFreeze({ what, reason: frozen.reason ?? '' });
  return frozen?.by === 'window' ? evidencePageMsg.outsideWindow({ what }) : what;
}

function outsideResult(what: OutsideChange['what'], state: string | undefined): Text {
  if (what === 'opened') return evidencePageMsg.seenOpen();
  if (what === 'closed') return evidencePageMsg.seenClosed();
  if (what === 'rule-deleted') return evidencePageMsg.seenDeleted();
  if (state === 'failed') return evidencePageMsg.failedOutside();
  return state === 'unknown' ? evidencePageMsg.unknown() : evidencePageMsg.changed();
}

function byTime(requests: readonly EvidenceRequest[]): readonly EvidenceRequest[] {
  return requests.toSorted((one, other) => (one.at ?? 0) - (other.at ?? 0));
}

function requesterText({ requester, agent }: EvidenceRequest): Text {
  const who = verbatim(requester?.name ?? '?');
  return agent === undefined ? who : evidencePageMsg.byAgent({ agent, who });
}

function changeCell({ title, title_zh, link, context, ticket }: EvidenceRequest, write: Write): Html {
  const label = write(titleText(title, title_zh));
  const more = present([context, ticket]).map((each) => write(verbatim(each)));
  return [link === undefined ? label : el.link(link, label), ...more].join(' · ');
}

function titleText(en: string, zh: string | undefined): Text {
  return evidencePageMsg.recordedTitle({ en, zh: zh ?? en });
}

function whyAlone({ separation, decisions, rule }: EvidenceRequest): Text {
  const glass = decisions.find(({ kind, counts }) => kind === 'break_glass' && counts);
  if (separation === 'break-glass' && glass)
    return evidencePageMsg.whyGlass({ who: glass.who.name, reason: glass.reason ?? '' });
  const line = rule?.replace(/^line /, '');
  const by =
    rule === undefined
      ? evidencePageMsg.ruleUnknown()
      : rule === 'default'
        ? evidencePageMsg.ruleDefault()
        : evidencePageMsg.ruleLine({ line: line ?? '' });
  return evidencePageMsg.whyRule({ rule: by });
}

function decidedText(request: EvidenceRequest): Text {
  const exception = request.decisions.findLast(({ kind, counts }) => kind === 'exception' && counts);
  const by = deciderText(request);
  return exception ? join([by, evidencePageMsg.exceptionBecause({ reason: exception.reason ?? '' })], '; ') : by;
}

function deciderText({ decisions, separation, requester }: EvidenceRequest): Text {
  const counted = decisions.filter(({ counts, kind }) => counts && (kind === 'approved' || kind === 'break_glass'));
  if (counted.length === 0) return separation === 'automatic' ? evidencePageMsg.portolan() : evidencePageMsg.nobody();
  return join(
    counted.map((each) => decisionText(each, requester?.id)),
    ', ',
  );
}

function decisionText({ kind, who, as, role, reason }: EvidenceDecision, requester: string | undefined): Text {
  if (kind === 'break_glass') return evidencePageMsg.whyGlass({ who: who.name, reason: reason ?? '' });
  if (as === 'requester' || who.id === requester) return evidencePageMsg.confirmedBy({ who: who.name });
  const says = evidencePageMsg.approvedBy({ who: who.name });
  return role === undefined ? says : evidencePageMsg.asRole({ says, role });
}
