import { readFileSync } from 'node:fs';
import { readNotification } from '../../src/core/alerts/notification.ts';
import { Incident } from '../../src/core/incident/incident.ts';
import { incidentLines } from '../../src/core/incident/incident-text.ts';
import { incidentTitle } from '../../src/core/incident/incident-title.ts';
import { type AlertSource, defaultPolicy } from '../../src/core/policy/policy.ts';
import { readJson } from '../../src/core/text/json.ts';
import { createAlertWork } from '../../src/operations/incident/alert-work.ts';
import { incidentButtons } from '../../src/operations/incident/incident-buttons.ts';
import { receiveAlerts } from '../../src/operations/incident/receive-alerts.ts';
import { incidentRecords } from '../../src/operations/shared/incident/incident-rows.ts';
import type { Services } from '../../src/operations/shared/services.ts';
import { oneTurn } from '../../src/operations/watch/one-turn.ts';
import { readComponents } from '../../src/platform/component/component-endpoints.ts';
import { plain } from '../../src/slack/slack-catalog.ts';
import { openTemporaryStore } from '../engine/temporary-store.ts';
import { simulateTime } from '../following/simulated-time.ts';

const start = Date.UTC(2027, 0, 15, 9);
const context = { team: 'shop', region: 'east', app: '1' };
const source: AlertSource = {
  ...{ name: 'ops', line: 1, tokenEnv: 'ALERTS_TOKEN', channel: 'C1', routes: [] },
  components: [{ context, labels: new Map([['namespace', 'shop']]), name: 'service' }],
};

/**
 * Processes an alert with these labels for half an hour. Returns the number of list reads and the incident's component.
 */
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
    listEvents: async () => null,
    readApp: async () => ({ name: 'Shop' }),
    readSources: async () => undefined,
  };
  const services = {
    ...{ world: time.world, store, platform, policy: defaultPolicy, operations: [], people: {} },
    background: { ofReports: oneTurn },
  } as unknown as Services;
  const work = createAlertWork(services, () => {});
  const labelMap = new Map(Object.entries(labels));
  const receive = () =>
    receiveAlerts(services, source, {
      ...{ groupKey: 'g', truncated: 0, title: 'Errors', labels: labelMap },
      alerts: [{ fingerprint: 'a', status: 'firing', startsAt: start, name: 'Errors', labels: labelMap }],
    });
  await receive();
  work.start();
  await time.pass(30 * 60_000);
  await receive();
  const [stored] = await store.records.list(incidentRecords.kind);
  const { component, lines } = Incident.parse(stored?.body);
  await work.stop();
  await store.close();
  const notes = lines.flatMap(({ note }) => (note ? plain(note, 'en') : []));
  return { asked, component: component?.id, notes, errors: time.errors };
}

/** Plays a recording of alerts about two components. Returns the message after each step. */
async function playedAbout(names: readonly string[]) {
  const time = simulateTime(Date.UTC(2026, 10, 25, 23));
  const store = await openTemporaryStore();
  const named = (name: string) => ({ service_id: `id-${name}`, service_alias: `gr-${name}`, service_cname: name });
  const nothing = async () => undefined;
  const components = async () => readComponents(names.map(named));
  const platform = { listComponents: components, listEvents: nothing, readSources: nothing };
  const services = {
    ...{ world: time.world, store, platform, policy: defaultPolicy, operations: [], people: {} },
    background: { ofReports: oneTurn },
  } as unknown as Services;
  const work = createAlertWork(services, () => {});
  work.start();
  const about = { ...source, components: [{ context, labels: new Map(), name: 'service' }] };
  const lines = readFileSync(new URL('recorded/alert-two-components.jsonl', import.meta.url), 'utf8')
    .trim()
    .split('\n');
  const steps = [];
  for (const line of lines) {
    await receiveAlerts(services, about, readNotification(readJson(line)) ?? expect.fail());
    await time.pass(60_000);
    const incident = Incident.parse((await store.records.list(incidentRecords.kind))[0]?.body);
    steps.push({
      component: incident.component?.id,
      title: plain(incidentTitle(incident), 'en'),
      lines: incidentLines(incident, 0).map((text) => plain(text, 'en', 'UTC')),
      buttons: incidentButtons(incident, time.world.now())
        .slice(2)
        .map(({ label }) => plain(label, 'en')),
    });
  }
  await work.stop();
  await store.close();
  return steps;
}

test.each([
  ['its name', { namespace: 'shop', service: 'Web' }, 'id-web'],
  ['its alias', { namespace: 'shop', service: 'gr-api' }, 'id-api'],
  ['its id', { namespace: 'shop', service: 'id-search' }, 'id-search'],
])('a component by %s, which is asked for once', async (_what, labels, id) =>
  expect(await recognized(labels)).toEqual({ asked: 1, component: id, notes: [], errors: [] }),
);

test('alerts about two components: each line has its own, and the message is named after the one that fires alone', async () => {
  const [both, one] = await playedAbout(['web', '订单服务']);
  expect(both).toMatchObject({
    component: undefined,
    title: 'web, 订单服务: ShopMemoryHigh',
    lines: [expect.stringMatching(/^• web: /), expect.stringMatching(/^• 订单服务: /)],
    buttons: ['Chart', 'Restart…', 'Scale…'],
  });
  expect(one).toMatchObject({
    component: 'id-订单服务',
    title: '订单服务: ShopMemoryHigh',
    lines: [expect.stringMatching(/Firing/), expect.stringMatching(/^• web: .*Resolved/)],
    buttons: ['Chart', 'Events', 'Restart 订单服务', 'Scale 订单服务'],
  });
});

test('a name that two components have, or none, is none of theirs; it isn’t looked for without end', async () => {
  for (const [service, note] of Object.entries({ search: '', nobody: 'Component not found in Shop: nobody.' })) {
    const { asked, component, notes, errors } = await recognized({ namespace: 'shop', service });
    expect([component, errors]).toEqual([undefined, []]);
    expect(notes.join()).toContain(note);
    expect(asked).toBeLessThanOrEqual(12);
  }
});

test('without the labels that the policy wants, nothing is looked for', async () =>
  expect(await recognized({ namespace: 'lab', service: 'web' })).toEqual({
    asked: 0,
    component: undefined,
    notes: [],
    errors: [],
  }));
