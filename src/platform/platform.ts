import type { Place } from '../core/command/context.ts';
import type { App, AppInfo, Team } from './app/app-reply.ts';
import type { WriteCall, WriteReply } from './call.ts';
import type { CertificateList } from './certificate/read-certificate-list.ts';
import type { Component, ComponentSummary } from './component/component-reply.ts';
import type { Dialect } from './endpoint.ts';
import type { Reason, StandIn } from './errors/reasons.ts';
import type { EventLog, EventPage } from './event/event-reply.ts';
import type { FoundRule, GatewayRules } from './gateway/gateway-reply.ts';
import type { GatewayMetric, GatewayRoutes } from './monitoring/gateway-query.ts';
import type { RegionSourcesReader } from './monitoring/region-sources.ts';
import type { InstanceNames, ResourceItem } from './monitoring/resource-query.ts';
import type { AppInstances, WatchQuery } from './monitoring/watch-query.ts';
import type { Port } from './port/port-reply.ts';
import type { RegionInfo, TeamRegionPage, TeamResource } from './region/region-reply.ts';

export type { Dialect } from './endpoint.ts';

/**
 * The monitoring items of the console, with these units: ms, requests per 5 s, clients online
 * (docs/platform.md#monitoring).
 */
export const MONITOR_ITEMS = ['request_time', 'request', 'request_client'] as const;
export type MonitorItem = (typeof MONITOR_ITEMS)[number];

/** Asks for the mean, lowest or highest value within the step before each moment, instead of the value at the moment. */
export type StepAggregate = 'avg' | 'min' | 'max';

/**
 * What `ping` found. Any HTTP answer counts as reachable. `tokenAccepted` is undefined when the answer doesn't show it,
 * `standIn` is what answered in the platform's place.
 */
export type PingResult =
  | {
      readonly reachable: true;
      readonly status: number;
      readonly tokenAccepted: boolean | undefined;
      readonly standIn?: StandIn;
      /** How much this machine's clock is ahead of the server's, in ms; negative where it is behind. */
      readonly aheadMs?: number;
      readonly ms: number;
    }
  | {
      readonly reachable: false;
      readonly kind: 'unreachable' | 'timeout';
      readonly reason: Reason;
      readonly ms: number;
    };

/** Where a team's own things are. */
interface TeamInRegion {
  readonly team: string;
  readonly region: string;
}

/** What is asked of a range of time: start and end in Unix seconds, step in seconds. */
export interface TimeRange {
  readonly start: number;
  readonly end: number;
  readonly step: number;
}

/** A connection that is opened before its write is stored as sent. */
export interface WriteConnection {
  /** Closes it unless a write went over it. */
  close(): void;
}

/**
 * The platform. Reads are tried again on passing faults and shared while in flight; a write goes out once.
 * Everything here rejects with `PlatformError` and nothing else, save for arguments that no caller may pass.
 */
export interface Platform extends RegionSourcesReader {
  /** What was configured, or seen so far. */
  dialect(): Dialect;

  /** The regions of a team. Pages count from 1. With `search`, matches name, alias and id, letter case aside. */
  listRegions(q: {
    readonly team: string;
    readonly search?: string;
    readonly page?: number;
    readonly pageSize?: number;
  }): Promise<TeamRegionPage>;
  /** One region, with the numbers asked for. `region` is a name or an id. */
  readRegion(q: { readonly region: string }): Promise<RegionInfo>;
  /** The ports of a component. `service` is a component id, or on the console its alias. */
  listPorts(q: Place & { readonly service: string }): Promise<readonly Port[]>;
  readComponent(q: Place & { readonly service: string }): Promise<Component>;
  /**
   * Monitoring of an app. Gives the raw JSON, at most 32 MiB: hand it to
   * `parseMonitoring` in a worker, never on the event loop. Equal reads in flight share the bytes: copy, never transfer.
   */
  queryMonitoring(q: Place & TimeRange & { readonly outerOnly?: boolean }): Promise<Uint8Array>;

