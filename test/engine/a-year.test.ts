import fc from 'fast-check';
import type { RawArgs } from '../../src/core/command/params.ts';
import { type FreezeInput, frozenAt } from '../../src/core/policy/freeze.ts';
import { calendarOf } from '../../src/operations/shared/freeze/stored-freeze.ts';
import { answerRequest } from '../../src/questions/answer-request.ts';
import { policyOf } from './policy-of.ts';
import { channel, people, type Stage } from './stage.ts';
import { useStages } from './stages.ts';

const open = useStages();
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const place = { team: 'shop', region: 'east-1', app: '12' };

/** Contains both clock changes, freezes within windows, overlapping freezes, and freezes without an end. */
const file = `
rules: [{ need: run }]
freezes:
  - { from: 2027-03-01, to: 2027-03-28T02:30, zone: Europe/Berlin, reason: spring, when: { risk: expose } }
  - { from: 2027-03-20, to: 2027-04-02, zone: Asia/Shanghai, reason: overlaps, when: { risk: expose } }
  - { from: 2027-10-31T02:30, to: 2027-11-02, zone: Europe/Berlin, reason: autumn, when: { risk: expose } }
  - { from: 2028-01-10, zone: UTC, reason: for good, when: { risk: expose } }
windows:
  - { open: [mon-fri 06:00-22:00, sat 01:00-04:00], zone: Europe/Berlin, when: { risk: expose } }
  - { open: sun 22:00-06:00, zone: America/New_York, when: { risk: expose } }
`;

/** One step of a run: wait some hours, then request a change, scheduled or immediate. A freeze can begin between. */
const step = fc.record({
  wait: fc.integer({ min: 1, max: 13 * 24 }),
  ahead: fc.option(fc.integer({ min: 1, max: 72 }), { nil: undefined }),
  late: fc.integer({ min: 0, max: 14 }),
  freeze: fc.option(fc.integer({ min: 1, max: 24 }), { nil: undefined }),
  ends: fc.boolean(),
});

test('a year of changes, freezes and clock changes: exactly what the policy allows runs, once; closing always', {
  timeout: 120_000,
}, async () => {
  const policy = policyOf(file);
  const stage = await open({ policy });
  const now = () => stage.clock.world.now();
  const input: FreezeInput = {
    ...{ risk: 'expose', operation: 'port.open', context: place, channel, exempt: [] },
    asker: { id: people.ann.id, groups: [] },
  };
  const isFrozen = async (at: number) => {
    const calendar = await calendarOf({ policy, records: stage.store.records }, place);
    return frozenAt(policy, calendar, input, at) !== undefined;
  };
  const counts = { run: 0, frozen: 0, closed: 0 };
  for (const { wait, ahead, late, ends, freeze } of fc.sample(step, { numRuns: 45, seed: 11 })) {
    await stage.pass(wait * hour);
    const at = ahead === undefined ? undefined : now() + ahead * hour;
    const planned = at ?? now();
    const given = { component: ['api'], port: ['8000'], side: ['outer'] };
    const typed = at === undefined ? {} : { at: `${new Date(at).toISOString().slice(0, 16)}Z` };
    const before = stage.writes().length;
    const judged = at === undefined ? planned : Math.floor(planned / minute) * minute;
    const wasFrozen = await isFrozen(judged);
    const card = await stage.card('ann', 'port.open', given, typed);
    expect(card.decision.frozen !== undefined, new Date(judged).toISOString()).toBe(wasFrozen);
    if (freeze !== undefined) await beginFreeze(stage, freeze, ends);
    if (now() < judged) await stage.pass(judged - now() + late * minute);
    await stage.pass(minute);
    const runs = stage.writes().slice(before);
    // The bot checks a scheduled change again when it runs it, even if it runs late.
    const mayRun = !wasFrozen && !(await isFrozen(at === undefined ? judged : judged + late * minute));
    expect(runs, `${new Date(judged).toISOString()} ${JSON.stringify({ late, wasFrozen })}`).toEqual(
      mayRun ? ['PUT ports/8000 open_outer'] : [],
    );
    counts[mayRun ? 'run' : 'frozen'] += 1;
    if (!mayRun) await stage.pressed('ann', await stage.now(card), 'cancel');
    else {
      expect(await stage.now(card)).toMatchObject({ state: 'done' });
      // A freeze never prevents closing a port.
      const closing = await stage.card('ann', 'port.close', given);
      expect(closing.decision.frozen).toBeUndefined();
      await stage.pass(1_000);
      expect(await stage.now(closing)).toMatchObject({ state: 'done' });
      counts.closed += 1;
    }
  }
  expect(now() - 1_800_000_000_000).toBeGreaterThan(280 * day);
  expect(Math.min(...Object.values(counts)), JSON.stringify(counts)).toBeGreaterThan(5);
});

/** Starts a freeze of deploys in Slack. It must not affect other operations. */
async function beginFreeze(stage: Stage, hours: number, ends: boolean): Promise<void> {
  const ask = (operation: string, given: RawArgs) =>
    answerRequest(stage.services, { operation, given }, { person: people.ann, channel, announce: async () => true });
  await ask('freeze', { for: [`${hours}h`], why: ['incident'] });
  await stage.pass(1_000);
  if (ends) await ask('unfreeze', {});
}
