import { appEndpoints } from './app/app-endpoints.ts';
import { certificateEndpoints } from './certificate/certificate-endpoints.ts';
import { componentEndpoints } from './component/component-endpoints.ts';
import { eventEndpoints } from './event/event-endpoints.ts';
import { gatewayEndpoints } from './gateway/gateway-endpoints.ts';
import { monitoringEndpoints } from './monitoring/monitoring-endpoints.ts';
import { portEndpoints } from './port/port-endpoints.ts';
import { regionEndpoints } from './region/region-endpoints.ts';

/**
 * Every call that is made to the platform, once. The client, the exact calls of a request, the recorded tests and the
 * simulated platform's routes derive from these rows.
 */
export const endpoints = {
  ...regionEndpoints,
  ...appEndpoints,
  ...componentEndpoints,
  ...portEndpoints,
  ...gatewayEndpoints,
  ...eventEndpoints,
  ...certificateEndpoints,
  ...monitoringEndpoints,
} as const;

type Endpoints = typeof endpoints;

/** The name of a platform call. */
export type EndpointId = keyof Endpoints;

/** The calls that change something. */
export type WriteId = {
  [Id in EndpointId]: Endpoints[Id]['access'] extends 'write' ? Id : never;
}[EndpointId];

/** The calls that only read. */
export type ReadId = Exclude<EndpointId, WriteId>;

/** The reads whose reply isn't parsed. */
export type ByteId = {
  [Id in ReadId]: Endpoints[Id]['reply'] extends { readonly bytes: true } ? Id : never;
}[ReadId];

/** The calls whose reply is parsed. */
export type ParsedId = Exclude<EndpointId, ByteId>;

/** What a call's reply is read as. */
export type ReplyOf<Id extends ParsedId> = NonNullable<ReturnType<Endpoints[Id]['reply']['read']>>;

/** The query parameters that a read may be given; those that are undefined aren't sent. */
export type QueryOf<Id extends ReadId> = Endpoints[Id] extends {
  readonly query: readonly (infer Name extends string)[];
}
  ? { readonly [name in Name]?: string | number | undefined }
  : { readonly [name: string]: never };

type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;

/** The values that a call's path needs. */
export type PathValues<Id extends EndpointId> = {
  readonly [Name in NamesIn<Endpoints[Id]['path']>]: Name extends 'port' ? number : string;
};
