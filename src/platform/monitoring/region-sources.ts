/** Sources of a region's monitoring (docs/platform.md#what-a-region-collects). */
export interface RegionSources {
  /** Requests, response time and clients of components with the performance plugin; not in Rainbond 6. */
  readonly requests: boolean;
  /** CPU, memory and network of containers. */
  readonly containers: boolean;
  readonly kubeState: boolean;
  /** Requests through the gateway. */
  readonly gateway: boolean;
}

export const sourceQueries: { readonly [source in keyof RegionSources]: string } = {
  requests: 'count(app_request)',
  containers: 'count(container_memory_rss)',
  kubeState: 'count(kube_pod_info)',
  gateway: 'count(apisix_http_status)',
};

/** Time that an available source is cached, in ms. */
const foundFor = 3_600_000;

/** Time that a missing source is cached, in ms. It is short, because one answer can be empty by accident. */
const missingFor = 60_000;

/** Caches the sources of regions: an available source for an hour, a missing source for a minute. */
export interface RegionSourcesReader {
  /** Returns undefined if the API lacks the queries, or if the monitoring doesn't work. @throws PlatformError */
  readSources(q: { readonly region: string }): Promise<RegionSources | undefined>;
}

/** @param has checks whether a query has series now; undefined if the API has no such query */
export function createRegionSources(
  has: (query: string, q: { readonly region: string; readonly at: number }) => Promise<boolean | undefined>,
  now: () => number,
): RegionSourcesReader {
  const checked = new Map<string, { readonly at: number; readonly isThere: boolean }>();
  async function ask(query: string, region: string, at: number): Promise<boolean | undefined> {
    const key = `${region} ${query}`;
    const last = checked.get(key);
    if (last && at >= last.at && at - last.at < (last.isThere ? foundFor : missingFor)) return last.isThere;
    const isThere = await has(query, { region, at: Math.floor(at / 1_000) });
    if (isThere !== undefined) checked.set(key, { at, isThere });
    return isThere;
  }
  return {
    async readSources({ region }) {
      const at = now();
      const [requests, containers, kubeState, gateway] = await Promise.all([
        ask(sourceQueries.requests, region, at),
        ask(sourceQueries.containers, region, at),
        ask(sourceQueries.kubeState, region, at),
        ask(sourceQueries.gateway, region, at),
      ]);
      if (requests === undefined || !(requests || containers || kubeState || gateway)) return undefined;
      return { requests, containers: containers === true, kubeState: kubeState === true, gateway: gateway === true };
    },
  };
}
