import * as z from 'zod';
import type { Lang } from '../text/text.ts';

/** A place on the platform. Its names have the form that platform paths need (docs/platform.md#paths). */
export const Place = z.object({ team: z.string().min(1), region: z.string().min(1), app: z.string().min(1) });
export type Place = z.infer<typeof Place>;

export const Context = z.object({
  ...Place.shape,
  name: z.string().optional(),
  appName: z.string().optional(),
});
export type Context = z.infer<typeof Context>;

/** Normalizes an app's number. The platform reads `012` and `+12` as 12, so the policy must treat them as equal. */
export function appNumber(text: string): string {
  const [, digits] = /^\s*\+?(\d+)\s*$/.exec(text) ?? [];
  return digits === undefined ? text : digits.replace(/^0+(?=\d)/, '');
}

/** Returns the key for storing and comparing a place. It never contains a name from the policy. */
export function placeKey(place: Place): string {
  return [place.team, place.region, appNumber(place.app)].map(encodeURIComponent).join('/');
}

export function placeOfKey(key: string): Place {
  const [team = '', region = '', app = ''] = key.split('/').map(decodeURIComponent);
  return { team, region, app };
}

/** Returns `team/region/app`, the form of `in=` and of buttons. */
export function placeText({ team, region, app }: Place): string {
  return `${team}/${region}/${app}`;
}

/** Parses `team/region/app` with a normalized app number. Returns undefined for anything else. */
export function parsePlace(text: string): Place | undefined {
  const [team, region, typed, ...rest] = text.split('/').map((part) => part.trim());
  const app = appNumber(typed ?? '');
  if (!isPathName(team) || !isPathName(region) || rest.length > 0 || !/^\d+$/.test(app)) return undefined;
  return { team, region, app };
}

/** Parses `team/region/app`; the app may be a name with any characters. Returns undefined for anything else. */
export function parseNamedPlace(text: string): Place | undefined {
  const [team, region, ...rest] = text.split('/').map((part) => part.trim());
  const app = rest.join('/');
  return isPathName(team) && isPathName(region) && isPathName(app) ? { team, region, app } : undefined;
}

/** Parses `team/region/app` from configuration: the app's number, or its name, which must contain a letter. */
export function parseConfiguredPlace(text: string): Place | undefined {
  const named = parseNamedPlace(text);
  return parsePlace(text) ?? (named && isAppName(named.app) ? named : undefined);
}

/** Checks whether an app is given by name. A mistyped number isn't a name. */
export function isAppName(app: string): boolean {
  return /\p{L}/u.test(app) && isPathName(app);
}

/** Checks whether a name is safe in a platform path: `.` and `..` would change the path. */
function isPathName(name: string | undefined): name is string {
  return !!name && name !== '.' && name !== '..' && name.isWellFormed() && !/\p{Cc}/u.test(name);
}

/** Checks whether a team is given by its id (docs/platform.md#paths). Paths accept the id; policy rules don't. */
export function isTeamId(team: string): boolean {
  return /^[0-9a-f]{32}$/i.test(team);
}

/** Only a `member` is allowed to request changes or to decide (docs/policy.md#without-a-file). */
export type MembershipType = 'member' | 'guest' | 'stranger' | 'bot';

export interface Person {
  readonly id: string;
  readonly name: string;
  readonly lang: Lang;
  /** IANA time zone. */
  readonly zone: string;
  readonly standing: MembershipType;
}
