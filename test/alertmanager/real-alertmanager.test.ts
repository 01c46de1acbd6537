import { request } from 'node:http';
import { defaultPolicy, type Policy } from '../../src/core/policy/policy.ts';
import { Secret } from '../../src/core/text/secret.ts';
import { type Stage, shownIn, startStage, unsound } from '../scenario/stage.ts';
import {
  installed,
  type RunningProgram,
  serveAt,
  startAlertmanager,
  startPrometheus,
  until,
} from './monitoring-programs.ts';

const token = 'alerts-token-0123456789abcdef';
const source = { name: 'ops', line: 1, tokenEnv: 'ALERTS_TOKEN', channel: 'C0SHOP', routes: [], components: [] };
const policy: Policy = { ...defaultPolicy, source: 'file', alertSources: new Map([['ops', source]]) };

/** Tests the bot with the notifications of a real Alertmanager and Prometheus (Debian packages). */
describe.skipIf(!installed.alertmanager || !installed.prometheus)('a real Alertmanager', () => {
  let place: Stage;
  let door: RunningProgram;
  let alertmanager: RunningProgram;
  const answered: number[] = [];

  beforeAll(async () => {
    place = await startStage({ mode: 'socket', policy, alertTokens: new Map([['ops', new Secret(token)]]) });
    // Forwards requests to the bot, because the bot's port changes when it restarts. While the bot is down, requests
    // fail.
    door = await serveAt((incoming, response) => {
      const { method = 'POST', url = '/', headers } = incoming;
      const onward = request({ host: '127.0.0.1', port: place.bot().port, method, path: url, headers }, (answer) => {
        answered.push(answer.statusCode ?? 0);
        response.writeHead(answer.statusCode ?? 502);
        answer.pipe(response);
      });
      onward.on('error', () => response.writeHead(502).end());
      incoming.pipe(onward);
    });
    alertmanager = await startAlertmanager(installed.alertmanager ?? '', `${door.url}/hooks/alertmanager/ops`, token);
  }, 60_000);
  afterAll(async () => {
    await alertmanager?.stop();
    await door?.stop();
    await place?.stop();
  });

  const shown = (name: string) =>
    place.slack
      .messages('C0SHOP', 'U0MAYA')
      .map(shownIn)
      .filter((text) => text.includes(name));

  async function alert(name: string, instances: string | readonly string[], ends?: Date, starts?: Date): Promise<void> {
    const times = {
      ...(ends ? { endsAt: ends.toISOString() } : {}),
      ...(starts ? { startsAt: starts.toISOString() } : {}),
    };
    const body = [instances].flat().map((instance) => ({
      labels: { alertname: name, instance, severity: 'critical' },
      annotations: { summary: `${instance} is slow` },
      ...times,
    }));
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${alertmanager.url}/api/v2/alerts`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    expect(answer.status).toBe(200);
  }

  test('fires, groups, repeats and resolves across a restart of the bot: one message', async () => {
    await alert('SlowRequests', 'web-1');
    await until(() => shown('SlowRequests').some((text) => /Firing/.test(text)));
    await alert('SlowRequests', 'web-2');
    await until(() => shown('SlowRequests').some((text) => text.includes('web-2') && /2 alerts|web-1/.test(text)));
    const before = answered.length;
    await until(() => answered.length >= before + 2);
    expect(shown('SlowRequests')).toHaveLength(1);
    await place.restart();
    await alert('SlowRequests', 'web-1', new Date());
    await until(() => shown('SlowRequests').some((text) => /web-1.*Resolved/.test(text)));
    await alert('SlowRequests', 'web-2', new Date());
    await until(() => shown('SlowRequests').some((text) => !text.includes('Firing') && text.includes('Resolved')));
    expect(shown('SlowRequests')).toHaveLength(1);
    expect(answered.filter((status) => status !== 200 && status !== 503)).toEqual([]);
  }, 120_000);

  // The tests mostly wait, and each alert has its own group, so run the tests concurrently.
  const after = (seconds: number) => new Date(Date.now() + seconds * 1_000);
  const firing = (text: string) => /Firing/.test(text);
  const resolved = (text: string) => !/Firing/.test(text) && /Resolved/.test(text);

  test.concurrent('its sender is away for longer than the alert lasts, and comes back with the same start: it fires again', async () => {
    const starts = after(-60);
    await alert('Away', 'web-1', after(3), starts);
    await until(() => shown('Away').some(firing));
    await until(() => shown('Away').some(resolved));
    await alert('Away', 'web-1', after(60), starts);
    await until(() => shown('Away').some(firing));
    await alert('Away', 'web-1', after(0), starts);
    await until(() => shown('Away').some(resolved));
  }, 120_000);

  test.concurrent('a pair of senders, the second with the earlier start: its end is believed', async () => {
    await alert('Pair', 'web-1', after(60), after(-10));
    await until(() => shown('Pair').some(firing));
    await alert('Pair', 'web-1', after(0), after(-40));
    await until(() => shown('Pair').some(resolved));
    expect(shown('Pair')).toHaveLength(1);
  }, 60_000);

  test.concurrent('more alerts than are sent: it ends, and says how many weren’t told', async () => {
    // Start and end all alerts together, because otherwise the last notification can have too few alerts to be
    // truncated.
    await alert('Cut', ['a', 'b', 'c'], after(8));
    await until(() => shown('Cut').some(firing));
    await until(() => shown('Cut').some((text) => resolved(text) && /1 more alert wasn’t sent/.test(text)));
  }, 60_000);

  test.concurrent('a rule of a real Prometheus fires and ends', async () => {
    let errors = 1;
    const exporter = await serveAt((_request, response) => response.end(`shop_errors ${errors}\n`));
    const rule = `groups:
  - name: shop
    rules:
      - { alert: ShopErrors, expr: shop_errors > 5, labels: { severity: page }, annotations: { summary: 'Errors: {{ $value }}' } }
`;
    const prometheus = await startPrometheus(installed.prometheus ?? '', {
      ...{ exporter: exporter.url, alertmanager: alertmanager.url, rule },
    });
    try {
      errors = 9;
      await until(() => shown('ShopErrors').some((text) => /Firing/.test(text) && text.includes('Errors: 9')));
      errors = 0;
      await until(() => shown('ShopErrors').some((text) => !text.includes('Firing') && text.includes('Resolved')), 60);
      expect(shown('ShopErrors')).toHaveLength(1);
    } finally {
      await prometheus.stop();
      await exporter.stop();
    }
  }, 120_000);

  test('nothing was refused by Slack, logged as an error, or told that is secret', async () => {
    expect(await unsound(place)).toEqual([]);
    expect(place.lines.join('')).not.toContain(token);
  });
});
