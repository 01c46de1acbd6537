/** docs/platform.md#paths */
export const API_PREFIX = '/openapi/v1';

interface PathParameter {
  /** @throws TypeError for an invalid value */
  encode(value: unknown): string;
  /** Checks whether `encode` could have produced the text. */
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

/** Team id or name, region name, application number, component id or alias, port number, event id, rule id. */
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

/** @throws TypeError for an empty value, `.` and `..` (another path), and lone surrogates */
function segment(value: unknown): string {
  if (typeof value !== 'string' || value === '' || value === '.' || value === '..')
    throw new TypeError('a path value must be text, and not empty, "." or ".."');
  if (!value.isWellFormed()) throw new TypeError('a path value must be well-formed text');
  return encodeURIComponent(value);
}

/** @throws TypeError for an invalid port */
export function portNumber(value: unknown): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 1 || value > 65_535)
    throw new TypeError('a port is a number from 1 to 65535');
  return value;
}

/** Returns '' or '?a=b&c=d', in the order of `names`. */
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
