import type { ReadPlace } from '../../src/operations/app/overview/read-overview.ts';
import { type ComponentSummary, readComponents } from '../../src/platform/component/component-endpoints.ts';
import { API, anHttpRule, ask, aTcpRule, WEB } from './samples.ts';

export function someComponents(all: Readonly<Record<string, Record<string, unknown>>>): readonly ComponentSummary[] {
  const listed = Object.entries(all).map(([alias, more], index) => ({
    service_id: `c0de${index}`,
    service_alias: `gr${alias}`,
    service_cname: alias,
    status: 'running',
    create_status: 'complete',
    ...more,
  }));
  return readComponents(listed) ?? [];
}

const certificate = {
  id: 7,
  alias: 'shop-wildcard',
  issuedTo: ['*.shop.test'],
  issuedBy: undefined,
  hasExpired: false,
};

/** @param at time of the sample, epoch ms */
export const aReadPlace = (at: number): ReadPlace => ({
  context: { ...ask.context, name: 'shop' },
  components: {
    at,
    value: someComponents({
      web: { service_id: WEB },
      api: { service_id: API },
      orders: { status: 'some_abnormal' },
      promo: { status: 'closed' },
      search: { status: 'upgrade' },
      indexer: { status: 'starting' },
      importer: { status: 'undeploy' },
      sync: { status: '' },
      migrate: { status: 'succeeded' },
      payments: { status: 'closed', service_source: 'third_party' },
      draft: { status: 'closed', create_status: 'creating' },
    }),
  },
  rules: {
    at,
    value: {
      http: [
        anHttpRule(),
        anHttpRule({ domainName: 'gr5a1b2c-8080-shop.apps.test', type: 0 }),
        anHttpRule({ domainName: 'old.shop.test', containerPort: 9090, isOuterService: false }),
      ],
      tcp: [aTcpRule({ serviceId: API, containerPort: 9100, endPoint: '203.0.113.9:30021', isOuterService: true })],
    },
  },
  certificates: {
    at,
    value: [
      { ...certificate, expiresAt: at + 3 * 86_400_000 },
      { ...certificate, id: 8, alias: 'later', expiresAt: at + 40 * 86_400_000 },
      { ...certificate, id: 9, alias: 'over', hasExpired: true, expiresAt: at - 86_400_000 },
    ],
  },
});
