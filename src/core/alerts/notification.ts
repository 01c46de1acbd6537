import * as z from 'zod';
import { Context } from '../command/context.ts';
import { maskSecrets } from '../text/mask-secrets.ts';

/** The longest that a name, a label's value and a summary are kept, in characters. */
const longest = { name: 80, value: 60, details: 120, summary: 180 };
/** More labels of an alert aren't shown. */
const mostLabels = 4;
/** More of a text isn't looked at. */
const lookedAt = 2_000;

const Labels = z.record(z.string(), z.string());

const Time = z.string().transform((text, context) => {
  const at = Date.parse(text);
  if (!Number.isNaN(at)) return at;
  context.addIssue({ code: 'custom', message: 'not a time' });
  return z.NEVER;
});

/** What Alertmanager's webhook sends (docs/platform.md#alertmanager); fields that it has besides don't matter. */
const Webhook = z.object({
  version: z.literal('4'),
  groupKey: z.string().min(1),
  truncatedAlerts: z.int().min(0).default(0),
  groupLabels: Labels.default({}),
  commonLabels: Labels.default({}),
  alerts: z.array(
    z.object({
      status: z.enum(['firing', 'resolved']),
      labels: Labels.default({}),
      annotations: Labels.default({}),
      startsAt: Time,
      // Of one that fires: the year 1, or a moment ahead.
      endsAt: Time.optional(),
      fingerprint: z.string().min(1).max(64),
    }),
  ),
});

/** A component as the labels of an alert call it. */
export const AlertComponent = z.object({ context: Context, name: z.string() });
type AlertComponent = z.infer<typeof AlertComponent>;

/** One alert as it was told, its texts fit to be shown: masked and cut. */
export interface ToldAlert {
  readonly fingerprint: string;
  readonly status: 'firing' | 'resolved';
  /** Epoch ms. */
  readonly startsAt: number;
  readonly endsAt?: number;
  readonly name: string;
  readonly summary?: string;
  /** The labels that tell it from others of its group: `instance=db-1`. */
  readonly details?: string;
  /** The component that it is about, as the policy file recognizes it. */
  readonly about?: AlertComponent;
  /** All its labels as they came: only for comparing with the policy, never shown or kept. */
  readonly labels: ReadonlyMap<string, string>;
}

/** A notification about one group of alerts. */
export interface AlertNotification {
  /** As it came: only for comparing. */
  readonly groupKey: string;
  /** How many alerts of the group Alertmanager left out. */
  readonly truncated: number;
  /** What the group is called: the name that its alerts share, or its labels. */
  readonly title: string;
  /** The labels that all of its alerts have, as they came. */
  readonly labels: ReadonlyMap<string, string>;
  readonly alerts: readonly ToldAlert[];
}

const GrafanaWebhook = z.looseObject({ version: z.literal('1'), alerts: z.array(z.unknown()) });

/** Whether a body is of Grafana's own webhook, which looks like Alertmanager's. */
export function isOfGrafana(body: unknown): boolean {
  return GrafanaWebhook.safeParse(body).success;
}

/** Reads a notification; undefined where it is none of the webhook's version 4. */
export function readNotification(body: unknown): AlertNotification | undefined {
  const read = Webhook.safeParse(body);
  if (!read.success) return undefined;
  const { groupKey, truncatedAlerts: truncated, groupLabels, commonLabels, alerts } = read.data;
  const common = new Map(Object.entries({ ...commonLabels, ...groupLabels }));
  return {
    groupKey,
    truncated,
    title: groupTitle(common, groupLabels),
    labels: common,
    alerts: alerts.map(({ labels, annotations, endsAt, ...alert }) => {
      const { summary: said, description, message } = annotations;
      const summary = [said, description, message]
        .map((text) => shownText(text ?? '', longest.summary))
        .find((text) => text !== '');
      const details = detailsOf(labels, common);
      return {
        ...alert,
        name: shownText(labels.alertname ?? '', longest.name) || 'alert',
        ...(endsAt !== undefined && endsAt > 0 ? { endsAt } : {}),
        summary,
        ...(details === '' ? {} : { details }),
        labels: new Map(Object.entries(labels)),
      };
    }),
  };
}

function groupTitle(common: ReadonlyMap<string, string>, group: Readonly<Record<string, string>>): string {
  return shownText(common.get('alertname') ?? '', longest.name) || labelsText(Object.entries(group)) || 'alerts';
}

function detailsOf(labels: Readonly<Record<string, string>>, common: ReadonlyMap<string, string>): string {
  const own = Object.entries(labels).filter(([label]) => label !== 'alertname' && !common.has(label));
  return shownText(labelsText(own), longest.details);
}

function labelsText(labels: readonly [string, string][]): string {
  // Masked together, so that a label whose name is a credential's keeps its value to itself.
  const shown = labels.slice(0, mostLabels).map(([label, value]) => shownText(`${label}=${value}`, longest.value));
  return shown.join(', ');
}

/** A text of strangers on one line, without secrets, control characters and what turns its direction, cut. */
function shownText(text: string, most: number): string {
  const clean = text
    .slice(0, lookedAt)
    .replace(/[\p{Cf}\p{Co}\p{Cn}]/gu, '')
    .replace(/[\p{Cc}\p{Z}]+/gu, ' ')
    .trim();
  const masked = maskSecrets(clean);
  if (masked.length <= most) return masked.toWellFormed();
  return `${masked.slice(0, most - 1).trimEnd()}…`.toWellFormed();
}
