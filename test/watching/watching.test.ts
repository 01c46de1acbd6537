import { placeKey } from '../../src/core/command/context.ts';
import { Incident, incidentState } from '../../src/core/incident/incident.ts';
import { incidentHeadline } from '../../src/core/incident/incident-state-text.ts';
import { afterOutage, incidentStatus, incidentSummary } from '../../src/core/incident/incident-text.ts';
import { incidentTitle } from '../../src/core/incident/incident-title.ts';
import type { AfterChange } from '../../src/core/watch/after-change.ts';
import { incidentRecord } from '../../src/operations/shared/incident/incident-rows.ts';
import {
  afterChangeRecords,
  evaluationRecords,
  type Watch,
  watchRecords,
} from '../../src/operations/shared/watch/stored-watch.ts';
import { endingOf, resumingOf } from '../../src/operations/watch/life/end-watch.ts';
import { watchRecord } from '../../src/operations/watch/watch-text.ts';
import { plain } from '../../src/slack/slack-catalog.ts';
import { simulateTime } from '../following/simulated-time.ts';
import { stageWatching, type WatchedHistory } from './stage.ts';

const minute = 60_000;
const start = 1_800_000_000_000 - (1_800_000_000_000 % minute);

/** Returns an app in which web is slow in the given minutes after the start. */
const slow = (...spans: readonly (readonly [number, number])[]): WatchedHistory => ({
  components: ['web', 'api'],
  status: () => 'running',
  value: (component, at) => {
    const isSlow = spans.some(([from, to]) => at >= start + from * minute && at < start + to * minute);
    return component === 'web' && isSlow ? 900 : 100;
  },
});

/** Watches an app until the end of the test. At the end, no error may have been logged. */
async function watched(history: WatchedHistory, watch: Partial<Watch> | 'none' = {}) {
  const time = simulateTime(start + 30_000);
  const stage = await stageWatching(time, history);
  onTestFinished(async () => {
    const errors = [...time.errors];
    await stage.close();
    expect(errors).toEqual([]);
  });
  if (watch !== 'none') await stage.watch(watch);
  const states = () => stage.messages.map(({ incident }) => incidentState(incident));
  const titles = () => stage.messages.map(({ incident }) => plain(incidentTitle(incident), 'en'));
  return { ...stage, time, states, titles };
}

test('what lasts five minutes is posted once, within 90 seconds, edited, and ends as a record', async () => {
  const { time, ...stage } = await watched(slow([3, 20]));
  stage.replica();
  await time.pass(10 * minute);
  expect(stage.messages).toHaveLength(1);
  const [message] = stage.messages;
  if (!message) return;
  // The value is above the threshold from minute 3 to minute 8.
  expect(message.posted - (start + 8 * minute)).toBeLessThanOrEqual(90_000);
  expect(plain(incidentTitle(message.incident), 'en')).toBe('web: response time above 500 ms');
  expect(plain(incidentSummary(message.incident, time.world.now()), 'en')).toMatch(
    /Firing.*began at .*now 900 ms, highest 900 ms$/,
  );
  await time.pass(20 * minute);
  expect(stage.messages).toHaveLength(1);
  expect(incidentState(message.incident)).toBe('resolved');
  expect(plain(incidentSummary(message.incident, time.world.now()), 'en')).toBe(
    '✓ *Resolved* after 17 minutes, highest 900 ms',
  );
  // The bot doesn't edit the message if the value hasn't changed.
  expect(message.edits.length).toBeLessThanOrEqual(3);
});

test('while data is missing, nothing fires or ends; the open incident says so', async () => {
  const { value, ...history } = slow([3, 60]);
  const { time, ...stage } = await watched({
    ...history,
    value: (component, at) =>
      at >= start + 12 * minute && at < start + 40 * minute ? undefined : value(component, at),
  });
  // Response times can be missing if there is no traffic. Memory values must always exist.
  stage.replica();
  await time.pass(30 * minute);
  expect(stage.states()).toEqual(['firing']);
  await time.pass(20 * minute);
  expect(stage.states()).toEqual(['firing']);
});

