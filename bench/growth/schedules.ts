import { dueId, type Schedule, scheduleKind, storedSchedule } from '../../src/operations/schedule/stored-schedule.ts';
import { appOf, seedOf } from '../../test/crash/replicas.ts';
import { type StillStage, startStillStage } from '../../test/scenario/stage.ts';
import { sharedCharts } from '../../test/shared-charts.ts';
import type { Growth } from './growth.ts';

const places = 25;
const perApp = 4;
const minuteMs = 60_000;
const posted = 'until the last chart is posted, in simulated time';
const notPosted = 'not posted';

/**
 * Schedules due in the same minute, in 25 contexts and channels, each chart a different one. Time is simulated and stands still
 * while anything is under way: what takes time is Slack's limits.
 */
export const schedules: Growth = {
  title: 'Schedules due in the same minute',
  sizes: [1, 100, 500],
  quickSizes: [1, 25],
  budgets: [
    {
      what: posted,
      text: '100 within 120 s, 500 within 7 minutes',
      counts: true,
      kept: (values, sizes) => values.every((value, at) => value <= ((sizes[at] ?? 0) <= 100 ? 120 : 420)),
    },
    { what: notPosted, text: '0', counts: true, kept: (values) => values.every((value) => value === 0) },
  ],
  async measure(size) {
    const channels = Array.from({ length: places }, (_, n) => ({
      id: `C0S${n}`,
      name: `schedules-${n}`,
      members: ['U0MAYA', 'U0PORTOLAN'],
    }));
    const stage = await startStillStage({
      platform: { seed: seedOf(places * perApp, perApp), monitoring: 'pair' },
      slack: { seed: { channels } },
    });
    try {
      await add(stage, size);
      const charts = () => channels.map(({ id }) => chartsIn(stage, id)).reduce((sum, count) => sum + count, 0);
      const since = stage.now() + minuteMs;
      await stage.pass(minuteMs);
      let seconds = 0;
      while (charts() < size && seconds < 1_200) {
        await stage.pass(1_000);
        seconds = (stage.now() - since) / 1_000;
      }
      const faults = stage.slack.faults.map(({ where, error }) => `${where}: ${error}`);
      if (faults.length > 0) throw new Error(`Slack refuses: ${[...new Set(faults)].join(', ')}`);
      const limited = stage.slack.log.filter(({ error }) => error === 'ratelimited').length;
      return [
        { what: posted, value: seconds, unit: 's' },
        { what: notPosted, value: size - charts() },
        { what: 'calls that Slack refused for its limits', value: limited },
      ];
    } finally {
      await stage.stop();
      await sharedCharts().close();
    }
  },
};

/** Charts of different ranges, so that none is drawn once for several. */
async function add(stage: StillStage, size: number): Promise<void> {
  const { store } = stage.bot();
  const at = stage.now();
  for (let n = 0; n < size; n += 1) {
    const place = n % places;
    const given = { range: [`${60 + Math.floor(n / places)}m`] };
    const schedule: Schedule = {
      id: `s${n}`,
      given,
      words: `monitor ${given.range[0]}`,
      cron: '0 0 1 1 *',
      zone: 'Etc/UTC',
      context: { team: 'shop', region: 'east-1', app: String(appOf(place * perApp, perApp)) },
      channel: `C0S${place}`,
      owner: { id: 'U0MAYA', name: 'Maya', lang: 'en' },
      at,
      paused: false,
    };
    await store.commit({
      at,
      schedules: { put: [storedSchedule(schedule)] },
      due: {
        put: [{ id: dueId(schedule.id), kind: scheduleKind, at: at + minuteMs, body: { schedule: schedule.id } }],
      },
    });
  }
}

function chartsIn(stage: StillStage, channel: string): number {
  return stage.slack.messages(channel, 'U0MAYA').filter(({ blocks }) => JSON.stringify(blocks).includes('slack_file'))
    .length;
}
