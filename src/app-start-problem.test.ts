import { LogLevel, WebClient } from '@slack/web-api';
import { SlackStartProblem, startProblemText } from './app-start-problem.ts';

async function thrownBy(answer: () => Promise<Response>): Promise<unknown> {
  const client = new WebClient('xoxb-1', { fetch: answer, retryConfig: { retries: 0 }, logLevel: LogLevel.ERROR });
  return client.auth.test().then(
    () => undefined,
    (error: unknown) => error,
  );
}
const refused = (error: string, more = {}) => thrownBy(async () => Response.json({ ok: false, error, ...more }));
const broken = (code: string) =>
  thrownBy(() =>
    Promise.reject(new TypeError('fetch failed', { cause: Object.assign(new Error('getaddrinfo'), { code }) })),
  );
const problemText = (cause: unknown, env = {}, token: SlackStartProblem['token'] = 'SLACK_BOT_TOKEN') =>
  startProblemText(new SlackStartProblem(token, undefined, cause), env);

test.each([
  ['ENOTFOUND', 'the host name can’t be resolved (ENOTFOUND)'],
  ['ECONNREFUSED', 'the connection was refused (ECONNREFUSED)'],
  ['UND_ERR_CONNECT_TIMEOUT', 'the connection timed out (UND_ERR_CONNECT_TIMEOUT)'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'its TLS certificate isn’t trusted (SELF_SIGNED_CERT_IN_CHAIN)'],
  ['EODD', 'the request failed (EODD)'],
])('Slack that can’t be reached (%s) is named, with its address, the cause and the proxy', async (code, why) =>
  expect(problemText(await broken(code))).toBe(
    `Portolan can’t reach Slack at https://slack.com/api/: ${why}. Check the network. Behind a proxy, set HTTPS_PROXY and NODE_USE_ENV_PROXY=1.`,
  ),
);

test('a proxy that is set and not used is pointed out', async () => {
  const error = await broken('ENOTFOUND');
  expect(problemText(error, { HTTPS_PROXY: 'http://proxy:3128' })).toContain(
    'HTTPS_PROXY is set, but Node.js ignores it unless NODE_USE_ENV_PROXY=1 is set too.',
  );
  expect(problemText(error, { https_proxy: 'http://proxy:3128', NODE_USE_ENV_PROXY: '1' })).toMatch(
    /Check the network and the proxy in https_proxy\.$/,
  );
});

test.each([
  ['link_disabled', /^Socket Mode is off in the app’s settings \(link_disabled\)\. Turn it on: .*Socket Mode/],
  ['not_allowed_token_type', /^SLACK_APP_TOKEN isn’t an app-level token .*Create[\s\S]*App-Level Tokens/],
  ['no_permission', /^SLACK_APP_TOKEN isn’t allowed to open connections .*Create[\s\S]*connections:write/],
  ['forbidden_team', /^Slack doesn’t allow Socket Mode in this workspace .*administrator/],
  ['missing_scope', /^SLACK_APP_TOKEN is missing the scope connections:write\./],
  ['team_disabled', /^Slack rejected SLACK_APP_TOKEN \(team_disabled\)/],
])('what keeps Socket Mode from starting (%s) is told with what to do', async (code, text) =>
  expect(problemText(await refused(code), {}, 'SLACK_APP_TOKEN')).toMatch(text),
);

test('a token that Slack rejects is named, with where to get another', async () => {
  const error = await refused('invalid_auth');
  expect(problemText(error)).toMatch(
    /^Slack rejected SLACK_BOT_TOKEN \(invalid_auth\)\. Reinstall[\s\S]*OAuth & Permissions/,
  );
  expect(problemText(error, {}, 'SLACK_APP_TOKEN')).toMatch(/^Slack rejected SLACK_APP_TOKEN[\s\S]*App-Level Tokens/);
  const scope = await refused('missing_scope', { needed: 'connections:write' });
  expect(problemText(scope, {}, 'SLACK_APP_TOKEN')).toContain('SLACK_APP_TOKEN is missing the scope connections:write');
  expect(problemText(await refused('team_access_not_granted'))).toContain('team_access_not_granted');
});
