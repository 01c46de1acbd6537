import { type StillStage, startStillStage } from '../../test/scenario/stage.ts';
import { sharedCharts } from '../../test/shared-charts.ts';

/** Runs `work` with simulated time, which stops during activity. The bot and the simulators run in this process. */
export async function onStillStage<T>(
  options: Parameters<typeof startStillStage>[0],
  work: (stage: StillStage) => Promise<T>,
): Promise<T> {
  const stage = await startStillStage(options);
  try {
    return await work(stage);
  } finally {
    await stage.stop();
    await sharedCharts().close();
  }
}

export function channelsOf(count: number) {
  return Array.from({ length: count }, (_, n) => ({
    id: `C0G${n}`,
    name: `growth-${n}`,
    members: ['U0MAYA', 'U0PORTOLAN'],
  }));
}

/** Counts the reads of the platform in each minute, from now on. */
export function watchReads({ platform, now }: StillStage): () => Readonly<Record<number, number>> {
  const reads: Record<number, number> = {};
  const since = now();
  platform.log.subscribe(({ method }) => {
    const minute = Math.floor((now() - since) / 60_000);
    if (method === 'GET') reads[minute] = (reads[minute] ?? 0) + 1;
  });
  return () => reads;
}