test('what was missed for up to six hours is read later; what began and ended unseen becomes a record', async () => {
  const { time, ...stage } = await watched(slow([60, 90]));
  const first = stage.replica();
  await time.pass(5 * minute);
  first.kill();
  await time.pass(180 * minute);
  stage.replica();
  await time.pass(10 * minute);
  expect(stage.messages.map(({ incident }) => [incidentState(incident), incident.lines[0]?.since])).toEqual([
    ['resolved', start + 60 * minute],
  ]);
  const [message] = stage.messages;
  expect(message?.notes).toEqual([]);
});

test('a channel that the bot was removed from while nothing fires: its watches pause, and go on once it is back', async () => {
  const { time, ...stage } = await watched(slow());
  stage.replica();
  await time.pass(10 * minute);
  stage.slack.isRemoved = true;
  await time.pass(10 * minute);
  expect(stage.slack.notices).toEqual([]);
  await time.pass(45 * minute);
  expect(stage.slack.notices).toEqual([
    expect.stringMatching(
      /^I no longer watch .*I was removed from the channel\. When I’m invited again, the watch resumes\.$/,
    ),
  ]);
  stage.slack.isRemoved = false;
  await time.pass(20 * minute);
  expect(stage.slack.notices.slice(1)).toEqual([
    expect.stringMatching(
      /^I’m back in this channel, so these watches were resumed:\n• Response time above \S+ \S+ .*$/,
    ),
  ]);
});

test('an abnormal component: fires after five minutes, and a list that fails neither fires nor ends it', async () => {
  const { time, ...stage } = await watched(
    {
      components: ['web'],
      status: (_component, at) => (at >= start + 2 * minute && at < start + 40 * minute ? 'abnormal' : 'running'),
      value: () => undefined,
      fails: (at) => at >= start + 15 * minute && at < start + 35 * minute,
    },
    { condition: { item: 'abnormal', side: 'above', threshold: 0, for: 5 * minute } },
  );
  stage.replica();
  await time.pass(12 * minute);
  expect(stage.titles()).toEqual(['web: abnormal']);
  await time.pass(13 * minute);
  const [message] = stage.messages;
  expect(message && plain(incidentSummary(message.incident, time.world.now()), 'en', 'UTC')).toMatch(
    /No data\*, the problem began at \d\d:\d\d UTC · No data from region east since \d\d:\d\d UTC$/,
  );
  // After 15 minutes, a separate message says that the region can't be read. It ends when reads work again.
  await time.pass(7 * minute);
  expect(stage.messages.slice(1).map(({ incident }) => plain(incidentTitle(incident), 'en'))).toEqual([
    'region east can’t be read',
  ]);
  const { note } = stage.messages[1]?.incident.lines[0] ?? {};
  expect(note && plain(note, 'en')).toBe(
    'Until it answers again, watches can’t see problems, nor whether they end. 1 incident was firing before.',
  );
  // It began with the first read that failed, not with the first minute that lacked a list.
  const began = stage.messages[1]?.incident.lines[0]?.since ?? 0;
  expect(began - start).toBeGreaterThanOrEqual(15 * minute);
  expect(began - start).toBeLessThan(16 * minute);
  await time.pass(30 * minute);
  expect(stage.states()).toEqual(['resolved', 'resolved']);
  const titles = stage.messages.map(({ incident }) => plain(incidentTitle(incident), 'en'));
  expect(titles.slice(1)).toEqual(['region east can be read again']);
  const says = stage.messages
    .slice(1)
    .flatMap(({ incident }) => afterOutage(incident).map((text) => plain(text, 'en')));
  expect(says).toEqual(['Still firing: web: abnormal']);
});

test.each([
  ['when its values rose, if monitoring shows that', -30, /^Began at 07:30 UTC, now/],
  ['that it may be older, if they were high all along the hour before', -90, /^Began at 07:0\d UTC or earlier, now/],
])('an incident of a new watch says %s', async (_what, from, says) => {
  const { time, ...stage } = await watched(slow([from, 60]));
  stage.replica();
  await time.pass(11 * minute);
  const [message] = stage.messages;
  const status = message && incidentStatus(message.incident, time.world.now()).map((text) => plain(text, 'en'));
  expect(status?.[0]).toMatch(says);
});

