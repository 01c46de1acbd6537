import type { Secret } from '../core/text/secret.ts';

/**
 * What the platform returns, typed. Names follow the interface document in camel case; four differ:
 * `ID` → `id`, `domain_heander` → `domainHeader`, `creater` → `creator`, `is_upgrate` → `isUpgradable`.
 * `undefined` means: absent, null, or of a type that cannot be used. A missing value never becomes zero.
 */

/** One region of a team's list (docs/platform.md#regions). */
export interface TeamRegion {
  readonly regionId: string;
  /** The name that team paths want; the id does not work there (docs/platform.md#paths). */
  readonly regionName: string;
  readonly regionAlias: string;
  readonly tenantName: string | undefined;
  readonly url: string | undefined;
  readonly wsurl: string | undefined;
  readonly httpdomain: string | undefined;
  readonly tcpdomain: string | undefined;
  readonly token: Secret;
  /** '0' being edited, '1' enabled, '2' disabled, '3' under maintenance; other text as it came. */
  readonly status: string | undefined;
  readonly desc: string | undefined;
  readonly scope: string | undefined;
}

/** A page of a team's regions; `total` counts all pages. */
export interface TeamRegionPage {
  readonly total: number;
  readonly regions: readonly TeamRegion[];
}

/** How much of something is used; both undefined when the platform did not ask its region. */
export interface Usage {
  readonly used: number | undefined;
  readonly total: number | undefined;
}

/** The data of one region (docs/platform.md#region-detail), read with its numbers asked for. */
export interface RegionInfo {
  readonly regionName: string;
  readonly regionAlias: string | undefined;
  readonly url: string | undefined;
  readonly wsurl: string | undefined;
  readonly httpdomain: string | undefined;
  readonly tcpdomain: string | undefined;
  readonly scope: string | undefined;
  readonly sslCaCert: Secret;
  readonly certFile: Secret;
  readonly keyFile: Secret;
  readonly desc: string | undefined;
  /** GiB of the cluster's shared disk (docs/platform.md#region-detail). */
  readonly disk: Usage;
  /** MiB; used means requested by pods, not live. */
  readonly memory: Usage;
  /** Cores; used means requested by pods, not live. */
  readonly cpu: Usage;
  /**
   * Whether the six numbers mean anything: false when all are zero or missing, which is how "not asked" and
   * "could not be asked" look.
   */
  readonly measured: boolean;
  /** 'ok' | 'failure'; other text as it came. */
  readonly healthStatus: string | undefined;
  readonly status: string | undefined;
}

/** The protocols that may be written. A port that exists may carry others (old ones such as `stream`). */
export const PORT_PROTOCOLS = ['http', 'tcp', 'udp', 'mysql', 'grpc'] as const;
export type PortProtocol = (typeof PORT_PROTOCOLS)[number];

/** A port of a component (docs/platform.md#ports). */
export interface Port {
  readonly containerPort: number;
  readonly protocol: string;
  readonly portAlias: string;
  readonly isInnerService: boolean;
  readonly isOuterService: boolean;
  /** Name inside the cluster; on the console all ports of a component share it. */
  readonly k8sServiceName: string;
}

/**
 * One HTTP rule of an application (docs/platform.md#reading-gateway-rules). Which fields are always there is not
 * stated: all may be missing.
 */
export interface HttpRule {
  readonly id: number | undefined;
  readonly ruleExtensions: readonly string[];
  readonly httpRuleId: string | undefined;
  readonly regionId: string | undefined;
  readonly tenantId: string | undefined;
  readonly serviceId: string | undefined;
  /** On the console this is the component's alias … (docs/platform.md#gateway-rules) */
  readonly serviceName: string | undefined;
  readonly domainName: string | undefined;
  readonly containerPort: number | undefined;
  /** `https` when a certificate is bound. */
  readonly protocol: string | undefined;
  readonly certificateId: number | undefined;
  readonly domainType: string | undefined;
  /** … and this its display name. */
  readonly serviceAlias: string | undefined;
  readonly isSenior: boolean | undefined;
  readonly domainPath: string | undefined;
  readonly domainCookie: string | undefined;
  readonly domainHeader: string | undefined;
  /** 0 default, 1 custom. */
  readonly type: number | undefined;
  readonly theWeight: number | undefined;
  readonly isOuterService: boolean | undefined;
  readonly autoSsl: boolean | undefined;
  readonly autoSslConfig: string | undefined;
  readonly pathRewrite: boolean | undefined;
  readonly rewrites: string | undefined;
}

/** One TCP rule of an application (docs/platform.md#reading-gateway-rules). */
export interface TcpRule {
  readonly id: number | undefined;
  readonly tcpRuleId: string | undefined;
  readonly regionId: string | undefined;
  readonly tenantId: string | undefined;
  readonly serviceId: string | undefined;
  readonly serviceName: string | undefined;
  readonly endPoint: string | undefined;
  readonly protocol: string | undefined;
  readonly containerPort: number | undefined;
  readonly serviceAlias: string | undefined;
  readonly type: number | undefined;
  readonly ruleExtensions: string | undefined;
  readonly isOuterService: boolean | undefined;
}

/** All rules of an application: also what creating one answers (docs/platform.md#gateway-rules). */
export interface GatewayRules {
  readonly http: readonly HttpRule[];
  readonly tcp: readonly TcpRule[];
}

/** An HTTP rule that was asked for by its id (console only); without one the application has no such rule. */
export interface FoundRule {
  readonly rule: HttpRule | undefined;
}

