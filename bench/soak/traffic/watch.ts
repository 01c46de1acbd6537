import { objectOf, stringOf } from '../../../playground/slack/json-values.ts';
import type { JsonRecord, PageActed, PageLogEntry } from '../../../playground/slack/page-protocol.ts';
import type { SimulatedSlack } from '../../../playground/slack/simulated-slack.ts';

/** What became of everything that people did. */
export interface Watched {
  /** Acts that were answered visibly, by their kind. */
  readonly answered: Map<string, number>;
  /** Acts that nothing visible followed, or that weren't acknowledged: what was done, and how it failed. */
  readonly silent: string[];
  /** Acts whose ack was too late for the simulated Slack while its own event loop stood still: the ack may have been there. */
  readonly unjudged: string[];
  /** Milliseconds from each act to its answer. */
  readonly waits: number[];
}

/** One act of a person, and where its answer may appear. */
export interface Act {
  readonly kind: string;
  /** For the table, when nothing answers. */
  readonly what: string;
  readonly user: string;
  readonly run: () => Promise<PageActed>;
  /** Signs that answer, besides the response_url and the trigger of the request itself. */
  readonly signs?: readonly string[];
}

export interface Watch extends Watched {
  /** Does it and waits until something visible answers. @returns whether something did */
  act(act: Act): Promise<boolean>;
  /** How often a sign appeared so far. */
  seen(sign: string): number;
  stop(): void;
}

/** How long a person waits before it counts as silence, in ms: longer than the bot's deadlines and retries together. */
const patienceMs = 60_000;

/** Signs by which an answer is recognized in the simulated Slack's log. */
export const sign = {
  response: (url: string) => `response ${url.split('/').at(-1)}`,
  trigger: (id: string) => `trigger ${id}`,
  posted: (channel: string) => `posted ${channel}`,
  thread: (channel: string, ts: string) => `thread ${channel} ${ts}`,
  ephemeral: (channel: string, user: string) => `ephemeral ${channel} ${user}`,
  updated: (channel: string, ts: string) => `updated ${channel} ${ts}`,
  view: (id: string) => `view ${id}`,
  home: (user: string) => `home ${user}`,
};

/** What a line of the log shows to people; nothing for a call that failed. */
function signsOf(entry: PageLogEntry): readonly string[] {
  if (entry.error !== null) return [];
  if (entry.kind === 'response_url') return [sign.response(entry.name)];
  if (entry.kind !== 'api') return [];
  const args = objectOf(objectOf(entry.detail).args);
  const text = (name: string) => stringOf(args[name]);
  const channel = text('channel');
  switch (entry.name) {
    case 'chat.postMessage':
      return [args.thread_ts === undefined ? sign.posted(channel) : sign.thread(channel, text('thread_ts'))];
    case 'chat.postEphemeral':
      return [sign.ephemeral(channel, text('user'))];
    case 'chat.update':
      return [sign.updated(channel, text('ts'))];
    case 'views.open':
    case 'views.push':
      return [sign.trigger(text('trigger_id'))];
    case 'views.update':
      return [sign.view(text('view_id'))];
    case 'views.publish':
      return [sign.home(text('user_id'))];
    default:
      return [];
  }
}

/** Follows the simulated Slack's log: answers, and what stays without one. */
export function watchSlack(slack: SimulatedSlack): Watch {
  const counts = new Map<string, number>();
  /** The last request of each person. */
  const requests = new Map<string, JsonRecord>();
  /** What Slack refused so far: the faults that were injected, by the number of the log's line. */
  const refused: (readonly [number, string])[] = [];
  const watched: Watched = { answered: new Map(), silent: [], unjudged: [], waits: [] };
  const seen = (what: string) => counts.get(what) ?? 0;
  const loop = watchLoop();
  const unsubscribe = slack.subscribe((heard) => {
    if (heard.type !== 'log') return;
    const { entry } = heard;
    if (entry.kind === 'api' && entry.error !== null) refused.push([entry.n, `${entry.name} ${entry.error}`]);
    for (const each of signsOf(entry)) counts.set(each, seen(each) + 1);
    const detail = objectOf(entry.detail);
    if (entry.kind === 'delivery') {
      const payload = objectOf(detail.payload);
      requests.set(stringOf(payload.user_id) || stringOf(objectOf(payload.user).id), payload);
    }
  });

  async function act({ kind, what, user, run, signs: given = [] }: Act): Promise<boolean> {
    // What Slack takes nowhere else goes to the person's own messages with the bot.
    const signs = [...given, sign.posted(user)];
    const before = new Map(signs.map((each) => [each, seen(each)]));
    const since = performance.now();
    const firstLine = slack.log.length;
    requests.delete(user);
    const miss = (why: string) => {
      const meanwhile = refused.filter(([n]) => n > firstLine).map(([, each]) => each);
      watched.silent.push(
        `${what}: ${why} (refused meanwhile: ${[...new Set(meanwhile)].slice(0, 4).join(', ') || 'nothing'})`,
      );
      return false;
    };
    const acted = await run();
    if (!acted.ok && acted.error === 'operation_timeout' && loop.stoodStillSince(since)) {
      watched.unjudged.push(what);
      return false;
    }
    if (!acted.ok) return miss(acted.error);
    const request = requests.get(user);
    const own = [
      ...(request?.response_url === undefined ? [] : [sign.response(stringOf(request.response_url))]),
      ...(request?.trigger_id === undefined ? [] : [sign.trigger(stringOf(request.trigger_id))]),
    ];
    // Field errors and a closed view answer by themselves; "Reading…" doesn't.
    const settled = acted.options !== undefined || (acted.submitted && acted.submitted.result !== 'updated');
    const isAnswered = () =>
      own.some((each) => seen(each) > 0) || signs.some((each) => seen(each) > (before.get(each) ?? 0));
    try {
      if (!settled) await slack.until(isAnswered, patienceMs);
    } catch {
      return miss(`no answer within ${patienceMs / 1_000} s`);
    }
    watched.waits.push(performance.now() - since);
    watched.answered.set(kind, (watched.answered.get(kind) ?? 0) + 1);
    return true;
  }

  const stop = () => {
    unsubscribe();
    loop.stop();
  };
  return { ...watched, act, seen, stop };
}

/** Looks every so often, in ms, whether the event loop of this process turns. */
const loopLookMs = 100;
/** Standing still for so long takes enough of the three seconds that Slack waits for an ack, in ms. */
const stillMs = 1_000;

/** Remembers when this process's own event loop last stood still. */
function watchLoop(): { stoodStillSince(moment: number): boolean; stop(): void } {
  let last = performance.now();
  let stillUntil = Number.NEGATIVE_INFINITY;
  const look = () => {
    const now = performance.now();
    if (now - last > stillMs) stillUntil = now;
    last = now;
  };
  const timer = setInterval(look, loopLookMs);
  return {
    stoodStillSince(moment) {
      look();
      return stillUntil >= moment;
    },
    stop: () => clearInterval(timer),
  };
}
