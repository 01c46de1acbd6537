import type { JsonObject } from '../../core/text/json.ts';
import { type ServicePlace, type WriteCall, writeCall } from '../call.ts';
import type { PortProtocol } from './port-endpoints.ts';

/** docs/platform.md#opening-and-closing, with the values for both dialects. */
type PortAction =
  | { readonly action: 'open_outer' | 'close_outer' | 'open_inner' | 'close_inner' }
  | { readonly action: 'change_protocol'; readonly protocol: PortProtocol }
  | {
      readonly action: 'change_port_alias';
      readonly portAlias: string;
      /** The console requires this name, and sets it on every port of the component (docs/platform.md#aliases). */
      readonly k8sServiceName: string;
    };

/** docs/platform.md#opening-and-closing */
export function updatePortCall(place: ServicePlace & { readonly port: number }, change: PortAction): WriteCall {
  return writeCall('updatePort', place, portActionBody(change));
}

function portActionBody(change: PortAction): JsonObject {
  switch (change.action) {
    case 'change_protocol':
      return { action: change.action, protocol: change.protocol };
    case 'change_port_alias':
      return { action: change.action, port_alias: change.portAlias, k8s_service_name: change.k8sServiceName };
    default:
      return { action: change.action };
  }
}