/** A component in a list: enough to find and name it. */
export interface ComponentSummary {
  readonly serviceId: string;
  readonly serviceAlias: string;
  /** Display name, any script. */
  readonly serviceCname: string | undefined;
  readonly k8sComponentName: string | undefined;
  readonly status: string | undefined;
  readonly serviceSource: string | undefined;
  readonly extendMethod: string | undefined;
  readonly image: string | undefined;
  readonly version: string | undefined;
  readonly minNode: number | undefined;
  readonly minCpu: number | undefined;
  readonly minMemory: number | undefined;
  /** GPU memory (MiB by inference). `minCpu`: 1000 = 1 core, 0 = no limit. `minMemory`: MiB. `minNode`: instances wanted. */
  readonly containerGpu: number | undefined;
  /** Anything but `complete` is a draft, which the region was never told about (docs/platform.md#components). */
  readonly createStatus: string | undefined;
  /** Whether a build is followed by an upgrade. */
  readonly buildUpgrade: boolean | undefined;
  readonly arch: string | undefined;
}

/** The detail of one component (docs/platform.md#components, and four fields that the console adds). */
export interface Component extends ComponentSummary {
  /** Addresses, those of closed ports included (docs/platform.md#components). */
  readonly accessInfos: readonly string[];
  readonly tenantId: string | undefined;
  readonly serviceKey: string | undefined;
  readonly serviceRegion: string | undefined;
  readonly desc: string | undefined;
  readonly category: string | undefined;
  readonly updateVersion: number | undefined;
  readonly cmd: Secret;
  readonly codeFrom: string | undefined;
  /** May carry credentials: show `gitUrlWithoutCredentials(gitUrl)`. */
  readonly gitUrl: Secret;
  readonly gitProjectId: number | undefined;
  readonly codeVersion: string | undefined;
  readonly serviceType: string | undefined;
  readonly creator: number | undefined;
  readonly language: string | undefined;
  /** MiB. */
  readonly totalMemory: number | undefined;
  readonly isService: boolean | undefined;
  readonly serviceOrigin: string | undefined;
  readonly tenantServiceGroupId: number | undefined;
  readonly openWebhooks: boolean | undefined;
  readonly checkUuid: string | undefined;
  readonly checkEventId: string | undefined;
  readonly dockerCmd: Secret;
  readonly serverType: string | undefined;
  readonly isUpgradable: boolean | undefined;
  readonly oauthServiceId: number | undefined;
  readonly buildStrategy: string | undefined;
  readonly jobStrategy: string | undefined;
  readonly dockerfile: Secret;
}

/** A team that the token's user belongs to (console only, docs/platform.md#teams-and-apps). */
export interface Team {
  readonly teamId: string;
  /** What paths take, beside the id. */
  readonly teamName: string;
  /** Display name. */
  readonly teamAlias: string | undefined;
}

/** An application in a list (console only). */
export interface App {
  /** The number in paths, as text. */
  readonly appId: string;
  readonly name: string;
  readonly k8sApp: string | undefined;
  readonly appType: string | undefined;
  readonly note: string | undefined;
}

/** An application with its counters (console only). */
export interface AppInfo extends App {
  /** running | part_running | closed; other text as it came. */
  readonly status: string | undefined;
  readonly serviceCount: number | undefined;
  readonly runningServiceCount: number | undefined;
  /** Milli-cores. */
  readonly usedCpu: number | undefined;
  /** MiB. */
  readonly usedMemory: number | undefined;
}

/** Something that was done to a component, or happened to one of its pods (console only). */
export interface ComponentEvent {
  readonly eventId: string;
  /** `start-service`, `build-service`, `OOMKilled`, …: open-ended (docs/platform.md#events). */
  readonly optType: string;
  /** service | pod; other text as it came. */
  readonly target: string | undefined;
  /** The component's id, or the pod's name. */
  readonly targetId: string | undefined;
  /** `system` for the platform itself. */
  readonly userName: string | undefined;
  /** success | failure; '' while it runs. */
  readonly status: string | undefined;
  /** complete | timeout, of pods empty | emptycomplete; '' while it runs. */
  readonly finalStatus: string | undefined;
  readonly message: string | undefined;
  /** Epoch ms, as are the next two. */
  readonly createdAt: number | undefined;
  readonly startedAt: number | undefined;
  readonly endedAt: number | undefined;
}

/** A page of a component's events, newest first; `total` counts all pages. */
export interface EventPage {
  readonly total: number;
  readonly events: readonly ComponentEvent[];
}

/** The log of an event. No lines means that there is no log, not that nothing happened. */
export interface EventLog {
  /** Free text with color codes that may hold secrets: never shown as it is. */
  readonly lines: readonly string[];
}

/** A certificate of a team, without its key (console only). */
export interface Certificate {
  readonly id: number;
  readonly alias: string | undefined;
  /** The names that it is valid for. */
  readonly issuedTo: readonly string[];
  readonly issuedBy: string | undefined;
  readonly hasExpired: boolean | undefined;
  /** Epoch ms. */
  readonly expiresAt: number | undefined;
}

/** A page of a team's certificates; `total` counts all pages. */
export interface CertificatePage {
  readonly total: number;
  readonly certificates: readonly Certificate[];
}

/** What a team may use and uses in a region (console only): the limits of running pods, not live use. */
export interface TeamResource {
  /** Milli-cores. */
  readonly cpu: Usage;
  /** MiB. */
  readonly memory: Usage;
}
