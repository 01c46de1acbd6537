import { plain } from '../../operation-catalog.ts';
import { collectedItem, missingSource } from './collected-items.ts';
import { chartItems, itemOfWord, usualItemWords } from './item-word-messages.ts';

test('what to use instead has its name in the reader’s language, and its word as code', () => {
  const missing = missingSource('request_time', { requests: false, gateway: true, containers: true, kubeState: true });
  expect(missing && plain(missing.why, 'zh')).toMatch(/请改用网关延迟（`gateway-latency`）。$/);
  expect(missing && plain(missing.why, 'en')).toMatch(/Use `gateway-latency` instead\.$/);
  const others = missingSource('request', { requests: false, gateway: false, containers: true, kubeState: true });
  expect(others && plain(others.why, 'zh')).toMatch(/请改用 CPU（`cpu`）、内存（`memory`）、网络（`network`）。$/);
});

test.each([
  ['request_time', { requests: false, gateway: true }, 'gateway_latency'],
  ['request_time', { requests: true, gateway: true }, 'request_time'],
  ['request_time', { requests: false, gateway: false }, undefined],
  ['gateway_errors', { requests: true, gateway: false }, undefined],
  ['memory', { requests: false, gateway: false }, 'memory'],
])('the chart of an alert about %s in a region that has %o is that of %s', (item, sources, expected) =>
  expect(collectedItem(item, { containers: true, kubeState: true, ...sources })).toBe(expected),
);

test.each(['en', 'zh'] as const)('each item’s word that is offered in %s can be typed', (lang) =>
  expect(chartItems.map((item) => itemOfWord(plain(usualItemWords([item]), lang)))).toEqual(chartItems),
);
