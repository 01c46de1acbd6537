import type { LifecycleFaults } from './platform/component/lifecycle-faults.ts';
import type { FaultPatch } from './platform/edge/platform-faults.ts';
import type { ContainerExit, Trouble } from './platform/simulated-world.ts';

/** What the page and the playground say to each other about the platform, under `/_inspector/`. Times in epoch milliseconds. */

/** One exchange between bot and platform, as `GET /_inspector/log?after=n` hands it out, oldest first. */
export type InspectorEntry = {
  readonly n: number;
  readonly at: number;
  readonly kind: 'platform';
  readonly method: string;
  readonly path: string;
  readonly query: string;
  /** 0: the connection broke before an answer. */
  readonly status: number;
  readonly ms: number;
  readonly request: unknown;
  readonly answer: unknown;
  /** Which fault changed the course, or null. */
  readonly fault: string | null;
};

/** A change of the platform from outside the bot, as far as the page offers it. */
export type InspectorElsewhere =
  | {
      readonly do: 'open' | 'close';
      readonly component: string;
      readonly port: number;
      readonly side: 'outer' | 'inner';
    }
  | { readonly do: 'delete' | 'lose-port'; readonly component: string; readonly port: number }
  | {
      readonly do: 'operate';
      readonly component: string;
      readonly action: 'stop' | 'start' | 'upgrade' | 'deploy';
      /** As the platform's events name who did it; in the console, someone else unless given. */
      readonly by?: string;
      readonly fails?: boolean;
    }
  | { readonly do: 'trouble'; readonly component: string; readonly trouble: TroubleKind; readonly on: boolean }
  | { readonly do: 'container-exit'; readonly component: string; readonly reason: ContainerExit['reason'] }
  | { readonly do: 'certificate'; readonly certificate: number; readonly days: number }
  | { readonly do: 'add-certificate'; readonly which: 'ipv6-name' | 'one-name' }
  | { readonly do: 'unscraped'; readonly region: string; readonly on: boolean };

/** What ails a component. */
export type TroubleKind = Trouble['kind'];

/**
 * What happens to the alerts of the playground's Alertmanager: one more fires, all are resolved, their sender pauses past
 * `endsAt` or is back, a second sender that saw them earlier comes or goes, `max_alerts` is set or not.
 */
export const alertActs = ['fire', 'resolve', 'pause', 'pair', 'limit'] as const;
export type AlertAct = (typeof alertActs)[number];

/** How the playground's Alertmanager stands. */
export type AlertsStatus = {
  readonly firing: number;
  readonly isPaused: boolean;
  readonly isPair: boolean;
  readonly isLimited: boolean;
};

/** The body of `POST /_inspector/faults`: some faults set, all removed, the seed back, a change from outside the bot, time moved on. */
export type InspectorAction =
  | { readonly do: 'patch'; readonly patch: FaultPatch }
  | { readonly do: 'reset' }
  | { readonly do: 'restore' }
  | { readonly do: 'elsewhere'; readonly act: InspectorElsewhere }
  | { readonly do: 'alerts'; readonly act: AlertAct }
  /** Moves the time of the bot, Slack and the platform on, by ms. */
  | { readonly do: 'skip'; readonly ms: number };

/** `GET /_inspector/faults`: the platform’s injected faults, and the names that faults can use. */
export type InspectorStatus = {
  /** How far the playground's time is ahead of the machine's, in ms; null where it can't be moved. */
  readonly ahead: number | null;
  readonly faults: {
    readonly latencyMs: number;
    readonly down: string;
    readonly standIn: string;
    readonly maintenance: readonly string[];
    readonly monitoringDown: boolean;
    readonly noKubeState: boolean;
    readonly noGatewayMetrics: boolean;
    readonly requestItems: boolean;
    readonly nextWrite: { readonly kind: string } | null;
    readonly nextRead: { readonly kind: string } | null;
    readonly regionFaults: { readonly [region: string]: unknown };
  } & LifecycleFaults;
  readonly regions: readonly string[];
  /** The playground's Alertmanager; null where it has none. */
  readonly alerts: AlertsStatus | null;
  /** Regions whose Prometheus scrapes nothing now. */
  readonly unscraped: readonly string[];
  readonly certificates: readonly { readonly id: number; readonly name: string; readonly expiresAt: number }[];
  readonly components: readonly {
    readonly name: string;
    readonly alias: string;
    readonly app: string;
    readonly region: string;
    /** What ails it now. */
    readonly troubles: readonly TroubleKind[];
    readonly ports: readonly { readonly number: number; readonly inner: boolean; readonly outer: boolean }[];
  }[];
};

/** The answer of `POST /_inspector/faults`: how it stands now, or the line to show. */
export type InspectorReply = ({ readonly ok: true } & InspectorStatus) | { readonly ok: false; readonly say: string };
