import { createAlertmanager, playgroundAlertToken, playgroundSource } from '../../playground/simulated-alertmanager.ts';
import { defaultPolicy, type Policy } from '../../src/core/policy/policy.ts';
import { Secret } from '../../src/core/text/secret.ts';
import { incidentRecords } from '../../src/operations/shared/incident/incident-rows.ts';
import { buttonsOf, only, shownIn, startStillStage, unsound, wordsOf } from './stage.ts';
import { useStillStage } from './use-stage.ts';

const token = 'alerts-token-0123456789abcdef';
const minute = 60_000;
const policy: Policy = {
  ...defaultPolicy,
  source: 'file',
  alertSources: new Map([
    [
      'ops',
      {
        ...{ name: 'ops', line: 1, tokenEnv: 'ALERTS_TOKEN', channel: 'C0GENERAL' },
        routes: [{ labels: new Map([['team', 'shop']]), channel: 'C0SHOP' }],
        components: [{ context: { team: 'shop', region: 'east-1', app: '12' }, labels: new Map(), name: 'service' }],
      },
    ],
  ]),
};

type Alert = readonly [
  name: string,
  status: 'firing' | 'resolved',
  startsAt: number,
  summary?: string,
  service?: string,
];

const notification = (group: string, team: string, alerts: readonly Alert[]) => ({
  ...{ version: '4', groupKey: `{}:{group="${group}"}`, truncatedAlerts: 0, status: 'firing', receiver: 'portolan' },
  ...{ groupLabels: { alertname: group }, commonLabels: { alertname: group, team }, commonAnnotations: {} },
  alerts: alerts.map(([instance, status, startsAt, summary = `${instance} is unwell`, service]) => ({
    ...{ status, startsAt: new Date(startsAt).toISOString(), endsAt: '0001-01-01T00:00:00Z' },
    labels: { alertname: group, team, instance, service },
    annotations: { summary },
    fingerprint: `${group}-${instance}`.slice(0, 60),
  })),
});