test('a message that nothing else edits says after ten minutes that nobody acknowledged the incident', async () => {
  const { time, ...stage } = await watched(slow([3, 60]));
  stage.replica();
  await time.pass(11 * minute);
  const [message] = stage.messages;
  const says = () => message && incidentStatus(message.incident, time.world.now()).map((text) => plain(text, 'en'));
  expect(says()?.[0]).not.toContain('not acknowledged');
  const editedBefore = message?.edits.length;
  await time.pass(9 * minute);
  expect(says()?.[0]).toContain('not acknowledged');
  expect(message?.edits.slice(editedBefore)).toHaveLength(1);
});

test('an outage’s message names what has no data yet, only until it has data', async () => {
  const hasData = (at: number) => at < start + 15 * minute || at >= start + 42 * minute;
  const { time, ...stage } = await watched({
    components: ['web'],
    status: () => 'running',
    value: (_component, at) => (hasData(at) ? 900 : undefined),
    fails: (at) => at >= start + 15 * minute && at < start + 35 * minute,
  });
  stage.replica();
  const says = () =>
    stage.messages
      .filter(({ incident }) => incident.lines.some(({ hidden }) => hidden))
      .flatMap(({ incident }) => afterOutage(incident).map((text) => plain(text, 'en')));
  await time.pass(38 * minute);
  expect(says()).toEqual([expect.stringMatching(/^No data yet: web: /)]);
  await time.pass(8 * minute);
  expect(says()).toEqual([expect.stringMatching(/^Still firing: web: /)]);
});

test('an outage’s message says when nothing that fired before it fires after it', async () => {
  const { time, ...stage } = await watched(
    {
      components: ['web'],
      status: (_component, at) => (at >= start + 2 * minute && at < start + 20 * minute ? 'abnormal' : 'running'),
      value: () => undefined,
      fails: (at) => at >= start + 15 * minute && at < start + 35 * minute,
    },
    { condition: { item: 'abnormal', side: 'above', threshold: 0, for: 5 * minute } },
  );
  stage.replica();
  await time.pass(33 * minute);
  expect(stage.messages.flatMap(({ incident }) => afterOutage(incident))).toEqual([]);
  await time.pass(5 * minute);
  const [, outage] = stage.messages;
  expect(outage && afterOutage(outage.incident).map((text) => plain(text, 'en'))).toEqual([
    'None of the earlier incidents is still firing',
  ]);
});

test('an outage’s message counts what was firing before, and not what was recovering', async () => {
  const { time, ...stage } = await watched(
    {
      components: ['web', 'api'],
      status: (component, at) =>
        at >= start + 2 * minute && (component === 'web' || at < start + 13 * minute) ? 'abnormal' : 'running',
      value: () => undefined,
      fails: (at) => at >= start + 15 * minute,
    },
    { condition: { item: 'abnormal', side: 'above', threshold: 0, for: 5 * minute } },
  );
  stage.replica();
  await time.pass(14.5 * minute);
  expect(stage.states()).toEqual(['firing', 'recovering']);
  await time.pass(19 * minute);
  const { note } = stage.messages[2]?.incident.lines[0] ?? {};
  expect(note && plain(note, 'en')).toMatch(/ 1 incident was firing before\.$/);
});

test('a region whose monitoring has no data for a quarter of an hour is told once, restarts included, and ends', async () => {
  const isOut = (at: number) => at >= start + 3 * minute && at < start + 40 * minute;
  const { time, ...stage } = await watched({
    ...slow(),
    value: (_component, at) => (isOut(at) ? undefined : 100),
    scrapes: (at) => !isOut(at),
  });
  const first = stage.replica();
  await time.pass(12 * minute);
  await first.stop();
  stage.replica();
  await time.pass(5 * minute);
  expect(stage.messages).toEqual([]);
  await time.pass(3 * minute);
  expect(stage.titles()).toEqual(['the monitoring of region east has no data']);
  await time.pass(30 * minute);
  expect(stage.states()).toEqual(['resolved']);
});

