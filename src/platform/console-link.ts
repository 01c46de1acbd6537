import type { Place } from '../core/command/context.ts';

/**
 * Returns the console's page of an app, or of a component's monitoring (goodrain/rainbond-ui:
 * `#/team/t1/region/r1/apps/1023/overview?type=components&componentID=…&tab=…`).
 */
export function consoleLink(base: string, { team, region, app }: Place, alias?: string): string {
  const [teamPart, regionPart, appPart] = [team, region, app].map(encodeURIComponent);
  const page = `${base}/#/team/${teamPart}/region/${regionPart}/apps/${appPart}/overview`;
  return alias === undefined ? page : `${page}?type=components&componentID=${encodeURIComponent(alias)}&tab=monitor`;
}
