import { dueId, type Schedule, scheduleKind, storedSchedule } from '../../src/operations/schedule/stored-schedule.ts';
import { appOf, seedOf } from '../../test/crash/replicas.ts';
import type { StillStage } from '../../test/scenario/stage.ts';
import { exactly, growth } from './growth.ts';
import { channelsOf, onStillStage } from './still.ts';

const places = 25;
const perApp = 4;
const minuteMs = 60_000;

/** Schedules that run in the same minute, each with a different chart. Slack's rate limits cause most of the delay. */
export const schedules = growth({
  title: 'Schedules due in the same minute, in 25 channels',
  sizes: [1, 100, 500],
  quickSizes: [1, 25],
  figures: {
    posted: {
      what: 'until the last chart is posted, in simulated time',
      unit: 's',
      budget: {
        text: '100 within 2 minutes, 500 within 7',
        counts: true,
        kept: (values, sizes) => values.every((value, at) => value <= ((sizes[at] ?? 0) <= 100 ? 120 : 420)),
      },
    },
    missing: { what: 'not posted', budget: exactly(0) },
  },
  async measure(size) {
    const channels = channelsOf(places);
    const platform = { seed: seedOf(places * perApp, perApp), monitoring: 'pair' } as const;
    return onStillStage({ platform, slack: { seed: { channels } } }, async (stage) => {
      await add(stage, size);
      const charts = () => channels.reduce((sum, { id }) => sum + chartsIn(stage, id), 0);
      const since = stage.now() + minuteMs;
      await stage.pass(minuteMs);
      while (charts() < size && stage.now() - since < 20 * minuteMs) await stage.pass(1_000);
      const faults = stage.slack.faults.map(({ where, error }) => `${where}: ${error}`);
      if (faults.length > 0) throw new Error(`Slack refuses: ${[...new Set(faults)].join(', ')}`);
      return { posted: (stage.now() - since) / 1_000, missing: size - charts() };
    });
  },
});

/** Adds schedules with different chart ranges, so that no two schedules share a chart. */
async function add(stage: StillStage, size: number): Promise<void> {
  const at = stage.now();
  for (let n = 0; n < size; n += 1) {
    const place = n % places;
    const range = `${60 + Math.floor(n / places)}m`;
    const schedule: Schedule = {
      ...{ id: `s${n}`, given: { range: [range] }, words: `monitor ${range}`, cron: '0 0 1 1 *', zone: 'Etc/UTC' },
      context: { team: 'shop', region: 'east-1', app: String(appOf(place * perApp, perApp)) },
      owner: { id: 'U0MAYA', name: 'Maya', lang: 'en' },
      ...{ channel: `C0G${place}`, at, paused: false },
    };
    const due = { id: dueId(schedule.id), kind: scheduleKind, at: at + minuteMs, body: { schedule: schedule.id } };
    await stage.bot().store.commit({ at, schedules: { put: [storedSchedule(schedule)] }, due: { put: [due] } });
  }
}

function chartsIn(stage: StillStage, channel: string): number {
  const messages = stage.slack.messages(channel, 'U0MAYA');
  return messages.filter(({ blocks }) => JSON.stringify(blocks).includes('slack_file')).length;
}
