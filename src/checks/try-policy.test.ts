import { tryPolicy } from './try-policy.ts';

const now = Date.UTC(2026, 10, 1);
const file = `
contexts: { shop: { team: shop, region: east-1, app: 12, channel: C0SHOP } }
roles: { managers: { users: [U0ONE, U0TWO] } }
rules: [{ when: { risk: disrupt }, need: approve, from: managers }]
freezes:
  - { from: 2026-11-10T18:00, to: 2026-11-12, zone: Asia/Shanghai, reason: Double Eleven,
      exception: { need: approve, from: managers, count: 2 } }
`;

test.each([
  ['component deploy web', '2026-11-10T17:59', 'no freeze keeps it from running'],
  [
    'component deploy web',
    '2026-11-10T18:00',
    'Frozen until 00:00 UTC+8, 13 Nov 2026. Reason: “Double Eleven” (line 6 of the policy file)',
  ],
  ['component deploy web', '2026-11-11', 'An exception needs a reason and approval from 2 people from managers.'],
  ['component deploy web', '2026-11-11', 'it needs approval from managers.'],
  ['component restart web', '2026-11-11', 'Freezes and windows never cover this'],
  ['port open web 8080', '2026-11-11', 'no freeze keeps it from running'],
])('%s at %s', (words, at, says) => {
  const { ok, lines } = tryPolicy(file, { words, at, zone: 'Asia/Shanghai' }, now);
  expect(ok).toBe(true);
  expect(lines.join('\n')).toContain(says);
  expect(lines.join('\n')).toContain('stop only changes that are made with Portolan');
});

test('what a freeze names of what is never frozen isn’t said to be free of all of them', () => {
  const also = file.replace('reason:', 'also: restart, reason:');
  const tried = { words: 'component restart web', at: '2026-11-20', zone: 'UTC' };
  expect(tryPolicy(also, tried, now).lines.join()).toContain('no freeze keeps it from running');
});

test('a reason is literal, and an app can be given by its name', () => {
  const file = `
contexts: { shop: { team: shop, region: east-1, app: store } }
freezes: [{ from: 2026-11-10T18:00, to: 2026-11-12, zone: UTC, when: { context: shop }, reason: "*2*3*4*" }]
`;
  const tried = { words: 'component deploy web', at: '2026-11-11', in: 'shop/east-1/store' };
  expect(tryPolicy(file, tried, now).lines[0]).toMatch(/Frozen until .*Reason: “\*2\*3\*4\*” \(line 3/);
});

test.each([
  [{ words: 'component frob' }, 'isn’t a change'],
  [{ words: 'component deploy web', at: 'soon' }, 'isn’t a time'],
  [{ words: 'component deploy web', zone: 'Mars' }, 'isn’t a time zone'],
  [{ words: 'component deploy web', in: 'nowhere' }, 'isn’t a context'],
])('%j can’t be tried', (tried, says) => {
  const { ok, lines } = tryPolicy(file, tried, now);
  expect(ok).toBe(false);
  expect(lines.join()).toContain(says);
});

test('a mistake of the file is told with its line', () =>
  expect(tryPolicy('freezes: [{ zone: Mars, reason: x }]', { words: 'component deploy web' }, now).lines).toEqual([
    '1:19 “Mars” isn’t a time zone, such as Asia/Shanghai',
  ]));
