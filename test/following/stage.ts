import { placeKey } from '../../src/core/command/context.ts';
import { defaultPolicy, type Policy } from '../../src/core/policy/policy.ts';
import type { Text } from '../../src/core/text/text.ts';
import type { PostResult, RefusedPost } from '../../src/delivery/post-result.ts';
import { noticingLost, type PostPlace } from '../../src/delivery/poster.ts';
import { createRunsDelivery, type RunsDrawn } from '../../src/operations/follow/deliver-runs.ts';
import { followLines, followSubscriptions } from '../../src/operations/follow/follow-subscriptions.ts';
import { createFollower } from '../../src/operations/follow/follower.ts';
import { type Follow, followRecords, type RunMessage } from '../../src/operations/follow/stored-follow.ts';
import { createIncidentDelivery } from '../../src/operations/incident/deliver-incidents.ts';
import type { IncidentDrawn } from '../../src/operations/incident/posted-incident.ts';
import type { Services } from '../../src/operations/shared/services.ts';
import { createAppReader } from '../../src/reader/app-reader.ts';
import { createRunReads, type RunPlatform } from '../../src/reader/run-reads.ts';
import { plain } from '../../src/slack/slack-catalog.ts';
import type { Store } from '../../src/store/store.ts';
import { type Effects, mortal } from '../crash/one-killed.ts';
import { openTemporaryStore } from '../engine/temporary-store.ts';
import type { SimulatedTime } from './simulated-time.ts';

/** Message about runs as people see it, with the number of its edits. */
export interface RunPost {
  readonly ts: string;
  readonly posted: number;
  readonly edits: number[];
  message: RunMessage;
}

type Reads = Parameters<typeof createAppReader>[0]['platform'] & RunPlatform;

export async function stageFollowing(time: SimulatedTime, platform: Reads, policy: Partial<Policy> = {}) {
  const store: Store = await openTemporaryStore();
  const messages: RunPost[] = [];
  const missed: string[] = [];
  const mentions: string[] = [];
  const paused: string[] = [];
  const slack: { refuses?: RefusedPost } = {};
  const running = new Set<{ stop(): Promise<void> }>();
  let posts = 0;
  const answer = (ts: string): PostResult => slack.refuses ?? { posted: true, channel: 'C0RUNS', ts };
  async function postRuns({ ts }: PostPlace, message: RunMessage): Promise<PostResult> {
    if (ts === undefined) {
      posts += 1;
      const fresh = `${posts}`;
      if (!slack.refuses) messages.push({ ts: fresh, posted: time.world.now(), edits: [], message });
      return answer(fresh);
    }
    const post = messages.find((each) => each.ts === ts);
    if (post && !slack.refuses) {
      post.message = message;
      post.edits.push(time.world.now());
    }
    return answer(ts);
  }
  async function postLine({ channel, thread }: PostPlace, text: Text): Promise<PostResult> {
    const where = thread === undefined ? (channel.startsWith('U') ? paused : missed) : mentions;
    where.push(plain(text, 'en'));
    return answer(thread ?? '');
  }

  const effects: Effects = { done: [] };

  /** Starts a replica. After `kill`, the replica has no effects. */
  function replica() {
    const { kill, alive, effect } = mortal(effects, () => running.delete(parts));
    const world = { ...time.world, wait: alive(time.world.wait) };
    const mine = { ...store, commit: effect('commit', store.commit) };
    const services = {
      world,
      store: mine,
      platform,
      policy: { ...defaultPolicy, ...policy },
      people: { isPublic: async () => true },
    } as unknown as Services;
    const runs = createRunReads(platform, world.now);
    const reader = createAppReader({ world, store: mine, platform, runs });
    const poster = {
      post: noticingLost(
        (place: PostPlace, drawn: RunsDrawn | IncidentDrawn): Promise<PostResult> => {
          if (drawn.shows === 'runs')
            return effect(place.ts === undefined ? 'post' : 'edit', postRuns)(place, drawn.message);
          if (drawn.shows !== 'line') throw new Error('there are no incidents here');
          return effect(place.thread === undefined ? 'line' : 'mention', postLine)(place, drawn.text);
        },
        (channel, code) => followSubscriptions.pauseIn(services, channel, code),
      ),
      picture: async () => undefined,
      link: async () => undefined,
    };
    const delivery = createRunsDelivery(services, reader, poster);
    const lines = createIncidentDelivery(services, poster, [followLines]);
    reader.subscribe(createFollower(services, { reader, runs }, delivery.wake));
    reader.start();
    delivery.start();
    lines.start();
    const parts = { stop: async () => void (await Promise.all([reader.stop(), delivery.stop(), lines.stop()])) };
    running.add(parts);
    return { reader, stop: parts.stop, kill };
  }

  async function follow(channel: string, change: Partial<Follow> = {}) {
    const body: Follow = {
      channel,
      context: { team: 'shop', region: 'east', app: '1' },
      only: 'deploys',
      by: { id: 'U1', name: 'Ann', lang: 'en', zone: 'UTC' },
      at: time.world.now(),
      ...change,
    };
    const next = {
      kind: followRecords.kind,
      id: channel,
      placeKey: placeKey(body.context),
      channel,
      isOpen: true,
      at: body.at,
      body,
    };
    await store.commit({ at: body.at, records: [{ next, expect: 'new' }] });
  }

  return {
    store,
    messages,
    missed,
    mentions,
    paused,
    slack,
    effects,
    replica,
    follow,
    async close() {
      for (const each of running) await each.stop();
      await store.close();
    },
  };
}
