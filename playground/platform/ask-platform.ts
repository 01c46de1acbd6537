import type { Json } from '../../src/core/text/json.ts';
import type { SimulatedPlatform } from './start-platform.ts';

/** Sends a request with the platform's token and JSON. Returns status and parsed body, or text. For tests. */
export async function ask(
  platform: SimulatedPlatform,
  line: string,
  body?: Json,
  headers: { readonly [name: string]: string } = {},
): Promise<{ readonly status: number; readonly body: Json }> {
  const [method = 'GET', path = '/'] = line.split(' ');
  const answer = await fetch(`${platform.url}/openapi/v1${path}`, {
    method,
    headers: {
      Authorization: platform.token,
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, body: readJson(text) };
}

function readJson(text: string): Json {
  try {
    const parsed: Json = JSON.parse(text);
    return parsed;
  } catch {
    return text;
  }
}
