import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readNotification } from '../../src/core/alerts/notification.ts';
import { Incident } from '../../src/core/incident/incident.ts';
import { incidentLines, incidentStatus, incidentTitle } from '../../src/core/incident/incident-text.ts';
import { type AlertSource, defaultPolicy } from '../../src/core/policy/policy.ts';
import { readJson } from '../../src/core/text/json.ts';
import { createAlertWork } from '../../src/operations/incident/alert-work.ts';
import { receiveAlerts } from '../../src/operations/incident/receive-alerts.ts';
import { incidentKind } from '../../src/operations/shared/incident/incident-rows.ts';
import type { Services } from '../../src/operations/shared/services.ts';
import { plain } from '../../src/slack/slack-catalog.ts';
import { openTemporaryStore } from '../engine/temporary-store.ts';
import { simulateTime } from '../following/simulated-time.ts';

const source: AlertSource = {
  ...{ name: 'ops', line: 1, tokenEnv: 'ALERTS_TOKEN', channel: 'C1', routes: [], components: [] },
};
const minute = 60_000;

/** Plays notifications that were written down, and tells what the incidents of each step say. */
async function played(name: string, pauses: readonly number[]): Promise<readonly string[]> {
  const text = readFileSync(new URL(`recorded/${name}.jsonl`, import.meta.url), 'utf8');
  const told = text
    .trim()
    .split('\n')
    .map((line) => readNotification(readJson(line)) ?? expect.fail(`${name} isn’t read`));
  const began = Math.min(...told.flatMap(({ alerts }) => alerts.map(({ startsAt }) => startsAt)));
  const time = simulateTime(began + minute);
  const store = await openTemporaryStore();
  const services = { world: time.world, store, policy: defaultPolicy, operations: [] } as unknown as Services;
  const work = createAlertWork(services, () => {});
  work.start();
  const steps: string[] = [];
  for (const [index, notification] of told.entries()) {
    await receiveAlerts(services, source, notification);
    await time.pass(pauses[index] ?? minute);
    const stored = await store.records.list(incidentKind);
    const shown = stored.map(({ body }) => {
      const incident = Incident.parse(body);
      const texts = [
        incidentTitle(incident),
        incidentStatus(incident, time.world.now()),
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

test('its sender was away: it fires again with the start that it had', async () => {
  const [, resolved, again] = await played('alert-same-start-again', [2 * minute, 2 * minute, minute, minute]);
  expect(resolved).toMatch(/Resolved after 2 minutes/);
  expect(again).toMatch(/Firing since/);
});

test('it fires again five seconds after its end: taken as news 15 s after the end', async () => {
  const steps = await played('alert-same-start-again', [2 * minute, 5_000, 5_000, minute]);
  expect(steps.map((step) => /Firing|Resolved/.exec(step)?.[0])).toEqual(['Firing', 'Resolved', 'Resolved', 'Firing']);
});

test('one of two senders has the earlier start: its end is believed', async () => {
  const steps = await played('alert-ha-earlier-start', [2 * minute]);
  expect(steps.at(-1)).toMatch(/Resolved after 2 minutes/);
});

test('a start that equals the end in the last notification hides no hours', async () => {
  expect((await played('alert-resolved-start-is-end', [120 * minute])).at(-1)).toMatch(/Resolved after 2 hours/);
});

test('alerts were left out, and all that were told are resolved', async () => {
  const steps = await played('alertmanager-max-alerts', [minute]);
  expect(steps.at(-1)).toMatch(/Resolved after .*as far as Alertmanager reported: 1 alert wasn’t sent/);
  expect(steps.at(-1)).not.toMatch(/Firing|firing since|more/);
});

test('as it was recorded from a real Alertmanager: a pair of senders, and a pause', async () => {
  const steps = await played('alertmanager-pair-and-pause', [minute, minute, 2 * minute, minute, minute]);
  expect(steps[1]).toMatch(/HaPair.*Resolved/);
  expect(steps[3]).toMatch(/Pause.*Resolved/);
  expect(steps[4]).toMatch(/Pause[^|]*\| [^|]*Firing/);
});

test('an empty summary hides no description', async () => {
  expect(await played('alert-empty-summary', [])).toEqual([expect.stringContaining('disk of db-1 is 97% full')]);
});
