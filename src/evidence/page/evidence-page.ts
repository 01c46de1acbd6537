import { present } from '../../core/defined.ts';
import { durationText } from '../../core/text/duration-messages.ts';
import { isoMinute } from '../../core/text/iso-time.ts';
import { listText, verbatimList } from '../../core/text/joined.ts';
import { type Lang, type Text, verbatim } from '../../core/text/text.ts';
import { evidencePageMsg } from '../../operations/audit/evidence-page-messages.ts';
import { plain } from '../../operations/operation-catalog.ts';
import { accessGaps } from '../exposure-then.ts';
import { isAccess } from '../outside-change.ts';
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

/** Returns the summary of an archive as an HTML page, in pieces. The page has no scripts and loads no other files. */
export function* evidencePage(facts: PageFacts, lang: Lang): Generator<string> {
  const write: Write = (text) => el.text(plain(text, lang));
  yield pageStart(lang, plain(evidencePageMsg.title(), lang));
  for (const section of sections) yield `${section(facts, write)}\n`;
  yield pageEnd;
}

/** Maximum number of apps named at the top. */
const mostApps = 20;

function heading({ manifest, since, until, coverage }: PageFacts, write: Write): Html {
  const { scope, made, by, portolan, key, log } = manifest;
  const names = verbatimList(
    scope.contexts?.map(({ name }) => name) ?? coverage.slice(0, mostApps).map(({ context }) => context),
  );
  const left = coverage.length - mostApps;
  const all = left > 0 ? evidencePageMsg.appsAndMore({ names, count: left }) : names;
  const hidden = log.leftOut.private ?? 0;
  return el.header([
    el.h1(write(evidencePageMsg.title())),
    paragraph(
      write(scope.contexts ? evidencePageMsg.selection({ names }) : evidencePageMsg.allContexts({ names: all })),
      'scope',
    ),
    paragraph(write(evidencePageMsg.period({ from: { at: since }, to: { at: until } })), 'scope'),
    paragraph(write(evidencePageMsg.made({ at: { at: made }, version: portolan }))),
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
  const sure = total + arrived - unsure;
  const value = unsure > 0 ? write(evidencePageMsg.sureAndMaybe({ sure, unsure })) : String(sure);
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
const mostNamed = 3;

function outsideTile(facts: PageFacts, write: Write): Html {
  const { outside } = facts;
  const { failed } = outsideCounts(facts);
  const access = outside.filter(isAccess).length;
  const frozen = outside.filter((each) => each.frozen?.by === 'freeze' || each.frozen?.by === 'window');
  const named = frozen.slice(0, mostNamed).map(({ what, component, at }) => {
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

/** Lists the apps with gaps in reading, each with the length of its gaps. */
function gapsTile(facts: PageFacts, write: Write): Html {
  const { gaps, coverage, exposure, since, until } = facts;
  const unread = accessGaps(coverage, exposure, facts);
  const lengthOf = (all: readonly { readonly from: number; readonly to: number }[]) =>
    all.reduce((sum, { from, to }) => sum + to - from, 0);
  const told = (length: number) =>
    length >= until - since
      ? evidencePageMsg.never()
      : evidencePageMsg.forTime({ time: durationText(length - (length % 60_000)) });
  const apps = coverage.flatMap(({ contextKey, context }) => {
    const runs = lengthOf(gaps.filter((each) => each.contextKey === contextKey));
    const access = lengthOf(unread.filter((each) => each.contextKey === contextKey));
    return runs + access > 0 ? [{ context, runs, access }] : [];
  });
  const longest = apps.toSorted((one, other) => other.runs + other.access - one.runs - one.access);
  const notes = longest.slice(0, mostNamed).map(({ context, runs, access }) => {
    const times = present<Text>([
      runs > 0 && evidencePageMsg.runsUnseen({ time: told(runs) }),
      access > 0 && evidencePageMsg.accessUnseen({ time: told(access) }),
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
