import type { Variables } from '../config.ts';
import { whereFrom } from '../config-variables.ts';
import { errorCode } from '../core/thrown.ts';
import { slackRefusal } from '../slack/interaction/slack-errors.ts';
import { SocketFailure } from '../slack/socket/open-socket.ts';

/** The variable of the token that a call to Slack was made with. */
export type SlackToken = 'SLACK_BOT_TOKEN' | 'SLACK_APP_TOKEN';

/** Why a call to Slack failed, in sentences: what happened, what to do, and where the token comes from. */
export interface SlackProblem {
  readonly found: string;
  readonly fix?: string;
  readonly where?: string;
}

/**
 * Words for the failure of a call that the start needs.
 * @param apiUrl base address of the Web API; undefined: Slack's own
 */
export function slackProblem(
  error: unknown,
  token: SlackToken,
  apiUrl: string | undefined,
  env: Variables,
): SlackProblem {
  const refusal = slackRefusal(error);
  const address = apiUrl ?? 'https://slack.com/api/';
  const where = whereFrom[token];
  if (error instanceof SocketFailure)
    return {
      found: `Portolan can’t connect to Slack’s Socket Mode: ${reasonText(error)}.`,
      fix: 'Check that connections to wss://wss-primary.slack.com can leave the network. Socket Mode ignores proxies.',
    };
  const setup = token === 'SLACK_APP_TOKEN' && refusal ? socketSetup[refusal.code] : undefined;
  if (setup) return { ...setup, found: `${setup.found} (${refusal?.code}).` };
  switch (refusal?.fault) {
    case 'bad-token': {
      const fix =
        token === 'SLACK_BOT_TOKEN'
          ? 'Reinstall the app in the workspace and set the new token.'
          : 'Create a new app-level token and set it.';
      return { found: `Slack rejected ${token} (${refusal.code}).`, fix, where };
    }
    case 'missing-scope':
      return {
        found: `${token} is missing the scope ${refusal.needed ?? (token === 'SLACK_APP_TOKEN' ? 'connections:write' : '(unknown)')}.`,
        fix: 'Add it and set the new token.',
        where,
      };
    case 'app-restricted':
      return {
        found: `Slack keeps Portolan out of the workspace for now (${refusal.code}).`,
        fix: 'Ask an administrator of the workspace to allow the app, from this network too.',
      };
    case 'failing':
      return { found: `Slack can’t answer at the moment (${refusal.code}).`, fix: 'Start Portolan again later.' };
    case 'rate-limited':
      return { found: 'Slack is rate-limiting Portolan.', fix: 'Wait a minute, then start Portolan again.' };
    case 'unreachable':
      return { found: `Portolan can’t reach Slack at ${address}: ${reasonText(error)}.`, fix: networkHint(env) };
    default:
      // A page of a proxy or of another server counts as the code otherwise.
      return refusal && /^[a-z_]{1,60}$/.test(refusal.code)
        ? { found: `Slack refused a call at ${address}: ${refusal.code}.` }
        : { found: `What answers at ${address} isn’t Slack’s Web API.`, fix: 'Check SLACK_API_URL.' };
  }
}

const newAppToken = { fix: 'Create an app-level token (xapp-…) and set it.', where: whereFrom.SLACK_APP_TOKEN };
const overHttp = 'remove SLACK_APP_TOKEN and set SLACK_SIGNING_SECRET, to use HTTP';
/** What is set up wrongly for Socket Mode, by Slack's code (docs/slack.md#socket-mode). */
const socketSetup: Readonly<Record<string, SlackProblem>> = {
  link_disabled: {
    found: 'Socket Mode is off in the app’s settings',
    fix: `Turn it on: api.slack.com/apps → your app → Socket Mode. Or ${overHttp}.`,
  },
  too_many_websockets: {
    found: 'The app has 10 connections already, as many as Slack allows',
    fix: 'Stop other processes that use the same SLACK_APP_TOKEN.',
  },
  not_allowed_token_type: { found: 'SLACK_APP_TOKEN isn’t an app-level token', ...newAppToken },
  no_permission: { found: 'SLACK_APP_TOKEN isn’t allowed to open connections', ...newAppToken },
  forbidden_team: {
    found: 'Slack doesn’t allow Socket Mode in this workspace',
    fix: `Ask an administrator of the workspace. Or ${overHttp}.`,
  },
};

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
  ERR_SSL_WRONG_VERSION_NUMBER: 'this address doesn’t use HTTPS',
  EPROTO: 'this address doesn’t use HTTPS',
};

/** Why a connection failed, with its code, such as `the host name can’t be resolved (ENOTFOUND)`. */
function reasonText(error: unknown): string {
  const causes = chainOf(error);
  const status = causes.map(statusOf).find((each) => each !== undefined);
  if (status !== undefined) return `it responded with HTTP ${status}`;
  if (causes.some((each) => each instanceof Error && each.name === 'TimeoutError')) return 'it didn’t respond in time';
  const code = causes.map(errorCode).findLast((each) => each !== undefined && !each.startsWith('slack_'));
  if (code === undefined) return causes.at(-1) instanceof Error ? String(causes.at(-1)) : 'the request failed';
  const certificate = /CERT|SELF_SIGNED|UNABLE_TO/.test(code) ? 'its TLS certificate isn’t trusted' : undefined;
  return `${reasons[code] ?? certificate ?? 'the request failed'} (${code})`;
}

function networkHint(env: Variables): string {
  const proxy = proxyIn(env);
  if (proxy === undefined) return 'Check the network. Behind a proxy, set HTTPS_PROXY and NODE_USE_ENV_PROXY=1.';
  return isProxyUsed(env)
    ? `Check the network and the proxy in ${proxy}.`
    : `${proxy} is set, but Node.js ignores it unless NODE_USE_ENV_PROXY=1 is set too.`;
}

/** The variable that names a proxy, if one is set. */
export function proxyIn(env: Variables): string | undefined {
  return ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy'].find((name) => env[name]);
}

/** Whether Node.js sends its calls through the proxy that a variable names. */
export function isProxyUsed(env: Variables): boolean {
  return env.NODE_USE_ENV_PROXY === '1';
}

/** An error with its causes, outermost first. */
function chainOf(error: unknown): readonly unknown[] {
  const chain: unknown[] = [];
  for (let each = error; each !== undefined && chain.length < 10; each = each instanceof Error ? each.cause : undefined)
    chain.push(each);
  return chain;
}

function statusOf(error: unknown): number | undefined {
  return error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number'
    ? error.statusCode
    : undefined;
}
