import type { Place } from '../core/command/context.ts';

/**
 * The address of the console's page about an app, or about the monitoring of one of its components. The console's own
 * pages link so (goodrain/rainbond-ui: `#/team/t1/region/r1/apps/1023/overview?type=components&componentID=…&tab=…`).
 * @param base where people open the console, without a slash at the end
 * @param alias the component's `service_alias`
 */
export function consoleLink(base: string, { team, region, app }: Place, alias?: string): string {
  const [teamPart, regionPart, appPart] = [team, region, app].map(encodeURIComponent);
  const page = `${base}/#/team/${teamPart}/region/${regionPart}/apps/${appPart}/overview`;
  return alias === undefined ? page : `${page}?type=components&componentID=${encodeURIComponent(alias)}&tab=monitor`;
}
