import { WebClient } from '@slack/web-api';
import type { Page } from 'playwright-core';
import { describe as describeChart } from '../../src/charts/summary/describe.ts';
import { createLogger } from '../../src/observability/logger.ts';
import { realWorld } from '../../src/real-world.ts';
import { chartMessage } from '../../src/slack/chart/chart-view.ts';
import { upload } from '../../src/slack/interaction/upload.ts';
import { fullChart } from '../gallery/gallery-cases.ts';
import { sharedCharts } from '../shared-charts.ts';
import { browserTest as test } from '../tools/tests-with-tools.ts';
import {
  ask,
  faultsOf,
  liu,
  maya,
  messageAt,
  press,
  type Screen,
  type Stage,
  sam,
  says,
  send,
  shop,
  startStage,
  unsound,
} from './stage.ts';

vi.setConfig({ testTimeout: 120_000 });

const screens: Screen[] = [];
const stage = await startStage();
afterEach(async () => {
  for (const screen of screens.splice(0)) {
    const problems = await unsound(screen);
    await screen.page.context().close();
    // A modal that is open in one window is open in all windows of this person, so close it.
    if (stage.slack.user(screen.as).view()) await stage.slack.user(screen.as).close(true);
    expect(problems).toEqual([]);
  }
  expect(faultsOf(stage)).toEqual([]);
  stage.platform.restore();
});
afterAll(() => stage?.close());

async function open(...given: Parameters<Stage['open']>): Promise<Page> {
  const screen = await stage.open(...given);
  screens.push(screen);
  return screen.page;
}

const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 };

/**
 * Posts a chart of the default items with ten changes, three findings and all buttons. Returns the message's timestamp.
 */
async function postFullChart(stage: Stage, components: number): Promise<string> {
  const { slack } = stage.config;
  const client = new WebClient(slack.botToken.reveal(), { slackApiUrl: slack.apiUrl ?? '' });
  const page = { lang: 'en', zone: 'Europe/Berlin' } as const;
  const { png, summary } = await sharedCharts().draw(fullChart(components));
  const { id } = await upload(client, realWorld(createLogger({ level: 'silent' })), {
    name: 'chart.png',
    title: 'chart',
    bytes: png,
  });
  const effect = (name: string, from: number) =>
    `23:39 scale 3 → 2 · maya: ${name} latency typically p50 ${from} → ${from + 19}, p95 138 → 3,762, p99 304 → 6,276 ms`;
  const sent = await client.chat.postMessage({
    channel: shop,
    ...chartMessage(
      {
        description: {
          ...describeChart(summary, page.lang, page.zone),
          findings: [effect('web', 42), effect('api', 40), effect('payments', 41)],
        },
        ...{ fileId: id, summary, context: { team: 'shop', region: 'east-1', app: '12', appName: 'shop' } },
        ...{ range: { last: 21_600_000 }, ranges: ['1h', '6h', '24h', '7d'], isCompared: false, schedules: '{}' },
        ...{ consoleLink: 'https://console.example.com', zone: page.zone, asker: 'maya', at: 1_795_161_600_000 },
      },
      page,
    ),
  });
  return sent.ts ?? '';
}

async function keepsWidth(page: Page): Promise<void> {
  expect(await page.evaluate('[document.documentElement.scrollWidth, window.innerWidth]')).toEqual([390, 390]);
}

test('a phone: the list slides in, a card is read and approved, a form is filled in', async () => {
  const page = await open(maya, phone);
  await keepsWidth(page);
  await press(page, 'Conversations');
  const list = page.getByRole('navigation');
  await press(list, /billing-ops/);
  await says(page.locator('.conversation'), 'billing-ops');
  await press(page, 'Conversations');
  await press(list, /shop-ops/);

  const card = await ask(page, '/port open api 8000');
  await says(card, 'Waiting for approval');
  await keepsWidth(page);
  await press(page, 'Conversations');
  await press(list, /Sam Rivera/);
  await page.locator('.shade').waitFor({ state: 'detached' });
  await card.getByRole('button', { name: 'Approve' }).tap();
  await says(card, 'Done');

  await send(page, '/port close');
  const modal = page.locator('dialog.modal');
  await modal.waitFor();
  await keepsWidth(page);
  const field = modal.getByRole('combobox', { name: 'Component', exact: true });
  await field.tap();
  await field.pressSequentially('api');
  await modal.getByRole('option', { name: /^api/ }).first().tap();
  await modal.locator('button[type="submit"]').scrollIntoViewIfNeeded();
  expect(await modal.locator('button[type="submit"]').isVisible()).toBe(true);
  await press(modal, 'Cancel');
  await modal.waitFor({ state: 'detached' });
  await says(await ask(page, '/port web'), 'Ports of web');
  await keepsWidth(page);
  await press(page.getByRole('main'), 'Inspector');
  await says(page.locator('.inspector'), 'Requests');
  await keepsWidth(page);

  // A message with a chart can be at most a third higher than the screen.
  await page.keyboard.press('Escape');
  for (const components of [1, 2, 3]) {
    const message = messageAt(page, await postFullChart(stage, components));
    await message.locator('img').waitFor();
    await message.locator('img').evaluate((image: { decode(): Promise<void> }) => image.decode());
    expect((await message.boundingBox())?.height, `${components} components`).toBeLessThanOrEqual(1_097);
    await keepsWidth(page);
  }
});

test('in Chinese: an answer, a card from asking to undo, its forms, a chart and App Home', async () => {
  const page = await open(liu);
  await says(await ask(page, '/component show web'), '仅对您可见', '● 运行中');
  const card = await ask(page, '/port open api 8000 for=2h');
  await says(card, '等待审批', '批准', '拒绝', 'API 调用');
  const colleague = await open(sam);
  const ts = (await card.getAttribute('data-ts')) ?? '';
  await messageAt(colleague, ts).locator('[data-action="request.approve"]').click();
  await says(card, '完成', '立即关闭');
  await says(await ask(page, '/monitor api 1h'), '内存（MiB）', '数值');
  await send(page, '/gateway');
  const modal = page.locator('dialog.modal');
  await says(modal, '组件', '端口', '域名');
  await modal.locator('button[type="submit"]').click();
  await says(modal, /[\u4e00-\u9fff]{3}/);
  await page.keyboard.press('Escape');
  await modal.waitFor({ state: 'detached' });
  await page.getByRole('navigation').getByRole('button', { name: 'Portolan 主页' }).click();
  await says(page.locator('.home-body'), '已开启对外服务', '已关闭或异常', '最近的变更');
});
