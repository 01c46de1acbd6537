/** What a region's monitoring collects (docs/platform.md#what-a-region-collects). */
export interface RegionSources {
  /** Requests, response time and clients of components with the performance plugin: not in Rainbond 6. */
  readonly requests: boolean;
  /** CPU, memory and network of containers. */
  readonly containers: boolean;
  /** kube-state-metrics. */
  readonly kubeState: boolean;
  /** What passes the gateway. */
  readonly gateway: boolean;
}

/** What tells that a source is there. */
export const sourceQueries: { readonly [source in keyof RegionSources]: string } = {
  requests: 'count(app_request)',
  containers: 'count(container_memory_rss)',
  kubeState: 'count(kube_pod_info)',
  gateway: 'count(apisix_http_status)',
};

/** How long a source that was found is taken to be there, in ms. */
const foundFor = 3_600_000;

/** How long a source is taken to be missing: one answer may be empty by chance. In ms. */
const missingFor = 60_000;

/** Finds what regions collect, and asks each of them for a source once an hour, or once a minute while it's missing. */
export interface RegionSourcesReader {
  /**
   * Undefined where it can't be asked, and where a region has nothing at all: then its monitoring doesn't work.
   * @throws PlatformError
   */
  readSources(q: { readonly region: string }): Promise<RegionSources | undefined>;
}

/** @param has whether a query finds anything now; undefined where the platform's API doesn't have it */
export function createRegionSources(
  has: (query: string, q: { readonly region: string; readonly at: number }) => Promise<boolean | undefined>,
  now: () => number,
): RegionSourcesReader {
  const known = new Map<string, { readonly at: number; readonly isThere: boolean }>();
  async function ask(query: string, region: string, at: number): Promise<boolean | undefined> {
    const key = `${region} ${query}`;
    const last = known.get(key);
    if (last && at >= last.at && at - last.at < (last.isThere ? foundFor : missingFor)) return last.isThere;
    const isThere = await has(query, { region, at: Math.floor(at / 1_000) });
    if (isThere !== undefined) known.set(key, { at, isThere });
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
