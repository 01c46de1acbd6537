import type { UsableConfig } from '../config.ts';
import { errorCode } from '../core/thrown.ts';
import { doctorMsg } from './report/doctor-messages.ts';
import { about, type Finding } from './report/finding.ts';

export async function agentsFindings(url: string, slack: UsableConfig['slack']): Promise<readonly Finding[]> {
  const slackbot = slack ? [checkSlackbot(slack.signingSecret !== undefined)] : [];
  return [checkAgents(url, await callAgentsUrl(url)), ...slackbot];
}

type AgentsReply =
  | {
      readonly status: number;
      readonly challenge?: string | undefined;
      readonly location?: string | undefined;
    }
  | { readonly code: string };

const timeoutMs = 5_000;

/** Sends an empty request without a token to the public address of `/mcp`, to check the proxy in front of it. */
export async function callAgentsUrl(url: string): Promise<AgentsReply> {
  try {
    const { status, headers } = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const { 'www-authenticate': challenge, location } = Object.fromEntries(headers);
    return { status, challenge, location };
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    return { code: errorCode(cause) ?? (cause instanceof Error ? cause.name : 'unknown') };
  }
}

export function checkAgents(url: string, reply: AgentsReply): Finding {
  const { ok, warning } = about('agents-address');
  const why = doctorMsg.agentsCantConnect();
  if ('code' in reply)
    return warning(doctorMsg.agentsSilent({ url, code: reply.code }), {
      why,
      fix: doctorMsg.agentsStart(),
    });
  switch (reply.status) {
    case 401:
      if (reply.challenge?.includes('realm="Portolan"')) return ok(doctorMsg.agentsFine({ url }));
      return warning(doctorMsg.agentsLogin({ url }), {
        why,
        fix: doctorMsg.agentsNoLogin(),
      });
    case 403:
      return warning(doctorMsg.agentsOtherName({ url }), {
        why,
        fix: doctorMsg.agentsHost(),
      });
    case 404:
      return warning(doctorMsg.agentsNothing({ url }), {
        why,
        fix: doctorMsg.agentsPublish(),
      });
    case 502:
    case 503:
    case 504:
      return warning(doctorMsg.agentsProxy({ url, status: reply.status }), {
        why,
        fix: doctorMsg.agentsCheckProxy(),
      });
    default: {
      const { status, location } = reply;
      const text =
        location === undefined
          ? doctorMsg.agentsOther({ url, status })
          : doctorMsg.agentsRedirect({ url, status, target: shownTarget(location) });
      return warning(text, {
        why,
        fix: doctorMsg.agentsAddress(),
      });
    }
  }
}

/** Returns the target of a redirect without its query, which may hold secrets. */
function shownTarget(location: string): string {
  return location.split(/[?#]/, 1)[0]?.slice(0, 200) ?? '';
}

/** Checks whether Slackbot can connect. It needs the signing secret even with Socket Mode. */
function checkSlackbot(hasSigningSecret: boolean): Finding {
  const { ok } = about('agents-slackbot');
  return ok(hasSigningSecret ? doctorMsg.slackbotFine() : doctorMsg.slackbotOff());
}
