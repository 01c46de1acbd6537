import { readFileSync } from 'node:fs';

/** Returns the dashboard for the Helm chart, which can't include files from outside its folder. */
export function chartDashboard(): string {
  const dashboard: unknown = JSON.parse(
    readFileSync(new URL('../../deploy/grafana/portolan.json', import.meta.url), 'utf8'),
  );
  return `${JSON.stringify(dashboard)}\n`;
}
