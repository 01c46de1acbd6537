import type { Operation } from '../shared/define.ts';
import { gatewayHttp } from './gateway-http.ts';
import { gatewayTcp } from './gateway-tcp.ts';
import { gatewayCertificates } from './rules/gateway-certificates.ts';
import { gatewayDelete } from './rules/gateway-delete.ts';
import { gatewayList } from './rules/gateway-list.ts';
import { gatewayShow } from './rules/gateway-show.ts';

/** What can be asked of the gateway, in the order of the help. */
export const gatewayOperations: readonly Operation[] = [
  gatewayHttp,
  gatewayTcp,
  gatewayDelete,
  gatewayList,
  gatewayShow,
  gatewayCertificates,
];
