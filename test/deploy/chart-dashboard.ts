import { readFileSync } from 'node:fs';

/** The dashboard as the Helm chart has it: a chart can't contain files from outside its folder. */
export function chartDashboard(): string {
  const dashboard: unknown = JSON.parse(
    readFileSync(new URL('../../deploy/grafana/portolan.json', import.meta.url), 'utf8'),
  );
  return `${JSON.stringify(dashboard)}\n`;
}
