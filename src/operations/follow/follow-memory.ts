import { placeKey } from '../../core/command/context.ts';
import type { ComponentSummary } from '../../platform/component/component-reply.ts';
import type { ReadApp } from '../../reader/reader-subscriber.ts';
import type { RecordChange, Store } from '../../store/store.ts';
import type { Outgoing } from '../../store/stored-types.ts';
import { missedRow } from './run-rows.ts';
import { componentKind, FollowedComponent, MissedRuns, messageKind, missedKind, RunMessage } from './stored-follow.ts';
import { isFinished, type ToldRuns } from './tell-runs.ts';

/** What is stored, with the version that a change expects. */
export interface KeptRecord<T> {
  readonly body: T;
  readonly version: number | 'new';
}

/** What a replica remembers of an app while it is the reader. */
export interface FollowMemory {
  readonly components: Map<string, KeptRecord<FollowedComponent>>;
  readonly messages: Map<string, KeptRecord<RunMessage>>;
  summaries: ReadonlyMap<string, ComponentSummary>;
}

/** What is stored of an app that this replica begins to read. */
export async function loadMemory(store: Pick<Store, 'records'>, app: ReadApp): Promise<FollowMemory> {
  const [components, messages] = await Promise.all([
    store.records.list(componentKind, { placeKey: app.key }),
    store.records.list(messageKind, { placeKey: app.key, isOpen: true }),
  ]);
  const memory: FollowMemory = { components: new Map(), messages: new Map(), summaries: new Map() };
  for (const { body, version } of components) {
    const read = FollowedComponent.safeParse(body);
    if (read.success) memory.components.set(read.data.component, { body: read.data, version });
  }
  for (const { body, version } of messages) {
    const read = RunMessage.safeParse(body);
    if (read.success) memory.messages.set(read.data.id, { body: read.data, version });
  }
  return memory;
}

/** How a component and the messages that show it are saved. */
export function recordsOf(
  { key }: ReadApp,
  {
    component,
    expect,
    gone,
    messages,
  }: {
    readonly component: FollowedComponent;
    readonly expect: number | 'new';
    readonly gone: 'gone' | undefined;
    readonly messages: readonly KeptRecord<RunMessage>[];
  },
  now: number,
): readonly RecordChange[] {
  const id = `${key} ${component.component}`;
  const row = { kind: componentKind, id, placeKey: key, channel: '', isOpen: true, at: component.first };
  return [
    gone ? { drop: { kind: componentKind, id } } : { next: { ...row, body: component }, expect },
    ...messages.map(({ body, version }) => ({
      next: {
        ...{ kind: messageKind, id: body.id, placeKey: key, channel: body.channel, at: now },
        isOpen: !isFinished(body),
        body,
      },
      expect: version,
    })),
  ];
}

/** The runs that a channel has no room for are counted there. */
export async function missedChanges(
  store: Pick<Store, 'records'>,
  { missed }: ToldRuns,
  now: number,
): Promise<{ readonly records: readonly RecordChange[]; readonly outbox: readonly Outgoing[] }> {
  const records: RecordChange[] = [];
  const outbox: Outgoing[] = [];
  for (const follow of new Set(missed.map((each) => each.follow))) {
    const mine = missed.filter((each) => each.follow === follow);
    const stored = await store.records.get(missedKind, follow.channel);
    const known = MissedRuns.safeParse(stored?.body).data;
    const { channel } = follow;
    const body: MissedRuns = {
      count: (known?.count ?? 0) + mine.length,
      failed: (known?.failed ?? 0) + mine.filter((each) => each.hasFailed).length,
      reader: { lang: follow.by.lang, zone: follow.by.zone },
    };
    const row = { kind: missedKind, id: channel, placeKey: placeKey(follow.context), channel, isOpen: true, at: now };
    records.push({ next: { ...row, body }, expect: stored?.version ?? 'new' });
    // An earlier row may have been refused for good: what it left is told with this one.
    outbox.push(missedRow(channel, now));
  }
  return { records, outbox };
}

/** The messages that show what has changed: also those that were finished, where a run goes on after all. */
export async function findMessages(
  store: Pick<Store, 'records'>,
  memory: FollowMemory,
  before: FollowedComponent | undefined,
  { runs }: FollowedComponent,
): Promise<void> {
  const known = new Map(before?.runs.map((run) => [run.report.id, run]));
  const changedRuns = runs.filter((run) => !isSame(run, known.get(run.report.id)));
  for (const id of new Set(changedRuns.flatMap(({ told }) => Object.values(told)))) {
    if (id === '-' || memory.messages.has(id)) continue;
    const stored = await store.records.get(messageKind, id);
    const read = RunMessage.safeParse(stored?.body);
    if (stored && read.success) memory.messages.set(id, { body: read.data, version: stored.version });
  }
}

/** The version that a record has after it was saved. */
export function after(version: number | 'new'): number {
  return version === 'new' ? 1 : version + 1;
}

/** Whether two stored bodies say the same. */
export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Finished messages are read again where one of their runs goes on after all. */
export function forgetFinished(memory: FollowMemory): void {
  for (const [id, { body }] of memory.messages) if (isFinished(body)) memory.messages.delete(id);
}
