import * as z from 'zod';
import type { Lang } from './text.ts';

/** Where on the platform something happens: names as the platform's paths take them (interface 4, path parameters). */
export const Place = z.object({ team: z.string().min(1), region: z.string().min(1), app: z.string().min(1) });
export type Place = z.infer<typeof Place>;

/** A place, with the name people gave it and the app's own name where they are known. */
export const Context = z.object({
  ...Place.shape,
  name: z.string().exactOptional(),
  appName: z.string().exactOptional(),
});
export type Context = z.infer<typeof Context>;

/** The key under which a place is stored and compared. Names of a policy never stand in it. */
export function placeKey(place: Place): string {
  return [place.team, place.region, place.app].map(encodeURIComponent).join('/');
}

/** Reads `team/region/app`; undefined when it is anything else. */
export function parsePlace(text: string): Place | undefined {
  const [team, region, app, ...rest] = text.split('/').map((part) => part.trim());
  if (!team || !region || !app || rest.length > 0 || !/^\d+$/.test(app)) return undefined;
  return { team, region, app };
}

/** How somebody stands to the workspace. Only members may ask for changes or decide (product, section 6). */
export type Standing = 'member' | 'guest' | 'stranger' | 'bot';

/** The person who asks or presses, as Slack tells them. */
export interface Person {
  readonly id: string;
  readonly name: string;
  readonly lang: Lang;
  /** IANA time zone. */
  readonly zone: string;
  readonly standing: Standing;
}
