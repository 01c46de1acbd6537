import type { AskButton } from '../../core/command/answer.ts';
import { type Place, placeText } from '../../core/command/context.ts';
import { refused } from '../../core/command/problem.ts';
import type { Ask } from '../../core/operation.ts';
import { type Text, verbatim } from '../../core/text/text.ts';
import type { App, AppInfo } from '../../platform/app/app-endpoints.ts';
import { isFoundBy, listedPage, pageFrom, searched } from '../shared/answer/paging.ts';
import { wordsFor } from '../shared/component/component-format.ts';
import { defineQuestion, type Reads } from '../shared/define.ts';
import { sharedMsg } from '../shared/operation-messages.ts';
import { orUndefined } from '../shared/or-undefined.ts';
import { findAppMsg } from '../shared/place/find-app-messages.ts';
import { page, search } from '../shared/shared-params.ts';
import { appMsg } from './app-messages.ts';

/** Small page, because each app's counts need a separate read. */
const pageSize = 10;

/** `info` is undefined if it couldn't be read; `trusted` is false if it may be wrong. */
interface ListedApp {
  readonly app: App;
  readonly info?: AppInfo;
  readonly trusted: boolean;
}

/** `/portolan apps [search]`: docs/platform.md#teams-and-apps. */
export const appList = defineQuestion({
  id: 'app.list',
  tool: { none: 'agents work in contexts, which list_contexts lists' },
  command: 'portolan',
  keywords: [['apps'], ['applications']],
  summary: appMsg.says(),
  title: appMsg.form(),
  examples: ['portolan apps', 'portolan apps shop'],
  params: { search, page },
  order: ['search'],
  dialects: ['console'],

  async gather(args, { context }, reads) {
    const listed = await reads.platform.listApps(context);
    if (!listed) return refused(findAppMsg.noList());
    const matches = byName(listed.filter(({ name, appId, k8sApp }) => isFoundBy(args.search, [name, appId, k8sApp])));
    const shown = pageFrom(matches, { page: args.page, size: pageSize });
    const apps = await Promise.all(shown.map((app) => readListed(app, context, reads)));
    return { total: matches.length, apps };
  },

  answer({ search: typed, page: number }, { total, apps }, ask) {
    return listedPage({
      title: appMsg.title({ team: ask.context.team, region: ask.context.region }),
      operation: 'app.list',
      given: searched(typed),
      paging: { page: number, size: pageSize, total },
      shown: apps,
      none: typed === undefined ? appMsg.none() : appMsg.noneFound({ typed }),
      columns: [appMsg.name(), appMsg.status(), appMsg.components(), appMsg.number()],
      rowOf: appRow,
      notes: apps.every(({ trusted }) => trusted) ? [] : [appMsg.unknownNote()],
      buttons: apps.slice(0, 3).map((each) => useButton(each, ask)),
    });
  },
});

async function readListed(app: App, { team, region }: Place, reads: Reads): Promise<ListedApp> {
  const place = { team, region, app: app.appId };
  // An unreadable app must not hide the other apps.
  return { app, ...((await orUndefined(readCounts(place, reads))) ?? { trusted: false }) };
}

async function readCounts(place: Place, reads: Reads): Promise<Omit<ListedApp, 'app'> | undefined> {
  const info = await reads.platform.readApp(place);
  return info && { info, trusted: !mayBeWrong(info) || (await anyStatus(place, reads)) };
}

/** If the region doesn't answer, the platform reports “closed”, nothing running (docs/platform.md#teams-and-apps). */
function mayBeWrong({ status, serviceCount }: AppInfo): boolean {
  return (status === undefined || status === 'closed') && serviceCount !== 0;
}

/** Checks whether any component has a status. If the region doesn't answer, no component has one. */
async function anyStatus(place: Place, reads: Reads): Promise<boolean> {
  const components = await reads.platform.listComponents(place);
  return (components ?? []).some(({ status }) => status !== undefined);
}

function byName(apps: readonly App[]): readonly App[] {
  return apps.toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : Number(a.appId) - Number(b.appId)));
}

function appRow({ app, info, trusted }: ListedApp): readonly Text[] {
  return [
    verbatim(app.name),
    trusted && info ? appStatus(info) : appMsg.unknown(),
    componentsText(info, trusted),
    verbatim(app.appId),
  ];
}

const statuses = wordsFor({
  running: appMsg.running,
  part_running: appMsg.partlyRunning,
  closed: appMsg.noneRunning,
});

function appStatus({ status, serviceCount }: AppInfo): Text {
  if (serviceCount === 0) return appMsg.empty();
  if (!status) return appMsg.unknown();
  return statuses.get(status)?.() ?? appMsg.otherStatus({ status });
}

function componentsText(info: AppInfo | undefined, trusted: boolean): Text {
  const count = info?.serviceCount;
  if (count === undefined) return sharedMsg.none();
  const running = info?.runningServiceCount;
  return trusted && running !== undefined && count > 0 ? appMsg.runningOf({ running, count }) : appMsg.count({ count });
}

function useButton({ app }: ListedApp, { context: { team, region } }: Ask): AskButton {
  const where = placeText({ team, region, app: app.appId });
  return { label: appMsg.use({ name: app.name }), operation: 'context.use', given: { where: [where] }, opens: 'modal' };
}
