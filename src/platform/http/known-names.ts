import { LRUCache } from 'lru-cache';

/** Maximum numbers of apps, and of names per app. */
const max = { apps: 200, names: 1_000 };

/** Remembers the domains of apps' rules: errors about conflicts contain these domains, and people can see them. */
export function createKnownNames() {
  const byApp = new LRUCache<string, readonly string[]>({ max: max.apps });
  return {
    saw(path: string, names: readonly string[]): void {
      const app = appOf(path);
      if (app !== undefined) byApp.set(app, names.slice(0, max.names));
    },
    shownFor: (path: string) => byApp.get(appOf(path) ?? '') ?? [],
  };
}

function appOf(path: string): string | undefined {
  return /^.*?\/apps\/[^/?]+/.exec(path)?.[0];
}
