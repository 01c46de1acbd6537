import type { Variables } from '../config.ts';
import { whereFrom } from '../config-messages.ts';
import { type Text, verbatim } from '../core/text/text.ts';
import { errorCode } from '../core/thrown.ts';
import { slackRefusal } from '../slack/interaction/slack-errors.ts';
import { SocketFailure } from '../slack/socket/socket-receiver.ts';
import { slackCheckMsg } from './report/slack-check-messages.ts';

export type SlackToken = 'SLACK_BOT_TOKEN' | 'SLACK_APP_TOKEN';

interface SlackProblem {
  readonly found: Text;
  readonly fix?: Text;
  readonly where?: Text;
}

/** @param apiUrl base address of the Web API, if it isn't Slack's default */
export function slackProblem(
  error: unknown,
  token: SlackToken,
  apiUrl: string | undefined,
  env: Variables,
): SlackProblem {
  const refusal = slackRefusal(error);
  const address = apiUrl ?? 'https://slack.com/api/';
  const where = whereFrom[token]();
  if (error instanceof SocketFailure)
    return {
      found: slackCheckMsg.cantConnect({ why: reasonText(error) }),
      fix: slackCheckMsg.letOut(),
    };
  const setup = token === 'SLACK_APP_TOKEN' && refusal ? socketSetup[refusal.code] : undefined;
  if (setup) return { ...setup, found: slackCheckMsg.withCode({ found: setup.found, code: refusal?.code ?? '' }) };
  switch (refusal?.fault) {
    case 'bad-token': {
      const fix = token === 'SLACK_BOT_TOKEN' ? slackCheckMsg.reinstall() : slackCheckMsg.createAppToken();
      return { found: slackCheckMsg.rejected({ token, code: refusal.code }), fix, where };
    }
    case 'missing-scope': {
      const scope =
        refusal.needed ?? (token === 'SLACK_APP_TOKEN' ? 'connections:write' : slackCheckMsg.unknownScope());
      return { found: slackCheckMsg.scopeMissing({ token, scope }), fix: slackCheckMsg.addScope(), where };
    }
    case 'app-restricted':
      return {
        found: slackCheckMsg.keptOut({ code: refusal.code }),
        fix: slackCheckMsg.askAdmin(),
      };
    case 'failing':
      return { found: slackCheckMsg.failing({ code: refusal.code }), fix: slackCheckMsg.startLater() };
    case 'rate-limited':
      return { found: slackCheckMsg.rateLimited(), fix: slackCheckMsg.startSoon() };
    case 'unreachable':
      return {
        found: slackCheckMsg.unreachable({ address, why: reasonText(error) }),
        // If another server answers, the network works, so check the address.
        fix: apiUrl !== undefined && isAnswer(error) ? slackCheckMsg.checkApiUrl() : networkHint(env),
      };
    default:
      // Without this check, the page of a proxy or another server would count as an error code.
      return refusal && /^[a-z_]{1,60}$/.test(refusal.code)
        ? { found: slackCheckMsg.refused({ address, code: refusal.code }) }
        : { found: slackCheckMsg.notSlack({ address }), fix: slackCheckMsg.checkApiUrl() };
  }
}

const newAppToken = { fix: slackCheckMsg.newAppToken(), where: whereFrom.SLACK_APP_TOKEN() };
/** Advice for wrong Socket Mode settings, by Slack's code (docs/slack.md#socket-mode). */
const socketSetup: Readonly<Record<string, SlackProblem>> = {
  link_disabled: { found: slackCheckMsg.linkDisabled(), fix: slackCheckMsg.turnOn() },
  too_many_websockets: { found: slackCheckMsg.tooMany(), fix: slackCheckMsg.stopOthers() },
  not_allowed_token_type: { found: slackCheckMsg.notAppToken(), ...newAppToken },
  no_permission: { found: slackCheckMsg.mayNotOpen(), ...newAppToken },
  forbidden_team: { found: slackCheckMsg.socketForbidden(), fix: slackCheckMsg.askOrHttp() },
};

const reasons: Readonly<Record<string, Text>> = {
  ENOTFOUND: slackCheckMsg.noHost(),
  EAI_AGAIN: slackCheckMsg.noHostNow(),
  ECONNREFUSED: slackCheckMsg.connectionRefused(),
  ECONNRESET: slackCheckMsg.connectionLost(),
  UND_ERR_SOCKET: slackCheckMsg.connectionLost(),
  ETIMEDOUT: slackCheckMsg.timedOut(),
  UND_ERR_CONNECT_TIMEOUT: slackCheckMsg.timedOut(),
  ENETUNREACH: slackCheckMsg.noNetwork(),
  EHOSTUNREACH: slackCheckMsg.hostUnreachable(),
  ERR_SSL_WRONG_VERSION_NUMBER: slackCheckMsg.notHttps(),
  EPROTO: slackCheckMsg.notHttps(),
};

function isAnswer(error: unknown): boolean {
  return chainOf(error).some((each) => statusOf(each) !== undefined);
}

/** Returns why a connection failed, with its code, such as `the host name can’t be resolved (ENOTFOUND)`. */
function reasonText(error: unknown): Text {
  const causes = chainOf(error);
  const status = causes.map(statusOf).find((each) => each !== undefined);
  if (status !== undefined) return slackCheckMsg.httpStatus({ status });
  if (causes.some((each) => each instanceof Error && each.name === 'TimeoutError')) return slackCheckMsg.noResponse();
  const code = causes.map(errorCode).findLast((each) => each !== undefined && !each.startsWith('slack_'));
  if (code === undefined)
    return causes.at(-1) instanceof Error ? verbatim(String(causes.at(-1))) : slackCheckMsg.requestFailed();
  const certificate = /CERT|SELF_SIGNED|UNABLE_TO/.test(code) ? slackCheckMsg.untrusted() : undefined;
  return slackCheckMsg.reasonCode({ why: reasons[code] ?? certificate ?? slackCheckMsg.requestFailed(), code });
}

function networkHint(env: Variables): Text {
  const proxy = proxyIn(env);
  if (proxy === undefined) return slackCheckMsg.checkNetwork();
  return isProxyUsed(env) ? slackCheckMsg.checkProxy({ proxy }) : slackCheckMsg.proxyIgnored({ proxy });
}

export function proxyIn(env: Variables): string | undefined {
  return ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy'].find((name) => env[name]);
}

export function isProxyUsed(env: Variables): boolean {
  return env.NODE_USE_ENV_PROXY === '1';
}

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
