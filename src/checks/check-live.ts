import { type Charts, createCharts } from '../charts/charts.ts';
import type { Config } from '../config.ts';
import type { Lang } from '../core/text/text.ts';
import { errorMessage } from '../core/thrown.ts';
import type { World } from '../core/world.ts';
import { createSlackClient } from '../slack/app/slack-client.ts';
import { ChannelUnknown, type LiveTest, testLive } from '../slack/app/test-live.ts';
import { slackRefusal } from '../slack/interaction/slack-errors.ts';
import { plain } from './report/doctor-catalog.ts';
import { about, type CheckId, type Finding } from './report/finding.ts';
import { factName, liveCheckMsg } from './report/live-check-messages.ts';
import { slackCheckMsg } from './report/slack-check-messages.ts';

/** `--thorough` also tests the Slack features that the bot relies on. */
export async function checkLive(
  slack: Config['slack'],
  world: World,
  { channel, isThorough, lang }: { readonly channel: string; readonly isThorough: boolean; readonly lang: Lang },
): Promise<readonly Finding[]> {
  const charts = createCharts();
  // Texts of the test messages, which are visible in the channel for a moment.
  const words = {
    posted: plain(liveCheckMsg.posted(), lang),
    updated: plain(liveCheckMsg.updated(), lang),
    title: plain(liveCheckMsg.title(), lang),
  };
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

function liveFindings({ message, chart, facts }: LiveTest): readonly Finding[] {
  const posted =
    'error' in message
      ? failedStep('live-message', message.error)
      : about('live-message').ok(liveCheckMsg.messageFine({ channel: message.value.channel }));
  return [posted, ...(chart === undefined ? [] : [chartFinding(chart)]), ...(facts ? factFindings(facts) : [])];
}

/** Returns one line per fact, without names and ids, so that people can share them. */
function factFindings(facts: NonNullable<LiveTest['facts']>): readonly Finding[] {
  if ('error' in facts) return [failedStep('live-facts', facts.error)];
  const { ok, warning } = about('live-facts');
  return facts.value.map(({ id, expected, got }) => {
    const what = factName[id]();
    return got === expected
      ? ok(liveCheckMsg.factFine({ what, got }))
      : warning(liveCheckMsg.factDiffers({ what, got, expected }));
  });
}

function chartFinding(chart: NonNullable<LiveTest['chart']>): Finding {
  const { ok, warning } = about('live-chart');
  if ('error' in chart) return failedStep('live-chart', chart.error);
  const size = `${Math.round(chart.value.bytes / 1_000)} kB`;
  if (chart.value.isShown) return ok(liveCheckMsg.chartFine({ size }));
  return warning(liveCheckMsg.chartHidden({ size }), {
    why: liveCheckMsg.chartHiddenMatters(),
    fix: liveCheckMsg.checkFilesScope(),
  });
}

function failedStep(check: CheckId, cause: unknown): Finding {
  const { error } = about(check);
  if (cause instanceof ChannelUnknown)
    return error(liveCheckMsg.notInChannel({ name: cause.message }), { fix: liveCheckMsg.invite() });
  if (cause instanceof ChartNotDrawn)
    return error(liveCheckMsg.notDrawn({ why: cause.message }), {
      why: liveCheckMsg.notDrawnMatters(),
      fix: liveCheckMsg.runWhenIdle(),
    });
  const refusal = slackRefusal(cause);
  if (!refusal) return error(liveCheckMsg.failed({ why: errorMessage(cause) }));
  if (refusal.fault === 'missing-scope')
    return error(liveCheckMsg.scopeMissing({ scope: refusal.needed ?? slackCheckMsg.unknownScope() }), {
      fix: liveCheckMsg.updateApp(),
    });
  if (refusal.fault === 'not-in-channel')
    return error(liveCheckMsg.refusedOutside({ code: refusal.code }), { fix: liveCheckMsg.invite() });
  return error(liveCheckMsg.refused({ code: refusal.code }));
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
