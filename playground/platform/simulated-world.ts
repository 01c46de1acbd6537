import type { Json } from '../../src/core/text/json.ts';

/** Permissions: 300005 start, 300006 stop, 300007 upgrade, 300008 deploy (docs/platform.md#permissions). */
export type LifecyclePermission = 300005 | 300006 | 300007 | 300008;

/** User with an access key. `teams`: ids in `GET /teams`. `may`: permissions; an administrator has all four. */
export type SimulatedUser = {
  readonly id: number;
  readonly nickName: string;
  readonly email: string;
  readonly token: string;
  readonly teams: readonly string[];
  readonly may: readonly LifecyclePermission[];
};

/** Limit of a team in a region: MiB and millicores; 0 means no limit. */
export type Quota = { readonly memory: number; readonly cpu: number };

/**
 * Team. `regions`: names of linked regions. `unready`: regions that aren't initialized for the team yet. `quotas`: by
 * region; without a quota, the cluster's capacity applies.
 */
export type SimulatedTeam = {
  readonly number: number;
  readonly id: string;
  readonly name: string;
  readonly alias: string;
  readonly regions: readonly string[];
  readonly unready: readonly string[];
  readonly quotas: { readonly [region: string]: Quota };
};

/** Capacity that a region reports: disk in GiB, memory in MiB, CPU in cores (docs/platform.md#region-detail). */
export type Capacity = {
  readonly usedDisk: number;
  readonly totalDisk: number;
  readonly usedMemory: number;
  readonly totalMemory: number;
  readonly usedCpu: number;
  readonly totalCpu: number;
};

/** Status of a region: 0 being edited, 1 enabled, 2 disabled, 3 under maintenance. */
export type RegionStatus = '0' | '1' | '2' | '3';

/** Period of a stop or another state (epoch ms). `to` null: the period hasn't ended. */
export type Pause = { readonly from: number; readonly to: number | null };

/** Region (cluster). `reachable` false: nothing listens at its address. */
export type Region = {
  readonly id: string;
  readonly name: string;
  readonly alias: string;
  readonly url: string;
  readonly wsurl: string;
  readonly httpdomain: string;
  readonly tcpdomain: string;
  readonly token: string | null;
  readonly status: RegionStatus;
  readonly desc: string;
  readonly scope: string;
  readonly caCert: string | null;
  readonly cert: string | null;
  readonly key: string | null;
  readonly capacity: Capacity;
  readonly reachable: boolean;
  /** Periods in which the region's Prometheus scraped nothing (epoch ms). */
  readonly unscraped?: readonly Pause[];
};

export type SimulatedApp = {
  readonly id: number;
  readonly teamId: string;
  readonly region: string;
  readonly name: string;
  readonly note: string;
  readonly createdAt: string;
  readonly k8sName: string;
};

/** How a component's metrics behave; `null` without the performance plugin (docs/platform.md#monitoring). */
export type Rhythm = {
  readonly kind: 'living' | 'flat' | 'silent';
  /** Requests per five seconds at the middle of an ordinary day. */
  readonly load: number;
  /** Duration of a request when idle, in ms. */
  readonly base: number;
};

/** Status of a component from a time on (epoch ms). */
export type StatusPhase = { readonly at: number; readonly status: string };

/**
 * Problem of a component from a time on (epoch ms; `to` null: it continues). `slow`: slow requests; `memory`: nearly
 * full memory; `silent`: no measurements.
 */
export type Trouble = { readonly kind: 'slow' | 'memory' | 'silent' } & Pause;

/** Exit and restart of a container in a component's first pod, with Kubernetes' reason. `at`: epoch ms. */
export type ContainerExit = { readonly at: number; readonly reason: 'Error' | 'OOMKilled' | 'Completed' };

/** Memory limit (MiB) that was in force until `until` (epoch ms). */
export type FormerLimit = { readonly until: number; readonly memory: number };

/**
 * Component (service). `status` null: the region doesn't know it. `phases`: its future statuses, in order. `pauses`:
 * times without pods and metrics. `troubles` and `exits`: problems that no request caused.
 */
export type SimulatedComponent = {
  readonly id: string;
  readonly teamId: string;
  readonly appId: number;
  readonly region: string;
  readonly alias: string;
  readonly cname: string;
  readonly k8sName: string;
  readonly status: string | null;
  readonly phases?: readonly StatusPhase[];
  readonly pauses?: readonly Pause[];
  readonly troubles?: readonly Trouble[];
  readonly exits?: readonly ContainerExit[];
  /** Former memory limits of each instance, oldest first. */
  readonly formerLimits?: readonly FormerLimit[];
  /** Times when all pods were replaced (epoch ms). Not stored for components that never had troubles or exits. */
  readonly replacedAt?: readonly number[];
  readonly source: string;
  readonly createStatus: string;
  readonly endpoints: readonly string[];
  readonly rhythm: Rhythm | null;
  readonly detail: { readonly [field: string]: Json };
};