test.each([
  ['collects nothing', { scrapes: (at: number) => at < start + 5 * minute }],
  ['can’t be asked', { unmonitored: (at: number) => at >= start + 5 * minute }],
])(
  'a region whose monitoring %s is told after a quarter of an hour, whatever is counted over half an hour, and since when',
  async (_what, history) => {
    const { time, ...stage } = await watched(
      { ...slow(), value: () => 100, ...history },
      { condition: { item: 'restarts', side: 'above', threshold: 3, for: 0 } },
    );
    stage.replica();
    await time.pass(19 * minute);
    expect(stage.messages).toEqual([]);
    await time.pass(2 * minute);
    const [message] = stage.messages;
    expect(message && plain(incidentTitle(message.incident), 'en')).toBe('the monitoring of region east has no data');
    expect(message?.incident.lines[0]?.since).toBe(start + 5 * minute);
  },
);

test('what was wrong with a region is over where nothing is watched there any more', async () => {
  const { time, ...stage } = await watched({ ...slow(), fails: (at) => at > start + 2 * minute });
  stage.replica();
  await time.pass(20 * minute);
  expect(stage.states()).toEqual(['firing']);
  await stage.store.commit({ at: time.world.now(), records: [{ drop: { kind: 'watch', id: 'w1' } }] });
  await time.pass(3 * minute);
  expect(stage.states()).toEqual(['resolved']);
});

test('a change that ends while a minute is being read is compared with what was before it, and never with nothing', async () => {
  const { time, ...stage } = await watched(
    { ...slow(), restarts: 2 },
    { condition: { item: 'restarts', side: 'above', threshold: 5, for: 0 } },
  );
  const { queryInstances } = stage.platform;
  let queries = 0;
  stage.platform.queryInstances = async (query) => {
    queries += 1;
    if (queries === 3) {
      const now = time.world.now();
      const body: AfterChange = {
        ...{ request: 'r1', channel: 'C1', context: { team: 'shop', region: 'east', app: '1' } },
        components: [{ id: 'web', name: 'web', was: 'running' }],
        ...{ checked: now - 2 * minute, since: now, until: now + 15 * minute, before: {}, tracks: {} },
      };
      const row = { placeKey: placeKey(body.context), channel: 'C1', isOpen: true, at: now };
      await stage.store.commit({ at: now, records: [afterChangeRecords.save(body, { id: 'r1', ...row })] });
      await time.world.wait(10_000);
    }
    return queryInstances(query);
  };
  stage.replica();
  await time.pass(8 * minute);
  // The bot has found that the change made the component worse, so it doesn't check the change again.
  expect((await afterChangeRecords.get(stage.store, 'r1'))?.body).toMatchObject({ before: { restarts: { web: 2 } } });
});

test('a component that moves to another app ends its incident as moved, and a watch of it stays', async () => {
  const [components, moved] = [['web', 'api'], [] as string[]];
  const { time, ...stage } = await watched(
    { ...slow([3, 60]), components, moved },
    { components: [{ id: 'web', name: 'web' }] },
  );
  stage.replica();
  await time.pass(10 * minute);
  const [stored] = await stage.store.records.list('incident');
  const incident = Incident.parse(stored?.body);
  const source = { kind: 'alerts', name: 'ops', group: 'g' } as const;
  const alerts = { ...incident, id: 'alerts', source, lines: incident.lines.map(({ watch: _, ...line }) => line) };
  const row = { placeKey: stored?.placeKey ?? '', isOpen: true, at: time.world.now() };
  await stage.store.commit({ at: row.at, records: [incidentRecord(alerts, undefined, row)] });
  moved.push(...components.splice(0, 1));
  await time.pass(30 * minute);
  // An incident from Alertmanager continues until Alertmanager reports its end.
  expect((await stage.store.records.get('incident', alerts.id))?.body).toMatchObject({ lines: [{ state: 'firing' }] });
  const ofWatch = stage.messages.filter(({ incident: { id } }) => id !== alerts.id);
  expect(ofWatch.map((each) => incidentState(each.incident))).toEqual(['moved']);
  const [message] = stage.messages;
  expect(message && plain(incidentSummary(message.incident, time.world.now()), 'en', 'UTC')).toMatch(
    /^\? \*Moved to billing\* after /,
  );
  expect(stage.slack.notices).toEqual([]);
  expect(await stage.store.records.list('watch', { isOpen: true })).toHaveLength(1);
  const [evaluated] = await stage.store.records.list(evaluationRecords.kind);
  expect(evaluated?.body).toMatchObject({ moved: { web: 'billing' } });
});

