import type { Change } from '../shared/define.ts';
import { gatewayHttp } from './http.ts';
import { gatewayTcp } from './tcp.ts';

/** Every change of gateway rules, in the order in which help names them. */
export const gatewayChanges: readonly Change[] = [gatewayHttp, gatewayTcp];
