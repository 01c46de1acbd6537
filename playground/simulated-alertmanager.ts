import { createHash } from 'node:crypto';
import type { AlertSource } from '../src/core/policy/policy.ts';
import { Secret } from '../src/core/text/secret.ts';
import type { AlertAct, AlertsStatus } from './inspector-protocol.ts';

export const playgroundSource: AlertSource = {
  ...{ name: 'playground', line: 1, tokenEnv: 'ALERTS_TOKEN', channel: 'C0SHOP', routes: [] },
  components: [{ context: { team: 'shop', region: 'east-1', app: '12' }, labels: new Map(), name: 'service' }],
};
export const playgroundAlertToken = new Secret('playground-alerts-0123456789');

/** Alertmanager with one group of alerts. It sends a notification after each change. */
export interface SimulatedAlertmanager {
  status(): AlertsStatus;
  /** @throws if the action isn't possible or the bot refuses the notification */
  act(act: AlertAct): Promise<void>;
}

type SentAlert = { readonly instance: string; readonly startsAt: number; readonly isMerged?: true };

/** The second sender of a pair saw each alert earlier than the first one by this time, in ms. */
const earlier = 10_000;
const maxAlerts = 1;

/** @param url current URL of the bot's webhook, because its port changes at a restart */
export function createAlertmanager(url: () => string, now: () => number): SimulatedAlertmanager {
  let firing: readonly SentAlert[] = [];
  /** Firing alerts of a paused sender. */
  let paused: readonly SentAlert[] | undefined;
  let isPair = false;
  let isLimited = false;

  async function send(alerts: readonly SentAlert[], status: 'firing' | 'resolved'): Promise<void> {
    const answer = await fetch(url(), {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${playgroundAlertToken.reveal()}` },
      body: JSON.stringify(notificationOf(alerts, status, now(), isLimited ? maxAlerts : alerts.length)),
    });
    if (!answer.ok) throw new Error(`The bot answered ${answer.status} to Alertmanager.`);
  }

  /** Merges the alerts of a pair: the earliest start is kept, from the next notification on. */
  function merged(alerts: readonly SentAlert[]): readonly SentAlert[] {
    if (!isPair) return alerts;
    return alerts.map((each) =>
      each.isMerged ? each : { ...each, startsAt: each.startsAt - earlier, isMerged: true as const },
    );
  }

  async function fire(alerts: readonly SentAlert[]): Promise<void> {
    await send(alerts, 'firing');
    firing = merged(alerts);
  }

  async function resolve(): Promise<void> {
    if (firing.length === 0) throw new Error('No alert is firing.');
    await send(firing, 'resolved');
    firing = [];
  }

  const acts: Readonly<Record<AlertAct, () => Promise<void>>> = {
    async fire() {
      if (paused) throw new Error('The sender of the alerts pauses.');
      await fire([...firing, { instance: `api-${firing.length + 1}`, startsAt: now() }]);
    },
    resolve,
    async pause() {
      if (paused) {
        await fire(paused);
        paused = undefined;
        return;
      }
      const before = firing;
      await resolve();
      paused = before;
    },
    async pair() {
      isPair = !isPair;
      firing = merged(firing);
    },
    async limit() {
      isLimited = !isLimited;
    },
  };
  return {
    status: () => ({ firing: firing.length, isPaused: paused !== undefined, isPair, isLimited }),
    act: (act) => acts[act](),
  };
}

/** Returns the body of Alertmanager's webhook, version 4 (docs/platform.md#alertmanager). */
function notificationOf(alerts: readonly SentAlert[], status: 'firing' | 'resolved', now: number, max: number) {
  const common = { alertname: 'HighErrorRate', service: 'api', severity: 'critical' };
  return {
    version: '4',
    groupKey: '{}:{alertname="HighErrorRate"}',
    truncatedAlerts: Math.max(0, alerts.length - max),
    status,
    receiver: 'portolan',
    groupLabels: { alertname: common.alertname },
    commonLabels: common,
    commonAnnotations: {},
    externalURL: 'http://alertmanager.shop.test',
    alerts: alerts.slice(0, max).map(({ instance, startsAt }) => ({
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