test('a thousand watches of twenty apps: at most 120 reads a minute, names included, and each problem is told once', async () => {
  const { time, ...stage } = await watched(slow([3, 12]), 'none');
  const items = ['request_time', 'abnormal', 'memory_share', 'restarts', 'oom'] as const;
  for (let index = 0; index < 1_000; index += 1) {
    const item = items[index % items.length] ?? 'abnormal';
    const threshold = item === 'request_time' ? 500 + index : 0;
    const app = String(1 + Math.floor(index / 50));
    const condition = { item, side: 'above', threshold, for: 5 * minute } as const;
    await stage.watch({ id: `w${index}`, context: { team: 'shop', region: 'east', app }, condition, notify: [] });
  }
  stage.replica();
  const firstMinutes = 4;
  await time.pass(16 * minute);
  const each = Map.groupBy(stage.reads, ({ at }) => Math.floor((at - start) / minute));
  for (let minuteIndex = firstMinutes; minuteIndex < 16; minuteIndex += 1) {
    const count = each.get(minuteIndex)?.length ?? 0;
    // Each app needs one list and four queries, and sometimes the three reads of its names.
    expect(count).toBeGreaterThanOrEqual(20 * 5);
    expect(count).toBeLessThanOrEqual(120);
  }
  expect(stage.messages.map(({ incident }) => incident.context?.app).toSorted()).toEqual(
    ['1', '2', '3', '4', '5', '6', '7', '8'].toSorted(),
  );
}, 60_000);

test('of thirty incidents, newer values are shown in turn: twenty edits a minute, over all replicas', async () => {
  const value = (_component: string, at: number) => 900 + ((at / minute) % 50);
  const { time, ...stage } = await watched({ components: ['web'], status: () => 'running', value }, 'none');
  for (let app = 1; app <= 30; app += 1)
    await stage.watch({ id: `w${app}`, context: { team: 'shop', region: 'east', app: String(app) }, notify: [] });
  const first = stage.replica();
  stage.replica();
  await time.pass(12 * minute);
  first.kill();
  await time.pass(10 * minute);
  expect(stage.messages).toHaveLength(30);
  const edits = stage.messages.flatMap((each) => each.edits).toSorted((one, other) => one - other);
  const maxAtOnce = edits.map((at) => edits.filter((other) => other >= at && other < at + minute).length);
  // Twenty are chosen in any minute. The queue of edits moves each by seconds, so a minute can show a few more.
  expect(Math.max(...maxAtOnce)).toBeGreaterThanOrEqual(20);
  expect(Math.max(...maxAtOnce)).toBeLessThanOrEqual(25);
  expect(edits.length).toBeLessThanOrEqual(22 * 20);
  for (const { edits: own } of stage.messages) expect(own.length).toBeGreaterThanOrEqual(5);
}, 60_000);

test('a rollout that fails beside old pods fires as abnormal after five minutes, one that is only slow does not', async () => {
  const row = (id: string, type: string, more: object) => ({
    ...{ event_id: id, opt_type: type, target: 'service', target_id: 'c', user_name: 'tom', status: 'success' },
    ...{ final_status: 'complete', start_time: new Date(start + minute).toISOString(), ...more },
  });
  const crash = {
    target: 'pod',
    target_id: 'web-77c4-new01',
    user_name: 'system',
    status: 'failure',
    final_status: 'empty',
  };
  const { time, ...stage } = await watched(
    {
      ...slow(),
      status: (_component, at) => (at < start + minute ? 'running' : 'upgrade'),
      events: (component) => [
        row('u1', 'upgrade-service', {}),
        ...(component === 'web' ? [row('p1', 'CrashLoopBackOff', crash)] : []),
      ],
    },
    { condition: { item: 'abnormal', side: 'above', threshold: 0, for: 5 * minute } },
  );
  stage.replica();
  await time.pass(10 * minute);
  expect(stage.titles()).toEqual(['web: abnormal']);
});

