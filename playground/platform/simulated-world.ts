import type { Json } from '../../src/core/text/json.ts';

/** Somebody with an access key. `teams`: ids of the teams that `GET /teams` shows to this person. */
export type SimulatedUser = {
  readonly id: number;
  readonly nickName: string;
  readonly email: string;
  readonly token: string;
  readonly teams: readonly string[];
};

/** A team. `regions`: names of linked regions; `unready`: those of them where it is not initialised yet. */
export type SimulatedTeam = {
  readonly number: number;
  readonly id: string;
  readonly name: string;
  readonly alias: string;
  readonly regions: readonly string[];
  readonly unready: readonly string[];
};

/** What a region reports about itself: disk in GiB, memory in MiB, CPU in cores (platform facts 3.2). */
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
};

/** An application: a group of components of one team in one region. */
export type SimulatedApp = {
  readonly id: number;
  readonly teamId: string;
  readonly region: string;
  readonly name: string;
  readonly note: string;
  readonly createdAt: string;
};

/** How a component's figures behave; `null` where no performance plugin is installed (platform facts 3.8). */
export type Rhythm = {
  readonly kind: 'living' | 'flat' | 'silent';
  /** Requests a five-second window in the middle of an ordinary day. */
  readonly load: number;
  /** Milliseconds a request takes when idle. */
  readonly base: number;
};

/** A component (service). `status` null: the region does not know it, so it cannot say how it is. */
export type SimulatedComponent = {
  readonly id: string;
  readonly teamId: string;
  readonly appId: number;
  readonly region: string;
  readonly alias: string;
  readonly cname: string;
  readonly k8sName: string;
  readonly status: string | null;
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
  readonly certificates: readonly number[];
  /** How many rule ids were ever given out: deleted rules never give theirs back. */
  readonly issued: { readonly http: number; readonly tcp: number };
};

/** Builds a world; certificates and dates are relative to `now` (epoch ms). */
export type WorldSeed = (now: number) => SimulatedWorld;

/** The ports of one component, in the order they were added. */
export function portsOf(world: SimulatedWorld, componentId: string): readonly SimulatedPort[] {
  return world.ports.filter((port) => port.componentId === componentId);
}

/** One port of a component, if it has it. */
export function findPort(world: SimulatedWorld, componentId: string, number: number): SimulatedPort | undefined {
  return world.ports.find((port) => port.componentId === componentId && port.number === number);
}

/** The world with one port replaced (same component, same number). */
export function putPort(world: SimulatedWorld, changed: SimulatedPort): SimulatedWorld {
  return {
    ...world,
    ports: world.ports.map((port) =>
      port.componentId === changed.componentId && port.number === changed.number ? changed : port,
    ),
  };
}
