import type { Json } from '../../src/core/text/json.ts';
import type { OnceFault } from './component/lifecycle-faults.ts';
import type { SimulatedWorld } from './simulated-world.ts';
import { traceback } from './trace.ts';

/** Answer on the wire. `html`: an HTML page instead of JSON. `empty`: no body and no content type. */
export type SimulatedAnswer = {
  readonly status: number;
  readonly json: Json;
  readonly html?: string;
  readonly empty?: true;
  readonly headers?: { readonly [name: string]: string };
};

export type SimulatedOutcome = {
  readonly world: SimulatedWorld;
  readonly answer: SimulatedAnswer;
  readonly spent?: OnceFault | undefined;
};

/**
 * Answer that ends an operation early. It is thrown, and caught once in the dispatcher, like the console's exceptions.
 * `world` contains the changes made before, because the console has no transactions.
 */
export class PlatformRefusal extends Error {
  readonly answer: SimulatedAnswer;
  readonly world: SimulatedWorld | undefined;
  readonly spent: OnceFault | undefined;

  constructor(answer: SimulatedAnswer, world?: SimulatedWorld, spent?: OnceFault) {
    super(`answered ${answer.status}`);
    this.answer = answer;
    this.world = world;
    this.spent = spent;
  }
}

export function bare(json: Json): SimulatedAnswer {
  return { status: 200, json };
}

/** 200 in the envelope, with `data.bean` or `data.list`. */
export function enveloped(msgShow: string, data: { readonly bean?: Json; readonly list?: Json }): SimulatedAnswer {
  const { bean = {}, list = [] } = data;
  return { status: 200, json: { code: 200, msg: 'success', msg_show: msgShow, data: { bean, list } } };
}

/** Status 200 without a body, as the answer to scaling. */
export const emptyAnswer: SimulatedAnswer = { status: 200, json: null, empty: true };

/** Shape A of docs/platform.md#errors: a business error. */
export function business(status: number, msg: string, msgShow: string, code = status): SimulatedAnswer {
  return { status, json: { code, msg, msg_show: msgShow, data: { bean: {}, list: [] } } };
}

/** Shape B: a validation error. `errors` contains the messages by field. */
export function invalid(errors: Json): SimulatedAnswer {
  return { status: 400, json: { detail: '参数错误', err: errors, code: 20400, error_type: 'ValidationError' } };
}

/** Shape D: an error of the framework, with traceback. */
export function framework(status: number, detail: string, errorType: string, where: string): SimulatedAnswer {
  const headers: Record<string, string> = status === 401 ? { 'WWW-Authenticate': 'Token' } : {};
  const error_trace = traceback(where, `rest_framework.exceptions.${errorType}: ${detail}`);
  return {
    status,
    headers,
    json: { detail, code: status, msg: detail, msg_show: detail, error_type: errorType, error_trace },
  };
}

/** Shape E: an uncaught exception. */
export function crash(errorType: string, message: string, where: string): SimulatedAnswer {
  const error_trace = traceback(where, `${errorType}: ${message}`);
  const error_details = { args: [message], message, module: 'builtins' };
  return {
    status: 500,
    json: { code: 10401, msg: message, msg_show: error_trace, error_type: errorType, error_trace, error_details },
  };
}

/** Shape F: only a message, as some gateway checks return. */
export function terse(status: number, msg: string): SimulatedAnswer {
  return { status, json: { msg } };
}

/** Shape G: an HTML page instead of JSON (docs/platform.md#region-failures). */
export const serverErrorPage: SimulatedAnswer = {
  status: 500,
  json: null,
  html: '<h1>server error</h1>',
  headers: { 'Content-Type': 'text/html; charset=utf8' },
};

export const notFoundPage: SimulatedAnswer = {
  status: 404,
  json: null,
  html: `
<!doctype html>
<html lang="en">
<head>
  <title>Not Found</title>
</head>
<body>
  <h1>Not Found</h1><p>The requested resource was not found on this server.</p>
</body>
</html>
`,
};
