import { appendFileSync, readFileSync } from 'node:fs';
import * as z from 'zod';
import { createChangeEngine } from '../../src/changes/change-engine.ts';
import type { EngineContext } from '../../src/changes/engine-context.ts';
import { ChangeRequest, isFinal } from '../../src/core/request/change-request.ts';
import { StoredGiven } from '../../src/core/request/plan.ts';
import { features } from '../../src/features.ts';
import { createPlatform } from '../../src/platform/create-platform.ts';
import { openStore } from '../../src/store/open-store.ts';
import { createClock } from '../engine/clock.ts';
import { postOf } from '../engine/recording-poster.ts';
import { channel, people, servicesOf } from '../engine/stage.ts';
import { announcedPlatform, announcedPoster, announcedStore, type Boundary } from './boundaries.ts';

export const Leg = z.object({
  place: z.object({ dataDirectory: z.string(), databaseUrl: z.string().optional() }),
  platform: z.object({ url: z.string(), token: z.string() }),
  diary: z.string(),
  operation: z.string(),
  given: StoredGiven,
  at: z.string().optional(),
  /** Start of this part of the journey, epoch ms. */
  now: z.number(),
  name: z.string(),
});
export type Leg = z.infer<typeof Leg>;

export const DiaryLine = z.object({
  what: z.enum(['post', 'update', 'note', 'direct', 'evidence', 'log', 'person', 'asked', 'pressed']),
  card: z.string(),
  state: z.string().optional(),
  key: z.string().optional(),
  text: z.string().optional(),
});
export type DiaryLine = z.infer<typeof DiaryLine>;

export const readDiary = (path: string): readonly DiaryLine[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => DiaryLine.parse(JSON.parse(line)));

function diaryPoster(path: string): { poster: EngineContext['poster']; note: (line: DiaryLine) => void } {
  const note = (line: DiaryLine): void => appendFileSync(path, `${JSON.stringify(line)}\n`);
  let count = 0;
  return {
    note,
    poster: {
      async post(place, drawn) {
        const { how, card, state, text = '' } = postOf(place, drawn);
        const key = drawn.shows === 'card-line' || drawn.shows === 'card-direct' ? { key: drawn.text.key } : {};
        note({ what: how, card, state, ...key, ...(how === 'note' || how === 'log' ? { text } : {}) });
        count += 1;
        return { posted: true, channel, ts: place.ts ?? `${process.pid}.${count}` };
      },
      link: async () => undefined,
    },
  };
}

/**
 * Runs a request from asking to its end: asked, approved, run, verified, reported, closed. If the request exists,
 * continues it. Time jumps to the next due row. Any boundary might end the process; then the next process continues.
 */
export async function travel(leg: Leg, at: Boundary): Promise<void> {
  const clock = createClock(leg.now, leg.name);
  const place = {
    dataDirectory: leg.place.dataDirectory,
    databaseUrl: leg.place.databaseUrl,
    clock: 'caller' as const,
  };
  const bare = await openStore(place);
  const store = announcedStore(bare, at);
  const bareClient = createPlatform({ ...leg.platform, now: Date.now, random: () => 0, writeTimeoutMs: 1_000 });
  const platform = announcedPlatform(bareClient, at);
  const { poster, note } = diaryPoster(leg.diary);
  const services = servicesOf({ world: clock.world, store, platform });
  const engine = createChangeEngine(services, announcedPoster(poster, at), { writeTimeoutMs: 1_000, features });
  engine.start();
  try {
    await engine.idle();
    if ((await bare.requests.recent(1)).length === 0) {
      const asked = await engine.propose(
        { operation: leg.operation, given: leg.given, at: leg.at },
        { person: people.ann, channel },
      );
      if (!('request' in asked)) throw new Error(`not asked: ${JSON.stringify(asked)}`);
      note({ what: 'asked', card: asked.request.id });
    }
    for (;;) {
      await engine.idle();
      await approveAll();
      await engine.idle();
      const next = await nextDue();
      const over = (await bare.requests.recent(9)).every(({ state }) => isFinal(state));
      if (next === undefined) {
        if (!over) throw new Error('something waits for nothing');
        return;
      }
      clock.pass(Math.max(1, next - clock.world.now()));
    }
  } finally {
    await engine.stop();
    await bareClient.close();
    await bare.close();
  }

  async function approveAll(): Promise<void> {
    for (const { state, body } of await bare.requests.recent(9)) {
      if (state !== 'proposed') continue;
      const { id, revision, decision } = ChangeRequest.parse(body);
      const person = decision.ruling.need === 'confirm' ? people.ann : people.bob;
      const press = { do: 'approve', card: id, revision, person, channel } as const;
      const { says } = await engine.press(press);
      note({ what: 'pressed', card: id, key: says.key });
    }
  }

  async function nextDue(): Promise<number | undefined> {
    const all = [await bare.due.next(), await bare.outbox.next()].filter((next) => next !== undefined);
    return all.length === 0 ? undefined : Math.min(...all);
  }
}
