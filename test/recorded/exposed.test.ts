import * as z from 'zod';
import { exposedAddresses } from '../../src/operations/shared/exposure/exposed-address.ts';
import { readGatewayRules } from '../../src/platform/gateway/gateway-endpoints.ts';
import { consoleRecordings, recordings } from './recorded.ts';

// Compares the report with a recorded list of rules. The test reads the list without the code that it tests.
const Row = z.object({
  service_id: z.string(),
  container_port: z.number(),
  is_outer_service: z.boolean(),
  domain_name: z.string().optional(),
  domain_path: z.string().nullish(),
  end_point: z.string().optional(),
});
const Body = z.object({ http: z.array(Row).default([]), tcp: z.array(Row).default([]) });
const lists = [...recordings, ...consoleRecordings].filter(
  ({ request, response }) =>
    request.method === 'GET' && /\/domains(?:\?|$)/.test(request.path) && Body.safeParse(response.body).success,
);

test.each(lists)('$name: every rule that is on is an address, and no other', ({ response }) => {
  const { http, tcp } = Body.parse(response.body);
  const pathOf = (path: string | null | undefined) => (path && path !== '/' ? path : '');
  const expected = [...http, ...tcp]
    .filter((row) => row.is_outer_service)
    .map(
      (row) =>
        `${row.end_point ?? `${row.domain_name}${pathOf(row.domain_path)}`} ${row.service_id} ${row.container_port}`,
    );
  const rules = readGatewayRules(response.body) ?? { http: [], tcp: [] };
  const context = { team: 'demo-team', region: 'rainbond', app: '5' };
  const facts = { context, rules, components: undefined, certificates: undefined, ports: new Map() };
  const addresses = exposedAddresses(facts).open.map(
    ({ address, component, port }) => `${address.replace(/^https?:\/\//, '')} ${component} ${port}`,
  );
  expect(addresses.toSorted()).toEqual(expected.toSorted());
  expect(expected.length).toBeGreaterThan(1);
});
