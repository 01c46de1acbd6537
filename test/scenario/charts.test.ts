import type { StoredMessage } from '../../playground/slack/workspace/workspace.ts';
import { operations } from '../../src/operations/index.ts';
import { makeManifest } from '../../src/slack/app/manifest.ts';
import { acts, asks, buttonsOf, isRecord, only, presses, type Stage, shownIn, startStage, wordsOf } from './stage.ts';
import { useStage } from './use-stage.ts';

const shop = 'C0SHOP';
const maya = 'U0MAYA';
const sam = 'U0SAM';

function pictureOf(message: StoredMessage | undefined) {
  const image = message?.blocks.find(({ type }) => type === 'image');
  const file = isRecord(image?.slack_file) ? image.slack_file.id : undefined;
  return image && { id: String(file), alt: String(image.alt_text) };
}

function expectChart(stage: Stage, message: StoredMessage | undefined, series: readonly string[], hours: number): void {
  const picture = pictureOf(message);
  const bytes = stage.slack.workspace.files.get(picture?.id ?? '')?.bytes;
  expect(bytes?.subarray(1, 4).toString()).toBe('PNG');
  // Width and height in the PNG header.
  expect(bytes?.readUInt32BE(16)).toBeGreaterThan(1_000);
  expect(bytes?.readUInt32BE(20)).toBeGreaterThan(500);
  for (const name of series) {
    expect(picture?.alt).toMatch(new RegExp(`${name} .*between`));
    expect(shownIn(message)).toMatch(new RegExp(`^${name} \\w+(?:, \\S+)?\\n\\d`, 'm'));
  }
  expect(message?.text).toContain(picture?.alt.split('. ')[0]);
  const asked = stage.platform.log.entries.findLast(
    ({ query }) => query.start !== undefined && query.step !== undefined,
  );
  const [start, end, step] = [asked?.query.start, asked?.query.end, asked?.query.step].map(Number);
  expect(Math.abs((end ?? 0) - (start ?? 0) - hours * 3_600)).toBeLessThanOrEqual(step ?? 0);
}

