import * as z from 'zod';
import { AppNameProblem } from './app-name-lookup.ts';
import { whereFrom } from './config-variables.ts';
import { slackRefusal } from './slack/interaction/slack-errors.ts';

/** Slack can't be used at startup. `token` is the variable of the token that the call was made with. */
export class SlackStartProblem extends Error {
  override readonly name = 'SlackStartProblem';
  readonly token: 'SLACK_BOT_TOKEN' | 'SLACK_APP_TOKEN';
  /** Base address of the Web API. */
  readonly apiUrl: string;

  constructor(token: SlackStartProblem['token'], apiUrl: string | undefined, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.token = token;
    this.apiUrl = apiUrl ?? 'https://slack.com/api/';
  }
}

/** Waits for a call that the start needs; its error then names the token. @throws SlackStartProblem */
export async function bySlack<T>(
  token: SlackStartProblem['token'],
  { slack }: { readonly slack: { readonly apiUrl: string | undefined } },
  call: Promise<T>,
): Promise<T> {
  try {
    return await call;
  } catch (error) {
    throw new SlackStartProblem(token, slack.apiUrl, error);
  }
}

type Variables = Readonly<Record<string, string | undefined>>;

/** What is printed when Portolan can't start: what is wrong, and what to do. `error` is no `StoreProblem`. */
export function startProblemText(error: unknown, env: Variables): string {
  if (error instanceof AppNameProblem) return error.message;
  if (error instanceof SlackStartProblem) return slackText(error, env);
  const code = codeOf(error);
  const { port, address } = addressOf(error);
  const variable = port !== undefined && env.ADMIN_PORT === String(port) ? 'ADMIN_PORT' : 'PORT';
  if (code === 'EADDRINUSE') return `Port ${port} is already in use. Set ${variable} to a free port.`;
  if (code === 'EACCES' && port !== undefined)
    return `Portolan isn’t allowed to listen on port ${port}. Set ${variable} to a port above 1023.`;
  if (code === 'EADDRNOTAVAIL') return `This machine doesn’t have the address ${address}. Check HOST.`;
  return `Portolan can’t start: ${error instanceof Error ? error.message : String(error)}`;
}

function slackText({ token, apiUrl, cause, message }: SlackStartProblem, env: Variables): string {
  const refusal = slackRefusal(cause);
  const where = `\n    → ${whereFrom[token]}`;
  switch (refusal?.fault) {
    case 'bad-token':
      return token === 'SLACK_BOT_TOKEN'
        ? `Slack rejected SLACK_BOT_TOKEN (${refusal.code}). Reinstall the app in the workspace and set the new token.${where}`
        : `Slack rejected SLACK_APP_TOKEN (${refusal.code}). Create a new app-level token and set it.${where}`;
    case 'missing-scope':
      return `${token} is missing the scope ${refusal.needed ?? '(unknown)'}. Add it and set the new token.${where}`;
    case 'rate-limited':
      return 'Slack is rate-limiting Portolan. Wait a minute, then start Portolan again.';
    case 'unreachable':
      return `Portolan can’t reach Slack at ${apiUrl}: ${reasonText(cause)}. ${networkHint(env)}`;
    default:
      return `Portolan can’t start because Slack refused a call at ${apiUrl}: ${refusal?.code ?? message}`;
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOTFOUND: 'the host name can’t be resolved',
  EAI_AGAIN: 'the host name can’t be resolved at the moment',
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was lost',
  UND_ERR_SOCKET: 'the connection was lost',
  ETIMEDOUT: 'the connection timed out',
  UND_ERR_CONNECT_TIMEOUT: 'the connection timed out',
  ENETUNREACH: 'the network can’t be reached',
  EHOSTUNREACH: 'the host can’t be reached',
  ERR_SSL_WRONG_VERSION_NUMBER: 'there is no HTTPS at this address',
  EPROTO: 'there is no HTTPS at this address',
};

/** Why a connection failed, with its code, such as `the host name can’t be resolved (ENOTFOUND)`. */
function reasonText(error: unknown): string {
  const causes = chainOf(error);
  const status = causes.map(statusOf).find((each) => each !== undefined);
  if (status !== undefined) return `it responded with HTTP ${status}`;
  if (causes.some((each) => each instanceof Error && each.name === 'TimeoutError')) return 'it didn’t respond in time';
  const code = causes.map(codeOf).findLast((each) => each !== undefined && !each.startsWith('slack_'));
  if (code === undefined) return causes.at(-1) instanceof Error ? String(causes.at(-1)) : 'the request failed';
  const certificate = /CERT|SELF_SIGNED|UNABLE_TO/.test(code) ? 'its TLS certificate isn’t trusted' : undefined;
  return `${reasons[code] ?? certificate ?? 'the request failed'} (${code})`;
}

function networkHint(env: Variables): string {
  const proxy = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy'].find((name) => env[name]);
  if (proxy === undefined) return 'Check the network. Behind a proxy, set HTTPS_PROXY and NODE_USE_ENV_PROXY=1.';
  return env.NODE_USE_ENV_PROXY === '1'
    ? `Check the network and the proxy in ${proxy}.`
    : `${proxy} is set, but Node.js ignores it unless NODE_USE_ENV_PROXY=1 is set too.`;
}

/** An error with its causes, outermost first. */
function chainOf(error: unknown): readonly unknown[] {
  const chain: unknown[] = [];
  for (let each = error; each !== undefined && chain.length < 10; each = each instanceof Error ? each.cause : undefined)
    chain.push(each);
  return chain;
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

function statusOf(error: unknown): number | undefined {
  return error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number'
    ? error.statusCode
    : undefined;
}

/** What Node adds to an error of listening. */
const ListenError = z.object({ port: z.number().exactOptional(), address: z.string().exactOptional() });

function addressOf(error: unknown): z.infer<typeof ListenError> {
  return ListenError.safeParse(error).data ?? {};
}
