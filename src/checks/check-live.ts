import { type Charts, createCharts } from '../charts/charts.ts';
import type { Config } from '../config.ts';
import { errorMessage } from '../core/thrown.ts';
import type { World } from '../core/world.ts';
import { createSlackClient } from '../slack/app/slack-client.ts';
import { ChannelUnknown, type LiveTest, type LiveWords, testLive } from '../slack/app/test-live.ts';
import { slackRefusal } from '../slack/interaction/slack-errors.ts';
import { about, type CheckId, type Finding } from './report/finding.ts';

/** Visible in the channel for a moment. */
const words: LiveWords = {
  posted: 'Portolan doctor: a test message. It’s deleted right away.',
  updated: 'Portolan doctor: a test message, updated. It’s deleted right away.',
  title: 'Portolan doctor: a test chart',
};

/** `--thorough` also tests the Slack features that the bot relies on. */
export async function checkLive(
  slack: Config['slack'],
  world: World,
  channel: string,
  isThorough: boolean,
): Promise<readonly Finding[]> {
  const charts = createCharts();
  try {
    const client = createSlackClient(slack.botToken.reveal(), slack.apiUrl, world);
    return liveFindings(
      await testLive(client, world, channel, words, () => drawTestChart(charts, world.now()), isThorough),
    );
  } finally {
    await charts.close();
  }
}

class ChartNotDrawn extends Error {}

async function drawTestChart(charts: Charts, now: number): Promise<Uint8Array> {
  try {
    return (await charts.draw(testChart(now))).png;
  } catch (error) {
    throw new ChartNotDrawn(errorMessage(error));
  }
}

export function liveFindings({ message, chart, facts }: LiveTest): readonly Finding[] {
  const posted =
    'error' in message
      ? failedStep('live-message', message.error)
      : about('live-message').ok(`posted, updated and deleted in ${message.value.channel}`);
  return [posted, ...(chart === undefined ? [] : [chartFinding(chart)]), ...(facts ? factFindings(facts) : [])];
}

/** Returns one line per fact, without names and ids, so that people can share them. */
function factFindings(facts: NonNullable<LiveTest['facts']>): readonly Finding[] {
  if ('error' in facts) return [failedStep('live-facts', facts.error)];
  const { ok, warning } = about('live-facts');
  return facts.value.map(({ what, expected, got }) =>
    got === expected ? ok(`${what}: as expected (${got})`) : warning(`${what}: different (${got}, not ${expected})`),
  );
}

function chartFinding(chart: NonNullable<LiveTest['chart']>): Finding {
  const { ok, warning } = about('live-chart');
  if ('error' in chart) return failedStep('live-chart', chart.error);
  const size = `${Math.round(chart.value.bytes / 1_000)} kB`;
  if (chart.value.isShown) return ok(`drawn, uploaded, shown and deleted (${size})`);
  return warning(`uploaded (${size}), but Slack didn’t say within 8 seconds that it can be shown.`, {
    why: 'Charts then appear in the thread instead of the message.',
    fix: 'Try again later. If it stays, check the scope files:read.',
  });
}

function failedStep(check: CheckId, cause: unknown): Finding {
  const { error } = about(check);
  if (cause instanceof ChannelUnknown)
    return error(`the bot isn’t in a channel named ${cause.message}.`, { fix: 'Invite it there: /invite @portolan' });
  if (cause instanceof ChartNotDrawn)
    return error(`it couldn’t be drawn (${cause.message}).`, {
      why: 'Every chart fails then.',
      fix: 'Run doctor again when this machine has less to do.',
    });
  const refusal = slackRefusal(cause);
  if (!refusal) return error(`it failed: ${errorMessage(cause)}`);
  if (refusal.fault === 'missing-scope')
    return error(`Slack refused this: the app is missing the scope ${refusal.needed ?? '(unknown)'}.`, {
      fix: 'Update the app from the manifest (manifest/), and reinstall it.',
    });
  if (refusal.fault === 'not-in-channel')
    return error(`Slack refused this (${refusal.code}): the bot isn’t in this channel.`, {
      fix: 'Invite it there: /invite @portolan',
    });
  return error(`Slack refused this (${refusal.code}).`);
}

function testChart(now: number): Parameters<Charts['draw']>[0] {
  const [points, step] = [60, 60];
  const end = Math.floor(now / 60_000) * 60;
  const start = end - points * step;
  const value = Array.from({ length: points }, (_, at) => [
    String(start + at * step),
    String(40 + 30 * Math.sin(at / 6)),
  ]);
  const reply = [
    {
      service_id: 'doctor',
      service_cname: 'doctor',
      monitors: [{ monitor_item: 'request_time', data: { result: [{ value }] } }],
    },
  ];
  return {
    body: new TextEncoder().encode(JSON.stringify(reply)),
    start,
    end,
    step,
    zone: 'UTC',
    lang: 'en',
    title: 'Portolan doctor',
  };
}
