import type { Json } from '../../src/core/text/json.ts';

/**
 * What a person may do to components of a team: 300005 start, 300006 stop, 300007 upgrade, 300008 deploy
 * (docs/platform.md#permissions).
 */
export type LifecyclePermission = 300005 | 300006 | 300007 | 300008;

/**
 * Somebody with an access key. `teams`: ids of the teams that `GET /teams` shows to this person. `may`: all of the four
 * permissions for an enterprise administrator.
 */
export type SimulatedUser = {
  readonly id: number;
  readonly nickName: string;
  readonly email: string;
  readonly token: string;
  readonly teams: readonly string[];
  readonly may: readonly LifecyclePermission[];
};

/** The most that a team may use in a region: MiB and milli-cores; 0 is no limit. */
export type Quota = { readonly memory: number; readonly cpu: number };

/**
 * A team. `regions`: names of linked regions; `unready`: those of them where it is not initialised yet. `quotas`: by
 * region; without one, the cluster's capacity counts.
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

/** What a region reports about itself: disk in GiB, memory in MiB, CPU in cores (docs/platform.md#region-detail). */
export type Capacity = {
  readonly usedDisk: number;
  readonly totalDisk: number;
  readonly usedMemory: number;
  readonly totalMemory: number;
  readonly usedCpu: number;
  readonly totalCpu: number;
};

/** A region's status: 0 being edited, 1 enabled, 2 disabled, 3 under maintenance. */
export type RegionStatus = '0' | '1' | '2' | '3';

/** When a component was stopped, or something else lasted (epoch ms); `to` null: it still does. */
export type Pause = { readonly from: number; readonly to: number | null };

/** A region (cluster). `reachable` false: nothing listens at its address. */
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
  /** When its Prometheus scraped nothing (epoch ms). */
  readonly unscraped?: readonly Pause[];
};

/** An application: a group of components of one team in one region. */
export type SimulatedApp = {
  readonly id: number;
  readonly teamId: string;
  readonly region: string;
  readonly name: string;
  readonly note: string;
  readonly createdAt: string;
  readonly k8sName: string;
};

/** How a component's figures behave; `null` where no performance plugin is installed (docs/platform.md#monitoring). */
export type Rhythm = {
  readonly kind: 'living' | 'flat' | 'silent';
  /** Requests a five-second window in the middle of an ordinary day. */
  readonly load: number;
  /** Milliseconds a request takes when idle. */
  readonly base: number;
};

/** A status that a component takes at a moment (epoch ms). */
export type StatusPhase = { readonly at: number; readonly status: string };

/**
 * What ails a component from a moment on (epoch ms; `to` null: it still does). `slow`: its requests take long; `memory`: it
 * uses nearly what it may; `silent`: nothing of it is measured.
 */
export type Trouble = { readonly kind: 'slow' | 'memory' | 'silent' } & Pause;

/** A container of a component's first pod that ended and was started again, and why as Kubernetes has it. `at`: epoch ms. */
export type ContainerExit = { readonly at: number; readonly reason: 'Error' | 'OOMKilled' | 'Completed' };

/**
 * A component (service). `status` null: the region does not know it, so it cannot say how it is. `phases`: the statuses
 * that follow, in the order of their moments. `pauses`: when it had no pods and no figures. The rest is what
 * happens to it by itself.
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
  /** When all its pods were replaced by new ones (epoch ms), as far as that matters. */
  readonly replacedAt?: readonly number[];
  readonly source: string;
  readonly createStatus: string;
  readonly endpoints: readonly string[];
  readonly rhythm: Rhythm | null;
  readonly detail: { readonly [field: string]: Json };
};

/** One port of a component. */
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

/** An HTTP rule as the console stores it; `extensions` is its `key:value,key:value` text. */
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

/** A TCP rule; `endPoint` is `ip:port` as stored (`0.0.0.0` for all addresses). */
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

/** A line of an event's log; null where it is empty (docs/platform.md#event-logs). `at`: epoch ms. */
export type LogLine = { readonly at: number; readonly text: string | null };

/** Something done to a component, or that happened to one of its pods (docs/platform.md#events). Times in epoch ms. */
export type SimulatedEvent = {
  readonly id: string;
  readonly componentId: string;
  /** The pod's name; null for what was done to the component. */
  readonly pod: string | null;
  readonly optType: string;
  readonly userName: string;
  readonly requestBody: string;
  readonly startedAt: number;
  /** From when the region lists it. */
  readonly listedFrom: number;
  /** Null: it never ends. */
  readonly endsAt: number | null;
  readonly status: 'success' | 'failure' | 'timeout';
  readonly message: string;
  /** From when the region no longer lists it; absent: always. */
  readonly goneFrom?: number;
  /** How the recorded region wrote the end of a pod's event. */
  readonly endedAs?: 'complete';
  /** Written in UTC instead of the region's own time zone. */
  readonly utc?: true;
  /** Set when a later change found that it takes longer than three minutes. */
  readonly timedOut: boolean;
  readonly log: readonly LogLine[] | null;
};

/** A certificate of a team; without its key, which nothing here may answer with. `expiresAt`: epoch ms. */
export type TeamCertificate = {
  readonly id: number;
  readonly teamId: string;
  readonly alias: string;
  readonly issuedTo: readonly string[];
  readonly issuer: string;
  readonly expiresAt: number;
  /** It has a name that the console can't parse. */
  readonly isUnreadable?: true;
};

/** A route of the region's gateway: what really serves, whatever the rules say (docs/platform.md#live-routes). */
export type LiveRoute = { readonly componentId: string; readonly port: number; readonly domain: string };

/** Everything the simulated platform knows; replaced as a whole by each change. */
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
  /** What really is open in the region; absent until one was changed. */
  readonly nodePorts?: readonly { readonly componentId: string; readonly port: number; readonly number: number }[];
  readonly events: readonly SimulatedEvent[];
  /** How many ids were ever given out: deleted rules never give theirs back. */
  readonly issued: { readonly http: number; readonly tcp: number; readonly events: number };
};

/** Builds a world; certificates and dates are relative to `now` (epoch ms). */
export type WorldSeed = (now: number) => SimulatedWorld;

/** The ports of one component, in the order they were added. */
export function portsOf(world: SimulatedWorld, componentId: string): readonly SimulatedPort[] {
  return world.ports.filter((port) => port.componentId === componentId);
}

/** One port of a component, if it has it: the first with this number, as the console finds it (docs/platform.md#ports). */
export function findPort(world: SimulatedWorld, componentId: string, number: number): SimulatedPort | undefined {
  return world.ports.find((port) => port.componentId === componentId && port.number === number);
}

/** The world with one port replaced (same component, same number). */
export function putPort(world: SimulatedWorld, changed: SimulatedPort): SimulatedWorld {
  const before = findPort(world, changed.componentId, changed.number);
  return { ...world, ports: world.ports.map((port) => (port === before ? changed : port)) };
}
