import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, vi } from 'vitest';
import type { FaultPatch } from '../../playground/platform/edge/platform-faults.ts';
import { browserTest as test } from '../tools/tests-with-tools.ts';
import {
  ask,
  faultsOf,
  maya,
  messageAt,
  press,
  type Screen,
  type Stage,
  sam,
  says,
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
async function toggle(page: Page, of: 'platform' | 'slack', words: string | RegExp): Promise<void> {
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
  test.each<[string | RegExp, FaultPatch]>([
    ['Slow', { latencyMs: 3_000 }],
    ['Down', { down: 'reset' }],
    [/under maintenance/, { maintenance: ['east-1'] }],
    ['Next read is a traceback', { nextRead: { kind: 'garble', as: 'traceback' } }],
    ['500 on the next write', { nextWrite: { kind: 'error', when: 'before', status: 500 } }],
    ['Next write done, response lost', { nextWrite: { kind: 'reset', when: 'after' } }],
  ])('does what the switch %s says, until it is pressed again', async (words, fault) => {
    await toggle(asker.page, 'platform', words);
    expect(stage.platform.faults.now).toMatchObject(fault);
    await toggle(asker.page, 'platform', words);
    expect(stage.platform.faults.now).not.toMatchObject(fault);
  });

  test('changed by somebody else meanwhile: nothing runs, the card says what changed', async () => {
    const { page } = asker;
    const { mine, theirs } = await askFor('/port open cache 6379');
    const since = stage.platform.log.entries.length;
    await page.getByLabel('Meanwhile, someone else').selectOption({ label: 'shop / cache:6379 (open internally)' });
    await toggle(page, 'platform', 'closes internal access');
    await press(theirs, 'Approve');
    await says(mine, /chang|internal access/);
    expect(writesOf(stage, since)).toEqual([]);
  });
});

describe('Slack', () => {
  test('rate limited: the card comes all the same', async () => {
    await toggle(asker.page, 'slack', 'Rate limit the next post');
    await says(await ask(asker.page, '/port open web 8443 inner'), 'Slack hasn’t accepted its card yet');
    const shown = asker.page.locator('.message').filter({ hasText: 'API calls' }).last();
    await says(shown, 'Open port 8443');
    const mine = messageAt(asker.page, (await shown.getAttribute('data-ts')) ?? '');
    await press(mine, 'Cancel request');
    await says(mine, 'Canceled');
  });

  test('a card whose message was deleted is gone for everybody, and its request can still be ended', async () => {
    const { page } = asker;
    const { mine, theirs } = await askFor('/port protocol web 9090 http');
    await toggle(page, 'slack', 'Delete the bot’s last message here');
    await mine.waitFor({ state: 'detached' });
    await theirs.waitFor({ state: 'detached' });
    await says(await ask(page, '/portolan requests'), 'Change the protocol of port 9090 on web to http');
    await says(await ask(page, '/port protocol web 9090 http'), /\S/);
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
