import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, vi } from 'vitest';
import { browserTest as test } from '../tools/tests-with-tools.ts';
import {
  answerTo,
  ask,
  composer,
  faultsOf,
  maya,
  type Screen,
  type Stage,
  says,
  send,
  startStage,
  unsound,
} from './stage.ts';

// What answers and cards are made of, as a page draws it; the contract's tests ask all commands.

vi.setConfig({ testTimeout: 120_000 });

let stage: Stage;
let screen: Screen;
beforeAll(async () => {
  stage = await startStage();
  screen = await stage.open(maya);
});
afterAll(async () => {
  try {
    expect(await unsound(screen)).toEqual([]);
    expect(faultsOf(stage)).toEqual([]);
  } finally {
    await stage?.close();
  }
});

/** The width that the picture really has, once it is there. */
function widthOf(picture: Locator): Promise<number> {
  return picture.evaluate(async (image: { decode(): Promise<void>; naturalWidth: number }) => {
    await image.decode();
    return image.naturalWidth;
  });
}

const questions: readonly (readonly [string, ...string[]])[] = [
  ['/region', 'Regions of shop', 'east-1', '✓ enabled', '⚠ under maintenance', '✕ disabled'],
  ['/component show web', 'Component web', '1 core', 'https://www.shop.test', 'GR7C01AA8080'],
  ['/port wbe', 'is named wbe', 'Did you mean', 'Edit'],
  ['/portolan', 'What Portolan can do', '/port list', '/port help explains one command'],
];

const changes: readonly (readonly [string, ...string[]])[] = [
  ['/port add web 9191/tcp alias=EXTRA', 'Add port 9191 to web', 'Waiting for confirmation', 'EXTRA', 'Confirm'],
  ['/port open api 8000 for=2h', 'Open port 8000 on api', '○ off', '● on', 'for 2 hours', 'Approve'],
  ['/gateway http web 8080 new.shop.test/cart the_weight=50', 'http://new.shop.test/cart', 'web:8080', '50', 'Approve'],
];

describe('a command, typed and sent with Enter', () => {
  test.each(questions)('%s', async (words, ...wanted) => {
    const answer = await ask(screen.page, words);
    await says(answer, 'Only visible to you', ...wanted);
  });

  test.each(changes)('%s', async (words, ...wanted) => {
    const card = await ask(screen.page, words);
    await says(card, 'Requested by', 'request', 'API calls', ...wanted);
    expect(await card.innerText()).not.toContain('Only visible to you');
  });

  test('/portolan audit export: a file in one’s own messages', async () => {
    const { page } = screen;
    await says(await ask(page, '/portolan audit export'), 'to your direct messages with me');
    await page
      .getByRole('navigation')
      .getByRole('button', { name: /^Portolan( unread)?$/ })
      .click();
    await says(page.getByRole('log'), '.csv', '.jsonl');
    await page
      .getByRole('navigation')
      .getByRole('button', { name: /shop-ops/ })
      .click();
    await composer(page).waitFor();
  });

  test('/monitor: one message with a picture, its description, numbers and buttons', async () => {
    const { page } = screen;
    const chart = await ask(page, '/monitor web api 1h');
    await says(chart, 'last hour', 'Europe/Berlin', 'Last', 'web p95 latency, ms', 'web requests, req/s');
    const picture = chart.locator('img').first();
    await picture.waitFor();
    expect(await picture.getAttribute('alt')).toMatch(/web.*api|api.*web/s);
    expect(await widthOf(picture)).toBeGreaterThan(600);

    await chart.getByRole('button', { name: /^6h/ }).click();
    await says(chart, 'last 6 hours');
    await chart.getByRole('button', { name: 'Numbers' }).click();
    await says(chart, /\d repl(y|ies)/);

    await chart
      .getByRole('button', { name: /^Enlarge|Open|Chart/ })
      .first()
      .click();
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  test('a mention in a thread', async () => {
    const { page } = screen;
    const said = 'is anybody looking at the shop?';
    await send(page, said);
    const message = page.locator('.conversation article.message[data-ts]', { hasText: said });
    await message.hover();
    await message.getByRole('button', { name: 'Reply in thread' }).click();
    await composer(page, true).waitFor();
    const answer = await answerTo(page, () => send(page, '@portolan port web', true), '.thread');
    await says(answer, 'Ports of web');
    await page.keyboard.press('Escape');
    await page.locator('.thread').waitFor({ state: 'detached' });
  });
});

describe('the composer', () => {
  test('a slash shows every command, more letters fewer; Tab takes one, then its arguments are hinted', async () => {
    const { page } = screen;
    const field = composer(page);
    await field.fill('');
    await field.pressSequentially('/');
    const list = page.getByRole('listbox', { name: 'Completions' });
    await says(list, '/region', '/component', '/port', '/gateway', '/monitor', '/portolan');
    await field.pressSequentially('reg');
    await says(list, '/region');
    expect(await list.innerText()).not.toContain('/monitor');
    await field.press('Tab');
    expect(await field.inputValue()).toBe('/region ');
    for (const command of ['/region', '/component', '/port', '/gateway', '/monitor', '/portolan']) {
      await field.fill(`${command} `);
      await says(page.locator('.composer-hint'), command, /\S+ \S*[[<]/);
    }
    await field.fill('');
  });

  test('an empty composer brings back what was sent last', async () => {
    const { page } = screen;
    await ask(page, '/port db');
    await composer(page).press('ArrowUp');
    expect(await composer(page).inputValue()).toBe('/port db');
    await composer(page).fill('');
  });
});
