import { isoMinute } from '../../core/text/iso-time.ts';
import { verbatimList } from '../../core/text/joined.ts';
import { type Text, verbatim } from '../../core/text/text.ts';
import { evidencePageMsg } from '../../operations/audit/evidence-page-messages.ts';
import { maxListed } from '../evidence-summary.ts';
import { type AccessGap, accessGaps, type ExposedThen } from '../exposure-then.ts';
import type { CoverageGap } from '../read-coverage.ts';
import type { PageFacts, Write } from './page-facts.ts';
import { el, type Html, htmlTable, paragraph } from './page-html.ts';
import { gapLengthText, labeledTable, someListed, when } from './page-table.ts';

export function notKnownSection(facts: PageFacts, write: Write): Html {
  const { coverage, exposure, gaps } = facts;
  return el.section(write(evidencePageMsg.notKnown()), [
    ...gapTable(evidencePageMsg.gapsSay(), gaps, write),
    ...gapTable(evidencePageMsg.accessGapsSay(), accessGaps(coverage, exposure, facts), write),
    el.list(unknownsOf(facts).map(write)),
  ]);
}

function gapTable(says: Text, gaps: readonly (CoverageGap | AccessGap)[], write: Write): readonly Html[] {
  if (gaps.length === 0) return [];
  const rows = gaps
    .slice(0, maxListed)
    .map(({ context, from, to, gap }) => [
      write(verbatim(context)),
      when(from),
      when(to),
      write(gapLengthText(to - from)),
      write(evidencePageMsg[`gap-${gap}` as const]()),
    ]);
  return [
    paragraph(write(says)),
    labeledTable(['application', 'from', 'to', 'length', 'why'], rows, write),
    ...someListed(rows.length, gaps.length, 'coverage.jsonl', write),
  ];
}

function unknownsOf({ counts, log, policies, exposure, outside }: PageFacts): readonly Text[] {
  const unjudged = outside.filter(({ frozen }) => frozen?.by === 'unknown').length;
  const lost = policies.filter(({ file }) => file === undefined).length;
  return [
    exposure.readRanges.size === 0 ? evidencePageMsg.accessNever() : evidencePageMsg.accessBetween(),
    ...(counts.effects.unknown > 0 ? [evidencePageMsg.unsureOnes({ count: counts.effects.unknown })] : []),
    ...(unjudged > 0 ? [evidencePageMsg.freezeUnknown({ count: unjudged })] : []),
    ...(counts.differing > 0 ? [evidencePageMsg.differingPlans({ count: counts.differing })] : []),
    ...(counts.withoutRisk > 0 ? [evidencePageMsg.risksUnrecorded({ count: counts.withoutRisk })] : []),
    ...(lost > 0 ? [evidencePageMsg.policiesLost({ count: lost })] : []),
    ...log.missing.map(({ first, last }) => evidencePageMsg.entriesMissing({ first, last })),
    ...log.faults.map((says) => evidencePageMsg.logBroken({ says })),
    evidencePageMsg.beyondConsole(),
    evidencePageMsg.limits(),
  ];
}

export function exposureSection({ exposure, coverage, since, until }: PageFacts, write: Write): Html {
  const unreadAt = (at: number) =>
    coverage.filter(({ contextKey }) => (exposure.readRanges.get(contextKey)?.first ?? Infinity) > at);
  // Addresses are only read now and then, so the last reading may be older than a request that closed one of them.
  const readLines = (at: number) =>
    coverage.flatMap(({ contextKey, context }) => {
      const { last = Infinity } = exposure.readRanges.get(contextKey) ?? {};
      return last < at ? [write(evidencePageMsg.exposureAsRead({ app: context, at: isoMinute(last) }))] : [];
    });
  const part = (title: Text, at: number, exposed: readonly ExposedThen[] | undefined): readonly Html[] => [
    el.h3(write(title)),
    ...(exposed && unreadAt(at).length > 0
      ? [
          paragraph(
            write(evidencePageMsg.exposureNotOf({ apps: verbatimList(unreadAt(at).map(({ context }) => context)) })),
            'warning',
          ),
        ]
      : []),
    ...readLines(at).map((line) => paragraph(line)),
    exposed === undefined
      ? paragraph(write(evidencePageMsg.exposureUnread()))
      : exposed.length === 0
        ? paragraph(write(evidencePageMsg.exposureNone()))
        : exposureTable(exposed, write),
    ...someListed(Math.min(exposed?.length ?? 0, maxListed), exposed?.length ?? 0, 'exposure.jsonl', write),
  ];
  return el.section(write(evidencePageMsg.exposure()), [
    ...part(evidencePageMsg.exposureStart(), since, exposure.atStart),
    ...part(evidencePageMsg.exposureEnd(), until, exposure.atEnd),
  ]);
}

