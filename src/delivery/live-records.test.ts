import * as z from 'zod';
import { createClock } from '../../test/engine/clock.ts';
import { openTemporaryStore } from '../../test/engine/temporary-store.ts';
import { verbatim } from '../core/text/text.ts';
import { liveLinesLane } from '../operations/shared/incident/incident-rows.ts';
import { recordKind } from '../store/kept/record-kind.ts';
import type { Store } from '../store/store.ts';
import type { Outgoing } from '../store/stored-types.ts';
import { createJobs, type JobKind } from './jobs.ts';
import { createLiveRecords, type LiveRecordOptions, liveKind, liveRow } from './live-records.ts';
import type { PostResult, RefusedPost } from './post-result.ts';
import type { Line } from './poster.ts';

const Thing = z.object({
  id: z.string(),
  channel: z.string(),
  reader: z.object({ lang: z.enum(['en', 'zh']), zone: z.string() }),
  says: z.string(),
});
type Thing = z.infer<typeof Thing>;
interface ThingDrawn {
  readonly shows: 'thing';
  readonly says: string;
}
const things = liveKind(recordKind('thing', Thing), 'thing');
const start = 1_000_000;
const reader = { lang: 'en', zone: 'UTC' } as const;

let store: Store;
let clock: ReturnType<typeof createClock>;
let messages: Map<string, string>;
let lines: string[];
let refuses: ((what: 'message' | 'line') => RefusedPost | undefined) | undefined;
let edits: number;
const ended: (() => Promise<void>)[] = [];
beforeEach(async () => {
  store = await openTemporaryStore();
  clock = createClock(start, 'live');
  [messages, lines, refuses, edits] = [new Map(), [], undefined, 0];
});
afterEach(async () => {
  for (const end of ended.splice(0)) await end();
  await store.close();
});

function replica(options: Partial<LiveRecordOptions<Thing, ThingDrawn>> = {}) {
  const live = createLiveRecords<Thing, ThingDrawn>(
    { store, world: clock.world },
    {
      async post({ channel, ts, thread }, drawn: ThingDrawn | Line): Promise<PostResult> {
        const refused = refuses?.(drawn.shows === 'line' ? 'line' : 'message');
        if (refused) return refused;
        if (drawn.shows === 'line') {
          lines.push(`${thread}: ${Object.values(drawn.text.with).join()}`);
          return { posted: true, channel, ts: 'line' };
        }
        const at = ts ?? `m${messages.size + 1}`;
        if (ts !== undefined) edits += 1;
        messages.set(at, drawn.says);
        return { posted: true, channel, ts: at };
      },
    },
    things,
    { draw: ({ says }) => ({ shows: 'thing', says }), ...options },
  );
  const kind = { slots: 4, kinds: () => ['thing', 'thing-line'], what: 'a thing' };
  const line = ({ says }: Thing) => ({ text: verbatim(says), since: start });
  const work: JobKind<Outgoing>['work'] = ({ row }) =>
    row.kind === 'thing' ? live.show(row) : live.postLine(row, line);
  return createJobs(clock.world, store.outbox, [{ ...kind, work }], { pollMs: 1_000 });
}

async function save(says: string, version = 0, withLine = false): Promise<void> {
  const at = clock.world.now();
  const body: Thing = { id: 't', channel: 'C1', reader, says };
  const next = { kind: 'thing', id: 't', placeKey: '', channel: 'C1', isOpen: true, at, body };
  const line = { id: `line ${says}`, kind: 'thing-line', lane: liveLinesLane(things, 't'), at, body: { thing: 't' } };
  await store.commit({
    at,
    records: [{ next, expect: version === 0 ? 'new' : version }],
    outbox: [liveRow(things, 't', version + 1, at), ...(withLine ? [line] : [])],
  });
}

async function pass(jobs: { drain(): Promise<void> }, seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    await jobs.drain();
    clock.pass(1_000);
  }
  await jobs.drain();
}

test('one message follows a thing: it is posted once, and edited to the newest version', async () => {
  const jobs = replica();
  await save('one');
  await pass(jobs, 1);
  await save('two', 1);
  await save('three', 2);
  await pass(jobs, 1);
  expect([...messages]).toEqual([['m1', 'three']]);
  expect(edits).toBe(1);
});

test('a first message is kept although something else of its record was saved while it was posted', async () => {
  const chart = { file: 'F1', alt: 'a chart', at: start };
  let drawn = false;
  refuses = (what) => {
    if (what === 'message' && !drawn) {
      drawn = true;
      saving = keepChart();
    }
    return undefined;
  };
  let saving: Promise<unknown> = Promise.resolve();
  const keepChart = () =>
    store.commit({
      at: start,
      records: [
        things.posted.save({ shown: 0, at: start, chart }, { id: 't', channel: 'C1', isOpen: false, at: start }),
      ],
    });
  const jobs = replica();
  await save('one');
  await pass(jobs, 1);
  await saving;
  await save('two', 1);
  await pass(jobs, 2);
  expect([...messages]).toEqual([['m1', 'two']]);
});

test('a line waits for its message, but not for ever', async () => {
  const jobs = replica();
  refuses = (what) => (what === 'message' ? { posted: false, why: 'other', code: 'fatal_error' } : undefined);
  await save('one', 0, true);
  await pass(jobs, 60);
  expect([lines, await store.outbox.size()]).toEqual([[], 2]);
  clock.pass(24 * 3_600_000);
  await pass(jobs, 1);
  expect(await store.outbox.size()).toBe(1);
});

test('edits keep to their pace, and the last one shows the newest version', async () => {
  const jobs = replica({ editEvery: 5_000 });
  await save('0');
  await pass(jobs, 1);
  for (let version = 1; version <= 40; version += 1) {
    await save(String(version), version);
    await pass(jobs, 1);
  }
  expect(edits).toBe(8);
  await pass(jobs, 40);
  expect([...messages.values()]).toEqual(['40']);
});
