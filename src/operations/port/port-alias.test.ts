import { describe, expect, test } from 'vitest';
import { expectPlan, sent } from '../../../test/operations/checks.ts';
import { aPort, ask, someFacts } from '../../../test/operations/samples.ts';
import { plain } from '../operation-catalog.ts';
import { portAlias } from './port-alias.ts';

const rename = { component: 'web', port: 8080, alias: 'WEB_HTTP', service: undefined } as const;
const two = someFacts({ ports: [aPort(8080), aPort(9090)] });
const mixed = someFacts({ ports: [aPort(8080), aPort(9090, { k8sServiceName: 'grweb-rpc' })] });

describe('alias', () => {
  test('a refused alias may have renamed the variables in the region, and says so', () => {
    const plan = expectPlan(portAlias.plan(rename, two, ask));
    expect(portAlias.leftover?.(plan, 0, two)?.says.map((text) => plain(text, 'en'))).toEqual([
      'The region may already have renamed the environment variables GRWEB8080_HOST, GRWEB8080_PORT to WEB_HTTP_HOST, WEB_HTTP_PORT.',
    ]);
  });

  test('ports of different names are listed one by one, and it cannot be undone', () => {
    const plan = expectPlan(portAlias.plan({ ...rename, service: 'shop-web' }, mixed, ask));
    expect(sent(plan)).toEqual([
      'PUT {"action":"change_port_alias","port_alias":"WEB_HTTP","k8s_service_name":"shop-web"}',
      'no undo',
    ]);
  });

  test('a name that another component has is a fault before the platform half does it', () => {
    const asked = { ...rename, service: 'shop-api' };
    expect(portAlias.plan(asked, { ...two, nameHolder: 'api' }, ask)).toMatchObject({ faults: [{ param: 'service' }] });
  });
});