function exposureTable(exposed: readonly ExposedThen[], write: Write): Html {
  const rows = exposed
    .slice(0, maxListed)
    .map((each) => [
      write(each.ruleDeleted ? evidencePageMsg.mayStillAnswer({ address: each.address }) : verbatim(each.address)),
      write(verbatim(`${each.component} ${each.port}`)),
      write(verbatim(each.context)),
      write(openedText(each)),
      when(each.since),
    ]);
  return labeledTable(['address', 'where', 'application', 'openedBy', 'since'], rows, write);
}

function openedText({ openedBy, platformUser, firstSeen }: ExposedThen): Text {
  if (openedBy !== undefined) return verbatim(openedBy);
  if (platformUser !== undefined) return evidencePageMsg.openedByUser({ user: platformUser });
  return firstSeen ? evidencePageMsg.openedBefore() : evidencePageMsg.openedElsewhere();
}

/** Lists the freezes, with the person who began each freeze and the reason. */
export function freezesSection({ freezes }: PageFacts, write: Write): Html {
  if (freezes.length === 0)
    return el.section(write(evidencePageMsg.freezes()), [paragraph(write(evidencePageMsg.freezesNone()))]);
  const rows = freezes.map(({ from, to, by, reason, context }) => [
    from === undefined ? write(evidencePageMsg.earlier()) : when(from),
    to === undefined ? write(evidencePageMsg.noEnd()) : when(to),
    write(context === undefined ? evidencePageMsg.byPolicyFile() : verbatim(context)),
    write(by === undefined ? evidencePageMsg.policyFile() : verbatim(by)),
    write(verbatim(reason)),
  ]);
  return el.section(write(evidencePageMsg.freezes()), [
    labeledTable(['from', 'to', 'application', 'setBy', 'why'], rows.slice(0, maxListed), write),
  ]);
}

export function policiesSection({ policies }: PageFacts, write: Write): Html {
  if (policies.length === 0)
    return el.section(write(evidencePageMsg.policies()), [paragraph(write(evidencePageMsg.policiesNone()))]);
  const rows = policies.map(({ hash, from, file, part }) => [
    from.length === 0 ? write(evidencePageMsg.earlier()) : from.map((at) => when(at)).join('<br>'),
    el.code(hash),
    file === undefined
      ? write(evidencePageMsg.notKept())
      : write(part ? evidencePageMsg.partOf({ file }) : verbatim(file)),
  ]);
  return el.section(write(evidencePageMsg.policies()), [
    paragraph(write(evidencePageMsg.policiesSay())),
    htmlTable([write(evidencePageMsg.inForceFrom()), 'SHA-256', write(evidencePageMsg.file())], rows),
  ]);
}

export function verifySection({ manifest: { key } }: PageFacts, write: Write): Html {
  const command = `portolan evidence verify <archive>${key === undefined ? '' : ` --fingerprint ${key}`}`;
  return el.section(write(evidencePageMsg.verify()), [
    paragraph(write(evidencePageMsg.verifySays({ command }))),
    paragraph(write(key === undefined ? evidencePageMsg.unsigned() : evidencePageMsg.compareKey())),
  ]);
}