export type SimulatedPort = {
  readonly componentId: string;
  readonly number: number;
  readonly lbMappingPort: number;
  readonly protocol: string;
  readonly alias: string;
  readonly inner: boolean;
  readonly outer: boolean;
  readonly k8sServiceName: string;
};

/** HTTP rule as stored by the console. `extensions` is its `key:value,key:value` text. */
export type SimulatedHttpRule = {
  readonly number: number;
  readonly id: string;
  readonly componentId: string;
  readonly port: number;
  readonly domain: string;
  readonly path: string;
  readonly cookie: string;
  readonly header: string;
  readonly protocol: 'http' | 'https';
  readonly certificateId: number;
  readonly weight: number;
  readonly type: 0 | 1;
  readonly outer: boolean;
  readonly autoSsl: boolean;
  readonly extensions: string;
  readonly rewrites: string;
};

/** TCP rule. `endPoint` is the stored `ip:port` (`0.0.0.0` for all addresses). */
export type SimulatedTcpRule = {
  readonly number: number;
  readonly id: string;
  readonly componentId: string;
  readonly regionId: string;
  readonly port: number;
  readonly endPoint: string;
  readonly protocol: string;
  readonly type: 0 | 1;
  readonly outer: boolean;
  readonly extensions: string | null;
};

/** Line of an event's log. `text` null: an empty line (docs/platform.md#event-logs). `at`: epoch ms. */
export type LogLine = { readonly at: number; readonly text: string | null };

/** Event of a component or a pod (docs/platform.md#events). Times in epoch ms. */
export type SimulatedEvent = {
  readonly id: string;
  readonly componentId: string;
  /** Null: the event belongs to the component, not to a pod. */
  readonly pod: string | null;
  readonly optType: string;
  readonly userName: string;
  readonly requestBody: string;
  readonly startedAt: number;
  /** Time from which the region lists the event. */
  readonly listedFrom: number;
  /** Null: the event never ends. */
  readonly endsAt: number | null;
  readonly status: 'success' | 'failure' | 'timeout';
  readonly message: string;
  /** Time from which the region no longer lists the event; absent: always listed. */
  readonly goneFrom?: number;
  /** `final_status` of an ended pod event, as recorded; absent: `emptycomplete`. */
  readonly endedAs?: 'complete';
  readonly utc?: true;
  /** Set if a later change found that the event takes longer than three minutes. */
  readonly timedOut: boolean;
  readonly log: readonly LogLine[] | null;
};

/** Certificate of a team. It has no private key, which must never be returned. `expiresAt`: epoch ms. */
export type TeamCertificate = {
  readonly id: number;
  readonly teamId: string;
  readonly alias: string;
  readonly issuedTo: readonly string[];
  readonly issuer: string;
  readonly expiresAt: number;
  readonly isUnreadable?: true;
};

/** Route of the region's gateway. Routes, not rules, decide what is served (docs/platform.md#live-routes). */
export type LiveRoute = {
  readonly componentId: string;
  readonly port: number;
  readonly domain: string;
  /** Times at which it served nothing, epoch ms: before it was added, and while its port was closed. */
  readonly pauses?: readonly Pause[];
};

export type SimulatedWorld = {
  readonly enterpriseId: string;
  readonly users: readonly SimulatedUser[];
  readonly teams: readonly SimulatedTeam[];
  readonly regions: readonly Region[];
  readonly apps: readonly SimulatedApp[];
  readonly components: readonly SimulatedComponent[];
  readonly ports: readonly SimulatedPort[];
  readonly httpRules: readonly SimulatedHttpRule[];
  readonly tcpRules: readonly SimulatedTcpRule[];
  readonly certificates: readonly TeamCertificate[];
  readonly routes: readonly LiveRoute[];
  /** Node ports that are really open in the region; absent before a node port changes. */
  readonly nodePorts?: readonly { readonly componentId: string; readonly port: number; readonly number: number }[];
  readonly events: readonly SimulatedEvent[];
  /** Number of ids ever assigned. Ids of deleted rules aren't reused. */
  readonly issued: { readonly http: number; readonly tcp: number; readonly events: number };
};

/** Builds a world. Certificates and dates are relative to `now` (epoch ms). */
export type WorldSeed = (now: number) => SimulatedWorld;

export function portsOf(world: SimulatedWorld, componentId: string): readonly SimulatedPort[] {
  return world.ports.filter((port) => port.componentId === componentId);
}

/** Returns the first port with this number, as the console does (docs/platform.md#ports), or undefined. */
export function findPort(world: SimulatedWorld, componentId: string, number: number): SimulatedPort | undefined {
  return world.ports.find((port) => port.componentId === componentId && port.number === number);
}

export function putPort(world: SimulatedWorld, changed: SimulatedPort): SimulatedWorld {
  const before = findPort(world, changed.componentId, changed.number);
  return { ...world, ports: world.ports.map((port) => (port === before ? changed : port)) };
}
