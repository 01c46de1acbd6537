import type { Tell } from '../../src/core/request/transition.ts';
import { verbatim } from '../../src/core/text/text.ts';
import { linesLane } from '../../src/delivery/lines-lane.ts';
import { liveRow } from '../../src/delivery/live-records.ts';
import type { PostResult, RefusedPost } from '../../src/delivery/post-result.ts';
import { noticingLost, type PostPlace } from '../../src/delivery/poster.ts';
import { createRunsDelivery, mentionRow } from '../../src/operations/follow/deliver-runs.ts';
import { liveRuns } from '../../src/operations/follow/stored-follow.ts';
import { createIncidentDelivery } from '../../src/operations/incident/deliver-incidents.ts';
import { incidentRecord, incidentRow, noteRow } from '../../src/operations/shared/incident/incident-rows.ts';
import type { Posting } from '../../src/slack/post/draw-forms.ts';
import { incidentMessages } from '../contract/incident-messages.ts';
import { runLine, runMessage } from '../contract/run-messages.ts';
import type { Stage } from './stage.ts';
import { useStages } from './stages.ts';

/** Slack’s refusals have the same effect on every kind of message that follows something stored. */

const stageWith = useStages();
const minute = 60_000;
const messageShows: readonly Posting['shows'][] = ['card', 'incident', 'runs'];
const gone = { posted: false, why: 'message-gone', code: 'message_not_found' } as const;
const unscoped = { posted: false, why: 'needs-fix', code: 'missing_scope', fix: verbatim('Add the scope.') } as const;

/** Simulates a Slack that refuses calls about a deleted message, and other calls that a test names. */
function simulateSlack() {
  const messages = new Map<string, { readonly channel: string; readonly says: string }>();
  const lines: { readonly thread: string; readonly shows: string }[] = [];
  const lost: string[] = [];
  let posts = 0;
  async function take({ channel, ts, thread }: PostPlace, drawn: Posting): Promise<PostResult> {
    const isMessage = messageShows.includes(drawn.shows);
    if (!isMessage && thread === undefined) return { posted: true, channel, ts: 'direct' };
    const refused = slack.refuses?.(isMessage ? 'message' : 'line');
    if (refused) return refused;
    const parent = ts ?? thread;
    if (parent !== undefined && !messages.has(parent)) return gone;
    if (!isMessage) {
      lines.push({ thread: thread ?? '', shows: drawn.shows });
      return { posted: true, channel, ts: 'line' };
    }
    posts += 1;
    const at = ts ?? `message ${posts}`;
    messages.set(at, { channel, says: saysOf(drawn) });
    return { posted: true, channel, ts: at };
  }
  const slack: {
    refuses?: (what: 'message' | 'line') => RefusedPost | undefined;
    readonly post: (place: PostPlace, drawn: Posting) => Promise<PostResult>;
    readonly messages: typeof messages;
    readonly lines: typeof lines;
    readonly lost: readonly string[];
  } = {
    messages,
    lines,
    lost,
    post: noticingLost(take, async (channel, code) => void lost.push(`${channel} ${code}`)),
  };
  return slack;
}

function saysOf(drawn: Posting): string {
  if (drawn.shows === 'card') return drawn.request.state;
  if (drawn.shows === 'incident') return `${drawn.incident.times}`;
  return drawn.shows === 'runs' ? `${drawn.message.lines.length}` : '';
}

interface Followed {
  /** Saves a line for the message's thread. */
  tell(): Promise<unknown>;
  /** Changes what the message shows, with a further line. */
  change(): Promise<unknown>;
  readonly newest: string;
}

const kinds: Readonly<Record<string, (stage: Stage) => Promise<Followed>>> = {
  async card(stage) {
    const card = await stage.card('ann', 'port.open', { component: ['api'], port: ['8000'] });
    return {
      newest: 'done',
      change: () => stage.press('bob', card, 'approve'),
      tell() {
        const at = stage.clock.world.now();
        const body = { card: card.id, tell: { tell: 'note', text: verbatim('said') } satisfies Tell };
        const outbox = [{ id: 'said', kind: 'change.note', lane: linesLane(card.id), at, body }];
        return stage.store.commit({ at, outbox });
      },
    };
  },
  async incident({ store, clock }) {
    const sample = incidentMessages['firing, abnormal'] ?? expect.fail('there is no such sample');
    const note = (at: number) => noteRow({ incident: 'i', what: 'reminder', at, keys: [], mention: [] }, at);
    async function save(times: number) {
      const at = clock.world.now();
      const incident = { ...sample, id: 'i', times };
      const record = incidentRecord(incident, times - 1 || undefined, { placeKey: '', isOpen: true, at });
      const outbox = [incidentRow('i', times, at), ...(times > 1 ? [note(at)] : [])];
      expect(await store.commit({ at, records: [record], outbox })).toBe('saved');
    }
    await save(1);
    const { now } = clock.world;
    const tell = () => store.commit({ at: now(), outbox: [note(now())] });
    return { newest: '2', change: () => save(2), tell };
  },
  async runs({ store, clock }) {
    const mention = (at: number) => mentionRow('r', 'e-web', at);
    async function save(count: number) {
      const at = clock.world.now();
      const web = runLine('web', count > 1 ? { state: 'failed', ended: at } : {});
      const body = runMessage([web, runLine('api', {})].slice(0, count), { id: 'r' });
      const row = { id: 'r', channel: body.channel, at };
      await store.commit({
        at,
        records: [liveRuns.kind.save(body, row, count - 1 || undefined)],
        outbox: [liveRow(liveRuns, 'r', count, at), ...(count > 1 ? [mention(at)] : [])],
      });
    }
    await save(1);
    const { now } = clock.world;
    const tell = () => store.commit({ at: now(), outbox: [mention(now())] });
    return { newest: '2', change: () => save(2), tell };
  },
};

