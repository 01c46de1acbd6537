import { present } from '../../core/defined.ts';
import { isoMinute } from '../../core/text/iso-time.ts';
import { listText, verbatimList } from '../../core/text/joined.ts';
import { join, type Lang, type Text, verbatim } from '../../core/text/text.ts';
import { evidencePageMsg } from '../../operations/audit/evidence-page-messages.ts';
import { plain } from '../../operations/operation-catalog.ts';
import { type EvidenceDecision, type EvidenceRequest, effects } from '../evidence-request.ts';
import { maxListed } from '../evidence-summary.ts';
import { accessGaps } from '../exposure-then.ts';
import type { OutsideChange } from '../outside-change.ts';
import { type SeparationCounts, separations, sumOf } from '../separation.ts';
import type { PageFacts, Write } from './page-facts.ts';
import { el, type Html, pageEnd, pageStart, paragraph } from './page-html.ts';
import { gapLengthText, labeledTable, someListed, when } from './page-table.ts';
import {
  exposureSection,
  freezesSection,
  notKnownSection,
  policiesSection,
  verifySection,
} from './unknown-sections.ts';

const sections = [
  ...[heading, tiles, aloneSection, outsideSection, notKnownSection, separationSection, requestsSection],
  ...[exposureSection, changesSection, freezesSection, policiesSection, verifySection],
];