describe('charts', async () => {
  const stage = await useStage({
    ...{ mode: 'socket', hurry: 5, consoleUrl: 'https://console.test' },
    platform: { requestItems: true },
  });
  const chart = (words: string, who = maya, channel = shop) => asks(stage, who, channel, words);

  test('one message for everybody: picture, what it tells, numbers, where and when, buttons; nobody is pinged', async () => {
    const posted = await chart('/monitor web 6h');
    expect(posted.ephemeralFor).toBeNull();
    expect(posted.pings).toEqual([]);
    const picture = pictureOf(posted);
    const file = stage.slack.workspace.files.get(picture?.id ?? '');
    expect(file?.bytes?.subarray(1, 4).toString()).toBe('PNG');
    expect(picture?.alt).toMatch(/web .*between/);
    expect(posted.text).toMatch(/web .*between/);
    const shown = shownIn(posted);
    // The simulated data has gaps, also now and then at the end.
    expect(shown).toMatch(/^Item\nLast\nMean\nMax\nweb latency, ms\n(?:\d+|–)\n[\d.]+\n\d+\n/m);
    expect(shown).toMatch(/^web clients\n(?:\d+|–)\n[\d.]+\n\d+\n/m);
    expect(shown).not.toContain('raw query');
    expect(shown).toMatch(
      /shop \/ east-1 \/ shop #12 · last 6 hours · one point every 15 seconds · times in UTC\+[12] · maya/,
    );
    expect(Object.values(buttonsOf(posted))).toEqual([
      'chart.range:1h',
      'chart.range:6h',
      'chart.range:24h',
      'chart.range:7d',
      'chart.refresh',
      'chart.numbers',
      'chart.compare',
      'chart.items',
      'modal:schedule',
      'chart.console',
    ]);
    expect(JSON.stringify(posted.blocks)).toContain('https://console.test/');
    expect(pictureOf(posted)?.alt).not.toContain('Online clients');
    const all = await presses(stage, sam, posted, 'chart.items');
    expect(pictureOf(all)?.alt).toContain('Online clients');
    expect(Object.values(buttonsOf(all))).not.toContain('chart.items');
    // The hue is stored, so the next chart of this context uses the same hue.
    const hues = await stage.bot().store.notes.read('hues:shop/east-1/12', 0);
    expect(JSON.stringify(hues)).toMatch(/^{"\w+":0}$/);
  });

  test('Schedule… opens a form with the chart in it, and nothing needs to be typed', async () => {
    const posted = await chart('/monitor web 6h item=request_time above=20');
    const actor = stage.user(sam);
    await actor.press({ channel: shop, ts: posted?.ts ?? '' }, 'modal:schedule');
    const view = await stage.slack.until(() => actor.view(), 5_000);
    const times = await actor.options({ view: view.id }, { actionId: 'at', blockId: 'at' }, 'weekdays');
    const at = times.ok ? (times.options?.options[0]?.value ?? '') : '';
    await actor.submit({ at: { at } });
    const [schedule] = await stage.bot().store.schedules.list();
    expect(schedule?.body).toMatchObject({
      words: 'monitor web 6h request_time above=20',
      given: { component: ['web'], range: ['6h'], item: ['request_time'], above: ['20'] },
    });
    // It would post at 9:00 of its asker, amid another test.
    await stage.bot().store.commit({ at: Date.now(), schedules: { drop: [schedule?.id ?? ''] } });
  });

  test('ranges and refresh update it in place, in its asker’s zone, whoever presses; old pictures go', async () => {
    const posted = await chart('/monitor web');
    const first = pictureOf(posted)?.id ?? '';
    const wider = await presses(stage, sam, posted, 'chart.range:24h');
    expect(wider.ts).toBe(posted.ts);
    expectChart(stage, wider, ['web'], 24);
    expect(shownIn(wider)).toContain('last 24 hours');
    expect(shownIn(wider)).toMatch(/times in UTC\+[12] · maya/);
    expect(pictureOf(wider)?.id).not.toBe(first);
    stage.jump(61_000);
    const fresh = await presses(stage, sam, posted, 'chart.refresh');
    expect(fresh.ts).toBe(posted.ts);
    expect(shownIn(fresh)).toContain('last 24 hours');
    stage.jump(61_000);
    await presses(stage, maya, posted, 'chart.range:1h');
    await stage.idle();
    await stage.slack.until(() => !stage.slack.workspace.files.has(first));
  });

  test('thresholds and an earlier period: told below the picture and in its alt text, kept by the buttons', async () => {
    const posted = await chart('/monitor web 6h item=request_time above=20 above=100000 vs=yesterday');
    const said = /Its mean is (?:\d+% (?:higher|lower) than|(?:about )?the same as) yesterday \([\d.]+ ms\)/;
    for (const text of [shownIn(posted), pictureOf(posted)?.alt, posted.text])
      expect(text).toMatch(/Response time above 20 ms: web (?:for|from|\d+ times|all) /);
    for (const text of [pictureOf(posted)?.alt, posted.text]) expect(text).toMatch(said);
    const asked = stage.platform.log.entries.filter(({ query }) => query.start !== undefined).slice(-2);
    const starts = asked.map(({ query }) => Number(query.start)).sort((a, b) => a - b);
    expect((starts[1] ?? 0) - (starts[0] ?? 0)).toBe(86_400);

    const alone = await presses(stage, sam, posted, 'chart.compare');
    expect(alone.ts).toBe(posted.ts);
    expect(alone.text).not.toMatch(/yesterday/);
    expect(shownIn(alone)).toMatch(/Response time above 20 ms: web (?:for|from|\d+ times|all) /);
    expect((await presses(stage, sam, posted, 'chart.compare')).text).toMatch(/(?:than|as) yesterday/);
    expect((await presses(stage, sam, posted, 'chart.range:1h')).text).toMatch(/(?:than|as) yesterday/);
    expect((await presses(stage, sam, posted, 'chart.refresh')).text).toMatch(/(?:than|as) yesterday/);
  });

  test('a change that was made in this context is marked in its chart', async () => {
    const [card] = await acts(stage, maya, shop, (actor) => actor.slash(shop, '/port open api 8000 for=30m'));
    const approved = await acts(stage, sam, shop, (actor) =>
      actor.press({ channel: shop, ts: card?.ts ?? '' }, 'request.approve'),
    );
    expect(approved.some(({ text }) => text.includes('Done'))).toBe(true);
    stage.jump(5 * 60_000);
    const posted = await chart('/monitor api 1h');
    stage.jump(-5 * 60_000);
    expect(pictureOf(posted)?.alt).toMatch(/\d\d:\d\d opened 8000 for 30 min · maya/);
    expect(pictureOf(await chart('/monitor web 1h'))?.alt).not.toContain('8000');
    const [closing] = await acts(stage, maya, shop, (actor) => actor.slash(shop, '/port close api 8000'));
    const closed = await acts(stage, maya, shop, (actor) =>
      actor.press({ channel: shop, ts: closing?.ts ?? '' }, 'request.approve'),
    );
    expect(closed.some(({ text }) => text.includes('Done'))).toBe(true);
  });

  test('resources: a line for each instance, with the component’s own limits', async () => {
    const posted = await chart('/monitor web resources 1h');
    const picture = pictureOf(posted);
    expect(
      stage.slack.workspace.files
        .get(picture?.id ?? '')
        ?.bytes?.subarray(1, 4)
        .toString(),
    ).toBe('PNG');
    for (const text of [shownIn(posted), posted.text]) expect(new Set(text.match(/web \([a-z0-9]{5}\)/g)).size).toBe(3);
    expect((await presses(stage, sam, posted, 'chart.compare')).text).toMatch(/(?:than|as) yesterday/);
    // A CPU limit of 0 means no limit.
    const api = shownIn(await chart('/monitor api item=cpu'));
    expect(api).toMatch(/^api CPU, cores\n[\d.]+\n[\d.]+\n[\d.]+$/m);
    expect(api).not.toContain('limit');
  });

  test('what people call an item is understood, and both kinds stand in one chart', async () => {
    expect((await chart('/monitor web latency memory 1h')).text).toMatch(/^Chart of web: Response time, Memory,/);
    // The app's name means all of its components.
    expect((await chart('/monitor shop latency 1h')).text).toMatch(/^Chart of shop: Response time,/);
    const unknown = await chart('/monitor web latncy 1h');
    expect(unknown.ephemeralFor).toBe(maya);
    expect(unknown.text).toContain(
      'Monitoring items: latency, traffic, clients, gateway-latency, gateway-requests, errors, cpu, memory, network.',
    );
  });

  test('of a long range, the highest value is that of all minutes, in the texts and in the CSV', async () => {
    const posted = await chart('/monitor web 7d latency');
    const replies = await acts(stage, sam, shop, (actor) => actor.press(posted, 'chart.numbers'));
    const csv = stage.slack.workspace.files.get(only(replies.flatMap(({ files }) => files)))?.bytes?.toString() ?? '';
    const [head = '', ...rows] = csv.trim().split('\r\n');
    const column = head.split(',').findIndex((name) => name.endsWith(' max'));
    const highest = Math.max(...rows.map((row) => Number(row.split(',')[column] || 0)));
    expect(posted.text).toContain(` and ${highest} (peak at`);
    expect(posted.text).not.toContain('may be missing');
    const queries = stage.platform.log.entries.map(({ query }) => String(query.query ?? ''));
    expect(queries.some((query) => /^max_over_time\(\(\(.+\) >= 0\)\[599s:60s\]\)$/.test(query))).toBe(true);
  });

  test('numbers: a table and all points as CSV, in the thread', async () => {
    const posted = await chart('/monitor web 1h item=request_time');
    const replies = await acts(stage, sam, shop, (actor) => actor.press(posted, 'chart.numbers'));
    const [told, inThread] = [false, true].map((is) =>
      replies.filter(({ threadTs }) => (threadTs === posted.ts) === is),
    );
    expect(told?.map(({ ephemeralFor, text }) => [ephemeralFor, text])).toEqual([
      [sam, expect.stringMatching(/^✓ The numbers are in <https:.*\|the thread>\.$/)],
    ]);
    expect(inThread?.length).toBeGreaterThan(1);
    const table = replies.flatMap(({ blocks }) => blocks).find(({ type }) => type === 'table');
    expect(Array.isArray(table?.rows) ? table.rows.length : 0).toBe(21);
    const times = Array.isArray(table?.rows) ? table.rows.map((row) => wordsOf(row).split('\n')[0]) : [];
    expect(new Set(times).size).toBe(21);
    const ids = replies.flatMap(({ files }) => files);
    const csv = stage.slack.workspace.files.get(only(ids))?.bytes?.toString() ?? '';
    expect(csv.split('\n').length).toBeGreaterThan(200);
    expect(csv).toContain('web');
    // If Slack stores the file but doesn't share it, the text in the thread says so.
    await stage.slack.injectFault({ fault: 'files_never_shared' });
    const unshown = await acts(stage, sam, shop, (actor) => actor.press(posted, 'chart.numbers'));
    expect(unshown.flatMap(({ files }) => files)).toEqual([]);
    const said = only(unshown.filter(({ text }) => text.includes('doesn’t show it')));
    expect([said.threadTs, said.text]).toEqual([
      posted.ts,
      expect.stringContaining('Slack took the file “All points of web”'),
    ]);
    await stage.slack.injectFault({ fault: 'reset' });
  });

  test('me: into their own messages, and a line where it was asked', async () => {
    const messages = await acts(stage, maya, shop, (actor) => actor.slash(shop, '/monitor web me'));
    const line = only(messages.filter(({ channel }) => channel === shop));
    expect(line.ephemeralFor).toBe(maya);
    expect(shownIn(line)).toContain('in your direct messages with me');
    const posted = only(messages.filter(({ channel }) => channel !== shop));
    expectChart(stage, posted, ['web'], 1);
    const wider = await presses(stage, maya, posted, 'chart.range:6h');
    expect(wider.ts).toBe(posted.ts);
    expectChart(stage, wider, ['web'], 6);
    const noBot = await acts(stage, maya, 'C0NOBOT', (actor) => actor.slash('C0NOBOT', '/monitor web me'));
    expect(noBot.map(({ channel }) => channel)).toContain(stage.slack.user(maya).direct());
  });

  test('yesterday, from..to, items, steps, in the asker’s zone', async () => {
    const yesterday = shownIn(await chart('/monitor web 昨天', 'U0LIU'));
    expect(yesterday).toMatch(/00:00 – .*00:00/);
    expect(yesterday).toContain('时区 UTC+8');
    const day = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10);
    const part = shownIn(await chart(`/monitor web ${day}T08:00..12:00 item=request step=5m`, sam));
    expect(part).toMatch(/08:00 – 12:00/);
    expect(part).toContain('one point every 5 minutes');
    expect(part).toMatch(/times in UTC−[45]/);
    expect(part).not.toContain('Response time');
    expect(shownIn(await chart('/monitor web today'))).toMatch(/00:00 – /);
    expect(shownIn(await chart('/monitor web api 15m'))).toMatch(/^api latency, /m);
    expect(shownIn(await chart('/monitor 15m outer'))).not.toMatch(/^api latency, /m);
  });

  test('a Chinese asker’s chart is Chinese for everybody, and stays so', async () => {
    const posted = await chart('/monitor web 1h', 'U0LIU');
    expect(shownIn(posted)).toContain('最近 1 小时');
    expect(shownIn(await presses(stage, maya, posted, 'chart.range:6h'))).toContain('最近 6 小时');
  });

  test('a component that is not monitored: the plugin to install and those that are, and nothing public', async () => {
    const refusal = await chart('/monitor payments 1h');
    expect(refusal.ephemeralFor).toBe(maya);
    expect(shownIn(refusal)).toContain('Not monitored: payments.');
    expect(shownIn(refusal)).toContain('install and enable the real-time performance analysis plugin');
    expect(shownIn(refusal)).toMatch(/Monitored components: .*web/);
    const offered = Object.entries(buttonsOf(refusal)).find(([label]) => label.startsWith('Chart '));
    expect(pictureOf(await presses(stage, maya, refusal, offered?.[1] ?? ''))).toBeDefined();
  });

  test('monitoring that is down: an error for who asked, with Try again, and nothing public', async () => {
    await stage.platform.faults.set({ monitoringDown: true });
    const down = await chart('/monitor web 1h');
    await stage.platform.faults.set({ monitoringDown: false });
    expect(down.ephemeralFor).toBe(maya);
    expect(shownIn(down)).toContain('The platform’s monitoring can’t be read right now.');
    expect(shownIn(down)).not.toContain('Not monitored');
    expect(pictureOf(await presses(stage, maya, down, buttonsOf(down)['Try again'] ?? ''))).toBeDefined();
  });

  test.each([
    [
      { kind: 'error', status: 500, only: 'container_memory_working_set_bytes{', times: 1 },
      'Couldn’t be read: Memory. The platform',
    ],
    [
      { kind: 'garble', as: 'no-result', only: 'container_memory_working_set_bytes{', times: 1 },
      'Couldn’t be read: Memory. The platform’s reply isn’t valid.',
    ],
  ] as const)(
    'one of two queries that isn’t answered (%j) leaves the chart of the other, and is named',
    async (fault, says) => {
      await stage.platform.faults.set({ nextRead: fault });
      const posted = await chart('/monitor web cpu memory 1h');
      expect(pictureOf(posted)?.alt).toContain(says);
      expect(posted.text).toMatch(/^Chart of web: CPU,/);
      expect(shownIn(posted)).toContain(says);
      expect(shownIn(posted)).not.toMatch(/Not (?:shown|monitored)/);
      expect((await presses(stage, sam, posted, 'chart.refresh')).text).toMatch(/^Chart of web: CPU, Memory,/);
    },
  );

  test('no query with a result that can be read: an error with Try again', async () => {
    await stage.platform.faults.set({ nextRead: { kind: 'garble', as: 'no-result', only: 'container_', times: 1 } });
    const problem = await chart('/monitor web cpu 1h');
    expect(problem.ephemeralFor).toBe(maya);
    expect(shownIn(problem)).toContain('couldn’t be read');
    expect(pictureOf(await presses(stage, maya, problem, buttonsOf(problem)['Try again'] ?? ''))).toBeDefined();
  });

  test('a component that is named twice is drawn, and named, once', async () =>
    expect((await chart('/monitor web gr7c01aa 15m')).text).toMatch(/^Chart of web:/));

  test('an item that does not exist is told to who asked alone, with those that do', async () => {
    const problem = await chart('/monitor web 1h item=requst_time');
    expect(problem.ephemeralFor).toBe(maya);
    expect(problem.text).toMatch(
      /No monitoring item is called `requst_time`\. Use one of these: latency, traffic, clients, gateway-latency,/,
    );
    expect((await presses(stage, maya, problem, 'ask:c0')).text).toMatch(/^Chart of web:/);
  });

  test('equal names are told apart', async () => {
    const shown = shownIn(await chart('/monitor item=request 1h'));
    expect(shown).toMatch(/^search \(gr5ea3c1\) requests/m);
    expect(shown).toMatch(/^search \(gr5ea3c2\) requests/m);
    expect(shown).toMatch(/^web (?:latency|requests)/m);
  });

  test('in a thread it stays in the thread', async () => {
    const parent = await stage.slack.user(maya).say(shop, 'slow today?');
    const ts = parent.ok ? (parent.ts ?? '') : '';
    const posted = only(await acts(stage, maya, shop, (actor) => actor.mention(shop, 'monitor web', ts)));
    expect(posted.threadTs).toBe(ts);
    expect((await presses(stage, sam, posted, 'chart.range:6h')).threadTs).toBe(ts);
  });

  test('where the bot is no member: the one thing to do, and Try again after it', async () => {
    const problem = await chart('/monitor web', maya, 'C0NOBOT');
    expect(problem.ephemeralFor).toBe(maya);
    expect(shownIn(problem)).toContain('/invite @portolan');
    await stage.slack.injectFault({ fault: 'invite_bot', channel: 'C0NOBOT' });
    const messages = await acts(stage, maya, 'C0NOBOT', (actor) => actor.press(problem, 'ask:again'));
    expectChart(stage, only(messages.filter((message) => pictureOf(message))), ['web'], 1);
    await stage.slack.injectFault({ fault: 'remove_bot', channel: 'C0NOBOT' });
  });

  test('a picture that takes its time is waited for; one that never comes stands in the thread', async () => {
    await stage.slack.injectFault({ fault: 'files_ready_after', ms: 700 });
    expectChart(stage, await chart('/monitor web'), ['web'], 1);
    await stage.slack.injectFault({ fault: 'files_never_ready' });
    const messages = await acts(stage, maya, shop, (actor) => actor.slash(shop, '/monitor web'));
    const posted = only(messages.filter(({ threadTs }) => threadTs === null));
    expect(pictureOf(posted)).toBeUndefined();
    expect(shownIn(posted)).toMatch(/^web (?:latency|requests)/m);
    expect(shownIn(posted)).toContain('Slack couldn’t show the picture here. It’s in the thread.');
    expect(messages.filter(({ threadTs, files }) => threadTs === posted.ts && files.length === 1)).toHaveLength(1);
    // Slack answered ok but didn't share the file, so the message must not point to the thread.
    await stage.slack.injectFault({ fault: 'files_never_shared' });
    const unshared = shownIn(only(await acts(stage, maya, shop, (actor) => actor.slash(shop, '/monitor web'))));
    expect(unshared).toContain('Couldn’t upload the picture to Slack. Refresh to try again.');
    expect(unshared).not.toContain('It’s in the thread');
    // Slack also refuses the second upload, which is for the thread. The message must not show Slack's error code.
    const uploads = () => stage.slack.log.filter(({ name }) => name === 'files.completeUploadExternal').length;
    const before = uploads();
    const asked = acts(stage, maya, shop, (actor) => actor.slash(shop, '/monitor web'));
    await stage.slack.until(() => uploads() > before, 20_000);
    await stage.slack.injectFault({
      fault: 'fail',
      method: 'files.getUploadURLExternal',
      error: 'invalid_blocks',
      times: 1,
    });
    const words = shownIn(only(await asked));
    expect(words).toContain('Couldn’t upload the picture to Slack. Refresh to try again.');
    expect(words).toMatch(/^web (?:latency|requests)/m);
    expect(words).not.toContain('invalid_blocks');
  }, 40_000);

  test('a message that was deleted meanwhile: the chart comes anew', async () => {
    const posted = await chart('/monitor web');
    const pressed = acts(stage, maya, shop, async (actor) => {
      const acted = await actor.press(posted, 'chart.range:6h');
      await stage.slack.injectFault({ fault: 'delete_message', channel: shop, ts: posted.ts });
      return acted;
    });
    const fresh = only(await pressed);
    expect(fresh.ts).not.toBe(posted.ts);
    expectChart(stage, fresh, ['web'], 6);
  });

  test('Slack limits, loses answers, refuses: waited out, told, never silent', async () => {
    await stage.slack.injectFault({ fault: 'rate_limit', method: 'chat.postMessage', retryAfter: 1 });
    expectChart(stage, await chart('/monitor web'), ['web'], 1);
    await stage.slack.injectFault({ fault: 'rate_limit', method: 'chat.postMessage', retryAfter: 600 });
    expect(shownIn(await chart('/monitor web'))).toContain('Slack is limiting requests. Try again in 10 minutes.');
    stage.jump(600_000);
    await stage.slack.injectFault({ fault: 'fail', method: 'chat.postMessage', error: 'fatal_error' });
    expect(shownIn(await chart('/monitor web'))).toContain('Slack refused this (`fatal_error`)');
    const failing = { fault: 'fail', error: 'internal_error' } as const;
    for (const method of ['files.getUploadURLExternal', 'files.completeUploadExternal']) {
      await stage.slack.injectFault({ ...failing, method });
      expectChart(stage, await chart('/monitor web'), ['web'], 1);
    }
    await stage.slack.injectFault({ fault: 'lose_answer', method: 'files.completeUploadExternal' });
    expectChart(stage, await chart('/monitor web'), ['web'], 1);
    await stage.slack.injectFault({ ...failing, method: 'files.completeUploadExternal', times: 3 });
    const numbers = await chart('/monitor web');
    expect(pictureOf(numbers)).toBeUndefined();
    expect(shownIn(numbers)).toMatch(/^web (?:latency|requests)/m);
    expect(shownIn(numbers)).toContain('Couldn’t upload the picture to Slack. Refresh to try again.');
    await stage.slack.injectFault({ fault: 'lose_answer', method: 'files.info' });
    expectChart(stage, await chart('/monitor web'), ['web'], 1);
    await stage.slack.injectFault({ fault: 'lose_answer', method: 'chat.postMessage' });
    const lost = await acts(stage, maya, shop, (actor) => actor.slash(shop, '/monitor web'));
    expect(lost.map(shownIn).join('\n')).toContain('Slack isn’t responding');
  });

  test('two presses are done in their order: the slower first one does not win, and no visible file is deleted', async () => {
    const posted = await chart('/monitor web 1h');
    await stage.slack.injectFault({ fault: 'slow', method: 'files.getUploadURLExternal', ms: 1_500, times: 1 });
    await stage.slack.user(sam).press(posted, 'chart.range:24h');
    await stage.user(maya).press(posted, 'chart.range:6h');
    const shown = stage.slack.messages(shop, maya).find(({ ts }) => ts === posted.ts);
    expectChart(stage, shown, ['web'], 6);
    const kept = await stage.bot().store.posts.byMessage(shop, posted.ts);
    expect(kept?.fileIds).toEqual([pictureOf(shown)?.id]);
    expect(JSON.stringify(kept?.body)).toContain('6h');
  });

  test('a press while the platform is down: told to who pressed, the chart stays', async () => {
    const posted = await chart('/monitor web');
    const blocks = JSON.stringify(posted.blocks);
    await stage.platform.faults.set({ nextRead: { kind: 'error', status: 500, times: 20 } });
    const problem = await presses(stage, sam, posted, 'chart.range:6h');
    expect(problem.ephemeralFor).toBe(sam);
    expect(
      JSON.stringify(
        stage.slack
          .user(sam)
          .messages(shop)
          .find(({ ts }) => ts === posted.ts)?.blocks,
      ),
    ).toBe(blocks);
    expect(buttonsOf(problem)).toHaveProperty('Try again');
  });

  test('Try again after a press asks in the chart’s own context', async () => {
    const posted = await chart('/monitor toy in=lab/west-2/40');
    await stage.platform.faults.set({ nextRead: { kind: 'error', status: 500, times: 20 } });
    const problem = await presses(stage, sam, posted, 'chart.range:6h');
    await stage.platform.faults.reset();
    const again = await presses(stage, sam, problem, 'ask:again');
    expect(shownIn(again)).toContain('lab / west-2 / sandbox #40');
    expect(shownIn(again)).toContain('6h');
  });

  test('after a restart its buttons still work', async () => {
    const posted = await chart('/monitor web');
    await stage.restart();
    expect((await presses(stage, sam, posted, 'chart.range:6h')).ts).toBe(posted.ts);
  });
});

test('without the scope for files: which one is missing', async () => {
  const complete = makeManifest(operations, { mode: 'http', prefix: '' });
  const manifest: unknown = JSON.parse(
    JSON.stringify(complete).replace('"files:write",', '').replace(',"files:write"', ''),
  );
  const stage = await startStage({ slack: { manifest } });
  try {
    const problem = await asks(stage, maya, shop, '/monitor web');
    expect(shownIn(problem)).toContain('the app is missing the scope `files:write`');
  } finally {
    await stage.stop();
  }
});

test('samples of a platform that follows the document alone are drawn', async () => {
  const stage = await startStage({ platform: { dialect: 'document', monitoring: 'values-flat' } });
  try {
    await asks(stage, maya, shop, '/component show gr7c01aa');
    const posted = await asks(stage, maya, shop, '/monitor web 1h');
    expect(shownIn(posted)).toMatch(/^web (?:latency|requests)/m);
    expectChart(stage, posted, ['web'], 1);
  } finally {
    await stage.stop();
  }
});
