import { placeKey } from '../../../core/command/context.ts';
import { Incident, type IncidentLine, isOngoing } from '../../../core/incident/incident.ts';
import type { Commit, Store } from '../../../store/store.ts';
import { chartRows, incidentRow } from '../../shared/incident/incident-rows.ts';
import { incidentKind } from '../../shared/incident/stored-incident.ts';
import { evaluationKind, trackKey, type Watch, WatchEvaluation } from '../stored-watch.ts';

/**
 * An incident whose conditions of one watch are watched no longer. Pure.
 * @returns undefined where none of them went on
 */
export function withoutWatch(incident: Incident, watch: string, now: number): Incident | undefined {
  const ends = (line: IncidentLine) => line.watch === watch && isOngoing(line);
  if (incident.ended !== undefined || !incident.lines.some(ends)) return undefined;
  const lines = incident.lines.map((line): IncidentLine => {
    if (!ends(line)) return line;
    const { noData: _noData, ...rest } = line;
    return { ...rest, state: 'unwatched', ended: now };
  });
  const isOver = lines.every((line) => !isOngoing(line));
  return {
    ...incident,
    lines,
    ...(isOver ? { ended: now, history: [...incident.history, { at: now, what: 'ended' }] } : {}),
  };
}

/**
 * What goes with the end of a watch, or with its condition: what its samples came to is forgotten, and open incidents
 * say that it is watched no longer. Without it, those of the last watch of an app would never end.
 */
export async function endingOf(
  { records }: Pick<Store, 'records'>,
  { id, context }: Watch,
  now: number,
): Promise<Required<Pick<Commit, 'records' | 'outbox'>>> {
  const key = placeKey(context);
  const stored = await records.get(evaluationKind, key);
  const evaluation = WatchEvaluation.safeParse(stored?.body).data;
  const open = await records.list(incidentKind, { placeKey: key, isOpen: true });
  const ended = open.flatMap(({ body, ...record }) => {
    const before = Incident.safeParse(body).data;
    const incident = before && withoutWatch(before, id, now);
    return before && incident ? [{ record, before, incident }] : [];
  });
  const isKnown = ([track]: readonly [string, unknown]) => !track.startsWith(trackKey(id, ''));
  return {
    records: [
      ...(stored && evaluation
        ? [
            {
              next: {
                ...unversioned(stored),
                body: { ...evaluation, tracks: Object.fromEntries(Object.entries(evaluation.tracks).filter(isKnown)) },
              },
              expect: stored.version,
            },
          ]
        : []),
      ...ended.map(({ record, incident }) => ({
        next: { ...unversioned(record), body: incident },
        expect: record.version,
      })),
    ],
    outbox: ended.flatMap(({ record, before, incident }) => [
      incidentRow(incident.id, record.version + 1, now),
      ...chartRows(before, incident, now),
    ]),
  };
}

function unversioned<T extends { readonly version: number }>({ version: _version, ...record }: T): Omit<T, 'version'> {
  return record;
}
