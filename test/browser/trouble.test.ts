import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, vi } from 'vitest';
import { browserTest as test } from '../tools/tests-with-tools.ts';
import {
  answerTo,
  ask,
  faultsOf,
  maya,
  messageAt,
  ofBot,
  press,
  type Screen,
  type Stage,
  sam,
  says,
  send,
  startStage,
  unsound,
  until,
  writesOf,
} from './stage.ts';

// A platform and a Slack that misbehave, with faults injected from the inspector, as visitors do.

vi.setConfig({ testTimeout: 120_000 });

let stage: Stage;
let asker: Screen;
let colleague: Screen;
beforeAll(async () => {
  stage = await startStage({ timeouts: { read: 8_000 } });
  [asker, colleague] = await Promise.all([stage.open(maya), stage.open(sam)]);
  await press(asker.page, 'Inspector');
  await asker.page.getByRole('tab', { name: 'Faults' }).click();
});
afterEach(async () => {
  await stage.platform.faults.reset();
  await stage.slack.injectFault({ fault: 'reset' });
  await stage.bot().idle();
  for (const screen of [asker, colleague]) expect(await unsound(screen)).toEqual([]);
  expect(stage.slack.faults).toEqual([]);
  stage.platform.restore();
});
afterAll(async () => {
  try {
    expect(faultsOf(stage)).toEqual([]);
  } finally {
    await stage?.close();
  }
});

/** Presses a switch of the drawer, and waits until it is so. */
async function fault(page: Page, of: 'platform' | 'slack', words: string | RegExp): Promise<void> {
  const part = page.locator(`section[aria-labelledby="fault-${of}"]`);
  const toasts = page.locator('.toast');
  const before = await toasts.count();
  await press(part, words);
  await until(
    async () => (await toasts.count()) > before,
    () => `nothing was said about ${words}`,
  );
  await toasts.last().getByRole('button', { name: 'Dismiss' }).click();
}

async function askFor(words: string) {
  const mine = await ask(asker.page, words);
  await says(mine, 'API calls');
  return { mine, theirs: messageAt(colleague.page, (await mine.getAttribute('data-ts')) ?? '') };
}

describe('the platform', () => {
  test('slow: the answer comes, later', async () => {
    const { page } = asker;
    await fault(page, 'platform', 'Slow');
    // Slack can't replace what a command was first answered with: the answer follows the notice.
    await says(await ask(page, '/region show west-2'), 'Still waiting for the platform');
    await says(ofBot(page).last(), 'Region west-2');
    await fault(page, 'platform', 'Slow');
    expect(stage.platform.faults.now.latencyMs).toBe(0);
  });

  test('down: a clear line and Try again, which answers in its place', async () => {
    const { page } = asker;
    await fault(page, 'platform', 'Down');
    const problem = await ask(page, '/component show api');
    await says(problem, 'Try again', /platform/i);
    await fault(page, 'platform', 'Down');
    await press(problem, 'Try again');
    await says(problem, 'Component api');
  });

  test('a region in maintenance takes no change, and says so', async () => {
    const { page } = asker;
    await fault(page, 'platform', /under maintenance/);
    await says(await ask(page, '/port open api 8000'), 'Only visible to you', 'maintenance');
    await says(await ask(page, '/region'), '⚠ under maintenance');
  });

  test('a read that fails once or is nonsense: words, and never what the platform said', async () => {
    const { page } = asker;
    await fault(page, 'platform', 'Next read is a traceback');
    const shown = await says(await ask(page, '/region show south-4'), /\S/);
    expect(shown).not.toContain('Traceback');
  });

  test('a change answered with a 500: not known yet, read again, never sent again', async () => {
    const { mine, theirs } = await askFor('/port open web 9090');
    const since = stage.platform.log.entries.length;
    await fault(asker.page, 'platform', '500 on the next write');
    await press(theirs, 'Approve');
    for (const card of [mine, theirs]) await says(card, 'Outcome unknown', 'Checking again', 'Check now');
    const told = await answerTo(asker.page, () => press(mine, 'Check now'));
    await says(told, 'Only visible to you', /\S{3}/);
    expect(writesOf(stage, since)).toHaveLength(1);
  });

  test('a change that was done though its answer was lost: read back, done', async () => {
    const { mine, theirs } = await askFor('/port open api 8000');
    const since = stage.platform.log.entries.length;
    await fault(asker.page, 'platform', 'Next write done, response lost');
    await press(theirs, 'Approve');
    await says(mine, 'Done', 'Undo');
    expect(writesOf(stage, since)).toHaveLength(1);
  });

  test('changed by somebody else meanwhile: nothing runs, the card says what changed', async () => {
    const { page } = asker;
    const { mine, theirs } = await askFor('/port open cache 6379');
    const since = stage.platform.log.entries.length;
    await page.getByLabel('Meanwhile, someone else').selectOption({ label: 'shop / cache:6379 (open internally)' });
    await fault(page, 'platform', 'closes internal access');
    await press(theirs, 'Approve');
    await says(mine, /chang|internal access/);
    expect(writesOf(stage, since)).toEqual([]);
  });
});

