import { anHttpRule, aTcpRule } from '../../../test/operations/samples.ts';
import { langs, type Text } from '../../core/text/text.ts';
import type { HttpRule } from '../../platform/gateway/gateway-endpoints.ts';
import { plain } from '../operation-catalog.ts';
import { conditionText, readCondition } from './gateway-params.ts';
import { httpDifferences, type RequestedHttp, tcpDifferences } from './gateway-rows.ts';

const plainRequest: RequestedHttp = {
  certificate_id: 0,
  domain_path: '/',
  domain_cookie: '',
  domain_header: '',
  the_weight: 100,
  rule_extensions: [],
  auto_ssl: false,
  configuration: {},
};
const console = { dialect: 'console', ignoresProxy: true, isDefaultDomain: false } as const;

function words(texts: readonly Text[]): readonly string[] {
  for (const lang of langs) for (const text of texts) expect(plain(text, lang)).not.toMatch(/undefined|\[object/);
  return texts.map((text) => plain(text, 'en'));
}

describe('what the platform did not apply of an HTTP rule', () => {
  test('nothing, where it saved what was requested', () => {
    expect(httpDifferences(plainRequest, anHttpRule(), console)).toEqual([]);
    const requested = { ...plainRequest, certificate_id: 7, domain_cookie: 'a=b', the_weight: 0, domain_path: '/x' };
    const saved = { protocol: 'https', certificateId: 7, domainCookie: 'a:b', theWeight: 0, domainPath: '/x' };
    expect(httpDifferences(requested, anHttpRule(saved), console)).toEqual([]);
  });

  test.each<[Partial<RequestedHttp>, Partial<HttpRule>, RegExp]>([
    [{ certificate_id: 999 }, { protocol: 'https', certificateId: 0 }, /^Certificate 999 .*serves http only/],
    [{ certificate_id: 999 }, { protocol: 'http', certificateId: undefined }, /^Certificate 999 .*serves http only/],
    [{ certificate_id: 7 }, { protocol: 'https', certificateId: 8 }, /^Certificate .* requested 7, saved 8/],
    [{ domain_path: '/cart' }, { domainPath: '' }, /^Path .* requested \/cart, saved \//],
    [{ domain_cookie: 'v=beta' }, { domainCookie: '' }, /^Cookie condition .* requested v=beta, saved –/],
    [{ domain_header: 'X-Token=abc' }, { domainHeader: 'X-Token=abd' }, /^Header [^=]*requested X-Token=\[secret\]/],
    [{ the_weight: 50 }, {}, /^Weight .* requested 50, saved 100/],
    [{}, { type: 0 }, /^Rule type .* requested custom, saved default/],
    [{}, { rewrites: '[{"regex":"/a"}]' }, /rewrites the path, which wasn’t requested/],
    [{ auto_ssl: true }, { autoSsl: false }, /^Automatic certificate .* requested yes, saved no/],
    [{ rule_extensions: ['lb-type:a'] }, { ruleExtensions: ['lb-type:b'] }, /requested lb-type:a, saved lb-type:b/],
    [{ rule_extensions: ['lb-type:a'] }, {}, /^Extensions weren’t checked/],
    [{ configuration: { proxy_read_timeout: 9 } }, {}, /^Proxy settings weren’t applied/],
  ])('requested %j, saved %j', (requested, saved, says) => {
    const texts = words(httpDifferences({ ...plainRequest, ...requested }, anHttpRule(saved), console));
    expect(texts).toEqual([expect.stringMatching(says)]);
    expect(texts.join()).not.toMatch(/\bab[cd]\b/);
  });
});

test('of a TCP rule', () => {
  const extensions = { rule_extensions: ['lb-type:round-robin'] };
  const requested = { end_point: '0.0.0.0:30021', default_port: 30_021, default_ip: '0.0.0.0', ...extensions };
  const saved = aTcpRule({ ruleExtensions: 'lb-type:round-robin' });
  expect(tcpDifferences(requested, saved, 'console')).toEqual([]);
  expect(tcpDifferences(requested, aTcpRule({ ruleExtensions: undefined, type: undefined }), 'console')).toEqual([]);
  const other = { ...requested, default_ip: '203.0.113.9' };
  expect(words(tcpDifferences(other, saved, 'console')).join()).toContain('203.0.113.9');
  expect(tcpDifferences(other, saved, 'document')).toEqual([]);
  const both = words(tcpDifferences(requested, aTcpRule({ ruleExtensions: '', type: 1 }), 'console'));
  expect(both).toEqual([expect.stringMatching(/^Extensions .*saved –/), expect.stringMatching(/^Rule type .*custom/)]);
});

test.each([
  ['version=beta', 'version=beta'],
  ['version:beta', 'version=beta'],
  ['a=b; c : d;', 'a=b;c=d'],
  ['url:http://x', 'url=http://x'],
  ['a=b:c=d', 'a=b:c=d'],
])('conditions: %s is sent as %s', (typed, sent) => {
  expect(readCondition(typed)).toEqual({ ok: true, value: sent });
  expect(conditionText(sent)).toBe(sent);
});
