import { parse } from 'yaml';
import { policyPart } from './policy-part.ts';

const file = `
contexts:
  shop: { team: shop, region: east-1, app: 12 }
  billing: { team: billing, region: east-1, app: 7 }
rules:
  - { when: { context: [shop, billing] }, need: confirm }
  - { when: { context: billing/*/* }, need: approve }
freezes:
  - { from: 2026-11-10, zone: UTC, reason: sale }
  - { from: 2026-12-01, zone: UTC, reason: the billing run, when: { context: billing } }
windows:
  - { open: mon-fri 09:00-17:00, zone: UTC, when: { context: [billing, shop] } }
agents: { contexts: [billing, shop] }
`;

test('a part says nothing of other contexts, also in freezes, windows and what agents may do', () => {
  const part = policyPart(file, new Set(['shop/east-1/12']));
  expect(part).not.toContain('billing');
  expect(parse(part)).toMatchObject({
    rules: [{ when: { context: ['shop'] } }],
    freezes: [{ reason: 'sale' }],
    windows: [{ when: { context: ['shop'] } }],
    agents: { contexts: ['shop'] },
  });
});
