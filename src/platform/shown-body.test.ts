import type { Json } from '../core/text/json.ts';
import { shownBody } from './shown-body.ts';

const secret = '[secret]';

test.each<[string, string, Json, Json]>([
  ['nothing to hide', 'updatePort', { action: 'open_outer' }, { action: 'open_outer' }],
  [
    'text fields that the row names',
    'createGatewayRule',
    { http: { domain_cookie: 'a=b;session_token=x', domain_header: 'Authorization:x' } },
    { http: { domain_cookie: `a=b;session_token=${secret}`, domain_header: `Authorization:${secret}` } },
  ],
  [
    'the same names elsewhere',
    'updatePort',
    { domain_cookie: 'session_token=x' },
    { domain_cookie: 'session_token=x' },
  ],
  [
    'lists of texts, as in the document',
    'createGatewayRule',
    { http: { rule_extensions: ['lb-type:round-robin', 'api_key:x'] } },
    { http: { rule_extensions: ['lb-type:round-robin', `api_key:${secret}`] } },
  ],
  [
    'pairs at any depth, whatever the call',
    'unknown',
    { deep: [{ set_headers: [{ key: 'Authorization', value: 'x', more: 1 }] }] },
    { deep: [{ set_headers: [{ key: 'Authorization', value: secret, more: 1 }] }] },
  ],
])('%s', (_what, operation, body, expected) => expect(shownBody({ operation, body })).toEqual(expected));

test('a call without a body has none to show', () => expect(shownBody({ operation: 'deletePort' })).toBeUndefined());
