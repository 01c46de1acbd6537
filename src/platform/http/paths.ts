import type { Place } from '../../core/command/context.ts';

/** The prefix of every operation (interface 1). */
export const API_PREFIX = '/openapi/v1';

/**
 * One value as a path segment, encoded.
 * @throws TypeError for an empty value, `.` and `..`, which would name another path, and lone surrogates.
 */
export function segment(value: string): string {
  if (value === '' || value === '.' || value === '..')
    throw new TypeError('a path value may not be empty, "." or ".."');
  if (!value.isWellFormed()) throw new TypeError('a path value must be well-formed text');
  return encodeURIComponent(value);
}

/** The path of an application. */
export function placePath(place: Place): string {
  return `${API_PREFIX}/teams/${segment(place.team)}/regions/${segment(place.region)}/apps/${segment(place.app)}`;
}

/** The path of a component. */
export function servicePath(place: Place & { readonly service: string }): string {
  return `${placePath(place)}/services/${segment(place.service)}`;
}

/** The path of a component's ports. */
export function portsPath(place: Place & { readonly service: string }): string {
  return `${servicePath(place)}/ports`;
}

/** Query text from what is given, in order: '' or '?a=b&c=d'. */
export function queryText(fields: { readonly [name: string]: string | number | undefined }): string {
  let text = '';
  for (const [name, value] of Object.entries(fields))
    if (value !== undefined) text += `${text === '' ? '?' : '&'}${name}=${encodeURIComponent(value)}`;
  return text;
}
