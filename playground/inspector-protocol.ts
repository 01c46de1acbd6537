import type { LifecycleFaults } from './platform/component/lifecycle-faults.ts';
import type { FaultPatch } from './platform/edge/platform-faults.ts';
import type { ContainerExit, Trouble } from './platform/simulated-world.ts';

/** Messages between the page and the playground about the platform, under `/_inspector/`. Times in epoch ms. */

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
  /** Fault that changed this exchange; null if there was none. */
  readonly fault: string | null;
};

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
      readonly by?: string;
      readonly fails?: 'build' | 'start' | undefined;
    }
  | { readonly do: 'trouble'; readonly component: string; readonly trouble: TroubleKind; readonly on: boolean }
  | { readonly do: 'container-exit'; readonly component: string; readonly reason: ContainerExit['reason'] }
  | { readonly do: 'certificate'; readonly certificate: number; readonly days: number }
  | { readonly do: 'add-certificate'; readonly which: 'ipv6-name' | 'one-name' }
  | { readonly do: 'unscraped'; readonly region: string; readonly on: boolean };

export type TroubleKind = Trouble['kind'];

/**
 * Actions on the playground's Alertmanager. `fire`: an alert fires. `resolve`: all alerts are resolved. `pause`: the
 * sender pauses past `endsAt`, or continues. `pair`: a second sender that saw the alerts earlier starts or stops.
 * `limit`: `max_alerts` is set or removed.
 */
export const alertActs = ['fire', 'resolve', 'pause', 'pair', 'limit'] as const;
export type AlertAct = (typeof alertActs)[number];

export type AlertsStatus = {
  readonly firing: number;
  readonly isPaused: boolean;
  readonly isPair: boolean;
  readonly isLimited: boolean;
};

/** Body of `POST /_inspector/faults`: sets or resets faults, restores the seed, acts outside the bot, or skips time. */
export type InspectorAction =
  | { readonly do: 'patch'; readonly patch: FaultPatch }
  | { readonly do: 'reset' }
  | { readonly do: 'restore' }
  | { readonly do: 'elsewhere'; readonly act: InspectorElsewhere }
  | { readonly do: 'alerts'; readonly act: AlertAct }
  /** Advances the time of the bot, Slack and the platform, by ms. */
  | { readonly do: 'skip'; readonly ms: number };

/** `GET /_inspector/faults`: the platform's injected faults, and the names that faults can use. */
export type InspectorStatus = {
  /** How far the playground's clock is ahead of the machine's, in ms; null if the clock can't be moved. */
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
  /** Null if the playground has no Alertmanager. */
  readonly alerts: AlertsStatus | null;
  readonly unscraped: readonly string[];
  readonly certificates: readonly { readonly id: number; readonly name: string; readonly expiresAt: number }[];
  readonly components: readonly {
    readonly name: string;
    readonly alias: string;
    readonly app: string;
    readonly region: string;
    readonly troubles: readonly TroubleKind[];
    readonly ports: readonly { readonly number: number; readonly inner: boolean; readonly outer: boolean }[];
  }[];
};

/** Reply to `POST /_inspector/faults`: the new status, or the error message to show. */
export type InspectorReply = ({ readonly ok: true } & InspectorStatus) | { readonly ok: false; readonly say: string };
