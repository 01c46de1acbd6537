import { WebClient } from '@slack/web-api';
import * as z from 'zod';
import { createLogger } from '../../src/observability/logger.ts';
import { realWorld } from '../../src/real-world.ts';
import { phoneHeight } from '../../src/slack/blocks/phone-height.ts';
import { upload } from '../../src/slack/interaction/upload.ts';
import { cardMessage } from '../../src/slack/request/card-view.ts';
import { waitingSamples } from '../contract/waiting-samples.ts';
import { fullChart } from '../gallery/gallery-cases.ts';
import { changeNote, changeNotes, chartTables } from '../messages/change-notes.ts';
import { sharedCharts } from '../shared-charts.ts';
import { browserTest as test } from '../tools/tests-with-tools.ts';
import { maya, messageAt, shop, startStage } from './stage.ts';

// Compares the card heights that test/contract/card-height.test.ts estimates with those in a browser.

vi.setConfig({ testTimeout: 120_000 });

const stage = await startStage();
afterAll(() => stage?.close());

const Measured = z.record(z.string(), z.object({ height: z.number(), above: z.number() }));

async function openPhone() {
  const { slack } = stage.config;
  const client = new WebClient(slack.botToken.reveal(), { slackApiUrl: slack.apiUrl ?? '' });
  const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
  return { client, page: (await stage.open(maya, phone)).page };
}

test('the tallest cards that wait are seen whole on a phone of 390 × 844, from the sender to the buttons', async () => {
  const { client, page } = await openPhone();
  const drawn = (await waitingSamples())
    .flatMap(({ name, card }) =>
      (['en', 'zh'] as const).map((lang) => ({ name, ...cardMessage(card, { lang, zone: 'UTC' }) })),
    )
    .toSorted((one, other) => phoneHeight(other.blocks) - phoneHeight(one.blocks))
    .slice(0, 40);
  const posted: { readonly name: string; readonly ts: string; readonly estimate: number }[] = [];
  for (const { name, text, blocks } of drawn) {
    const { ts = '' } = await client.chat.postMessage({ channel: shop, text, blocks });
    posted.push({ name, ts, estimate: phoneHeight(blocks) });
  }
  await messageAt(page, posted.at(-1)?.ts ?? '').waitFor();
  const pane = await page.locator('.messages').first().boundingBox();
  const measured = Measured.parse(
    await page.evaluate(`Object.fromEntries([...document.querySelectorAll('article.message[data-ts]')].flatMap((one) => {
      const blocks = one.querySelector('.blocks')?.getBoundingClientRect();
      return blocks ? [[one.dataset.ts, { height: blocks.height, above: blocks.top - one.getBoundingClientRect().top }]] : [];
    }))`),
  );
  const odd = posted.flatMap(({ name, ts, estimate }) => {
    const { height = Number.POSITIVE_INFINITY, above = 0 } = measured[ts] ?? {};
    const fits = above + height <= (pane?.height ?? 0);
    return fits && height - estimate < 30 ? [] : [`${name}: ${height} high, estimated ${Math.round(estimate)}`];
  });
  expect(odd).toEqual([]);
});

const Widths = z.array(z.object({ shown: z.number(), whole: z.number() }));

test('below a chart, no column of the table is cut off on a phone, in both languages', async () => {
  const { client, page } = await openPhone();
  let last = '';
  for (const lang of ['en', 'zh'] as const)
    for (const message of chartTables({ lang, zone: 'UTC' }))
      last = (await client.chat.postMessage({ channel: shop, ...message })).ts ?? '';
  await messageAt(page, last).waitFor();
  const widths = Widths.parse(
    await page.evaluate(`[...document.querySelectorAll('.table-frame')].slice(-6)
      .map((one) => ({ shown: one.clientWidth, whole: one.scrollWidth }))`),
  );
  expect(widths).toHaveLength(6);
  expect(widths.filter(({ shown, whole }) => whole > shown)).toEqual([]);
});

test('the note after a change is seen whole on a phone, with its picture', async () => {
  const { client, page } = await openPhone();
  const job = fullChart(1);
  const { png } = await sharedCharts().draw({ ...job, marks: job.marks?.slice(0, 1) });
  const world = realWorld(createLogger({ level: 'silent' }));
  for (const lang of ['en', 'zh'] as const)
    for (const name of Object.keys(changeNotes)) {
      const { id } = await upload(client, world, { name: 'chart.png', title: 'chart', bytes: png });
      const { ts = '' } = await client.chat.postMessage({
        channel: shop,
        ...changeNote(name, { lang, zone: 'UTC' }, id),
      });
      const note = messageAt(page, ts);
      // A picture below the visible part isn't loaded.
      await note.scrollIntoViewIfNeeded();
      await note.locator('img').last().waitFor();
      const [box, pane] = [await note.boundingBox(), await page.locator('.messages').first().boundingBox()];
      expect.soft(box?.height, `${name} ${lang}`).toBeLessThanOrEqual(pane?.height ?? 0);
    }
});
