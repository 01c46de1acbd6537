import { LRUCache } from 'lru-cache';
import type { Json } from '../../core/text/json.ts';

/** Maximum numbers of apps, and of names per app. */
const most = { apps: 200, names: 1_000 };

/** Remembers the domains of apps' rules: errors about conflicts contain these domains, and people can see them. */
export function createKnownNames() {
  const byApp = new LRUCache<string, readonly string[]>({ max: most.apps });
  return {
    saw(path: string, names: readonly string[]): void {
      const app = appOf(path);
      if (app !== undefined) byApp.set(app, names.slice(0, most.names));
    },
    shownFor: (path: string) => byApp.get(appOf(path) ?? '') ?? [],
  };
}

function appOf(path: string): string | undefined {
  return /^.*?\/apps\/[^/?]+/.exec(path)?.[0];
}

/** Body fields with names that the requester typed. Other fields may contain secrets. */
const nameKeys: ReadonlySet<string> = new Set([
  'domain_name',
  'end_point',
  'default_ip',
  'k8s_service_name',
  'port_alias',
]);

export function namesIn(body: Json | undefined): readonly string[] {
  if (typeof body !== 'object' || body === null) return [];
  return Object.entries<Json>(body).flatMap(([key, value]) =>
    typeof value === 'string' ? (nameKeys.has(key) ? [value] : []) : namesIn(value),
  );
}
