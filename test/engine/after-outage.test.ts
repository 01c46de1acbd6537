import { createRateLimits } from '../../playground/slack/check/rate-limits.ts';
import { liveRow } from '../../src/delivery/live-records.ts';
import type { PostResult } from '../../src/delivery/post-result.ts';
import type { PostPlace } from '../../src/delivery/poster.ts';
import { createRunsDelivery } from '../../src/operations/follow/deliver-runs.ts';
import { liveRuns, type RunMessage } from '../../src/operations/follow/stored-follow.ts';
import { createIncidentDelivery } from '../../src/operations/incident/deliver-incidents.ts';
import { incidentRecord, incidentRow } from '../../src/operations/shared/incident/incident-rows.ts';
import type { Posting } from '../../src/slack/post/draw-forms.ts';
import { incidentMessages } from '../contract/incident-messages.ts';
import { useStages } from './stages.ts';

const stageWith = useStages();
const minute = 60_000;
const counts = { cards: 70, incidents: 90, runs: 40 } as const;

/** Returns a Slack that limits edits like the simulated Slack, and that can be down. */
function limitedSlack(now: () => number) {
  const limits = createRateLimits();
  const edits: { readonly shows: Posting['shows']; readonly channel: string; readonly at: number }[] = [];
  let posts = 0;
  const slack = {
    edits,
    isAway: false,
    isLimited: false,
    async post({ channel, ts }: PostPlace, { shows }: Posting): Promise<PostResult> {
      if (slack.isAway) return { posted: false, why: 'unreachable', code: 'timeout' };
      const method = ts === undefined ? 'chat.postMessage' : 'chat.update';
      const wait = slack.isLimited ? limits.take(method, channel, now()) : 0;
      if (wait > 0) {
        const retryAfterMs = Math.ceil(wait / 1_000) * 1_000;
        return { posted: false, why: 'rate-limited', code: 'ratelimited', retryAfterMs };
      }
      if (ts !== undefined) edits.push({ shows, channel, at: now() });
      posts += 1;
      return { posted: true, channel, ts: ts ?? `${posts}` };
    },
  };
  return slack;
}

test('after an hour without Slack, 200 messages show their newest state as fast as Slack allows, cards first', {
  timeout: 60_000,
}, async () => {
  const stage = await stageWith();
  const { store, services, clock } = stage;
  const { now } = clock.world;
  const slack = limitedSlack(now);
  stage.poster.post = slack.post;
  const poster = { post: slack.post, picture: async () => undefined, link: async () => undefined };
  const jobs = [
    createIncidentDelivery(services, poster, []),
    createRunsDelivery(services, { isReading: () => true, isWanted: () => true }, poster),
  ];
  async function pass(ms: number, step: number) {
    for (let passed = 0; passed < ms; passed += step) {
      clock.pass(step);
      // Deliver the cards last; Slack must still show them first.
      for (const each of jobs) await each.drain();
      await stage.engine.idle();
    }
  }
  const ids = (count: number) => Array.from({ length: count }, (_, index) => `${index}`);
  const sample = incidentMessages['firing, abnormal'] ?? expect.fail('there is no such sample');
  async function saveIncidents(version: number) {
    const at = now();
    for (const id of ids(counts.incidents)) {
      const incident = { ...sample, id, channel: `CINCIDENT${id}`, times: version + 1 };
      const record = incidentRecord(incident, version || undefined, { placeKey: '', isOpen: true, at });
      await store.commit({ at, records: [record], outbox: [incidentRow(id, version + 1, at)] });
    }
  }
  async function saveRuns(version: number) {
    const at = now();
    for (const id of ids(counts.runs)) {
      const context = { team: 'shop', region: 'east-1', app: '12' };
      const reader = { lang: 'en', zone: 'UTC' } as const;
      const body: RunMessage = { id, channel: `CRUN${id}`, context, kind: 'deploy', began: at, lines: [], reader };
      const next = { kind: liveRuns.kind.kind, id, placeKey: '', channel: body.channel, isOpen: true, at, body };
      const outbox = [liveRow(liveRuns, id, version + 1, at)];
      await store.commit({ at, records: [{ next, expect: version || 'new' }], outbox });
    }
  }

  const cards = [];
  for (const port of ids(counts.cards))
    cards.push(await stage.card('ann', 'port.add', { component: ['api'], port: [`${9_000 + Number(port)}`] }));
  await saveIncidents(0);
  await saveRuns(0);
  await pass(5 * minute, 5_000);
  expect(await store.outbox.size()).toBe(0);

  slack.isAway = true;
  await saveIncidents(1);
  await saveRuns(1);
  for (const card of cards) await stage.press('ann', card, 'cancel');
  await pass(60 * minute, 4 * minute);
  slack.edits.splice(0);
  slack.isAway = false;
  slack.isLimited = true;
  const back = now();
  await pass(4.25 * minute, 2_000);

  const all = counts.cards + counts.incidents + counts.runs;
  const times = slack.edits.map(({ at }) => at - back);
  const cardTimes = times.filter((_, index) => slack.edits[index]?.shows === 'card');
  const within = (ms: number, of = times) => of.filter((at) => at <= ms).length;
  expect(times[19]).toBeLessThanOrEqual(30_000);
  // The other messages have five edits of the first fifty, so that they never stop.
  expect(within(10_000, cardTimes)).toBe(45);
  expect(within(minute + 10_000, cardTimes)).toBe(counts.cards);
  for (const minutes of [1, 2, 3, 4]) expect(within((times[0] ?? 0) + minutes * minute - 1)).toBe(minutes * 50);
  expect(times).toHaveLength(all);
  expect(await store.outbox.size()).toBe(0);
});
