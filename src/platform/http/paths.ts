/** The prefix of every endpoint's path (docs/platform.md#paths). */
export const API_PREFIX = '/openapi/v1';

/** How one kind of value is written into a path. */
interface PathParameter {
  /** @throws TypeError for a value that no path may hold */
  encode(value: unknown): string;
  /** Whether `encode` could have made this text. */
  isEncoded(text: string): boolean;
}

const text: PathParameter = {
  encode: segment,
  isEncoded(part) {
    try {
      return segment(decodeURIComponent(part)) === part;
    } catch {
      return false;
    }
  },
};

const port: PathParameter = {
  encode: (value) => String(portNumber(value)),
  isEncoded: (part) => /^[1-9]\d{0,4}$/.test(part),
};

/** The parameters of paths: team id or name, region name, application number, component id or alias, port number, ids of an event and of a rule. */
export const pathParameters = {
  team: text,
  region: text,
  app: text,
  service: text,
  port,
  event: text,
  rule: text,
} as const;
export type PathParameterName = keyof typeof pathParameters;

/** A path template, part by part. */
export function segments(
  template: string,
): readonly { readonly text: string; readonly parameter: PathParameterName | undefined }[] {
  return template.split('/').map((part) => {
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    if (name === undefined) return { text: part, parameter: undefined };
    if (!isParameter(name)) throw new TypeError(`no path parameter is called ${name}`);
    return { text: part, parameter: name };
  });
}

function isParameter(name: string): name is PathParameterName {
  return Object.hasOwn(pathParameters, name);
}

/**
 * One value as a path segment, encoded.
 * @throws TypeError for an empty value, `.` and `..`, which would name another path, and lone surrogates
 */
function segment(value: unknown): string {
  if (typeof value !== 'string' || value === '' || value === '.' || value === '..')
    throw new TypeError('a path value must be text, and not empty, "." or ".."');
  if (!value.isWellFormed()) throw new TypeError('a path value must be well-formed text');
  return encodeURIComponent(value);
}

/** @throws TypeError for what isn't a port number */
export function portNumber(value: unknown): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 1 || value > 65_535)
    throw new TypeError('a port is a number from 1 to 65535');
  return value;
}

/** Query text of these parameters, in this order: '' or '?a=b&c=d'. */
export function queryText(
  names: readonly string[],
  values: { readonly [name: string]: string | number | undefined },
): string {
  const pairs = names.flatMap((name) => {
    const value = values[name];
    return value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`];
  });
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}
