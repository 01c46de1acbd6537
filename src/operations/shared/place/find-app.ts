import { type Context, type Place, placeText } from '../../../core/command/context.ts';
import { type Choice, invalid, type Problem } from '../../../core/command/problem.ts';
import { resolve } from '../../../core/command/resolve.ts';
import type { App } from '../../../platform/app/app-endpoints.ts';
import { findAppMsg } from './find-app-messages.ts';

export type AppArea = Pick<Place, 'team' | 'region'>;
export type NamedApp = Pick<App, 'appId' | 'name' | 'k8sApp'>;
/** Lists the apps of an area; undefined if the platform has no such list. */
export interface AppSource {
  listApps(area: AppArea): Promise<readonly NamedApp[] | undefined>;
}

/** Returns the context of an app by number, name, or in-cluster name. @throws PlatformError if it can't list apps */
export async function contextOfApp(typed: string, area: AppArea, source: AppSource): Promise<Context | Problem> {
  const apps = await source.listApps(area);
  return apps ? pickApp(typed, area, apps) : invalid('where', findAppMsg.noList());
}

export function pickApp(typed: string, area: AppArea, apps: readonly NamedApp[]): Context | Problem {
  const { team, region } = area;
  const app = resolve(typed, apps, {
    param: 'where',
    idsOf: ({ appId }) => [appId],
    namesOf: ({ name, k8sApp }) => [name, k8sApp],
    choiceOf: (each) => appChoice(each, area),
    several: findAppMsg.several,
    unknown: findAppMsg.unknownName({ typed, team, region }),
  });
  return 'problem' in app ? app : { team, region, app: app.appId, appName: app.name };
}

export function appChoice({ name, appId }: NamedApp, { team, region }: AppArea): Choice {
  return { value: placeText({ team, region, app: appId }), label: `${name} (${appId})` };
}
