import { type Incident, type IncidentLine, isIncidentOver } from '../../../core/incident/incident.ts';
import { sampleEvery } from '../../../core/watch/watch-state.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { ReadApp } from '../../../reader/reader-subscriber.ts';
import type { HasRecords, ReadRecord } from '../../../store/kept/record-kind.ts';
import type { SharedBudget } from '../../../store/kept/shared-budget.ts';
import type { Committed } from '../../../store/store.ts';
import { enricherOf } from '../../shared/incident/incident-changes.ts';
import {
  chartRows,
  incidentRecord,
  incidentRecords,
  incidentRow,
  noteRow,
} from '../../shared/incident/incident-rows.ts';
import type { Services } from '../../shared/services.ts';
import { evaluationRecords, type Watch, type WatchEvaluation, watchRecords } from '../stored-watch.ts';
import { evaluateWatches, type MinuteReading } from './evaluate-watches.ts';

/** Messages that only show newer values are edited so many times a minute, all together. */
export const mostValueEdits = 20;

export interface Saving {
  readonly services: Services;
  readonly events: Pick<Platform, 'listEvents'>;
  /** Shared by all replicas. */
  readonly valueEdits: SharedBudget;
  /** How many incidents of each app go on. */
  readonly opens: Map<string, number>;
  /** Called when a message is to be sent. */
  changed(): void;
}

/** The last evaluation of an app; an empty one before the first. */
export interface StoredEvaluation {
  readonly stored: ReadRecord<WatchEvaluation> | undefined;
  readonly before: WatchEvaluation;
}

export async function loadEvaluation(store: HasRecords, { key }: ReadApp): Promise<StoredEvaluation> {
  const stored = await evaluationRecords.get(store, key);
  const before = stored?.body ?? { items: {}, tracks: {}, moving: {}, absent: {} };
  return { stored, before };
}

/**
 * Evaluates the watches of an app and saves what they say, with the messages that it makes.
 * @returns `saved`, or why not: someone else did meanwhile
 */
export async function saveEvaluation(
  saving: Saving,
  app: ReadApp,
  mine: readonly Watch[],
  reading: MinuteReading,
  { stored, before }: StoredEvaluation,
): Promise<Committed> {
  const { services, opens, changed } = saving;
  const { store, world } = services;
  const now = world.now();
  const records = await incidentRecords.list(store, { placeKey: app.key, isOpen: true });
  const versions = new Map(records.map(({ id, version }) => [id, version]));
  const incidents = records.map(({ body }) => body);
  const existing = new Set((await store.records.list(watchRecords.kind, { placeKey: app.key })).map(({ id }) => id));
  const watches = mine.filter(({ id }) => existing.has(id));
  const result = evaluateWatches({ ...reading, watches, existing, before, incidents, now });
  const shown = await withChanges(saving, app, mine, incidents, result.changed);
  const known = new Map(incidents.map((incident) => [incident.id, incident]));
  opens.set(app.key, incidents.filter(({ ended }) => ended === undefined).length);
  const savedAt = new Map(records.map(({ id, at }) => [id, at]));
  const written = await worthShowing(saving, shown, known, savedAt, now);
  const writtenIds = new Set(written.map(({ id }) => id));
  const place = { placeKey: app.key };
  const saved = await store.commit({
    at: now,
    records: [
      {
        next: {
          ...{ kind: evaluationRecords.kind, id: app.key, ...place, channel: '', isOpen: true, at: now },
          body: result.evaluation,
        },
        expect: stored?.version ?? 'new',
      },
      ...written.map((each) => incidentRecord(each, versions.get(each.id), { ...place, isOpen: true, at: now })),
      // Those that can't be reopened any more are only kept.
      ...incidents
        .filter((each) => !writtenIds.has(each.id) && isIncidentOver(each, now))
        .map((each) => incidentRecord(each, versions.get(each.id), { ...place, isOpen: false, at: each.ended ?? now })),
    ],
    outbox: [
      ...written.map(({ id }) => incidentRow(id, (versions.get(id) ?? 0) + 1, now)),
      ...result.notes.map((note) => noteRow(note, now)),
      ...written.flatMap((incident) => chartRows(known.get(incident.id), incident, now)),
    ],
  });
  if (saved === 'saved' && (written.length > 0 || result.notes.length > 0)) changed();
  return saved;
}

/** What changed before, and what was done since, of those that go on or have just ended. */
async function withChanges(
  { services, events }: Saving,
  app: ReadApp,
  mine: readonly Watch[],
  incidents: readonly Incident[],
  updated: readonly Incident[],
): Promise<readonly Incident[]> {
  const ids = new Set(updated.map(({ id }) => id));
  const open = incidents.filter(({ id, ended }) => ended === undefined && !ids.has(id));
  const [first] = mine;
  if (!first || (updated.length === 0 && open.length === 0)) return updated;
  const enrich = await enricherOf(services, events, { ...first.context, ...app.place });
  const enriched = await Promise.all(updated.map(enrich));
  const others = await Promise.all(open.map(enrich));
  return [...enriched, ...others.filter((each, index) => each !== open[index])];
}

/** What messages are edited for: only newer values wait where too many are edited. */
async function worthShowing(
  { valueEdits, opens }: Saving,
  shown: readonly Incident[],
  known: ReadonlyMap<string, Incident>,
  savedAt: ReadonlyMap<string, number>,
  now: number,
): Promise<readonly Incident[]> {
  const atOf = ({ id }: Incident) => savedAt.get(id) ?? 0;
  const openCount = [...opens.values()].reduce((sum, open) => sum + open, 0);
  // All of them in turn: where there are many, each waits for so long that the others fit in.
  const turn = (Math.ceil(openCount / mostValueEdits) - 0.5) * sampleEvery;
  const onlyValues = shown
    .filter((incident) => hasOnlyNewValues(known.get(incident.id), incident))
    .toSorted((one, other) => atOf(one) - atOf(other));
  const inTurn = onlyValues.filter((incident) => now - atOf(incident) >= turn);
  if (onlyValues.length === 0) return shown;
  const { taken } = inTurn.length === 0 ? { taken: 0 } : await valueEdits.take(now, inTurn.length);
  const edited = new Set(inTurn.slice(0, taken));
  const late = new Set(onlyValues.filter((incident) => !edited.has(incident)));
  return shown.filter((incident) => !late.has(incident));
}

function hasOnlyNewValues(before: Incident | undefined, next: Incident): boolean {
  return before !== undefined && withoutValues(before) === withoutValues(next);
}

/** An incident without what changes with every sample. */
function withoutValues(incident: Incident): string {
  const lines = incident.lines.map(({ value: _value, furthest: _furthest, ...line }: IncidentLine) => line);
  return JSON.stringify({ ...incident, lines });
}
