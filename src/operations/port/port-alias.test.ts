import { describe, expect, test } from 'vitest';
import { expectAlready, expectPlan, told } from '../../../test/operations/checks.ts';
import { aPort, ask, someFacts, WEB } from '../../../test/operations/samples.ts';
import { plain } from '../operation-catalog.ts';
import { portAlias } from './port-alias.ts';

const rename = { component: 'web', port: 8080, alias: 'WEB_HTTP', service: undefined } as const;
const two = someFacts({ ports: [aPort(8080), aPort(9090)] });
const mixed = someFacts({ ports: [aPort(8080), aPort(9090, { k8sServiceName: 'grweb-rpc' })] });

describe('alias', () => {
  test('keeps the present name when none is given, and sends it', () => {
    const plan = expectPlan(portAlias.plan(rename, two, ask));
    expect(told(plan)).toMatchInlineSnapshot(`
      [
        "Rename port 8080 on web to WEB_HTTP",
        "| Alias | GRWEB8080 | WEB_HTTP",
        "| Environment variables | GRWEB8080_HOST, GRWEB8080_PORT | WEB_HTTP_HOST, WEB_HTTP_PORT",
        "| In-cluster name of all ports | grweb | grweb",
        "> Set the alias of port 8080 to WEB_HTTP and the in-cluster name of all ports to grweb: PUT {"action":"change_port_alias","port_alias":"WEB_HTTP","k8s_service_name":"grweb"}",
        "! The environment variables GRWEB8080_HOST, GRWEB8080_PORT become WEB_HTTP_HOST, WEB_HTTP_PORT. Components that run now keep the old ones until they restart. Before you restart one that uses them, change it to the new ones.",
        "undo: Change back to GRWEB8080 = port.alias {"component":["c0de0000000000000000000000000001"],"port":["8080"],"alias":["GRWEB8080"],"service":["grweb"]}",
      ]
    `);
    expect(portAlias.plan(rename, two, ask)).toEqual(plan);
  });

  test('without internal access there are no variables and no address to promise', () => {
    const facts = someFacts({ ports: [aPort(8080, { isInnerService: false })] });
    const plan = expectPlan(portAlias.plan(rename, facts, ask));
    expect(told(plan).join('\n')).not.toMatch(/_HOST/);
    const renamed = someFacts({ ports: [aPort(8080, { isInnerService: false, portAlias: 'WEB_HTTP' })] });
    expect(portAlias.done(plan, renamed).map((text) => plain(text, 'en'))).toEqual([
      'Port 8080 on web now has the alias WEB_HTTP. Internal access is off, so it has no internal address.',
    ]);
    expect(portAlias.leftover?.(plan, 0, facts)).toBeUndefined();
  });

  test('a refused alias may have renamed the variables in the region, and says so', () => {
    const plan = expectPlan(portAlias.plan(rename, two, ask));
    expect(portAlias.leftover?.(plan, 0, two)?.says.map((text) => plain(text, 'en'))).toEqual([
      'The region may already have renamed the environment variables GRWEB8080_HOST, GRWEB8080_PORT to WEB_HTTP_HOST, WEB_HTTP_PORT.',
    ]);
  });

  test('ports of different names are listed one by one, and it cannot be undone', () => {
    const plan = expectPlan(portAlias.plan({ ...rename, service: 'shop-web' }, mixed, ask));
    expect(told(plan)).toMatchInlineSnapshot(`
      [
        "Rename port 8080 on web to WEB_HTTP, and the in-cluster name of all its ports to shop-web",
        "| Alias | GRWEB8080 | WEB_HTTP",
        "| Environment variables | GRWEB8080_HOST, GRWEB8080_PORT | WEB_HTTP_HOST, WEB_HTTP_PORT",
        "| In-cluster name of port 8080 | grweb | shop-web",
        "| In-cluster name of port 9090 | grweb-rpc | shop-web",
        "> Set the alias of port 8080 to WEB_HTTP and the in-cluster name of all ports to shop-web: PUT {"action":"change_port_alias","port_alias":"WEB_HTTP","k8s_service_name":"shop-web"}",
        "! At once, no component can reach it at grweb, grweb-rpc any more, also those that run now. It is reached at shop-web instead.",
        "! The environment variables GRWEB8080_HOST, GRWEB8080_PORT become WEB_HTTP_HOST, WEB_HTTP_PORT. Components that run now keep the old ones, which may still lead to grweb, grweb-rpc and then fail at once. To repair such a component, change it to the new ones and restart it.",
        "! The in-cluster name changes for all ports of the component.",
        "! The name must be unique in the team. If another app uses it, only half of this is done: the environment variables are renamed, the in-cluster name isn’t.",
        "no undo: The ports have different in-cluster names now, and the platform sets the same one for all of them.",
      ]
    `);
  });

  test('the name alone can be given to the other ports', () => {
    const asked = { ...rename, alias: 'GRWEB8080', service: 'grweb' };
    const plan = expectPlan(portAlias.plan(asked, mixed, ask));
    expect(portAlias.observe(plan, 0, mixed)).toBe('before');
    expect(portAlias.observe(plan, 0, two)).toBe('after');
    expect(expectAlready(portAlias.plan(asked, two, ask))).toContain('already has the alias GRWEB8080');
  });

  test('reading tells by the port itself', () => {
    const plan = expectPlan(portAlias.plan({ ...rename, service: 'shop-web' }, two, ask));
    const renamed = aPort(8080, { portAlias: 'WEB_HTTP', k8sServiceName: 'shop-web' });
    expect(portAlias.observe(plan, 0, two)).toBe('before');
    expect(portAlias.observe(plan, 0, someFacts({ ports: [renamed, aPort(9090)] }))).toBe('after');
    expect(portAlias.observe(plan, 0, someFacts({ ports: [{ ...renamed, portAlias: 'X' }] }))).toBe('other');
  });

  test('an alias of another port and a name the platform takes no more are faults of their fields', () => {
    expect(portAlias.plan({ ...rename, alias: 'GRWEB9090' }, two, ask)).toMatchObject({ faults: [{ param: 'alias' }] });
    const old = someFacts({ ports: [aPort(8080, { k8sServiceName: 'Gr_Web' })] });
    expect(portAlias.plan(rename, old, ask)).toMatchObject({ faults: [{ param: 'service' }] });
  });

  test('a name that another component has is a fault before the platform half does it', () => {
    const asked = { ...rename, service: 'shop-api' };
    expect(portAlias.plan(asked, { ...two, nameHolder: 'api' }, ask)).toMatchObject({ faults: [{ param: 'service' }] });
  });

  test('undo gives alias and name back', () => {
    expect(expectPlan(portAlias.plan({ ...rename, service: 'shop-web' }, two, ask)).undo).toMatchObject({
      proposal: {
        operation: 'port.alias',
        given: { component: [WEB], port: ['8080'], alias: ['GRWEB8080'], service: ['grweb'] },
      },
    });
  });

  test.each(['web', '1WEB', 'WEB-HTTP', 'W'.repeat(65), 'ÄB'])('%s is no alias', (typed) => {
    expect(portAlias.params.alias.read([typed]).ok).toBe(false);
  });

  test.each(['Web', '-web', 'web-', '1web', 'web_shop', 'w'.repeat(64)])('%s is no in-cluster name', (typed) => {
    expect(portAlias.params.service.read([typed]).ok).toBe(false);
  });
  test.each(['w', 'w'.repeat(63), 'shop-web2'])('%s is an in-cluster name', (typed) => {
    expect(portAlias.params.service.read([typed]).ok).toBe(true);
  });
});
