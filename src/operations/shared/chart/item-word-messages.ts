import { shortItemText } from '../../../charts/data/item-messages.ts';
import { listText } from '../../../core/text/joined.ts';
import { type Text, verbatim } from '../../../core/text/text.ts';
import { GATEWAY_ITEMS } from '../../../platform/monitoring/gateway-query.ts';
import { RESOURCE_ITEMS } from '../../../platform/monitoring/resource-query.ts';
import { MONITOR_ITEMS } from '../../../platform/platform.ts';
import { sourceMsg } from './collected-item-messages.ts';

export const allResources = 'resources';

export const chartItems = [...MONITOR_ITEMS, ...GATEWAY_ITEMS, ...RESOURCE_ITEMS] as const;
type KnownItem = (typeof chartItems)[number];

/** Common words per item, the usual word first: English words, and the Rainbond console's and operators' Chinese. */
const wordsOf: Readonly<Record<KnownItem, readonly [usual: string, ...others: readonly string[]]>> = {
  request_time: ['latency', 'response-time', '响应时间', '延迟', '时延'],
  request: ['traffic', 'requests', 'throughput', '吞吐率', '流量', '请求量'],
  request_client: ['clients', 'online-clients', '在线人数', '在线客户端', '客户端'],
  gateway_latency: ['gateway-latency', 'p95', '网关延迟', '网关响应时间'],
  gateway_requests: ['gateway-requests', 'rps', '网关请求', '网关请求数'],
  gateway_errors: ['errors', '5xx', '网关错误', '错误'],
  cpu: ['cpu', '处理器'],
  memory: ['memory', '内存'],
  network: ['network', '网络'],
};

const itemsByWord: ReadonlyMap<string, string> = new Map([
  ...chartItems.flatMap((item) => [item, ...wordsOf[item]].map((word): [string, string] => [word, item])),
  [allResources, allResources],
  ['资源', allResources],
]);

export function itemOfWord(word: string): string | undefined {
  return itemsByWord.get(word.normalize('NFKC').toLowerCase());
}

const usualWords: ReadonlyMap<string, string> = new Map(chartItems.map((item) => [item, wordsOf[item][0]]));

/** Returns the words that people type for items, in the reader's language. */
export function usualItemWords(items: readonly string[] = chartItems): Text {
  return listText(items.map((item) => sourceMsg.word({ en: verbatim(usualWordOf(item)), zh: shortItemText(item) })));
}

export function usualWordOf(item: string): string {
  return usualWords.get(item) ?? item;
}

export function searchedWords(item: KnownItem): readonly string[] {
  return wordsOf[item];
}
