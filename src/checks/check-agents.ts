import { errorCode } from '../core/thrown.ts';
import { about, type Finding } from './finding.ts';

/** What answered at `MCP_URL`, or why nothing did. */
export type AgentsReply =
  | {
      readonly status: number;
      /** What it asks for, and where it sends the caller, as its headers say. */
      readonly challenge?: string | undefined;
      readonly location?: string | undefined;
    }
  | { readonly code: string };

const timeoutMs = 5_000;

/** Asks the public address of `/mcp` for nothing, without a token. Only this shows whether the proxy in front of it is right. */
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

/** Whether agents can connect, as far as it can be seen from this machine. */
export function checkAgents(url: string, reply: AgentsReply): Finding {
  const { ok, warning } = about('agents-address');
  const why = 'Agents can’t connect.';
  if ('code' in reply)
    return warning(`${url} doesn’t answer from this machine (${reply.code}).`, {
      why,
      fix: 'Start the bot. If it runs, check this address: DNS, the proxy, the certificate.',
    });
  switch (reply.status) {
    case 401:
      if (reply.challenge?.includes('realm="Portolan"')) return ok(`${url} answers, and asks for a token`);
      return warning(`something else at ${url} asks for a login (HTTP 401).`, {
        why,
        fix: 'Let the proxy pass /mcp on without a login: the bot asks for a token itself.',
      });
    case 403:
      return warning(`${url} was called by another name than its own (HTTP 403).`, {
        why,
        fix: 'Let the proxy pass the header Host on unchanged.',
      });
    case 404:
      return warning(`nothing is at ${url} (HTTP 404).`, {
        why,
        fix: 'Publish /mcp at the proxy (docs/deployment.md, Proxies), and restart the bot if MCP_URL is new.',
      });
    case 502:
    case 503:
    case 504:
      return warning(`the proxy at ${url} can’t reach the bot (HTTP ${reply.status}).`, {
        why,
        fix: 'Start the bot. If it runs, check where the proxy sends /mcp.',
      });
    default: {
      const target = reply.location === undefined ? '' : ` and leads to ${shownTarget(reply.location)}`;
      return warning(`something else answers at ${url} (HTTP ${reply.status})${target}.`, {
        why,
        fix: 'Set MCP_URL to the public address of /mcp on this bot.',
      });
    }
  }
}

/** The target of a redirect, without what a query may hold. */
function shownTarget(location: string): string {
  return location.split(/[?#]/, 1)[0]?.slice(0, 200) ?? '';
}

/** Whether Slackbot can connect, too: Slack signs its requests, which Socket Mode doesn't need the secret for. */
export function checkSlackbot(hasSigningSecret: boolean): Finding {
  const { ok } = about('agents-slackbot');
  if (hasSigningSecret) return ok('its requests can be verified');
  return ok('isn’t set up: without SLACK_SIGNING_SECRET, only agents with a token connect', {
    fix: 'To let Slackbot connect, set SLACK_SIGNING_SECRET.',
  });
}