describe.each(['http', 'socket'] as const)('alerts of an Alertmanager over %s', { timeout: 60_000 }, async (mode) => {
  const place = await useStillStage({ mode, policy, alertTokens: new Map([['ops', new Secret(token)]]) });

  const send = (body: unknown, { path = 'ops', bearer = token, method = 'POST' } = {}) =>
    fetch(`http://127.0.0.1:${place.bot().port}/hooks/alertmanager/${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...(bearer === '' ? {} : { authorization: `Bearer ${bearer}` }) },
      ...(method === 'POST' ? { body: typeof body === 'string' ? body : JSON.stringify(body) } : {}),
    });
  const now = () => place.now();
  const messages = (channel: string, words: RegExp) =>
    place.slack.messages(channel, 'U0MAYA').filter((message) => words.test(shownIn(message)));

  async function until(channel: string, words: RegExp, about = words) {
    await place.until(`a message says ${words}`, () => messages(channel, words)[0]);
    expect(messages(channel, about)).toHaveLength(1);
    return shownIn(only(messages(channel, words)));
  }

  test('who may send, and what: other names, tokens and bodies are refused', async () => {
    const body = notification('Refused', 'shop', [['web-1', 'firing', now()]]);
    expect((await send(body, { path: 'nobody' })).status).toBe(404);
    expect((await send(body, { bearer: '' })).status).toBe(401);
    expect((await send(body, { bearer: `${token}x` })).status).toBe(401);
    expect((await send(body, { method: 'GET' })).status).toBe(405);
    expect((await send({ text: 'a payload of its own' })).status).toBe(400);
    expect((await send('not JSON')).status).toBe(400);
    expect(messages('C0SHOP', /Refused/)).toEqual([]);
    const metrics = await (await fetch(`http://127.0.0.1:${place.bot().port}/metrics`)).text();
    expect(metrics).toContain('portolan_alert_notifications_total{source="",outcome="not_found"} 1');
    expect(metrics).toContain('portolan_alert_notifications_total{source="ops",outcome="unauthorized"} 2');
    expect(metrics).toContain('portolan_alert_notifications_total{source="ops",outcome="invalid"} 2');
  });

  test('fires, grows, is repeated, and is resolved across a restart: one message from beginning to end', async () => {
    const began = now();
    const first = notification('HighLatency', 'shop', [['web-1', 'firing', began]]);
    expect((await send(first)).status).toBe(200);
    expect(await until('C0SHOP', /HighLatency/)).toMatch(/Firing.*\nBegan at[\s\S]*web-1 is unwell/);
    for (let times = 0; times < 3; times += 1) expect((await send(first)).status).toBe(200);
    await place.pass(minute);
    const grown = notification('HighLatency', 'shop', [
      ['web-1', 'firing', began],
      ['web-2', 'firing', now()],
    ]);
    await send(grown);
    expect(await until('C0SHOP', /web-2/, /HighLatency/)).toMatch(/Firing · [\s\S]*web-1[\s\S]*web-2/);
    await place.restart();
    await place.pass(5 * minute);
    await send(notification('HighLatency', 'shop', [['web-1', 'resolved', began]]));
    await until('C0SHOP', /web-1 is unwell · ✓ \*Resolved/, /HighLatency/);
    const { alerts } = grown;
    await send({ ...grown, alerts: alerts.map((alert) => ({ ...alert, status: 'resolved' })) });
    expect(await until('C0SHOP', /^\*✓ Resolved · HighLatency\*\n.+–.+ \(\d+ minutes?\)/)).not.toMatch(/Firing/);
    // Another replica of Alertmanager sends an old report, and later its end. Both must change nothing.
    await send(first);
    await place.pass(5_000);
    await send({ ...grown, alerts: alerts.map((alert) => ({ ...alert, status: 'resolved' })) });
    await place.pass(minute);
    expect(await until('C0SHOP', /HighLatency/)).not.toMatch(/Firing/);
  });

  test('goes to the source’s own channel where no route has its labels; strangers’ text is only text', async () => {
    const hostile = '<!channel> *bold* <https://evil.test|here> token=hunter2hunter2';
    await send(notification('Disk', 'payments', [['db-1', 'firing', now(), hostile]]));
    const shown = await until('C0GENERAL', /Disk/);
    expect(shown).toContain('&lt;!channel&gt;');
    expect(shown).not.toContain('hunter2');
    expect(messages('C0SHOP', /Disk/)).toEqual([]);
  });

  test('isn’t repeated for a day: no longer reported, which isn’t resolved', async () => {
    await send(notification('Quiet', 'payments', [['db-2', 'firing', now()]]));
    await until('C0GENERAL', /Quiet/);
    if (mode === 'socket') {
      place.jump(25 * 60 * minute);
      expect(await until('C0GENERAL', /No longer reported · .*Quiet/)).not.toContain('Resolved');
    }
  });

  test('about latency where the region collects none of components: its chart is that of the gateway', async () => {
    await send(notification('SlowWeb', 'shop', [['web-1', 'firing', now(), 'web answers slowly', 'web']]));
    await until('C0SHOP', /web: SlowWeb[\s\S]*Latency at the gateway/);
    const { blocks } = only(messages('C0SHOP', /web: SlowWeb/));
    expect(JSON.stringify(blocks)).toContain('gateway_latency');
    expect(JSON.stringify(blocks)).not.toContain('request_time');
  });

  // Socket Mode only: over HTTP, the press's signature would be too old after this time.
  test.runIf(mode === 'socket')(
    'about a component that the policy recognizes: acknowledged, and a change asked for in its thread',
    async () => {
      const since = now();
      const slow = (status: 'firing' | 'resolved') =>
        notification('SlowApi', 'shop', [['api-1', status, since, 'api answers slowly', 'api']]);
      await send(slow('firing'));
      await until('C0SHOP', /^\*. \w+ · api: SlowApi[\s\S]*east-1/);
      const message = () => only(messages('C0SHOP', /^\*. \w+ · api: SlowApi/));
      expect(Object.keys(buttonsOf(message()))).toEqual(['Acknowledge', 'Chart', 'Events', 'Restart api', 'Scale api']);
      await place.until('its chart', () => JSON.stringify(message().blocks).includes('slack_file') || undefined);
      expect(message().blocks.filter((block) => JSON.stringify(block).includes('slack_file'))).toHaveLength(1);
      const maya = place.user('U0MAYA');
      await maya.press(message(), buttonsOf(message()).Acknowledge ?? '');
      await until('C0SHOP', /^\*. \w+ · api: SlowApi[\s\S]*Acknowledged\* by <@U0MAYA>/);
      await maya.press(message(), buttonsOf(message()).Chart ?? '');
      await until('C0SHOP', /The chart is in <http.*\|the thread>/);
      expect(only(messages('C0SHOP', /The chart is in/)).ephemeralFor).toBe('U0MAYA');
      await maya.press(message(), buttonsOf(message())['Restart api'] ?? '');
      const plan = wordsOf(maya.view()?.content);
      expect(plan).toContain('Restart api');
      expect(plan).toContain('Confirm');
      await maya.submit({});
      const card = messages('C0SHOP', /Restart api/).find(({ threadTs }) => threadTs === message().ts);
      expect(card && shownIn(card)).toMatch(/In progress|Done/);
      await send(slow('resolved'));
      await until('C0SHOP', /^\*✓ Resolved · api: SlowApi\*\n.*\n\*Acknowledged/);
      expect(Object.keys(buttonsOf(message()))).toEqual(['Chart']);
    },
  );

  test.runIf(mode === 'socket')(
    'about errors of a component that the gateway serves: its chart shows errors and latency there, and the start',
    async () => {
      await send(notification('WebErrors', 'shop', [['web-1', 'firing', now(), '5% fail', 'web']]));
      await until('C0SHOP', /Chart of web: Latency at the gateway, 5xx errors.*Marked: \d\d:\d\d [^.]*WebErrors/);
    },
  );

  test('too large: refused before it is read, and said once an hour', async () => {
    for (let times = 0; times < 2; times += 1)
      expect((await send('x'.repeat(1_048_577)).catch(() => undefined))?.status ?? 413).toBe(413);
    expect(await until('C0GENERAL', /larger than 1 MiB/)).toContain('`ops`');
  });

  test('Grafana’s own webhook: refused, and what to set is said once an hour', async () => {
    const alert = { status: 'firing', labels: { alertname: 'Slow' }, annotations: null, values: { A: 1 } };
    const body = { version: '1', orgId: 1, groupKey: '{}', status: 'firing', alerts: [alert] };
    for (let times = 0; times < 2; times += 1) expect((await send(JSON.stringify(body))).status).toBe(400);
    expect(await until('C0GENERAL', /Grafana’s own webhook/)).toContain('contact point of the type Alertmanager');
  });

  test('nothing was refused by Slack, logged as an error, or told that is secret', async () =>
    expect(place.lines.join('')).not.toContain(token));
});

