import { readFileSync } from 'node:fs';
import { readNotification } from '../../src/core/alerts/notification.ts';
import { Incident } from '../../src/core/incident/incident.ts';
import { incidentLines, incidentStatus, incidentSummary } from '../../src/core/incident/incident-text.ts';
import { incidentTitle } from '../../src/core/incident/incident-title.ts';
import { type AlertSource, defaultPolicy } from '../../src/core/policy/policy.ts';
import { readJson } from '../../src/core/text/json.ts';
import { createAlertWork } from '../../src/operations/incident/alert-work.ts';
import { receiveAlerts } from '../../src/operations/incident/receive-alerts.ts';
import { incidentRecords } from '../../src/operations/shared/incident/incident-rows.ts';
import type { Services } from '../../src/operations/shared/services.ts';
import { plain } from '../../src/slack/slack-catalog.ts';
import { openTemporaryStore } from '../engine/temporary-store.ts';
import { simulateTime } from '../following/simulated-time.ts';

const source: AlertSource = {
  ...{ name: 'ops', line: 1, tokenEnv: 'ALERTS_TOKEN', channel: 'C1', routes: [], components: [] },
};
const minute = 60_000;

async function played(name: string, pauses: readonly number[]): Promise<readonly string[]> {
  const text = readFileSync(new URL(`recorded/${name}.jsonl`, import.meta.url), 'utf8');
  const notifications = text
    .trim()
    .split('\n')
    .map((line) => readNotification(readJson(line)) ?? expect.fail(`${name} isn’t read`));
  const began = Math.min(...notifications.flatMap(({ alerts }) => alerts.map(({ startsAt }) => startsAt)));
  const time = simulateTime(began + minute);
  const store = await openTemporaryStore();
  const services = { world: time.world, store, policy: defaultPolicy, operations: [] } as unknown as Services;
  const work = createAlertWork(services, () => {});
  work.start();
  const steps: string[] = [];
  for (const [index, notification] of notifications.entries()) {
    await receiveAlerts(services, source, notification);
    await time.pass(pauses[index] ?? minute);
    const stored = await store.records.list(incidentRecords.kind);
    const shown = stored.map(({ body }) => {
      const incident = Incident.parse(body);
      const texts = [
        incidentTitle(incident),
        incidentSummary(incident, time.world.now()),
        ...incidentStatus(incident, time.world.now()).slice(1),
        ...incidentLines(incident, time.world.now()),
      ];
      return texts.map((each) => plain(each, 'en', 'UTC').replaceAll('*', '')).join(' | ');
    });
    steps.push(shown.join(' || '));
  }
  await work.stop();
  await store.close();
  expect(time.errors).toEqual([]);
  return steps;
}

test('as it was recorded from a real Alertmanager: a pair of senders, and a pause', async () => {
  const steps = await played('alertmanager-pair-and-pause', [minute, minute, 2 * minute, minute, minute]);
  expect(steps[1]).toMatch(/HaPair.*Resolved/);
  expect(steps[3]).toMatch(/Pause.*Resolved/);
  expect(steps[4]).toMatch(/Pause[^|]*\| [^|]*Firing/);
});

test.each<[name: string, pauses: readonly number[], said: readonly RegExp[]]>([
  ['alert-same-start-again', [2 * minute, 5_000, 5_000], [/Firing/, /Resolved after 2 min/, /Resolved/, /Firing/]],
  ['alert-ha-earlier-start', [2 * minute], [/Firing/, /Resolved after 2 minutes/]],
  ['alert-resolved-start-is-end', [120 * minute], [/Firing/, /Resolved after 2 hours/]],
  [
    'alertmanager-max-alerts',
    [minute],
    [/1 more alert wasn’t sent/, /\? Resolved \(1 alert unknown\) after [^|]*\|.*1 more alert wasn’t sent(?!.*more)/],
  ],
  ['alert-empty-summary', [], [/disk of db-1 is 97% full/]],
])('%s: what is told after each notification', async (name, pauses, said) =>
  expect(await played(name, pauses)).toEqual(said.map((each) => expect.stringMatching(each))),
);
