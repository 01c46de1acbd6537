import { expect, test } from 'vitest';
import { Incident } from '../../src/core/incident/incident.ts';
import { type AlertSource, defaultPolicy } from '../../src/core/policy/policy.ts';
import { createAlertWork } from '../../src/operations/incident/alert-work.ts';
import { receiveAlerts } from '../../src/operations/incident/receive-alerts.ts';
import { incidentKind } from '../../src/operations/shared/incident/incident-rows.ts';
import type { Services } from '../../src/operations/shared/services.ts';
import { readComponents } from '../../src/platform/component/component-reply.ts';
import { openTemporaryStore } from '../engine/temporary-store.ts';
import { simulateTime } from '../following/simulated-time.ts';

const start = Date.UTC(2027, 0, 15, 9);
const context = { team: 'shop', region: 'east', app: '1' };
const source: AlertSource = {
  ...{ name: 'ops', line: 1, tokenEnv: 'ALERTS_TOKEN', channel: 'C1', routes: [] },
  components: [{ context, labels: new Map([['namespace', 'shop']]), name: 'service' }],
};

/** An alert with these labels, half an hour later: how often the platform was asked, and what the incident is about. */
async function recognized(labels: Readonly<Record<string, string>>) {
  const time = simulateTime(start);
  const store = await openTemporaryStore();
  let asked = 0;
  const named = (name: string) => ({ service_id: `id-${name}`, service_alias: `gr-${name}`, service_cname: name });
  const platform = {
    async listComponents() {
      asked += 1;
      return readComponents([named('web'), { ...named('api'), service_cname: 'search' }, named('search')]);
    },
    // What was changed in the console is read of the component that it is about: nothing.
    listEvents: async () => null,
  };
  // What looking for a component needs of the services, and no more.
  const services = {
    ...{ world: time.world, store, platform, policy: defaultPolicy, operations: [], people: {} },
  } as unknown as Services;
  const work = createAlertWork(
    services,
    async () => ({ told: true, ts: '' }),
    () => {},
  );
  const told = new Map(Object.entries(labels));
  await receiveAlerts(services, source, {
    ...{ groupKey: 'g', truncated: 0, title: 'Errors', labels: told },
    alerts: [{ fingerprint: 'a', status: 'firing', startsAt: start, name: 'Errors', labels: told }],
  });
  work.start();
  await time.pass(30 * 60_000);
  const [stored] = await store.records.list(incidentKind);
  const { component } = Incident.parse(stored?.body);
  await work.stop();
  await store.close();
  return { asked, component: component?.id, errors: time.errors };
}

test.each([
  ['its name', { namespace: 'shop', service: 'Web' }, 'id-web'],
  ['its alias', { namespace: 'shop', service: 'gr-api' }, 'id-api'],
  ['its id', { namespace: 'shop', service: 'id-search' }, 'id-search'],
])('a component by %s, which is asked for once', async (_what, labels, id) => {
  expect(await recognized(labels)).toEqual({ asked: 1, component: id, errors: [] });
});

test('a name that two components have, or none, is none of theirs; it isn’t looked for without end', async () => {
  for (const service of ['search', 'nobody']) {
    const { asked, component, errors } = await recognized({ namespace: 'shop', service });
    expect([component, errors]).toEqual([undefined, []]);
    expect(asked).toBeLessThanOrEqual(12);
  }
});

test('without the labels that the policy wants, nothing is looked for', async () => {
  expect(await recognized({ namespace: 'lab', service: 'web' })).toEqual({
    asked: 0,
    component: undefined,
    errors: [],
  });
});
