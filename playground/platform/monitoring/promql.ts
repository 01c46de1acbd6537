import type { SimulatedComponent } from '../simulated-world.ts';
import { isError, type PrometheusError, refuse } from './prometheus.ts';
import type { MetricItem } from './simulated-metrics.ts';

/** Parsed query: an item, its components, and whether there is a series per component (`byService`) or one for all. */
export type PromqlSelection = {
  readonly item: MetricItem;
  readonly byService: boolean;
  readonly together: 'avg' | 'sum' | 'max';
  readonly includes: (component: SimulatedComponent) => boolean;
};

/** Grouping clause, which can be before or after the expression. */
const by = String.raw`(by\(service_id\))?`;
const labels = String.raw`\{([^{}]*)\}`;

/** The platform's three queries (docs/platform.md#monitoring), also by component. Ignores white space. */
const queries: readonly Pick<PromqlSelection & { readonly pattern: RegExp }, 'item' | 'together' | 'pattern'>[] = [
  {
    item: 'request_time',
    together: 'avg',
    pattern: new RegExp(`^ceil\\(avg${by}\\(app_requesttime${labels}\\)${by}\\)$`),
  },
  {
    item: 'request',
    together: 'sum',
    pattern: new RegExp(`^sum${by}\\(ceil\\(increase\\(app_request${labels}\\[1m\\]\\)/12\\)\\)${by}$`),
  },
  { item: 'request_client', together: 'max', pattern: new RegExp(`^max${by}\\(app_requestclient${labels}\\)${by}$`) },
];

/**
 * Matchers that an item's selector must contain in addition to the component. Without them, real series would differ.
 */
const fixed: { readonly [item in MetricItem]: readonly (readonly [name: string, value: string])[] } = {
  request_time: [['mode', 'avg']],
  request: [['method', 'total']],
  request_client: [],
};

/** Parses a query. Returns null if the query is valid but has no series, or an error if the query is invalid. */
export function readQuery(query: string): PromqlSelection | null | PrometheusError {
  const dense = query.replaceAll(/\s+/g, '');
  if (dense === '')
    return refuse('invalid parameter "query": unknown position: parse error: no expression found in input');
  const unquoted = /\{[^}]*?=~?([A-Za-z0-9_]+)/.exec(query);
  if (unquoted !== null) {
    const at = unquoted.index + unquoted[0].length - (unquoted[1]?.length ?? 0) + 1;
    const got = `unexpected identifier "${unquoted[1]}" in label matching, expected string`;
    return refuse(`invalid parameter "query": 1:${at}: parse error: ${got}`);
  }
  for (const { item, together, pattern } of queries) {
    const match = pattern.exec(dense);
    if (match === null) continue;
    const includes = readSelector(match[2] ?? '', item);
    if (isError(includes)) return includes;
    return includes === null ? null : { item, together, byService: Boolean(match[1] ?? match[3]), includes };
  }
  return null;
}

const matcher = /^([a-z_]+)(=~|!=|!~|=)(?:"([^"]*)"|'([^']*)'|`([^`]*)`)$/;

/** Returns the components that a selector matches, or null if the selector's other labels match no series. */
function readSelector(text: string, item: MetricItem): PromqlSelection['includes'] | null | PrometheusError {
  const conditions = text === '' ? [] : text.split(/,(?=[a-z_]+(?:=~|!=|!~|=))/);
  const matchers = new Map<string, { readonly sign: string; readonly value: string }>();
  for (const condition of conditions) {
    const match = matcher.exec(condition);
    if (match === null) return null;
    matchers.set(match[1] ?? '', { sign: match[2] ?? '', value: match[3] ?? match[4] ?? match[5] ?? '' });
  }
  const expected = fixed[item];
  const service = matchers.get('service_id');
  const others = matchers.size - (service === undefined ? 0 : 1);
  const fits = expected.every(
    ([name, value]) => matchers.get(name)?.sign === '=' && matchers.get(name)?.value === value,
  );
  if (!fits || others !== expected.length) return null;
  if (service === undefined) return () => true;
  const { sign, value } = service;
  if (sign === '=') return (component) => component.id === value;
  if (sign === '!=') return (component) => component.id !== value;
  try {
    const pattern = new RegExp(`^(?:${value})$`);
    return (component) => pattern.test(component.id) === (sign === '=~');
  } catch {
    return refuse(`invalid parameter "query": parse error: error parsing regexp: ${value}`);
  }
}