describe('Slack', () => {
  test('rate limited: the card comes all the same', async () => {
    await fault(asker.page, 'slack', 'Rate limit the next post');
    await says(await ask(asker.page, '/port open web 8443 inner'), 'Slack hasn’t accepted its card yet');
    const shown = asker.page.locator('.message').filter({ hasText: 'API calls' }).last();
    await says(shown, 'Open port 8443');
    const mine = messageAt(asker.page, (await shown.getAttribute('data-ts')) ?? '');
    await press(mine, 'Cancel request');
    await says(mine, 'Canceled');
  });

  test('pictures that are ready late are waited for', async () => {
    await stage.slack.injectFault({ fault: 'files_ready_after', ms: 1_500 });
    const chart = await ask(asker.page, '/monitor web 1h');
    await chart.locator('img').waitFor();
    await says(chart, 'last hour');
  });

  test('a card whose message was deleted is gone for everybody, and its request can still be ended', async () => {
    const { page } = asker;
    const { mine, theirs } = await askFor('/port protocol web 9090 http');
    await fault(page, 'slack', 'Delete the bot’s last message here');
    await mine.waitFor({ state: 'detached' });
    await theirs.waitFor({ state: 'detached' });
    await says(await ask(page, '/portolan requests'), 'Change the protocol of port 9090 on web to http');
    await says(await ask(page, '/port protocol web 9090 http'), /\S/);
  });

  test('a modal that came too late: the way to it is told', async () => {
    const { page } = asker;
    await fault(page, 'slack', 'Modal too late');
    const told = await answerTo(page, () => send(page, '/gateway'));
    await says(told, 'Only visible to you', /\S{3}/);
  });

  test('where the bot is no member, the remedy is told', async () => {
    const { page } = asker;
    await page.getByRole('navigation').getByRole('button', { name: 'random' }).click();
    await says(page.locator('.conversation'), 'random');
    await says(await ask(page, '/port open 订单服务 7000'), '/invite');
    await page
      .getByRole('navigation')
      .getByRole('button', { name: /shop-ops/ })
      .click();
    await page.locator('.conversation[aria-label="#shop-ops"]').waitFor();
  });
});

test('in the inspector a change is one call, with its body', async () => {
  const { page } = asker;
  const { mine, theirs } = await askFor('/port open api 8000');
  await press(theirs, 'Approve');
  await says(mine, 'Done');
  await page.getByRole('tab', { name: 'Requests' }).click();
  const doing = page.locator('.doing', { hasText: '1 write' }).first();
  await doing.waitFor();
  const line = doing.locator('.inspector-line.writes').first();
  if (!(await line.isVisible())) await doing.locator('> summary').click();
  await line.locator('> summary').click();
  await says(line, 'PUT', 'open_outer');
  await page.keyboard.press('Escape');
  await page.locator('.inspector').waitFor({ state: 'detached' });
});
