import { inject } from 'vitest';
import { ChangeRequest } from '../../src/core/request/change-request.ts';
import { scheduleKind } from '../../src/operations/schedule/stored-schedule.ts';
import type { Store } from '../../src/store/store.ts';
import { channel, handsOn, maya, sam } from './journeys.ts';
import { copyStored, upgrade } from './open-stored.ts';
import { storedVersions } from './stored-version.ts';

const minute = 60_000;
const engines: readonly Store['engine'][] = ['sqlite', 'postgres'];
const cases = storedVersions.flatMap((version) => engines.map((engine) => [version, engine] as const));

describe.each(cases)('the database that %s left on %s', (version, engine) => {
  const isMissing = engine === 'postgres' && inject('testTools').missing.postgres !== undefined;

  test.skipIf(isMissing)('opens, and everything in it goes on', { timeout: 60_000 }, async () => {
    const upgraded = await upgrade(await copyStored(version, engine));
    const { playground, skip, writes } = upgraded;
    const { slack, bot } = playground;
    const { store } = bot();
    const { ask, press } = handsOn(playground);
    const states = async (operation: string, port: string) =>
      (await store.requests.recent(99))
        .map(({ body }) => ChangeRequest.parse(body))
        .filter((card) => card.operation === operation && JSON.stringify(card.given).includes(port))
        .map(({ state }) => state);
    const becomes = (operation: string, port: string, state: string) =>
      expect.poll(() => states(operation, port), { timeout: 20_000 }).toEqual([state]);
    const cardOf = (words: string) => {
      const card = slack.messages(channel, sam).find(({ text, threadTs }) => threadTs === null && text.includes(words));
      if (!card) throw new Error(`no card of ${words}`);
      return card;
    };
    const decide = async (who: string, words: string) => {
      await press(who, cardOf(words), 'request.approve');
      await bot().idle();
    };
    try {
      const before = await store.audit.verify();
      expect(before).toMatchObject({ ok: true, faults: [] });
      expect(before.entries).toBeGreaterThan(30);
      expect(before.signatures.signed > 0).toBe(engine === 'postgres');

      // The running call is verified and not sent again; its waiting request then runs; the call without a known result
      // fails.
      for (let count = 0; count < 6; count += 1) {
        await skip(minute);
        await bot().idle();
      }
      await becomes('port.add', '6380', 'done');
      // If this version makes a different plan, the request asks for approval again.
      if ((await states('port.add', '6381'))[0] === 'proposed') await decide(maya, 'Add port 6381');
      await becomes('port.add', '6381', 'done');
      await becomes('port.add', '6001', 'failed');
      expect(writes()).toEqual(['POST ports 6381']);
      // In the old version, Slack refused the message about this request's end. Now the bot posts it.
      await expect.poll(() => cardOf('Delete port 9100').text, { timeout: 20_000 }).toContain('not today');

      // The freeze from Slack continues, and its request's card still shows it.
      const all = (await store.requests.recent(99)).map(({ body }) => ChangeRequest.parse(body));
      const planned = all.find(({ state }) => state === 'scheduled');
      const frozen = all.find(({ operation, state }) => operation === 'component.upgrade' && state === 'proposed');
      if (planned) {
        expect(frozen).toMatchObject({ decision: { frozen: { who: 'sam', reason: 'we have an incident' } } });
        await press(maya, cardOf('Rolling update of db'), 'request.again');
        expect(cardOf('Rolling update of db').text).toContain('Nothing runs automatically');
      }

      // Buttons in messages of the old version still work.
      await decide(sam, 'Open port 8443');
      if ((await states('port.open', '8443'))[0] === 'proposed') await decide(sam, 'Open port 8443');
      await becomes('port.open', '8443', 'done');
      expect(writes().slice(1)).toEqual(['PUT 8443 open_inner', 'PUT 8443 open_outer']);

      expect((await ask(maya, '/portolan context')).text).toContain('shop (shop');
      const schedules = JSON.stringify((await ask(maya, '/portolan schedules')).blocks);
      expect(schedules).toContain('monitor web');
      expect(schedules).toContain('monitor api 6h');
      expect(JSON.stringify((await ask(maya, '/portolan openings')).blocks)).toContain('8000');

      // When the component runs again, the incident ends, in the message that the old version posted.
      const incidents = () =>
        slack
          .messages(channel, maya)
          .filter(({ text, threadTs }) => threadTs === null && text.includes('worker: abnormal'));
      const hadIncident = incidents().length > 0;
      if (hadIncident) {
        expect(JSON.stringify((await ask(maya, '/watch list')).blocks)).toContain('Abnormal for 1 minute');
        expect(JSON.stringify((await ask(maya, '/follow list')).blocks)).toContain('deploys that fail');
      }

      await press(sam, cardOf('Open port 8443'), 'request.close_now');
      await skip(15 * minute);
      await becomes('port.close', '8080', 'expired');
      await skip(2 * 60 * minute);
      const closed = ['PUT 8443 close_outer', 'PUT 8443 close_inner', 'PUT 8000 close_outer'];
      await expect.poll(() => writes().slice(3), { timeout: 20_000 }).toEqual(closed);

      if (planned) {
        // It is read again before its time, and then runs.
        await upgraded.skip((planned.run.planned?.at ?? 0) - upgraded.now() - 16 * minute);
        await upgraded.pass(2 * minute);
        await upgraded.skip(13 * minute);
        await upgraded.pass(2 * minute);
        await becomes('port.add', '5433', 'done');
        expect(writes().slice(6)).toEqual(['POST ports 5433']);
      }

      const due = await store.due.next([scheduleKind]);
      await skip((due ?? 0) - upgraded.now());
      await slack.until(() => JSON.stringify(slack.messages(channel, sam)).includes('scheduled by'), 20_000);

      if (hadIncident) {
        await upgraded.pass(8 * minute);
        await slack.until(() => JSON.stringify(incidents()).includes('Resolved'), 20_000);
        expect(incidents()).toHaveLength(1);
      }

      const after = await store.audit.verify();
      expect(after).toMatchObject({ ok: true, faults: [] });
      expect(after.entries).toBeGreaterThan(before.entries);
    } finally {
      await upgraded.close();
    }
    expect(slack.faults).toEqual([]);
    expect(upgraded.errors).toEqual([]);
  });
});
