import * as z from 'zod';
import type { Lang } from '../text/text.ts';

/** Where on the platform something happens: names as the platform's paths take them (docs/platform.md#paths). */
export const Place = z.object({ team: z.string().min(1), region: z.string().min(1), app: z.string().min(1) });
export type Place = z.infer<typeof Place>;

/** A place, with the name people gave it and the app's own name where they are known. */
export const Context = z.object({
  ...Place.shape,
  name: z.string().optional(),
  appName: z.string().optional(),
});
export type Context = z.infer<typeof Context>;

/**
 * An app's number as it is compared. The platform takes `012` and `+12` for 12 (it reads a number out of the path), so
 * that every spelling has to be one here: rules name places. What is no number stays as it is.
 */
export function appNumber(text: string): string {
  const [, digits] = /^\s*\+?(\d+)\s*$/.exec(text) ?? [];
  return digits === undefined ? text : digits.replace(/^0+(?=\d)/, '');
}

/** The key under which a place is stored and compared. It never contains a name of the policy. */
export function placeKey(place: Place): string {
  return [place.team, place.region, appNumber(place.app)].map(encodeURIComponent).join('/');
}

/** The place of a key. */
export function placeOfKey(key: string): Place {
  const [team = '', region = '', app = ''] = key.split('/').map(decodeURIComponent);
  return { team, region, app };
}

/** A place as people write it: `team/region/app`. It is also what `in=` and the buttons carry. */
export function placeText({ team, region, app }: Place): string {
  return `${team}/${region}/${app}`;
}

/** Reads `team/region/app`, the app's number as `appNumber` has it; undefined when it is anything else. */
export function parsePlace(text: string): Place | undefined {
  const [team, region, typed, ...rest] = text.split('/').map((part) => part.trim());
  const app = appNumber(typed ?? '');
  if (!isPathName(team) || !isPathName(region) || rest.length > 0 || !/^\d+$/.test(app)) return undefined;
  return { team, region, app };
}

/** Reads `team/region/app` where the app may be a name, which may hold anything; undefined when it is anything else. */
export function parseNamedPlace(text: string): Place | undefined {
  const [team, region, ...rest] = text.split('/').map((part) => part.trim());
  const app = rest.join('/');
  return isPathName(team) && isPathName(region) && isPathName(app) ? { team, region, app } : undefined;
}

/** Reads `team/region/app` as configuration gives it: the app's number, or its name, which has a letter. */
export function parseConfiguredPlace(text: string): Place | undefined {
  const named = parseNamedPlace(text);
  return parsePlace(text) ?? (named && isAppName(named.app) ? named : undefined);
}

/** Whether an app is given by its name. A mistyped number isn't a name. */
export function isAppName(app: string): boolean {
  return /\p{L}/u.test(app) && isPathName(app);
}

/** Whether a name can stand in a path of the platform: `.` and `..` would name another one. */
function isPathName(name: string | undefined): name is string {
  return !!name && name !== '.' && name !== '..' && name.isWellFormed() && !/\p{Cc}/u.test(name);
}

/**
 * Whether a team is written as the platform's id of it (docs/platform.md#paths): paths take it for the name, rules do
 * not.
 */
export function isTeamId(team: string): boolean {
  return /^[0-9a-f]{32}$/i.test(team);
}

/**
 * Whether someone belongs to the workspace. Only members may ask for changes or decide
 * (docs/policy.md#without-a-file).
 */
export type MembershipType = 'member' | 'guest' | 'stranger' | 'bot';

/** The person who asks or presses, as Slack describes them. */
export interface Person {
  readonly id: string;
  readonly name: string;
  readonly lang: Lang;
  /** IANA time zone. */
  readonly zone: string;
  readonly standing: MembershipType;
}