async function follow(kind: string) {
  const stage = await stageWith();
  const slack = simulateSlack();
  stage.poster.post = slack.post;
  const services = { ...stage.services, policy: { ...stage.services.policy, people: new Map([['tom', 'UTOM']]) } };
  const poster = { post: slack.post, picture: async () => undefined, link: async () => undefined };
  const jobs = [
    createIncidentDelivery(services, poster, []),
    createRunsDelivery(services, { isReading: () => true, isWanted: () => true }, poster),
  ];
  async function pass(ms: number, step = 1_000) {
    for (let passed = 0; passed < ms; passed += step) {
      stage.clock.pass(step);
      for (const each of jobs) await each.drain();
      await stage.engine.idle();
    }
  }
  const followed = await kinds[kind]?.(stage);
  await pass(20_000);
  slack.lines.splice(0);
  const [first] = slack.messages.keys();
  const shown = () => [...slack.messages.values()].map(({ says }) => says);
  return { ...(followed ?? expect.fail()), stage, slack, pass, first: first ?? expect.fail('not posted'), shown };
}

describe.each(Object.keys(kinds))('the message of a %s', (kind) => {
  test.each<RefusedPost>([
    unscoped,
    { posted: false, why: 'invalid', code: 'user_not_found' },
    { posted: false, why: 'other', code: 'unheard_of' },
    { posted: false, why: 'rate-limited', code: 'ratelimited', retryAfterMs: 30 * minute },
    { posted: false, why: 'unreachable', code: 'timeout' },
  ])('shows the newest state within seconds, although its lines are refused as $why', async (refusal) => {
    const { slack, tell, change, pass, shown, newest } = await follow(kind);
    slack.refuses = (what) => (what === 'line' ? refusal : undefined);
    await tell();
    await pass(20_000);
    await change();
    await pass(5_000);
    expect([shown(), slack.lines]).toEqual([[newest], []]);
  });

  test('gets no line that Slack never accepts, and such a line holds up no later line', async () => {
    const { slack, tell, pass, stage } = await follow(kind);
    slack.refuses = (what) => (what === 'line' ? { posted: false, why: 'invalid', code: 'invalid_blocks' } : undefined);
    await tell();
    await pass(90_000);
    expect(await stage.store.outbox.size()).toBe(0);
  });

  test('is posted again with the newest state if it was deleted, and its lines follow there', async () => {
    const { slack, change, pass, shown, newest, first, stage } = await follow(kind);
    slack.messages.delete(first);
    await change();
    await pass(60_000);
    expect(shown()).toEqual([newest]);
    expect(slack.messages.has(first)).toBe(false);
    const [again] = slack.messages.keys();
    expect(new Set(slack.lines.map(({ thread }) => thread))).toEqual(new Set([again]));
    expect(await stage.store.outbox.size()).toBe(0);
  });

  test('is posted again if a line finds it deleted, and the line follows there', async () => {
    const { slack, tell, pass, shown, first } = await follow(kind);
    const before = shown();
    slack.messages.delete(first);
    await tell();
    await pass(60_000);
    expect(shown()).toEqual(before);
    expect(slack.lines.map(({ thread }) => thread)).toEqual([...slack.messages.keys()]);
  });

  test('shows the newest state once a missing scope was added, also hours later', async () => {
    const { slack, change, pass, shown, newest } = await follow(kind);
    slack.refuses = () => unscoped;
    await change();
    await pass(3 * 60 * minute, minute);
    expect(shown()).not.toContain(newest);
    slack.refuses = undefined;
    await pass(6 * minute, 10_000);
    expect(shown()).toEqual([newest]);
  });

  test.each([
    ['not-in-channel', 'not_in_channel'],
    ['channel-gone', 'is_archived'],
  ] as const)('is left as it is if nothing can be posted in its channel any more (%s)', async (why, code) => {
    const { slack, change, pass, shown, newest, stage } = await follow(kind);
    slack.refuses = () => ({ posted: false, why, code });
    await change();
    await pass(30_000);
    expect(shown()).not.toContain(newest);
    expect(await stage.store.outbox.size()).toBe(0);
    const [{ channel } = expect.fail()] = slack.messages.values();
    expect(new Set(slack.lost)).toEqual(new Set([`${channel} ${code}`]));
  });
});
