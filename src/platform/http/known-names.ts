import { LRUCache } from 'lru-cache';
import type { Json } from '../../core/text/json.ts';

/** Apps whose names are kept, and names of one app. */
const most = { apps: 200, names: 1_000 };

/**
 * Keeps names that look like hosts and may be shown all the same, because people know them: the domains in the lists of an
 * app's rules. An error about a conflict names them.
 */
export function createKnownNames() {
  const byApp = new LRUCache<string, readonly string[]>({ max: most.apps });
  return {
    /** Remembers names that a list showed. @param path of the call that read it */
    saw(path: string, names: readonly string[]): void {
      const app = appOf(path);
      if (app !== undefined) byApp.set(app, names.slice(0, most.names));
    },
    shownFor: (path: string) => byApp.get(appOf(path) ?? '') ?? [],
  };
}

/** The part of a path that names an app: teams, regions and apps with their values. */
function appOf(path: string): string | undefined {
  return /^.*?\/apps\/[^/?]+/.exec(path)?.[0];
}

/** The values of a call's body that are names which a person gave; headers and other text may hold secrets. */
const nameKeys: ReadonlySet<string> = new Set([
  'domain_name',
  'end_point',
  'default_ip',
  'k8s_service_name',
  'port_alias',
]);

/** The names in the body of a call: the person who asked for it typed them. */
export function namesIn(body: Json | undefined): readonly string[] {
  if (typeof body !== 'object' || body === null) return [];
  return Object.entries<Json>(body).flatMap(([key, value]) =>
    typeof value === 'string' ? (nameKeys.has(key) ? [value] : []) : namesIn(value),
  );
}
