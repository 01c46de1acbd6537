import { createRunsDelivery } from '../../src/operations/follow/deliver-runs.ts';
import { missedRow } from '../../src/operations/follow/follow-memory.ts';
import { missedRecords } from '../../src/operations/follow/stored-follow.ts';
import { plain } from '../../src/slack/slack-catalog.ts';
import { useStages } from '../engine/stages.ts';

const stageWith = useStages();

test('runs that are missed while the count of others is posted are told once, by the next count', async () => {
  const { services, store, clock } = await stageWith();
  const lines: string[] = [];
  async function miss(count: number) {
    const at = clock.world.now();
    const reader = { lang: 'en', zone: 'UTC' } as const;
    await missedRecords.change(store, 'C1', at, (stored) => ({
      body: { count: (stored?.body.count ?? 0) + count, failed: 0, reader },
      row: { channel: 'C1', isOpen: true },
      outbox: [missedRow('C1', at)],
    }));
  }
  const jobs = createRunsDelivery(
    services,
    { isReading: () => true, isWanted: () => true },
    {
      async post({ channel }, drawn) {
        if (drawn.shows === 'line') lines.push(plain(drawn.text, 'en'));
        if (lines.length === 1) await miss(2);
        return { posted: true, channel, ts: `${lines.length}` };
      },
    },
  );
  await miss(3);
  clock.pass(1_000);
  await miss(4);
  for (let minute = 0; minute < 6; minute += 1) {
    clock.pass(60_000);
    await jobs.drain();
  }
  expect(lines).toEqual([expect.stringMatching(/^7 /), expect.stringMatching(/^2 /)]);
  expect(await store.outbox.size()).toBe(0);
});
