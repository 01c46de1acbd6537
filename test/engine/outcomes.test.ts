import type { FaultPatch } from '../../playground/platform/edge/platform-faults.ts';
import type { ChangeRequest } from '../../src/core/request/change-request.ts';
import { readRequest } from '../../src/operations/audit/lines/known-request.ts';
import { cardMessage } from '../../src/slack/request/card-view.ts';
import { plain } from '../../src/slack/slack-catalog.ts';
import type { Stage } from './stage.ts';
import { useStagesOfOneTime } from './stages.ts';

const stageWith = useStagesOfOneTime();

async function changed(
  faults: FaultPatch,
  operation: string,
  given: Record<string, string[]> = { component: ['web'] },
): Promise<{ readonly stage: Stage; readonly card: ChangeRequest }> {
  const stage = await stageWith();
  const { simulated } = stage;
  const card = await stage.card('ann', operation, given);
  await simulated.faults.set(faults);
  await stage.pressed('ann', card, 'approve');
  return { stage, card };
}

/** Advances time until the request has ended, at most `most` seconds. @returns the seconds until it ended */
async function ended({ stage, card }: Awaited<ReturnType<typeof changed>>, max: number): Promise<number> {
  for (let passed = 0; passed < max; passed += 5) {
    if ((await stage.now(card)).state !== 'running') return passed;
    await stage.pass(5_000);
  }
  return max;
}

const text = async (stage: Stage, card: ChangeRequest) => cardMessage(await stage.now(card)).text;

describe.each<[string, string, FaultPatch, ChangeRequest['state'], readonly [least: number, most: number], RegExp]>([
  ['a deploy', 'deploy', {}, 'done', [20, 40], /web: ● running/],
  [
    'its new pods crash beside living old ones, after a rollout that succeeded',
    'deploy',
    { nextStart: 'crash' },
    'failed',
    [70, 95],
    /✗ web: its new instances don’t run\. Old ones may still be serving\. Keeps crashing.*: “back-off restarting failed container”/,
  ],
  [
    'its new pods crash with the same build, where the status is another one',
    'upgrade',
    { nextStart: 'crash' },
    'failed',
    [60, 90],
    /✗ web: its new instances don’t run\. Old ones may still be serving\. Keeps crashing/,
  ],
  ['its pods crash and recover', 'deploy', { nextStart: 'recover' }, 'done', [45, 70], /web: ● running/],
  ['readiness fails at first, as always', 'upgrade', { nextStart: 'unready' }, 'done', [10, 30], /web: ● running/],
  [
    'it isn’t rolled out',
    'deploy',
    { nextDeploy: 'no-rollout' },
    'unknown',
    [65, 80],
    /The build succeeded, but the platform doesn’t report that it updates the running version: web/,
  ],
  [
    'its source scan fails',
    'deploy',
    { nextDeploy: 'scan-error' },
    'failed',
    [3, 15],
    /✗ web: the build failed, so what ran before wasn’t replaced\. “scan failed: src\/payment\.ts: a private key is committed”/,
  ],
  [
    'an update that fails, for which the console gives no reason',
    'upgrade',
    { nextOperation: 'refused-inside-200' },
    'failed',
    [3, 15],
    /✗ web: failed\. The platform’s console doesn’t give the reason\. Often memory or CPU is short/,
  ],
  [
    'it succeeds and says that there was nothing to do',
    'upgrade',
    { nextOperation: 'idle' },
    'done',
    [10, 25],
    /nothing to do: “component no change no need upgrade\.”/,
  ],
  [
    'a success that stops nothing',
    'stop',
    { nextOperation: 'idle' },
    'failed',
    [60, 80],
    /✗ web: still ● running after 1 minute/,
  ],
  [
    'a stop whose event times out: pods go later',
    'stop',
    { nextOperation: 'timeout' },
    'done',
    [30, 50],
    /web: ○ stopped/,
  ],
  ['events vanish', 'deploy', { eventsVanish: true }, 'done', [20, 45], /web: ● running/],
  ['events are out of order', 'deploy', { eventZones: true }, 'done', [20, 45], /web: ● running/],
  ['events are late', 'deploy', { eventDelayMs: 15_000 }, 'done', [35, 60], /web: ● running/],
])('%s', (_what, action, faults, state, [min, max], shows) => {
  test(`${action}: ${state}`, async () => {
    const run = await changed(faults, `component.${action}`);
    const at = await ended(run, max + 5);
    expect((await run.stage.now(run.card)).state).toBe(state);
    expect(at).toBeGreaterThanOrEqual(min);
    expect(at).toBeLessThanOrEqual(max);
    expect(await text(run.stage, run.card)).toMatch(shows);
    if (state !== 'failed') return;
    // The audit log gives the reason that the card gives.
    const stored = await run.stage.store.requests.get(run.card.id);
    const why = stored && readRequest(stored)?.why;
    expect(why && `✗ ${plain(why, 'en')}`).toMatch(shows);
  });
});

describe.each(['null', 'unknow'] as const)('while statuses are %s', (statuses) => {
  test('it is read on, and done once they are known again', async () => {
    const run = await changed({}, 'component.deploy');
    await run.stage.simulated.faults.set({ statuses });
    expect(await ended(run, 120)).toBe(120);
    expect(await text(run.stage, run.card)).toMatch(/web: (?:\? unknown|status not known yet)/);
    await run.stage.simulated.faults.set({ statuses: null });
    await ended(run, 30);
    expect((await run.stage.now(run.card)).state).toBe('done');
  });
});

test('scaling a component that was abnormal before is done although it is abnormal still', async () => {
  const stage = await stageWith();
  const { simulated } = stage;
  simulated.elsewhere({ do: 'status', component: 'web', status: 'abnormal' });
  await simulated.faults.set({ nextStart: 'crash' });
  const card = await stage.approved('ann', 'component.scale', { component: ['web'], instances: ['5'] }, 'ann');
  await ended({ stage, card }, 40);
  expect((await stage.now(card)).state).toBe('done');
});