describe('when notifications meet, or can’t be kept', async () => {
  const place = await startStillStage({ policy, alertTokens: new Map([['ops', new Secret(token)]]) });
  afterAll(() => place.stop().catch(() => undefined));
  const send = (body: unknown) =>
    fetch(`http://127.0.0.1:${place.bot().port}/hooks/alertmanager/ops`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });

  test('the same one ten times at once, as from several replicas: one incident, one message', async () => {
    const body = notification('Together', 'shop', [['web-1', 'firing', place.now()]]);
    const answers = await Promise.all(Array.from({ length: 10 }, () => send(body)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const shown = () =>
      place.slack.messages('C0SHOP', 'U0MAYA').filter((message) => shownIn(message).includes('Together'));
    await place.until('its message', () => shown()[0]);
    await place.pass(minute);
    expect(shown()).toHaveLength(1);
  });

  test('where the database can’t be written, 503: Alertmanager sends it again', async () => {
    await place.bot().store.close();
    expect((await send(notification('Unkept', 'shop', [['web-1', 'firing', place.now()]]))).status).toBe(503);
  });
});

test('the playground’s Alertmanager: an alert fires, another joins, all are resolved: one message about its component', async () => {
  const alertSources = new Map([[playgroundSource.name, playgroundSource]]);
  const place = await startStillStage({
    policy: { ...policy, alertSources },
    alertTokens: new Map([[playgroundSource.name, playgroundAlertToken]]),
  });
  try {
    const url = () => `http://127.0.0.1:${place.bot().port}/hooks/alertmanager/${playgroundSource.name}`;
    const alertmanager = createAlertmanager(url, place.now);
    await expect(alertmanager.act('resolve')).rejects.toThrow('No alert is firing.');
    const shown = () =>
      place.slack.messages('C0SHOP', 'U0MAYA').filter((message) => shownIn(message).includes('HighErrorRate'));
    const until = async (words: RegExp) => {
      await place.until(String(words), () => shown().find((message) => words.test(shownIn(message))));
      expect(shownIn(only(shown()))).toMatch(words);
    };
    await alertmanager.act('fire');
    await until(/^\*▲ Firing · api: HighErrorRate\*/);
    await until(
      /\nshop \/ east-1 \/ shop #12 · from <http:\/\/alertmanager\.shop\.test\/#\/alerts\?filter=[^|]+\|Alertmanager \(alertmanager\.shop\.test\)>, source `playground`/,
    );
    // The gateway has no figures of api alone, and CPU and memory say nothing of errors.
    await until(/First alert like this in 7 days/);
    expect(JSON.stringify(only(shown()).blocks)).not.toMatch(/slack_file|CPU and memory/);
    await alertmanager.act('fire');
    await until(/api-1 fail[\s\S]*api-2 fail/);
    await alertmanager.act('resolve');
    await until(/^\*✓ Resolved · api: HighErrorRate\*[\s\S]*shop \/ east-1 \/ shop #12/);
    expect(alertmanager.status().firing).toBe(0);
    expect(await unsound(place)).toEqual([]);
  } finally {
    await place.stop();
  }
}, 60_000);

test('the playground’s Alertmanager: its sender pauses, is a pair, and max_alerts cuts: what fires and ends is told', async () => {
  const place = await startStillStage({
    policy: { ...policy, alertSources: new Map([[playgroundSource.name, playgroundSource]]) },
    alertTokens: new Map([[playgroundSource.name, playgroundAlertToken]]),
  });
  try {
    const url = () => `http://127.0.0.1:${place.bot().port}/hooks/alertmanager/${playgroundSource.name}`;
    const { act, status } = createAlertmanager(url, place.now);
    const until = (words: RegExp) =>
      place.until(String(words), () =>
        place.slack.messages('C0SHOP', 'U0MAYA').find((message) => words.test(shownIn(message))),
      );
    await act('fire');
    await until(/^\*▲ Firing · api: HighErrorRate\*/);
    await place.pass(minute);
    await act('pause');
    await until(/✓ Resolved · .*HighErrorRate\*/);
    await expect(act('fire')).rejects.toThrow('The sender of the alerts pauses.');
    await place.pass(minute);
    await act('pause');
    await until(/▲ Firing · .*HighErrorRate\*/);
    expect((await until(/^Firing again, .* after it resolved \(2 times so far\)/)).broadcast).toBe(true);
    await act('pair');
    await act('resolve');
    await until(/✓ Resolved · .*HighErrorRate\*/);
    const isFiring = place.slack.messages('C0SHOP', 'U0MAYA').some((message) => shownIn(message).includes('▲ Firing'));
    expect(isFiring).toBe(false);
    await act('limit');
    await act('fire');
    await act('fire');
    const unsent = '1 more alert wasn’t sent, so its component and state aren’t known here';
    const limited = await until(new RegExp(`^\\*▲ Firing · api: HighErrorRate\\*[\\s\\S]*${unsent}`));
    await place.user('U0MAYA').press(limited, buttonsOf(limited).Chart ?? '');
    await until(new RegExp(`^(?!\\*▲)[\\s\\S]*${unsent}[\\s\\S]*one point every`));
    await act('resolve');
    await until(new RegExp(`^\\*\\? Resolved \\(1 alert unknown\\) · api: HighErrorRate\\*[\\s\\S]*${unsent}`));
    expect(status()).toEqual({ firing: 0, isPaused: false, isPair: true, isLimited: true });
    // A new message and the line that it fires again count the firings of the message before, too.
    await place.pass(40 * minute);
    await act('fire');
    await until(/^\*▲ Firing · api: HighErrorRate\*[\s\S]*4th time since/);
    await place.pass(minute);
    await act('resolve');
    await place.pass(minute);
    await act('fire');
    // It is counted with the notification, because the line may be posted before the next look at the group.
    const open = await incidentRecords.bodies(place.bot().store, { isOpen: true });
    expect(open.map(({ times, past }) => [times, past?.times, past?.count])).toEqual([[2, 2, 5]]);
    expect((await until(/^Firing again, .* after it resolved \(5 times so far\)/)).broadcast).toBe(true);
    await until(/^\*▲ Firing · api: HighErrorRate\*[\s\S]*5th time since/);
    expect(await unsound(place)).toEqual([]);
  } finally {
    await place.stop();
  }
}, 60_000);
