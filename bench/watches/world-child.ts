import * as z from 'zod';
import { startPlatform } from '../../playground/platform/start-platform.ts';
import { startSlack } from '../../playground/slack/simulated-slack.ts';
import { sourceQueries } from '../../src/platform/monitoring/region-sources.ts';
import { places } from '../stage/stage-places.ts';
import { fastNow } from './fast-clock.ts';
import { makeHistory } from './history.ts';

/** The simulated platform with a history of its own and the simulated Slack, by a clock that runs fast, in a process of their own. */
const [began = 0, speed = 1, minutes = 1] = process.argv.slice(2).map(Number);
const now = fastNow({ began, speed });
const platform = await startPlatform({ now, requestItems: true, seed: makeHistory(began, minutes).seed });
const slack = await startSlack({
  bot: { signingSecret: places.signingSecret, botToken: places.botToken, appToken: 'xapp-bench' },
  now,
  seed: {
    people: places.people.map((id, index) => ({ id, name: `person${index}`, locale: 'en-US', timeZone: 'Etc/UTC' })),
    channels: [{ id: places.channel, name: 'bench', members: [...places.people, 'U0PORTOLAN'] }],
  },
});

/**
 * How many reads watching took in each minute: a list of components of each app, and queries, which belong to the minute
 * that they ask for. With the query that asks whether kube-state-metrics is there, two names are read.
 */
const reads: Record<string, number> = {};
/** What was read besides, in all: further lists and longer queries are for charts, events also for what changed before. */
const besides = { lists: 0, queries: 0, events: 0 };
const listed = new Set<string>();
const isList = (path: string) => /\/regions\/bench-\d+\/apps\/\d+\/services$/.test(path);
const minuteOf = (at: number) => Math.floor(at / 60_000) - Math.floor(began / 60_000);
platform.log.subscribe(({ at, path, query: { query = '', start, end } }) => {
  const isFirst = !listed.has(`${minuteOf(at)} ${path}`);
  if (path.endsWith('/events')) besides.events += 1;
  else if (isList(path) && isFirst) {
    listed.add(`${minuteOf(at)} ${path}`);
    reads[minuteOf(at)] = (reads[minuteOf(at)] ?? 0) + 1;
  } else if (isList(path)) besides.lists += 1;
  else if (path.endsWith('/v1/monitor/query_range') && Number(end) - Number(start) <= 600) {
    const minute = minuteOf(Number(end) * 1_000);
    reads[minute] = (reads[minute] ?? 0) + (query === sourceQueries.kubeState ? 3 : 1);
  } else if (path.endsWith('/monitor/query_range')) besides.queries += 1;
});

const Sent = z.object({
  args: z.looseObject({
    channel: z.string(),
    text: z.string().optional(),
    ts: z.string().optional(),
    thread_ts: z.string().optional(),
  }),
});

/** What was posted and edited, in order. */
const shown: { what: 'post' | 'edit' | 'note'; at: number; text: string }[] = [];
slack.subscribe((heard) => {
  if (heard.type !== 'log' || heard.entry.kind !== 'api' || heard.entry.error !== null) return;
  const { name, at, detail } = heard.entry;
  if (name !== 'chat.postMessage' && name !== 'chat.update') return;
  const sent = Sent.safeParse(detail).data?.args;
  if (sent?.channel !== places.channel) return;
  const what = name === 'chat.update' ? 'edit' : sent.thread_ts === undefined ? 'post' : 'note';
  shown.push({ what, at, text: sent.text ?? '' });
});

process.on('message', () => {
  const faults = slack.faults.map(({ where, error }) => `${where}: ${error}`);
  process.send?.({ shown, reads, besides, faults });
});
for (const event of ['disconnect', 'SIGTERM'] as const) process.on(event, () => process.exit(0));
process.send?.({ platformUrl: platform.url, token: platform.token, apiUrl: slack.apiUrl });
