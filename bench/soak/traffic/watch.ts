import { objectOf, stringOf } from '../../../playground/slack/json-values.ts';
import type { JsonRecord, PageActed, PageLogEntry } from '../../../playground/slack/page-protocol.ts';
import type { SimulatedSlack } from '../../../playground/slack/simulated-slack.ts';

export interface Act {
  readonly kind: string;
  readonly what: string;
  readonly user: string;
  readonly run: () => Promise<PageActed>;
  /** Log entries that count as an answer, in addition to the request's response_url and trigger. */
  readonly signs?: readonly string[];
}

/** Time after which an act counts as unanswered, in ms: longer than all of the bot's timeouts and retries together. */
const patienceMs = 60_000;

export const sign = {
  response: (url: string) => `response ${url.split('/').at(-1)}`,
  trigger: (id: string) => `trigger ${id}`,
  posted: (channel: string) => `posted ${channel}`,
  thread: (channel: string, ts: string) => `thread ${channel} ${ts}`,
  ephemeral: (channel: string, user: string) => `ephemeral ${channel} ${user}`,
  updated: (channel: string, ts: string) => `updated ${channel} ${ts}`,
  view: (id: string) => `view ${id}`,
};

/** Returns the visible effects of a log entry; none if the call failed. */
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
    default:
      return [];
  }
}

export type Watch = ReturnType<typeof watchSlack>;

export function watchSlack(slack: SimulatedSlack) {
  const counts = new Map<string, number>();
  const requests = new Map<string, JsonRecord>();
  /** Slack's refusals so far, with the numbers of their log entries. The test injected these faults. */
  const refused: (readonly [number, string])[] = [];
  const answered = new Map<string, number>();
  /** Acts that got no ack or no visible answer: the act, and the way it failed. */
  const silent: string[] = [];
  /** Milliseconds from each act to its visible answer. */
  const waits: number[] = [];
  const countOf = (what: string) => counts.get(what) ?? 0;
  const stop = slack.subscribe((update) => {
    if (update.type !== 'log') return;
    const { entry } = update;
    if (entry.kind === 'api' && entry.error !== null) refused.push([entry.n, `${entry.name} ${entry.error}`]);
    for (const each of signsOf(entry)) counts.set(each, countOf(each) + 1);
    if (entry.kind !== 'delivery') return;
    const payload = objectOf(objectOf(entry.detail).payload);
    requests.set(stringOf(payload.user_id) || stringOf(objectOf(payload.user).id), payload);
  });

  /** Runs an act and waits for a visible answer. @returns whether an answer came */
  async function act({ kind, what, user, run, signs: given = [] }: Act): Promise<boolean> {
    // If Slack refuses the message everywhere else, the bot sends it to the person's direct messages.
    const signs = [...given, sign.posted(user)];
    const before = new Map(signs.map((each) => [each, countOf(each)]));
    const since = performance.now();
    const firstLine = slack.log.length;
    requests.delete(user);
    const miss = (why: string) => {
      const meanwhile = new Set(refused.filter(([n]) => n > firstLine).map(([, each]) => each));
      silent.push(`${what}: ${why} (refused meanwhile: ${[...meanwhile].slice(0, 4).join(', ') || 'nothing'})`);
      return false;
    };
    const acted = await run();
    if (!acted.ok) return miss(acted.error);
    const request = requests.get(user);
    const own = [
      ...(request?.response_url === undefined ? [] : [sign.response(stringOf(request.response_url))]),
      ...(request?.trigger_id === undefined ? [] : [sign.trigger(stringOf(request.trigger_id))]),
    ];
    // Field errors and a closed view count as answers, but a view with “Reading…” doesn't.
    const settled = acted.options !== undefined || (acted.submitted && acted.submitted.result !== 'updated');
    const isAnswered = () =>
      own.some((each) => countOf(each) > 0) || signs.some((each) => countOf(each) > (before.get(each) ?? 0));
    try {
      if (!settled) await slack.until(isAnswered, patienceMs);
    } catch {
      return miss(`no answer within ${patienceMs / 1_000} s`);
    }
    waits.push(performance.now() - since);
    answered.set(kind, (answered.get(kind) ?? 0) + 1);
    return true;
  }

  return { answered, silent, waits, act, stop };
}
