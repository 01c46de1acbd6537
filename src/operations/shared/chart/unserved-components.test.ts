import { API, anHttpRule, WEB } from '../../../../test/operations/samples.ts';
import { aPlan, aRequest, aStep } from '../../../../test/sample-requests.ts';
import { hostsOf } from '../../../platform/monitoring/gateway-query.ts';
import { plain } from '../../operation-catalog.ts';
import { type deletedRules, formerRules, unservedText } from './unserved-components.ts';

const at = Date.UTC(2026, 10, 28, 11);
const minute = 60_000;

function deletion(component: string, address: string) {
  const rule = { rule: '7', address, port: '80' };
  const step = aStep({ before: { ...rule, there: true }, after: { ...rule, there: false } });
  return aRequest(at, { state: 'done', ended: at, plan: aPlan({ component, steps: [step] }) });
}

function hostsSince(
  since: number,
  rules: readonly ReturnType<typeof anHttpRule>[],
  ...ran: Parameters<typeof deletedRules>[0]
) {
  return Object.fromEntries(hostsOf([...rules, ...formerRules(rules, ran, since)]));
}

test('a chart has the domain of a rule that was deleted in its range', () => {
  const deleted = deletion(API, 'https://api.shop.test/cart');
  expect(hostsSince(at - minute, [], deleted)).toEqual({ [API]: ['api.shop.test'] });
  expect(hostsSince(at + minute, [], deleted)).toEqual({});
  expect(hostsSince(at - minute, [], { ...deleted, state: 'failed' })).toEqual({});
});

test('a domain that another component has now stays its own', () => {
  const rule = anHttpRule({ serviceId: WEB, domainName: 'Shop.test' });
  expect(hostsSince(at - minute, [rule], deletion(API, 'http://shop.test'))).toEqual({ [WEB]: ['shop.test'] });
  expect(hostsSince(at - minute, [], deletion(API, 'http://a.test'), deletion(WEB, 'http://a.test'))).toEqual({});
});

test('says of each component why the gateway has no figures of it', () => {
  const said = (...rules: readonly ReturnType<typeof anHttpRule>[]) =>
    plain(unservedText([{ id: WEB, name: 'web' }], rules), 'en');
  const none =
    /^Latency, requests and errors of web aren’t measured, because no active HTTP gateway rule leads to it\.$/;
  expect(said()).toMatch(none);
  expect(said(anHttpRule({ isOuterService: false }))).toMatch(none);
  expect(said(anHttpRule())).toMatch(/other components use the same domain\.$/);
});
