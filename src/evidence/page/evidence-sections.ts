import { isoMinute } from '../../core/text/iso-time.ts';
import { join, type Text, verbatim } from '../../core/text/text.ts';
import { evidencePageMsg } from '../../operations/audit/evidence-page-messages.ts';
import { type EvidenceDecision, type EvidenceRequest, effects } from '../evidence-request.ts';
import { mostListed } from '../evidence-summary.ts';
import type { OutsideChange } from '../outside-change.ts';
import { type Separation, type SeparationCounts, separations, sumOf } from '../separation.ts';
import type { PageFacts, Write } from './page-facts.ts';
import { el, type Html, htmlTable, paragraph } from './page-html.ts';

/** All requests, by how far they came. */
export function requestsSection({ counts }: PageFacts, write: Write): Html {
  const rows = effects.filter((each) => counts.effects[each] > 0);
  return el.section(write(evidencePageMsg.requests()), [
    paragraph(write(evidencePageMsg.requestsAre({ count: counts.requests }))),
    htmlTable(
      [write(evidencePageMsg.result()), write(evidencePageMsg.count())],
      rows.map((each) => [write(evidencePageMsg[each]()), String(counts.effects[each])]),
      [1],
    ),
  ]);
}

const separationTexts: Readonly<Record<Separation, () => Text>> = {
  'two-people': evidencePageMsg.twoPeople,
  'one-person': evidencePageMsg.onePerson,
  'break-glass': evidencePageMsg.breakGlass,
  automatic: evidencePageMsg.automatic,
};
const riskTexts: Readonly<Record<EvidenceRequest['risk'], () => Text>> = {
  change: evidencePageMsg.riskChange,
  expose: evidencePageMsg.riskExpose,
  disrupt: evidencePageMsg.riskDisrupt,
  destroy: evidencePageMsg.riskDestroy,
  unknown: evidencePageMsg.riskUnknown,
};

/** The requests that changed something, by risk and by who decided. */
export function separationSection({ counts: { table } }: PageFacts, write: Write): Html {
  const shown = (['change', 'expose', 'disrupt', 'destroy', 'unknown'] as const).filter((risk) => table.has(risk));
  const cells = (name: Text, counts: SeparationCounts) => [
    write(name),
    ...separations.map((each) => String(counts[each])),
    String(counts.total),
    ...[counts.agents, counts.exceptions].map(String),
  ];
  const columns = [
    ...[evidencePageMsg.risk(), ...separations.map((each) => separationTexts[each]()), evidencePageMsg.all()],
    ...[evidencePageMsg.ofAgents(), evidencePageMsg.exceptions()],
  ];
  const rows = shown.flatMap((risk) => {
    const counts = table.get(risk);
    return counts ? [cells(riskTexts[risk](), counts)] : [];
  });
  return el.section(write(evidencePageMsg.separation()), [
    paragraph(write(evidencePageMsg.separationSays())),
    htmlTable(columns.map(write), [...rows, cells(evidencePageMsg.all(), sumOf(table))], [1, 2, 3, 4, 5, 6, 7]),
  ]);
}

/** The changes without a second person, each with why. */
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
    htmlTable(
      [evidencePageMsg.when(), evidencePageMsg.who(), evidencePageMsg.change(), evidencePageMsg.why()].map(write),
      rows,
    ),
    ...someListed(rows.length, all, 'requests.csv', write),
  ]);
}

/** Everything that changed something through Portolan. */
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
    htmlTable(
      [
        evidencePageMsg.when(),
        evidencePageMsg.who(),
        evidencePageMsg.change(),
        evidencePageMsg.decidedBy(),
        evidencePageMsg.result(),
      ].map(write),
      rows,
    ),
    ...someListed(rows.length, sumOf(counts.table).total, 'requests.csv', write),
  ]);
}

const outsideTexts: Readonly<Record<OutsideChange['what'], () => Text>> = {
  ...{
    deploy: evidencePageMsg.deploy,
    upgrade: evidencePageMsg.upgrade,
    rollback: evidencePageMsg.rollback,
    start: evidencePageMsg.start,
    stop: evidencePageMsg.stop,
  },
  ...{
    restart: evidencePageMsg.restart,
    scale: evidencePageMsg.scale,
    resize: evidencePageMsg.resize,
    opened: evidencePageMsg.opened,
    closed: evidencePageMsg.closed,
  },
  'rule-deleted': evidencePageMsg.ruleDeleted,
};

/** What no request explains. */
export function outsideSection({ outside, coverage, exposure }: PageFacts, write: Write): Html {
  const isObserved = coverage.some(({ intervals }) => intervals.length > 0) || exposure.read.size > 0;
  const none = isObserved ? evidencePageMsg.outsideNone() : evidencePageMsg.outsideNever();
  if (outside.length === 0) return el.section(write(evidencePageMsg.outside()), [paragraph(write(none))]);
  const rows = outside
    .slice(0, mostListed)
    .map(({ at, what, component, address, context, by, state }) => [
      when(at),
      write(outsideTexts[what]()),
      write(verbatim(address === undefined ? component : `${component} · ${address}`)),
      write(verbatim(context)),
      write(by === undefined ? evidencePageMsg.platformItself() : verbatim(by)),
      state === undefined ? '' : write(outsideResult(state)),
    ]);
  const columns = [
    evidencePageMsg.when(),
    evidencePageMsg.what(),
    evidencePageMsg.where(),
    evidencePageMsg.application(),
    evidencePageMsg.platformUser(),
    evidencePageMsg.result(),
  ];
  return el.section(write(evidencePageMsg.outside()), [
    paragraph(write(evidencePageMsg.outsideSays())),
    htmlTable(columns.map(write), rows),
    ...someListed(rows.length, outside.length, 'outside.csv', write),
  ]);
}

function outsideResult(state: string): Text {
  if (state === 'failed') return evidencePageMsg.failedOutside();
  return state === 'unknown' ? evidencePageMsg.unknown() : evidencePageMsg.changed();
}

function byTime(requests: readonly EvidenceRequest[]): readonly EvidenceRequest[] {
  return requests.toSorted((one, other) => (one.at ?? 0) - (other.at ?? 0));
}

/** A moment without its zone: the page says once that all are in UTC. */
export function when(at: number | undefined): Html {
  return at === undefined ? '' : el.when(isoMinute(at));
}

function requesterText({ requester, agent }: EvidenceRequest): Text {
  const who = verbatim(requester?.name ?? '?');
  return agent === undefined ? who : evidencePageMsg.byAgent({ agent, who });
}

function changeCell({ title, title_zh, link, context }: EvidenceRequest, write: Write): Html {
  const label = write(titleText(title, title_zh));
  return `${link === undefined ? label : el.link(link, label)} · ${write(verbatim(context))}`;
}

/** A title as the audit log has it: in both languages. */
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

function decidedText({ decisions, separation, requester }: EvidenceRequest): Text {
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

/** That a list is cut. */
export function someListed(shown: number, all: number, file: string, write: Write): readonly Html[] {
  return shown < all ? [paragraph(write(evidencePageMsg.listedSome({ shown, all, file })))] : [];
}
