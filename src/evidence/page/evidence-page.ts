import { durationText } from '../../core/text/duration-messages.ts';
import { join, type Lang, verbatim } from '../../core/text/text.ts';
import { evidencePageMsg } from '../../operations/audit/evidence-page-messages.ts';
import { plain } from '../../operations/operation-catalog.ts';
import { accessGaps } from '../exposure-then.ts';
import { sumOf } from '../separation.ts';
import {
  aloneSection,
  changesSection,
  outsideSection,
  requestsSection,
  separationSection,
} from './evidence-sections.ts';
import type { PageFacts, Write } from './page-facts.ts';
import { el, type Html, pageEnd, pageStart, paragraph } from './page-html.ts';
import { exposureSection, notKnownSection, policiesSection, verifySection } from './unknown-sections.ts';

const sections = [
  ...[heading, tiles, aloneSection, outsideSection, notKnownSection, separationSection, requestsSection],
  ...[exposureSection, changesSection, policiesSection, verifySection],
];

/** The summary of an archive as one HTML page, in pieces: no scripts, no other files. Pure. */
export function* evidencePage(facts: PageFacts, lang: Lang): Generator<string> {
  const write: Write = (text) => el.text(plain(text, lang));
  yield pageStart(lang, plain(evidencePageMsg.title(), lang));
  for (const section of sections) yield `${section(facts, write)}\n`;
  yield pageEnd;
}

function heading({ manifest, since, until }: PageFacts, write: Write): Html {
  const { scope, made, by, portolan, key, log } = manifest;
  const names =
    scope.contexts &&
    join(
      scope.contexts.map(({ name }) => verbatim(name)),
      ', ',
    );
  const hidden = log.leftOut.private ?? 0;
  return el.header([
    el.h1(write(evidencePageMsg.title())),
    paragraph(write(names ? evidencePageMsg.selection({ names }) : evidencePageMsg.allContexts()), 'scope'),
    paragraph(write(evidencePageMsg.period({ from: { at: since }, to: { at: until } })), 'scope'),
    paragraph(write(evidencePageMsg.made({ at: { at: made }, version: portolan }))),
    ...(by ? [paragraph(write(evidencePageMsg.madeFor({ name: by.name })))] : []),
    ...(hidden > 0 ? [paragraph(write(evidencePageMsg.leftPrivate({ count: hidden })), 'warning')] : []),
    key === undefined
      ? paragraph(write(evidencePageMsg.unsigned()), 'warning')
      : paragraph(write(evidencePageMsg.signedWith({ key })), 'key'),
  ]);
}

/** The four answers that people look for first. */
function tiles(facts: PageFacts, write: Write): Html {
  const { counts, outside, gaps, coverage, exposure } = facts;
  const sum = sumOf(counts.table);
  const alone = sum['one-person'] + sum['break-glass'];
  const access = outside.filter(({ what }) => what === 'opened' || what === 'closed' || what === 'rule-deleted').length;
  const failed = outside.filter(({ state }) => state === 'failed').length;
  const apps = new Set(gaps.map(({ contextKey }) => contextKey)).size;
  const frozen = outside.filter((each) => each.frozen?.by === 'freeze' || each.frozen?.by === 'window').length;
  const unread = new Set(accessGaps(coverage, exposure, facts).map(({ context }) => context)).size;
  const time = gaps.reduce((all, { from, to }) => all + to - from, 0);
  return el.tiles([
    el.tile(write(evidencePageMsg.changesTile()), String(sum.total + outside.length - failed), [
      write(evidencePageMsg.changesBy({ ours: sum.total, outside: outside.length - failed })),
      ...(counts.effects.unknown > 0 ? [write(evidencePageMsg.unsureAmong({ count: counts.effects.unknown }))] : []),
    ]),
    el.tile(write(evidencePageMsg.aloneTile()), write(evidencePageMsg.ofChanges({ alone, all: sum.total })), [
      ...(sum['one-person'] > 0 ? [write(evidencePageMsg.aloneByRule({ count: sum['one-person'] }))] : []),
      ...(sum['break-glass'] > 0 ? [write(evidencePageMsg.aloneByGlass({ count: sum['break-glass'] }))] : []),
      ...(sum.automatic > 0 ? [write(evidencePageMsg.automaticApart({ count: sum.automatic }))] : []),
    ]),
    el.tile(write(evidencePageMsg.outsideTile()), String(outside.length), [
      ...(outside.length > access ? [write(evidencePageMsg.outsideRuns({ count: outside.length - access }))] : []),
      ...(access > 0 ? [write(evidencePageMsg.outsideAccess({ count: access }))] : []),
      ...(frozen > 0 ? [write(evidencePageMsg.outsideFrozen({ count: frozen }))] : []),
      ...(failed > 0 ? [write(evidencePageMsg.outsideFailed({ count: failed }))] : []),
      ...(outside.length > 0 ? [write(evidencePageMsg.outsideUnknown())] : []),
    ]),
    el.tile(write(evidencePageMsg.gapsTile()), String(gaps.length), [
      write(
        gaps.length > 0
          ? evidencePageMsg.gapsAre({ time: durationText(time - (time % 60_000)), apps })
          : evidencePageMsg.noGaps(),
      ),
      ...(unread > 0 ? [write(evidencePageMsg.accessGapsAre({ apps: unread }))] : []),
    ]),
  ]);
}
