import { startPlayground } from '../../playground/playground.ts';
import type { StoredMessage } from '../../playground/slack/workspace/workspace.ts';
import type { World } from '../../src/core/world.ts';
import { createLogger } from '../../src/observability/logger.ts';
import { scheduleKind } from '../../src/operations/schedule/stored-schedule.ts';
import { realWorld } from '../../src/real-world.ts';
import { sharedCharts } from '../shared-charts.ts';

/** Time that the clock is ahead, in ms. Advance it while nobody types: Slack's signatures use real time. */
let ahead = 0;
const real = realWorld(createLogger({ level: 'error' }));
const waiting = new Set<AbortController>();
const world: World = {
  ...real,
  now: () => Date.now() + ahead,
  async wait(ms, signal) {
    const wake = new AbortController();
    waiting.add(wake);
    await real.wait(ms, signal ? AbortSignal.any([signal, wake.signal]) : wake.signal);
    waiting.delete(wake);
  },
};
const minute = 60_000;
/** Minutes of a schedule that runs every half hour. The next run is in 15 minutes, after the end of the test. */
const quarter = (new Date().getUTCMinutes() + 15) % 30;
const halfHours = `${quarter},${quarter + 30}`;

const place = await startPlayground({ charts: sharedCharts(), world });
afterAll(async () => {
  expect(place.slack.faults).toEqual([]);
  await place.stop();
});

async function ask(text: string): Promise<StoredMessage> {
  const before = place.slack.messages('C0SHOP', 'U0MAYA').length;
  await place.slack.user('U0MAYA').slash('C0SHOP', text);
  return place.slack.until(() => place.slack.messages('C0SHOP', 'U0MAYA')[before], 10_000);
}

const charts = () =>
  place.slack.messages('C0SHOP', 'U0SAM').filter(({ blocks }) => JSON.stringify(blocks).includes('scheduled by'));

/** Sets the bot's clock, and ends all its waits so that the bot reads the clock. */
function moveClock(ms: number): void {
  ahead = ms;
  const all = [...waiting];
  waiting.clear();
  for (const wake of all) wake.abort();
}

async function jump(ms: number, until: () => boolean): Promise<void> {
  moveClock(ms);
  await place.slack.until(until, 15_000);
  ahead = 0;
}

const isPosting = async () => JSON.stringify(await place.bot().store.schedules.list()).includes('"posting"');

async function lookAgain(ms: number): Promise<void> {
  await place.bot().idle();
  await expect.poll(isPosting).toBe(false);
  moveClock(ms);
  const next = async () => (await place.bot().store.due.next([scheduleKind])) ?? Number.POSITIVE_INFINITY;
  await expect.poll(async () => (await next()) > world.now(), { timeout: 15_000 }).toBe(true);
  await place.bot().idle();
  ahead = 0;
}

