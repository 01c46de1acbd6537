import * as z from 'zod';
import { Context } from '../command/context.ts';
import { maskSecrets } from '../text/mask-secrets.ts';
import { shortened } from '../text/shortened.ts';

/** Maximum lengths of stored texts, in characters. */
const longest = { name: 80, value: 60, details: 120, summary: 180 };
const maxLabels = 4;
/** Maximum length of text that is processed, in characters. */
const lookedAt = 2_000;

const Labels = z.record(z.string(), z.string());

const Time = z.string().transform((text, context) => {
  const at = Date.parse(text);
  if (!Number.isNaN(at)) return at;
  context.addIssue({ code: 'custom', message: 'not a time' });
  return z.NEVER;
});

/** Alertmanager's webhook (docs/platform.md#alertmanager). Other fields are ignored. */
const Webhook = z.object({
  version: z.literal('4'),
  groupKey: z.string().min(1),
  truncatedAlerts: z.int().min(0).default(0),
  externalURL: z.string().default(''),
  groupLabels: Labels.default({}),
  commonLabels: Labels.default({}),
  alerts: z.array(
    z.object({
      status: z.enum(['firing', 'resolved']),
      labels: Labels.default({}),
      annotations: Labels.default({}),
      startsAt: Time,
      // For a firing alert, this is the year 1 or a time in the future.
      endsAt: Time.optional(),
      fingerprint: z.string().min(1).max(64),
    }),
  ),
});

export const AlertComponent = z.object({ context: Context, name: z.string() });
type AlertComponent = z.infer<typeof AlertComponent>;

/** One alert of a notification. Its texts are masked and shortened, so they can be shown. */
export interface ReceivedAlert {
  readonly fingerprint: string;
  readonly status: 'firing' | 'resolved';
  readonly startsAt: number;
  readonly endsAt?: number;
  readonly name: string;
  readonly summary?: string;
  /** The labels that distinguish this alert from the group's other alerts: `instance=db-1`. */
  readonly details?: string;
  readonly severity?: string;
  readonly about?: AlertComponent;
  /** All labels, unmasked. Used only to compare with the policy; never shown or stored. */
  readonly labels: ReadonlyMap<string, string>;
}

/** One notification about a group of alerts. `groupKey` and `labels` are unmasked: use them only to compare. */
export interface AlertNotification {
  readonly groupKey: string;
  readonly truncated: number;
  /** The name that all alerts of the group share, otherwise the group's labels. */
  readonly title: string;
  readonly labels: ReadonlyMap<string, string>;
  readonly alerts: readonly ReceivedAlert[];
  /** Address of the group's alerts in Alertmanager. */
  readonly link?: string;
}

const GrafanaWebhook = z.looseObject({ version: z.literal('1'), alerts: z.array(z.unknown()) });

/** Checks whether a body is from Grafana's own webhook, which resembles Alertmanager's. */
export function isOfGrafana(body: unknown): boolean {
  return GrafanaWebhook.safeParse(body).success;
}

/** Parses a notification of webhook version 4. Returns undefined for anything else. */
export function readNotification(body: unknown): AlertNotification | undefined {
  const parsed = Webhook.safeParse(body);
  if (!parsed.success) return undefined;
  const { groupKey, truncatedAlerts: truncated, externalURL, groupLabels, commonLabels, alerts } = parsed.data;
  const common = new Map(Object.entries({ ...commonLabels, ...groupLabels }));
  return {
    groupKey,
    truncated,
    title: groupTitle(common, groupLabels),
    labels: common,
    link: groupLink(externalURL, groupLabels),
    alerts: alerts.map(({ labels, annotations, endsAt, ...alert }) => {
      const { summary: said, description, message } = annotations;
      const summary = [said, description, message]
        .map((text) => shownText(text ?? '', longest.summary))
        .find((text) => text !== '');
      const named = new Map(Object.entries(labels));
      const details = alertDetails({ labels: named, summary }, common);
      const severity = shownText(labels.severity ?? '', longest.value);
      return {
        ...alert,
        name: shownText(labels.alertname ?? '', longest.name) || 'alert',
        ...(endsAt !== undefined && endsAt > 0 ? { endsAt } : {}),
        summary,
        details,
        ...(severity === '' ? {} : { severity }),
        labels: named,
      };
    }),
  };
}

function groupTitle(common: ReadonlyMap<string, string>, group: Readonly<Record<string, string>>): string {
  return shownText(common.get('alertname') ?? '', longest.name) || labelsText(Object.entries(group)) || 'alerts';
}

const longestLink = 500;

/**
 * Returns the address of a group in Alertmanager's own pages. Returns undefined if the address is invalid or secret, or
 * if its host is a short name, which only Alertmanager's own network resolves (docs/platform.md#alertmanager).
 */
function groupLink(externalUrl: string, group: Readonly<Record<string, string>>): string | undefined {
  const url = URL.parse(externalUrl);
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return undefined;
  if (!/[.:]/.test(url.hostname)) return undefined;
  const page = `${url.origin}${url.pathname.replace(/\/+$/, '')}/#/alerts`;
  const filter = Object.entries(group).map(([label, value]) => `${label}=${JSON.stringify(value)}`);
  const isShown = filter.length > 0 && filter.every((each) => maskSecrets(each) === each);
  const link = isShown ? `${page}?filter=${encodeURIComponent(`{${filter.join(',')}}`)}` : page;
  return [link, page].find((each) => each.length <= longestLink && maskSecrets(each) === each);
}

/**
 * Returns the labels that distinguish an alert from the others and that nothing else on its line says.
 * @param component name of the label that names the alert's component
 */
export function alertDetails(
  { labels, summary = '' }: Pick<ReceivedAlert, 'labels' | 'summary'>,
  common: AlertNotification['labels'],
  component?: string,
): string | undefined {
  const shown = new Set(component === undefined ? [] : [labels.get(component)]);
  const words = new Set(summary.split(/[^\p{L}\p{N}_./:-]+/u).map((word) => word.replace(/[.:]+$/, '')));
  const own = [...labels].filter(([label, value]) => {
    if (label === 'alertname' || label === 'severity' || common.has(label)) return false;
    if (shown.has(value) || words.has(value)) return false;
    shown.add(value);
    return true;
  });
  return shownText(labelsText(own), longest.details) || undefined;
}

function labelsText(labels: readonly [string, string][]): string {
  // Mask name and value together, because the name may show that the value is a credential.
  const shown = labels.slice(0, maxLabels).map(([label, value]) => shownText(`${label}=${value}`, longest.value));
  return shown.join(', ');
}

/** Returns an untrusted text on one line, cut, without secrets, control characters and bidirectional marks. */
export function shownText(text: string, max: number = longest.name): string {
  const clean = text
    .slice(0, lookedAt)
    .replace(/[\p{Cf}\p{Co}\p{Cn}]/gu, '')
    .replace(/[\p{Cc}\p{Z}]+/gu, ' ')
    .trim();
  return shortened(maskSecrets(clean), max).toWellFormed();
}
