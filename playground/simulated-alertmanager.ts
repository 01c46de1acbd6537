import { createHash } from 'node:crypto';
import type { AlertSource } from '../src/core/policy/policy.ts';
import { Secret } from '../src/core/text/secret.ts';

/** The playground's own source of alerts, in its policy. */
export const playgroundSource: AlertSource = {
  ...{ name: 'playground', line: 1, tokenEnv: 'ALERTS_TOKEN', channel: 'C0SHOP', routes: [] },
  components: [{ context: { team: 'shop', region: 'east-1', app: '12' }, labels: new Map(), name: 'service' }],
};
/** Its bearer token. */
export const playgroundAlertToken = new Secret('playground-alerts-0123456789');

/** An Alertmanager with one group of alerts, which sends what it would send after each change. */
export interface SimulatedAlertmanager {
  /** How many alerts fire. */
  firing(): number;
  /** One more alert fires. */
  fire(): Promise<void>;
  /** All that fire are resolved. */
  resolve(): Promise<void>;
}

type SentAlert = { readonly instance: string; readonly startsAt: number };

/** @param url where the bot takes its notifications now: its port changes when it is restarted */
export function createAlertmanager(url: () => string, now: () => number): SimulatedAlertmanager {
  let firing: readonly SentAlert[] = [];

  async function send(alerts: readonly SentAlert[], status: 'firing' | 'resolved'): Promise<void> {
    const answer = await fetch(url(), {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${playgroundAlertToken.reveal()}` },
      body: JSON.stringify(notificationOf(alerts, status, now())),
    });
    if (!answer.ok) throw new Error(`The bot answered ${answer.status} to Alertmanager.`);
  }

  return {
    firing: () => firing.length,
    async fire() {
      const more = [...firing, { instance: `api-${firing.length + 1}`, startsAt: now() }];
      await send(more, 'firing');
      firing = more;
    },
    async resolve() {
      if (firing.length === 0) throw new Error('No alert is firing.');
      await send(firing, 'resolved');
      firing = [];
    },
  };
}

/** What Alertmanager's webhook sends, version 4 (docs/platform.md#alertmanager). */
function notificationOf(alerts: readonly SentAlert[], status: 'firing' | 'resolved', now: number) {
  const common = { alertname: 'HighErrorRate', service: 'api', severity: 'critical' };
  return {
    version: '4',
    groupKey: '{}:{alertname="HighErrorRate"}',
    truncatedAlerts: 0,
    status,
    receiver: 'portolan',
    groupLabels: { alertname: common.alertname },
    commonLabels: common,
    commonAnnotations: {},
    externalURL: 'http://alertmanager.shop.test',
    alerts: alerts.map(({ instance, startsAt }) => ({
      status,
      labels: { ...common, instance },
      annotations: { summary: `More than 5% of the requests to ${instance} fail` },
      startsAt: new Date(startsAt).toISOString(),
      endsAt: status === 'resolved' ? new Date(now).toISOString() : '0001-01-01T00:00:00Z',
      generatorURL: 'http://prometheus.shop.test/graph',
      fingerprint: createHash('sha256').update(instance).digest('hex').slice(0, 16),
    })),
  };
}
