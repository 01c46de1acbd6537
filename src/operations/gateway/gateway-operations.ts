import type { Operation } from '../shared/define.ts';
import { gatewayHttp } from './gateway-http.ts';
import { gatewayTcp } from './gateway-tcp.ts';
import { gatewayCertificates } from './listed/gateway-certificates.ts';
import { gatewayDelete } from './listed/gateway-delete.ts';
import { gatewayList } from './listed/gateway-list.ts';
import { gatewayShow } from './listed/gateway-show.ts';

export const gatewayOperations: readonly Operation[] = [
  gatewayHttp,
  gatewayTcp,
  gatewayDelete,
  gatewayList,
  gatewayShow,
  gatewayCertificates,
];
