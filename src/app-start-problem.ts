import * as z from 'zod';
import { AppNameProblem } from './app-name-lookup.ts';
import { plain } from './checks/report/doctor-catalog.ts';
import { doctorMsg } from './checks/report/doctor-messages.ts';
import { doctorLang } from './checks/report/report.ts';
import { type SlackToken, slackProblem } from './checks/slack-problem.ts';
import type { Variables } from './config.ts';
import { join, type Text } from './core/text/text.ts';
import { errorCode, errorMessage } from './core/thrown.ts';
import { StoreProblem } from './store/store.ts';

/** Thrown if Slack can't be used at startup. `token` is the variable with the token that the call used. */
export class SlackStartProblem extends Error {
  override readonly name = 'SlackStartProblem';
  readonly token: SlackToken;
  /** Base address of the Web API, if it isn't Slack's default. */
  readonly apiUrl: string | undefined;

  constructor(token: SlackToken, apiUrl: string | undefined, cause: unknown) {
    super(errorMessage(cause), { cause });
    this.token = token;
    this.apiUrl = apiUrl;
  }
}

/** Waits for a Slack call that the startup needs. @throws SlackStartProblem with the call's token */
export async function bySlack<T>(
  token: SlackToken,
  { slack }: { readonly slack: { readonly apiUrl: string | undefined } },
  call: Promise<T>,
): Promise<T> {
  try {
    return await call;
  } catch (error) {
    throw new SlackStartProblem(token, slack.apiUrl, error);
  }
}

/** Returns the message to print if Portolan can't start: the problem, and how to fix it. */
export function startProblemText(error: unknown, env: Variables): string {
  if (error instanceof StoreProblem) return plain(error.said, doctorLang(env));
  if (error instanceof AppNameProblem) return error.message;
  if (error instanceof SlackStartProblem) return slackText(error, env);
  const code = errorCode(error);
  const { port, address } = ListenError.safeParse(error).data ?? {};
  const variable = port !== undefined && env.ADMIN_PORT === String(port) ? 'ADMIN_PORT' : 'PORT';
  const inLang = (text: Text) => plain(text, doctorLang(env));
  if (code === 'EADDRINUSE') return inLang(doctorMsg.portInUse({ port: String(port), variable }));
  if (code === 'EACCES' && port !== undefined) return inLang(doctorMsg.portDenied({ port: String(port), variable }));
  if (code === 'EADDRNOTAVAIL') return inLang(doctorMsg.noAddress({ address: address ?? '' }));
  return inLang(doctorMsg.cantStart({ why: errorMessage(error) }));
}

function slackText({ token, apiUrl, cause }: SlackStartProblem, env: Variables): string {
  const { found, fix, where } = slackProblem(cause, token, apiUrl, env);
  const said = plain(fix === undefined ? found : join([found, fix]), doctorLang(env));
  return where === undefined ? said : `${said}\n    → ${plain(where, doctorLang(env))}`;
}

/** Fields that Node adds to an error of `listen`. */
const ListenError = z.object({ port: z.number().optional(), address: z.string().optional() });