function requestsSection({ counts }: PageFacts, write: Write): Html {
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

function separationSection({ counts: { table } }: PageFacts, write: Write): Html {
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

function aloneSection({ counts }: PageFacts, write: Write): Html {
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

function changesSection({ counts }: PageFacts, write: Write): Html {
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

function outsideSection({ outside, coverage, exposure }: PageFacts, write: Write): Html {
  const isObserved = coverage.some(({ intervals }) => intervals.length > 0) || exposure.readRanges.size > 0;
  const none = isObserved ? evidencePageMsg.outsideNone() : evidencePageMsg.outsideNever();
  if (outside.length === 0) return el.section(write(evidencePageMsg.outside()), [paragraph(write(none))]);
  const rows = outside
    .slice(0, maxListed)
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
  const breakGlass = decisions.find(({ kind, counts }) => kind === 'break_glass' && counts);
  if (separation === 'break-glass' && breakGlass)
    return evidencePageMsg.whyGlass({ who: breakGlass.who.name, reason: breakGlass.reason ?? '' });
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

/** Returns the summary of an archive as an HTML page, in pieces. The page has no scripts and loads no other files. */
export function* evidencePage(facts: PageFacts, lang: Lang): Generator<string> {
  const write: Write = (text) => el.text(plain(text, lang));
  yield pageStart(lang, plain(evidencePageMsg.title(), lang));
  for (const section of sections) yield `${section(facts, write)}\n`;
  yield pageEnd;
}

/** Maximum number of apps named at the top. */
const maxApps = 20;

function heading({ manifest, since, until, coverage }: PageFacts, write: Write): Html {
  const { scope, made: exportedAt, by, portolan, key, log } = manifest;
  const names = verbatimList(
    scope.contexts?.map(({ name }) => name) ?? coverage.slice(0, maxApps).map(({ context }) => context),
  );
  const left = coverage.length - maxApps;
  const all = left > 0 ? evidencePageMsg.appsAndMore({ names, count: left }) : names;
  const hidden = log.leftOut.private ?? 0;
  return el.header([
    el.h1(write(evidencePageMsg.title())),
    paragraph(
      write(scope.contexts ? evidencePageMsg.selection({ names }) : evidencePageMsg.allContexts({ names: all })),
      'scope',
    ),
    paragraph(write(evidencePageMsg.period({ from: { at: since }, to: { at: until } })), 'scope'),
    paragraph(write(evidencePageMsg.made({ at: { at: exportedAt }, version: portolan }))),
    ...(by ? [paragraph(write(evidencePageMsg.madeFor({ name: by.name })))] : []),
    ...(hidden > 0 ? [paragraph(write(evidencePageMsg.leftPrivate({ count: hidden })), 'warning')] : []),
    key === undefined
      ? paragraph(write(evidencePageMsg.unsigned()), 'warning')
      : paragraph(write(evidencePageMsg.signedWith({ key })), 'key'),
  ]);
}

function tiles(facts: PageFacts, write: Write): Html {
  return el.tiles([changesTile, aloneTile, outsideTile, gapsTile].map((tile) => tile(facts, write)));
}

/** Counts changes outside Portolan that failed or have an unknown outcome. */
function outsideCounts({ outside }: PageFacts) {
  const count = (state: string) => outside.filter((each) => each.state === state).length;
  const [failed, unknown] = [count('failed'), count('unknown')];
  return { failed, unknown, arrived: outside.length - failed };
}

function changesTile(facts: PageFacts, write: Write): Html {
  const { table, effects } = facts.counts;
  const { total, automatic } = sumOf(table);
  const { arrived, unknown } = outsideCounts(facts);
  const unsure = effects.unknown + unknown;
  const certain = total + arrived - unsure;
  const value = unsure > 0 ? write(evidencePageMsg.sureAndMaybe({ sure: certain, unsure })) : String(certain);
  const notes = present<Text>([
    evidencePageMsg.changesByPeople({ count: total - automatic }),
    automatic > 0 && evidencePageMsg.changesAutomatic({ count: automatic }),
    evidencePageMsg.changesOutside({ count: arrived }),
    unsure > 0 && evidencePageMsg.unsureAmong({ count: unsure }),
  ]);
  return el.tile(write(evidencePageMsg.changesTile()), value, notes.map(write));
}

function aloneTile(facts: PageFacts, write: Write): Html {
  const sum = sumOf(facts.counts.table);
  const { arrived } = outsideCounts(facts);
  const alone = sum['one-person'] + sum['break-glass'];
  const value = evidencePageMsg.ofChanges({ alone, all: sum.total - sum.automatic });
  const notes = present<Text>([
    sum['one-person'] > 0 && evidencePageMsg.aloneByRule({ count: sum['one-person'] }),
    sum['break-glass'] > 0 && evidencePageMsg.aloneByGlass({ count: sum['break-glass'] }),
    sum.automatic > 0 && evidencePageMsg.automaticApart({ count: sum.automatic }),
    arrived > 0 && evidencePageMsg.outsideAlone({ count: arrived }),
  ]);
  return el.tile(write(evidencePageMsg.aloneTile()), write(value), notes.map(write));
}

/** Maximum number of items named in a tile: changes during a freeze, or apps with gaps. */
const maxNamed = 3;

function outsideTile(facts: PageFacts, write: Write): Html {
  const { outside } = facts;
  const { failed } = outsideCounts(facts);
  const access = outside.filter(isAccess).length;
  const frozen = outside.filter((each) => each.frozen?.by === 'freeze' || each.frozen?.by === 'window');
  const named = frozen.slice(0, maxNamed).map(({ what, component, at }) => {
    return evidencePageMsg.frozenOne({ what: evidencePageMsg[what](), component, at: isoMinute(at) });
  });
  const notes = present<Text>([
    outside.length > access && evidencePageMsg.outsideRuns({ count: outside.length - access }),
    access > 0 && evidencePageMsg.outsideAccess({ count: access }),
    frozen.length > 0 && evidencePageMsg.outsideFrozen({ count: frozen.length, which: listText(named) }),
    failed > 0 && evidencePageMsg.outsideFailed({ count: failed }),
  ]);
  return el.tile(write(evidencePageMsg.outsideTile()), String(outside.length), notes.map(write));
}

/** Checks whether the change is about access. Such changes are found by comparing states of ports, not by events. */
function isAccess({ what }: Pick<OutsideChange, 'what'>): boolean {
  return what === 'opened' || what === 'closed' || what === 'rule-deleted';
}

/** Lists the apps with gaps in reading, each with the length of its gaps. */
function gapsTile(facts: PageFacts, write: Write): Html {
  const { gaps, coverage, exposure, since, until } = facts;
  const unread = accessGaps(coverage, exposure, facts);
  const lengthOf = (all: readonly { readonly from: number; readonly to: number }[]) =>
    all.reduce((sum, { from, to }) => sum + to - from, 0);
  const gapText = (length: number) =>
    length >= until - since ? evidencePageMsg.never() : evidencePageMsg.forTime({ time: gapLengthText(length) });
  const apps = coverage.flatMap(({ contextKey, context }) => {
    const runs = lengthOf(gaps.filter((each) => each.contextKey === contextKey));
    const access = lengthOf(unread.filter((each) => each.contextKey === contextKey));
    return runs + access > 0 ? [{ context, runs, access }] : [];
  });
  const longest = apps.toSorted((one, other) => other.runs + other.access - one.runs - one.access);
  const notes = longest.slice(0, maxNamed).map(({ context, runs, access }) => {
    const times = present<Text>([
      runs > 0 && evidencePageMsg.runsUnseen({ time: gapText(runs) }),
      access > 0 && evidencePageMsg.accessUnseen({ time: gapText(access) }),
    ]);
    return evidencePageMsg.gapsOfApp({ app: verbatim(context), times: listText(times) });
  });
  const value = evidencePageMsg.ofChanges({ alone: apps.length, all: coverage.length });
  const left = apps.length - notes.length;
  return el.tile(
    write(evidencePageMsg.gapsTile()),
    write(value),
    present<Text>([
      ...notes,
      left > 0 && evidencePageMsg.moreGaps({ count: left }),
      apps.length === 0 && evidencePageMsg.noGaps(),
    ]).map(write),
  );
}
