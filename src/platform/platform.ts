import type { Place } from '../core/command/context.ts';
import type { App, AppInfo, Team } from './app/app-endpoints.ts';
import type { WriteCall, WriteReply } from './call.ts';
import type { CertificateList } from './certificate/read-certificate-list.ts';
import type { Component, ComponentSummary } from './component/component-endpoints.ts';
import type { Dialect } from './endpoint.ts';
import type { Reason, StandIn } from './errors/reasons.ts';
import type { EventLog, EventPage } from './event/event-endpoints.ts';
import type { FoundRule, GatewayRules } from './gateway/gateway-endpoints.ts';
import type { GatewayMetric, GatewayRoutes } from './monitoring/gateway-query.ts';
import type { RegionSourcesReader } from './monitoring/region-sources.ts';
import type { InstanceNames, ResourceItem } from './monitoring/resource-query.ts';
import type { AppInstances, WatchQuery } from './monitoring/watch-query.ts';
import type { Port } from './port/port-endpoints.ts';
import type { RegionInfo, TeamRegionPage, TeamResource } from './region/region-endpoints.ts';

/** Items of the console in ms, requests per 5 s, and online clients (docs/platform.md#monitoring). */
export const MONITOR_ITEMS = ['request_time', 'request', 'request_client'] as const;
export type MonitorItem = (typeof MONITOR_ITEMS)[number];

/** Aggregates the values in the step before each time. Without it, only the value at that time is used. */
export type StepAggregate = 'avg' | 'min' | 'max';

/** Any HTTP answer counts as reachable. `tokenAccepted` is undefined if the answer doesn't show it. */
export type PingResult =
  | {
      readonly reachable: true;
      readonly status: number;
      readonly tokenAccepted: boolean | undefined;
      readonly standIn?: StandIn;
      /** Difference between this machine's clock and the server's, in ms; negative if this machine's clock is slow. */
      readonly aheadMs?: number;
      readonly ms: number;
    }
  | {
      readonly reachable: false;
      readonly kind: 'unreachable' | 'timeout';
      readonly reason: Reason;
      readonly ms: number;
    };

interface TeamInRegion {
  readonly team: string;
  readonly region: string;
}

/** Start and end in Unix seconds, step in seconds. */
export interface TimeRange {
  readonly start: number;
  readonly end: number;
  readonly step: number;
}

/** Connection that is opened before the write is stored as sent. */
export interface WriteConnection {
  close(): void;
}

/** Retries and shares reads. Sends a write once. Rejects only with `PlatformError`, except for invalid arguments. */
export interface Platform extends RegionSourcesReader {
  dialect(): Dialect;

  /** Pages count from 1. `search` matches name, alias and id, ignoring case. */
  listRegions(q: {
    readonly team: string;
    readonly search?: string;
    readonly page?: number;
    readonly pageSize?: number;
  }): Promise<TeamRegionPage>;
  readRegion(q: { readonly region: string }): Promise<RegionInfo>;
  listPorts(q: Place & { readonly service: string }): Promise<readonly Port[]>;
  readComponent(q: Place & { readonly service: string }): Promise<Component>;
  /** Returns raw JSON of at most 32 MiB, for a worker. Equal reads share the bytes, so never transfer the buffer. */
  queryMonitoring(q: Place & TimeRange & { readonly outerOnly?: boolean }): Promise<Uint8Array>;

  /* Only on a console: these return undefined without the endpoint, and send nothing in the document's dialect. */
  listTeams(): Promise<readonly Team[] | undefined>;
  /** `search` matches a part of the name, ignoring case. */
  listApps(q: TeamInRegion & { readonly search?: string }): Promise<readonly App[] | undefined>;
  readApp(q: Place): Promise<AppInfo | undefined>;
  listComponents(q: Place): Promise<readonly ComponentSummary[] | undefined>;
  listRules(q: Place): Promise<GatewayRules | undefined>;
  readHttpRule(q: Place & { readonly rule: string }): Promise<FoundRule | undefined>;
  /** Returns the newest events first. Pages count from 1. The console has no list for a whole application. */
  listEvents(
    q: Place & { readonly service: string; readonly page?: number; readonly pageSize?: number },
  ): Promise<EventPage | undefined>;
  /** `event` must come from `listEvents`, because the console doesn't check which team an event belongs to. */
  readEventLog(q: TeamInRegion & { readonly event: string }): Promise<EventLog | undefined>;
  listCertificates(q: { readonly team: string }): Promise<CertificateList | undefined>;
  readTeamResource(q: TeamInRegion): Promise<TeamResource | undefined>;
  /**
   * Runs a Prometheus range query, for a console that loses the points of an app's monitoring
   * (docs/platform.md#monitoring). Returns one series per component, labeled `service_id`.
   * @throws RangeError for more than 80 ids, or an invalid id
   */
  queryRawMonitoring(
    q: TimeRange & {
      readonly region: string;
      readonly componentIds: readonly string[];
      readonly item: MonitorItem;
      readonly overStep?: StepAggregate;
    },
  ): Promise<Uint8Array | undefined>;

  /** Returns the Kubernetes namespace of a team's components. */
  readNamespace(q: TeamInRegion): Promise<string | undefined>;
  /** One series per instance, labeled `pod`, in the units of `ResourceItem`. @throws RangeError for an invalid name */
  queryResource(
    q: TimeRange & {
      readonly region: string;
      readonly instances: InstanceNames;
      readonly item: ResourceItem;
      readonly overStep?: StepAggregate;
    },
  ): Promise<Uint8Array | undefined>;

  /** Returns a series per instance, labeled `pod`, for one of `watchQueryParts`. @throws RangeError for a wrong name */
  queryInstances(
    q: TimeRange & {
      readonly region: string;
      readonly instances: AppInstances;
      readonly query: WatchQuery;
    },
  ): Promise<Uint8Array | undefined>;
  /** Returns one series, or with `isApart` one per route, labeled `route`. All names must come from the platform. */
  queryGateway(
    q: TimeRange & {
      readonly region: string;
      readonly routes: GatewayRoutes;
      readonly metric: GatewayMetric;
      readonly isApart?: true;
      readonly overStep?: StepAggregate;
    },
  ): Promise<Uint8Array | undefined>;
  isScraped(q: { readonly region: string; readonly at: number }): Promise<boolean | undefined>;

  /**
   * Sends a planned call once, on a new connection. Retries only if the call was certainly not sent. After an error,
   * `PlatformError.outcome` is the outcome of the write.
   * @throws TypeError for an invalid write of this dialect
   */
  write(
    call: WriteCall,
    options?: { readonly signal?: AbortSignal; readonly timeoutMs?: number; readonly over?: WriteConnection },
  ): Promise<WriteReply>;
  /** Opens a connection for one write within 2 s, so that the write can be sent immediately. Never rejects. */
  connectWrite(): Promise<WriteConnection>;

  /** Number of different reads in flight. Background reads let other reads go first. */
  readsUnderWay(): number;
  /** Takes at most 3 s and never rejects. */
  ping(): Promise<PingResult>;
  /** Returns undefined if the console doesn't report a version. Takes at most 3 s and never rejects. */
  readVersion(): Promise<string | undefined>;
  /** Waits for calls in flight, including writes, then closes all connections. */
  close(): Promise<void>;
}
