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

/** How long what was found is taken for true, in ms. */
const keptFor = 3_600_000;

/** Finds what regions collect, and asks each of them once an hour. */
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
  const known = new Map<string, { readonly at: number; readonly sources: RegionSources }>();
  return {
    async readSources({ region }) {
      const at = now();
      const last = known.get(region);
      if (last && at >= last.at && at - last.at < keptFor) return last.sources;
      const ask = (source: keyof RegionSources) => has(sourceQueries[source], { region, at: Math.floor(at / 1_000) });
      const [requests, containers, kubeState, gateway] = await Promise.all([
        ask('requests'),
        ask('containers'),
        ask('kubeState'),
        has(sourceQueries.gateway, { region, at: Math.floor(at / 1_000) }),
      ]);
      if (requests === undefined || !(requests || containers || kubeState || gateway)) return undefined;
      const sources = {
        ...{ requests, containers: containers === true, kubeState: kubeState === true, gateway: gateway === true },
      };
      known.set(region, { at, sources });
      return sources;
    },
  };
}
