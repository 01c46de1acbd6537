import { WebClient } from '@slack/web-api';
import { identify } from './identify.ts';
import { scopes } from './manifest.ts';

const answer = { ok: true, user_id: 'U1', user: 'portolan', team_id: 'T1', team: 'Shop Inc.' };

function identified(granted: string | undefined, more = {}) {
  const headers = granted === undefined ? {} : { 'x-oauth-scopes': granted };
  const send = async () => Response.json({ ...answer, ...more }, { headers });
  return identify(new WebClient('xoxb-1', { fetch: send, retryConfig: { retries: 0 } }));
}

test('the workspace and the scopes that the token lacks are known', async () => {
  const granted = scopes.filter((scope) => scope !== 'files:write' && scope !== 'users:read').join(',');
  expect(await identified(granted)).toEqual({
    user: 'U1',
    name: 'portolan',
    team: 'T1',
    workspace: 'Shop Inc.',
    missingScopes: ['files:write', 'users:read'],
  });
  expect((await identified([...scopes, 'team:read'].join(', '))).missingScopes).toEqual([]);
  expect((await identified(undefined, { enterprise_id: 'E1' })).enterprise).toBe('E1');
});