describe('a watch that a person pauses', () => {
  /** Watches web and api, and pauses the watch of web at minute 20 for some minutes. The watch of api goes on. */
  async function paused(history: WatchedHistory, minutes: number) {
    const stage = await watched(history);
    const { time, store } = stage;
    await stage.watch({ id: 'w2', components: [{ id: 'api', name: 'api' }] });
    const replica = stage.replica();
    await time.pass(20 * minute);
    const stored = async () => (await watchRecords.get(store, 'w1')) ?? expect.fail();
    const { body, version } = await stored();
    const pausedBy = { id: 'U2', name: 'maya', at: time.world.now() };
    const pausing = { ...body, paused: 'person', pausedBy };
    const { at } = pausedBy;
    const ends = await endingOf(store, body, pausedBy, at);
    await store.commit({ ...ends, at, records: [watchRecord(pausing, at, version), ...ends.records] });
    await time.pass(Math.min(minutes, 60) * minute);
    if (minutes > 60) {
      await replica.stop();
      await time.pass((minutes - 60) * minute);
      stage.replica();
    }
    const shown = () =>
      stage.messages.map(({ incident }) =>
        [incidentHeadline(incident), ...incidentStatus(incident, time.world.now())].map((text) =>
          plain(text, 'en', 'UTC').replaceAll('\u00a0', ' '),
        ),
      );
    async function resume() {
      const now = time.world.now();
      const going = await resumingOf(store, pausing, now);
      const resumed = watchRecord({ ...body, resumed: now }, now, (await stored()).version);
      await store.commit({ ...going, at: now, records: [resumed, ...going.records] });
    }
    return { ...stage, shown, resume };
  }

  test('its incident says who paused it, not that it ended, and goes on with its own begin', async () => {
    const { time, shown, resume, states, messages } = await paused(slow([3, 500]), 60);
    const [[headline, status] = []] = shown();
    expect(headline).toBe('? Watch paused · web: response time above 500 ms');
    expect(status).toMatch(/^Began at 08:03 UTC, paused by @?U2 at 08:20 UTC, highest 900 ms$/);
    await resume();
    await time.pass(10 * minute);
    expect(states()).toEqual(['firing']);
    expect(shown()[0]?.[1]).toMatch(/^Began at 08:03 UTC, now 900 ms, highest 900 ms/);
    expect(messages[0]?.incident).toMatchObject({ times: 1, history: [{ what: 'fired' }] });
    expect(messages[0]?.notes).toEqual([]);
  });

  test('its incident ends after the pause if its condition is no longer met', async () => {
    const { time, resume, states } = await paused(slow([3, 30]), 60);
    await resume();
    await time.pass(10 * minute);
    expect(states()).toEqual(['resolved']);
  });

  test('what began during the pause has its own begin, not that of the next look', async () => {
    const { time, shown, resume } = await paused(slow([25, 500]), 60);
    await resume();
    await time.pass(10 * minute);
    expect(shown().map(([, status]) => status)).toEqual([expect.stringMatching(/^Began at 08:25 UTC, /)]);
  });

  test('after a pause of more than a day, it begins anew: the messages of both incidents are linked', async () => {
    const { time, states, stored, resume } = await paused(slow([3, 3_000]), 25 * 60);
    await resume();
    await time.pass(10 * minute);
    expect(states()).toEqual(['unwatched', 'firing']);
    const [old, next] = await stored();
    expect([old?.later?.id, next?.past?.earlier?.id]).toEqual([next?.id, old?.id]);
  });

  test('if it is deleted later, its incident is no longer watched', async () => {
    const { time, store, shown } = await paused(slow([3, 500]), 60);
    const { body } = (await watchRecords.get(store, 'w1')) ?? expect.fail();
    const ends = await endingOf(store, body, 'unwatched', time.world.now());
    await store.commit({ ...ends, at: time.world.now(), records: [watchRecords.drop('w1'), ...ends.records] });
    await time.pass(2 * minute);
    expect(shown()[0]?.slice(0, 2)).toEqual([
      '? No longer watched · web: response time above 500 ms',
      expect.stringMatching(/^08:03 UTC–08:20 UTC \(17 minutes\)/),
    ]);
  });
});
