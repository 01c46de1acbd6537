import { type Context, type Place, placeText } from '../../../core/command/context.ts';
import { nearest } from '../../../core/command/nearest.ts';
import { type Choice, invalid, type Problem } from '../../../core/command/problem.ts';
import type { App } from '../../../platform/app/app-reply.ts';
import { msg } from './find-app-messages.ts';

/** Where an app is looked for. */
export type AppArea = Pick<Place, 'team' | 'region'>;
/** An app with the names that people may use for it. */
export type NamedApp = Pick<App, 'appId' | 'name' | 'k8sApp'>;
/** What lists the apps of an area; undefined where the platform has no such list. */
export interface AppSource {
  listApps(area: AppArea): Promise<readonly NamedApp[] | undefined>;
}

/**
 * The context of the app that was named: by its number, its name, or its name in the cluster; letter case counts only
 * where names differ in nothing else.
 * @throws PlatformError when the platform's list can't be read
 */
export async function contextOfApp(typed: string, area: AppArea, source: AppSource): Promise<Context | Problem> {
  const apps = await source.listApps(area);
  return apps ? pickApp(typed, area, apps) : invalid('where', msg.noList());
}

/** The same for apps that were read already. Pure. */
export function pickApp(typed: string, area: AppArea, apps: readonly NamedApp[]): Context | Problem {
  const found = match(typed, apps);
  const [only] = found;
  if (only && found.length === 1) return { ...placeOf(only, area), appName: only.name };
  if (found.length > 1)
    return {
      problem: 'ambiguous',
      param: 'where',
      typed,
      why: msg.several({ typed, count: found.length }),
      choices: found.map((app) => choiceOf(app, area)),
    };
  const near = nearest(typed, apps, ({ name, k8sApp }) => [name, k8sApp ?? name]);
  return {
    problem: 'unknown-name',
    param: 'where',
    typed,
    why: msg.unknownName({ typed, team: area.team, region: area.region }),
    ...(near.length > 0 ? {} : { others: true }),
    nearest: (near.length > 0 ? near : apps.slice(0, 5)).map((app) => choiceOf(app, area)),
  };
}

function match(typed: string, apps: readonly NamedApp[]): readonly NamedApp[] {
  const rounds: readonly ((app: NamedApp) => boolean)[] = [
    ({ appId }) => appId === typed,
    ({ name }) => name === typed,
    ({ name }) => fold(name) === fold(typed),
    ({ k8sApp }) => k8sApp !== undefined && k8sApp !== '' && fold(k8sApp) === fold(typed),
  ];
  for (const round of rounds) {
    const found = apps.filter(round);
    if (found.length > 0) return found;
  }
  return [];
}

function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase().trim();
}

function placeOf({ appId }: NamedApp, { team, region }: AppArea): Place {
  return { team, region, app: appId };
}

function choiceOf(app: NamedApp, area: AppArea): Choice {
  return { value: placeText(placeOf(app, area)), label: `${app.name} (${app.appId})` };
}