describe('a chart that posts itself', () => {
  let id = '';

  it('is set with cron words in a named zone, and says when it comes', async () => {
    const said = await ask(`/portolan schedule monitor web 1h at "${halfHours} * * * *" tz=Asia/Shanghai`);
    id = /`([a-z0-9]{4,6})`/.exec(said.text)?.[1] ?? '';
    expect(said.text).toContain('monitor web 1h');
    expect(said.text).toContain('Asia/Shanghai');
    expect(said.text).toMatch(/Next: <!date/);
  });

  it('refuses what never comes, or is no chart, in the form', async () => {
    for (const text of [
      '/portolan schedule monitor web at "0 0 30 2 *"',
      '/portolan schedule region list at "0 9 * * *"',
      '/portolan schedule monitor web at "0 9 * * *" tz=Mars/Base',
    ]) {
      await place.slack.user('U0MAYA').slash('C0SHOP', text);
      const view = await place.slack.until(() => place.slack.user('U0MAYA').view(), 5_000);
      expect(JSON.stringify(view.content), text).toContain('⚠');
      expect(JSON.stringify(view.content)).toContain('such as 0 9 * * 1-5.');
      await place.slack.user('U0MAYA').close(true);
    }
  });

  it('tells at once what would fail later: unknown names, a channel without the bot', async () => {
    const unknown = await ask('/portolan schedule monitor wbe 24h at "0 9 * * *"');
    expect(unknown.text).toMatch(
      /^`wbe` isn’t a component of .*\nDid you mean web \(gr7c01aa\)\? There are \d+ others\.$/,
    );
    expect(JSON.stringify(unknown.blocks)).toContain('web (gr7c01aa)');
    expect(JSON.stringify(unknown.blocks)).toContain('gr7c01aa');
    await place.slack.user('U0MAYA').press({ channel: 'C0SHOP', ts: unknown.ts }, 'ask:c0');
    await place.bot().idle();
    const [meant] = (await place.bot().store.schedules.list()).filter(({ id: each }) => each !== id);
    expect(JSON.stringify(meant?.body)).toContain('"words":"monitor web 24h"');
    await ask(`/portolan unschedule ${meant?.id}`);
    // The list of a form has ids, and people read names.
    const known = await place.bot().store.seen.find('shop/east-1/12', 'component');
    const web = known.find(({ names }) => names.includes('gr7c01aa'));
    expect(web?.id).toMatch(/^[0-9a-f]{32}$/);
    const ofForm = await ask(`/portolan schedule monitor ${web?.id} 24h at "0 9 * * *"`);
    expect(ofForm.text).toContain('monitor web 24h');
    await ask(`/portolan unschedule ${/ID: `?(\w{6})/.exec(ofForm.text)?.[1]}`);
    const shared = await ask('/portolan schedule monitor search at "0 9 * * *"');
    expect(JSON.stringify(shared.blocks)).toContain('gr5ea3c2');
    await place.slack.user('U0MAYA').slash('C0NOBOT', '/portolan schedule monitor web at "0 9 * * *"');
    await place.bot().idle();
    expect(place.slack.messages('C0NOBOT', 'U0MAYA').at(-1)?.text).toContain('/invite');
    expect((await ask('/portolan schedules')).text.match(/monitor w/g)).toHaveLength(1);
  });

  it('in somebody’s direct messages is theirs alone', async () => {
    const maya = place.slack.user('U0MAYA');
    await maya.slash(maya.direct(), '/portolan schedule monitor api 1h at "0 9 * * *"');
    await place.bot().idle();
    const own = (await place.bot().store.schedules.list()).find(({ channel }) => channel === maya.direct());
    const sam = place.slack.user('U0SAM');
    const answerTo = async (text: string) => {
      await sam.slash('C0SHOP', text);
      await place.bot().idle();
      return sam.messages('C0SHOP').at(-1)?.text;
    };
    expect(await answerTo('/portolan schedules')).not.toContain('monitor api');
    expect(await answerTo(`/portolan unschedule ${own?.id}`)).toContain('wasn’t found');
    await maya.slash('C0SHOP', `/portolan unschedule ${own?.id}`);
    await place.bot().idle();
    expect((await place.bot().store.schedules.list()).map(({ id }) => id)).not.toContain(own?.id);
  });

  it('comes at its time, once, in its zone', async () => {
    await jump(31 * minute, () => charts().length > 0);
    expect(charts()).toHaveLength(1);
    expect(charts()[0]?.text).toContain('Asia/Shanghai');
  });

  it('answers a range button under it privately', async () => {
    const [chart] = charts();
    if (!chart) throw new Error('no chart');
    const before = place.slack.log.filter(({ name }) => name === 'chat.update').length;
    await place.slack.user('U0SAM').press({ channel: 'C0SHOP', ts: chart.ts }, 'chart.range:6h');
    await place.bot().idle();
    expect(place.slack.log.filter(({ name }) => name === 'chat.update')).toHaveLength(before);
    const mine = place.slack.messages(await place.slack.user('U0SAM').direct(), 'U0SAM');
    expect(mine.at(-1)?.text).toContain('Chart of web');
  });

  it('runs now by a button, pauses, resumes', async () => {
    await ask('/portolan schedules');
    const before = charts().length;
    await ask(`/portolan schedule run ${id}`);
    moveClock(0);
    await place.slack.until(() => charts().length > before, 15_000);
    expect((await ask(`/portolan schedule pause ${id}`)).text).toContain('paused');
    await lookAgain(95 * minute);
    expect(charts()).toHaveLength(before + 1);
    expect((await ask(`/portolan schedule resume ${id}`)).text).toMatch(/Next: <!date/);
  });

  it('tells once what was missed, and does not replay it', async () => {
    const before = charts().length;
    await jump(4 * 60 * minute, () => charts().length > before);
    await lookAgain(4 * 60 * minute);
    expect(charts()).toHaveLength(before + 1);
    const notices = place.slack.messages('C0SHOP', 'U0SAM').filter(({ text }) => /were missed because/.test(text));
    expect(notices).toHaveLength(1);
  });

  it('stops and tells its owner when the bot is no longer in the channel', async () => {
    await place.slack.injectFault({ fault: 'remove_bot', channel: 'C0SHOP' });
    const channel = await place.slack.user('U0MAYA').direct();
    await jump(9 * 60 * minute, () => place.slack.messages(channel, 'U0MAYA').some(({ text }) => text.includes(id)));
    expect(place.slack.messages(channel, 'U0MAYA').at(-1)?.text).toContain('not_in_channel');
    expect((await ask('/portolan schedules')).text).toContain('stopped: I was removed from the channel');
    await place.slack.injectFault({ fault: 'invite_bot', channel: 'C0SHOP' });
    expect((await ask(`/portolan schedule resume ${id}`)).text).toMatch(/is resumed/);
  });

  it('is set for another context by in=, and is known in its channel', async () => {
    const said = await ask('/portolan schedule "monitor toy" at "0 9 * * *" in=lab/west-2/40');
    const other = /`([a-z0-9]{4,6})`/.exec(said.text)?.[1] ?? '';
    expect(said.text).toContain('lab / west-2 / sandbox #40');
    expect((await ask('/portolan schedules')).text).toContain('monitor toy in=lab/west-2/40');
    expect((await ask(`/portolan schedule pause ${other}`)).text).toContain('paused');
    expect((await ask(`/portolan unschedule ${other}`)).text).toContain('is deleted');
  });

  it('is ended', async () => {
    expect((await ask(`/portolan unschedule ${id}`)).text).toContain('is deleted');
    expect((await ask('/portolan schedules')).text).toContain('No schedules here yet');
    expect((await ask(`/portolan unschedule ${id}`)).text).toContain('wasn’t found');
  });
});
