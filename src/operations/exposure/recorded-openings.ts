import type { Answer, Part } from '../../core/command/answer.ts';
import { type Context, placeKey, placeText } from '../../core/command/context.ts';
import type { RawArgs } from '../../core/command/params.ts';
import { present } from '../../core/defined.ts';
import type { Ask } from '../../core/operation.ts';
import { contextsOf } from '../../core/policy/policy.ts';
import { momentNear } from '../../core/text/instant-text.ts';
import { listText } from '../../core/text/joined.ts';
import { join, type Text, verbatim } from '../../core/text/text.ts';
import { accessMenu } from '../shared/access/access-menu.ts';
import { readOrigin } from '../shared/access/access-opener.ts';
import { closesInText } from '../shared/access/closing-text.ts';
import { openedPort } from '../shared/access/port-state.ts';
import { isFoundBy } from '../shared/answer/paging.ts';
import type { Reads } from '../shared/define.ts';
import { addressMsg } from '../shared/exposure/address-messages.ts';
import { addressesText, deletedText } from '../shared/exposure/address-text.ts';
import { lastingReads, permanentRows, withoutMenu } from '../shared/exposure/permanent-rows.ts';
import { type RecordedPort, readRecordedPorts, withRecordedOpener } from '../shared/exposure/recorded-ports.ts';
import { platformSilentSince, silentText } from '../shared/incident/region-trouble.ts';
import { knownContexts, shortContextText } from '../shared/place/known-contexts.ts';
import { exposedMsg } from './exposure-report-messages.ts';

/** The external access that Portolan has on record, for a platform that doesn't answer. */
export interface RecordedOpenings {
  readonly recorded: readonly Part[];
  /** Time of the oldest of the apps' last readings, epoch ms. */
  readonly readAt: number | undefined;
  /** Names of the apps of the rows. */
  readonly apps: Text;
  /** Says that the platform doesn't answer. */
  readonly silent: Text;
}

interface AskedRecords {
  readonly search?: string | undefined;
  readonly team?: string | undefined;
  readonly all: boolean;
  readonly here: boolean;
}

/** Returns what is recorded of the apps that a report covers, as far as their contexts are known. */
export async function readRecordedOpenings(asked: AskedRecords, ask: Ask, reads: Reads): Promise<RecordedOpenings> {
  const contexts = await recordedApps(asked, ask, reads);
  const isOfOne = contexts.length === 1;
  const apps = await Promise.all(
    contexts.map(async (context) => {
      const { ports, readAt } = await readRecordedPorts(context, reads);
      const isFound = ({ componentName, port, addresses }: RecordedPort) =>
        isFoundBy(asked.search, [`${componentName}:${port}`, ...addresses, context.appName ?? '', context.app]);
      const found = asked.search === undefined ? ports : ports.filter(isFound);
      return { rows: await rowsOf(found, { ...ask, context }, reads, !isOfOne), readAt };
    }),
  );
  const rows = apps.flatMap((each) => each.rows).toSorted((one, other) => one.order - other.order);
  const times = apps.flatMap(({ rows: { length }, readAt }) => (length > 0 && readAt !== undefined ? [readAt] : []));
  const since = await platformSilentSince(
    reads,
    contexts.map(({ region }) => region),
  );
  return {
    // During an outage, a close can't even be planned.
    recorded: rows.map(({ row }) => (since === undefined ? row : withoutMenu(row))),
    readAt: times.length > 0 ? Math.min(...times) : undefined,
    apps: listText(contexts.map(shortContextText)),
    silent: silentText(since, ask.now),
  };
}

/** Returns the apps of the contexts that everyone may see, and the own app. The platform doesn't list other apps now. */
async function recordedApps({ team, all, here }: AskedRecords, ask: Ask, reads: Reads): Promise<readonly Context[]> {
  const { context, only } = ask;
  if (here) return [context];
  const known = [...(await knownContexts(reads)), ...(contextsOf(reads.policy) ? [] : [context])];
  const isAsked = (each: Context) =>
    (all || each.team === (team ?? context.team)) && (only?.some((one) => placeKey(one) === placeKey(each)) ?? true);
  return [...new Map(known.filter(isAsked).map((each) => [placeKey(each), each])).values()];
}

interface RecordedRow {
  readonly row: Part;
  readonly order: number;
}

/** Order of the rows: unexpected databases, temporary access that closes soonest, and the other ports. */
async function rowsOf(
  ports: readonly RecordedPort[],
  ask: Ask,
  reads: Reads,
  namesApp: boolean,
): Promise<readonly RecordedRow[]> {
  const timed = ports.flatMap((port) => (port.access ? [temporaryRow(port, port.access, ask, reads, namesApp)] : []));
  const permanent = ports.filter(({ access }) => !access);
  const lasting = permanentRows(permanent, ask, await lastingReads(ask, reads), namesApp);
  return [
    ...lasting.map(({ row, isOdd }) => ({ row, order: isOdd ? 0 : Number.POSITIVE_INFINITY })),
    ...(await Promise.all(timed)),
  ];
}

async function temporaryRow(
  port: RecordedPort,
  access: NonNullable<RecordedPort['access']>,
  ask: Ask,
  reads: Reads,
  namesApp: boolean,
): Promise<RecordedRow> {
  const { by, at, request, opener } = await readOrigin(withRecordedOpener(access, port), reads);
  const name = verbatim(`${port.componentName} ${openedPort(access)}`);
  const opened = addressMsg.openedBy({ who: verbatim(await reads.nameOf(by)), when: momentNear(at, ask.now) });
  const first = join([exposedMsg.row({ row: name }), closesInText(access, ask.now)], ' · ');
  const where = present([addressesText(port, ask.now), namesApp && shortContextText(ask.context)]);
  const isOpener = !request || opener !== undefined;
  const lines = present([first, where.length > 0 && join(where, ' · '), deletedText(port), isOpener && opened]);
  const { given, entries } = accessMenu(access, ask, reads.policy);
  // One entry is a button. The openings have Extend too.
  const closing = entries.filter(({ operation }) => operation === 'port.close');
  const menu = { given, entries: closing, in: placeText(ask.context) };
  return { row: { part: 'row', text: join(lines, '\n'), menu }, order: access.until };
}

/** Answers without the platform: what is on record, and the ways on. */
export function recordedAnswer(
  { recorded, readAt, apps, silent }: RecordedOpenings,
  again: RawArgs,
  now: number,
): Answer {
  const [search] = again.search ?? [];
  const says =
    readAt === undefined
      ? exposedMsg.recorded({ apps })
      : exposedMsg.recordedSince({ apps, at: momentNear(readAt, now) });
  return {
    // The list has only what the search finds.
    title: search === undefined ? exposedMsg.recordedTitle() : exposedMsg.title({ scope: verbatim(`“${search}”`) }),
    isRecorded: true,
    parts: [
      { part: 'line', text: exposedMsg.platformDown({ silent }) },
      { part: 'line', text: recorded.length > 0 ? says : exposedMsg.noneRecorded({ apps }) },
      ...recorded,
      {
        part: 'buttons',
        buttons: [
          { label: exposedMsg.tryAgain(), operation: 'exposure', given: again },
          { label: exposedMsg.backToOpenings(), operation: 'openings', given: {} },
        ],
      },
    ],
  };
}