  /*
   * Beyond the nine operations, on the console only. Each gives undefined where the server has no
   * such endpoint, and sends nothing to a platform that speaks the document's dialect.
   */
  listTeams(): Promise<readonly Team[] | undefined>;
  /** With `search`, those whose name contains it, letter case aside. */
  listApps(q: TeamInRegion & { readonly search?: string }): Promise<readonly App[] | undefined>;
  readApp(q: Place): Promise<AppInfo | undefined>;
  listComponents(q: Place): Promise<readonly ComponentSummary[] | undefined>;
  listRules(q: Place): Promise<GatewayRules | undefined>;
  readHttpRule(q: Place & { readonly rule: string }): Promise<FoundRule | undefined>;
  /** Newest first; pages count from 1. Events of one component: there is no list for an application. */
  listEvents(
    q: Place & { readonly service: string; readonly page?: number; readonly pageSize?: number },
  ): Promise<EventPage | undefined>;
  /** `event` must come from `listEvents`: the console doesn't check whose event it is. */
  readEventLog(q: TeamInRegion & { readonly event: string }): Promise<EventLog | undefined>;
  listCertificates(q: { readonly team: string }): Promise<CertificateList | undefined>;
  readTeamResource(q: TeamInRegion): Promise<TeamResource | undefined>;
  /**
   * Prometheus' own range query, for a console that loses the points of an app's monitoring
   * (docs/platform.md#monitoring). One series per component, labelled `service_id`; raw JSON for
   * `parseRawMonitoring`. At most 80 component ids, each `[a-z0-9]{1,64}`, else RangeError.
   */
  queryRawMonitoring(
    q: TimeRange & {
      readonly region: string;
      readonly componentIds: readonly string[];
      readonly item: MonitorItem;
      readonly overStep?: StepAggregate;
    },
  ): Promise<Uint8Array | undefined>;

  /** The Kubernetes namespace of a team's components. */
  readNamespace(q: TeamInRegion): Promise<string | undefined>;
  /**
   * What the instances of one component use, by the same endpoint: one series each, labeled `pod`, in the units of
   * `ResourceItem`. Names must be `[a-z0-9-]{1,63}` and come from the platform itself, else RangeError.
   */
  queryResource(
    q: TimeRange & {
      readonly region: string;
      readonly instances: InstanceNames;
      readonly item: ResourceItem;
      readonly overStep?: StepAggregate;
    },
  ): Promise<Uint8Array | undefined>;

  /**
   * What the instances of several components of an app do, by the same endpoint: one series each, labeled `pod`. Names
   * as above; at most as many components as `watchQueryParts` puts together.
   */
  queryInstances(
    q: TimeRange & {
      readonly region: string;
      readonly instances: AppInstances;
      readonly query: WatchQuery;
    },
  ): Promise<Uint8Array | undefined>;
  /**
   * What passes the gateway, by the same endpoint: one series, or with `isApart` one for each route, labeled `route`. Names
   * must come from the platform itself.
   */
  queryGateway(
    q: TimeRange & {
      readonly region: string;
      readonly routes: GatewayRoutes;
      readonly metric: GatewayMetric;
      readonly isApart?: true;
      readonly overStep?: StepAggregate;
    },
  ): Promise<Uint8Array | undefined>;
  /** Whether the region's monitoring reads its nodes now; undefined where it can't be asked. */
  isScraped(q: { readonly region: string; readonly at: number }): Promise<boolean | undefined>;

  /**
   * Sends a planned call: once, on a fresh connection; a second time only when the first provably never left.
   * `PlatformError.outcome` says what a failure means. What is no write of this dialect is a TypeError.
   * @param options `over`: a connection from `connectWrite`, for this one write
   */
  write(
    call: WriteCall,
    options?: { readonly signal?: AbortSignal; readonly timeoutMs?: number; readonly over?: WriteConnection },
  ): Promise<WriteReply>;
  /** Opens a connection for one write, within 2 s: that write then leaves at once. Never rejects. */
  connectWrite(): Promise<WriteConnection>;

  /** How many different reads are under way now: those in the background give way to the others. */
  readsUnderWay(): number;
  /** Cheap reachability, 3 s at most, never rejects. */
  ping(): Promise<PingResult>;
  /** The version that a console says it has; undefined where it doesn't say. 3 s at most, never rejects. */
  readVersion(): Promise<string | undefined>;
  /** Lets what is in flight end (writes too), then closes all connections. */
  close(): Promise<void>;
}
