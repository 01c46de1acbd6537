import { readFileSync } from 'node:fs';

/**
 * Returns the dashboard for the Helm chart. The chart needs a copy, because it can't include files from other folders.
 */
export function chartDashboard(): string {
  const dashboard: unknown = JSON.parse(
    readFileSync(new URL('../../deploy/grafana/portolan.json', import.meta.url), 'utf8'),
  );
  return `${JSON.stringify(dashboard)}\n`;
}
