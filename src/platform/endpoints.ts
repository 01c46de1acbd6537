import type { NamesIn } from '../core/text/text.ts';
import { appEndpoints } from './app/app-endpoints.ts';
import { certificateEndpoints } from './certificate/certificate-endpoints.ts';
import { componentEndpoints } from './component/component-endpoints.ts';
import { eventEndpoints } from './event/event-endpoints.ts';
import { gatewayEndpoints } from './gateway/gateway-endpoints.ts';
import { monitoringEndpoints } from './monitoring/monitoring-endpoints.ts';
import { portEndpoints } from './port/port-endpoints.ts';
import { regionEndpoints } from './region/region-endpoints.ts';

/** All calls to the platform. The client, exact calls, recorded tests and simulated routes use this table. */
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

export type EndpointId = keyof Endpoints;

export type WriteId = {
  [Id in EndpointId]: Endpoints[Id]['access'] extends 'write' ? Id : never;
}[EndpointId];

export type ReadId = Exclude<EndpointId, WriteId>;

export type ByteId = {
  [Id in ReadId]: Endpoints[Id]['reply'] extends { readonly bytes: true } ? Id : never;
}[ReadId];

export type ParsedId = Exclude<EndpointId, ByteId>;

export type ReplyOf<Id extends ParsedId> = NonNullable<ReturnType<Endpoints[Id]['reply']['read']>>;

export type QueryOf<Id extends ReadId> = Endpoints[Id] extends {
  readonly query: readonly (infer Name extends string)[];
}
  ? { readonly [name in Name]?: string | number | undefined }
  : { readonly [name: string]: never };

export type PathValues<Id extends EndpointId> = {
  readonly [Name in NamesIn<Endpoints[Id]['path']>]: Name extends 'port' ? number : string;
};
