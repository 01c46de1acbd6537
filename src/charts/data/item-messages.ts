import { messages, type Text, verbatim } from '../../core/text/text.ts';

export const itemMsg = messages('charts.item', {
  request_time: { en: 'Response time', zh: '响应时间' },
  request: { en: 'Requests', zh: '吞吐率' },
  request_client: { en: 'Online clients', zh: '在线人数' },
  gateway_latency: { en: 'Latency at the gateway', zh: '网关延迟' },
  gateway_requests: { en: 'Requests at the gateway', zh: '网关请求数' },
  gateway_errors: { en: '5xx errors at the gateway', zh: '网关 5xx 错误' },
  cpu: { en: 'CPU', zh: 'CPU' },
  memory: { en: 'Memory', zh: '内存' },
  network: { en: 'Network', zh: '网络' },
});

export const shortItemMsg = messages('charts.shortItem', {
  request_time: { en: 'latency', zh: '响应时间' },
  request: { en: 'requests', zh: '吞吐率' },
  request_client: { en: 'clients', zh: '在线人数' },
  gateway_latency: { en: 'latency', zh: '网关延迟' },
  gateway_requests: { en: 'requests', zh: '网关请求数' },
  gateway_errors: { en: 'errors', zh: '网关错误' },
  memory: { en: 'memory', zh: '内存' },
  network: { en: 'network', zh: '网络' },
});

const titleOf = new Map(Object.entries(itemMsg));
const shortTitleOf = new Map(Object.entries(shortItemMsg));

export function itemText(item: string): Text {
  return titleOf.get(item)?.() ?? verbatim(item);
}

export function shortItemText(item: string): Text {
  return shortTitleOf.get(item)?.() ?? itemText(item);
}
