import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { losslessCompressPng } from '@napi-rs/image';
import type { Locator, Page } from 'playwright-core';
import { type AnimationFrame, animatedPng } from './animated-png.ts';
import { launchBrowser } from './launch.ts';
import { ask, composer, liu, maya, messageAt, ofBot, press, type Stage, sam, says, send, startStage } from './stage.ts';

/** Takes the README's pictures of the playground and writes them to `docs/`: `npm run pictures [-- demo charts …]`. */
const folder = fileURLToPath(new URL('../../docs/', import.meta.url));
/** Maximum file sizes of still and animated pictures, in bytes. */
const max = { still: 300 * 1024, moving: 1.5 * 1024 * 1024 };

async function keep(name: string, picture: Uint8Array): Promise<void> {
  writeFileSync(`${folder}${name}.png`, await losslessCompressPng(picture));
}

async function shoot(page: Page, name: string, locators: readonly Locator[], margin = 0): Promise<void> {
  for (const image of await page.locator('img').all())
    await image.evaluate((element: { decode(): Promise<void> }) => element.decode());
  const boxes = (await Promise.all(locators.map((one) => one.boundingBox()))).filter((box) => box !== null);
  const left = Math.min(...boxes.map(({ x }) => x)) - margin;
  const top = Math.min(...boxes.map(({ y }) => y)) - margin;
  const right = Math.max(...boxes.map(({ x, width }) => x + width)) + margin;
  const bottom = Math.max(...boxes.map(({ y, height }) => y + height)) + margin;
  await keep(name, await page.screenshot({ clip: { x: left, y: top, width: right - left, height: bottom - top } }));
}

const wide = { viewport: { width: 1280, height: 1500 }, deviceScaleFactor: 2, theme: 'light' } as const;

/** Records an animation of a request, from the first typed letter to the receipt: Maya asks, Sam approves. */
async function demo(stage: Stage): Promise<void> {
  const size = { viewport: { width: 1100, height: 720 }, deviceScaleFactor: 2, theme: 'light' } as const;
  const frames: AnimationFrame[] = [];
  const shot = async (page: Page, caption: string, ms: number) => {
    const style = `position: fixed; left: 50%; top: 10px; padding: 8px 18px; border-radius: 20px; background: #14384a;
      color: white; font: 600 17px Inter, sans-serif; z-index: 9`;
    // Set the style in a script, because the page's Content Security Policy blocks inline styles.
    await page.evaluate(`{
      const caption = document.createElement('div');
      caption.id = 'caption';
      caption.textContent = ${JSON.stringify(caption)};
      caption.style.cssText = ${JSON.stringify(style)};
      document.body.append(caption);
    }`);
    frames.push({ png: await page.screenshot({ animations: 'disabled', caret: 'hide' }), ms });
    await page.evaluate("document.getElementById('caption').remove()");
  };
  const mine = await stage.open(maya, size);
  const words = '/port open api 8000 for=2h reason="customer demo"';
  for (const part of ['/port open ', '/port open api 8000 ', words]) {
    await composer(mine.page).fill(part);
    await shot(mine.page, 'Maya asks', part === words ? 1_600 : 500);
  }
  const typed = frames.length;
  const asked = await ask(mine.page, words);
  const own = messageAt(mine.page, (await asked.getAttribute('data-ts')) ?? '');
  await says(own, 'Waiting for approval', 'reply');
  await shot(mine.page, 'Everyone sees the plan', 3_500);
  const theirs = await stage.open(sam, size);
  const card = messageAt(theirs.page, (await asked.getAttribute('data-ts')) ?? '');
  await says(card, 'Waiting for approval', 'reply');
  const approve = card.getByRole('button', { name: /^Approve/ });
  await approve.scrollIntoViewIfNeeded();
  await shot(theirs.page, 'Sam approves', 1_400);
  await approve.hover();
  await shot(theirs.page, 'Sam approves', 1_000);
  await approve.click();
  await says(card, 'Done', 'Close now');
  await stage.bot().idle();
  await theirs.page.mouse.move(2, 2);
  await composer(theirs.page).focus();
  await shot(theirs.page, 'The card is the receipt', 5_000);
  writeFileSync(`${folder}demo.png`, await animatedPng([...frames.slice(typed), ...frames.slice(0, typed)]));
  await theirs.page.context().close();
  await mine.page.context().close();
}

async function charts(stage: Stage): Promise<void> {
  const { page } = await stage.open(maya, { ...wide, viewport: { width: 980, height: 1500 } });
  await send(page, '/monitor web api 6h');
  const message = ofBot(page)
    .filter({ has: page.locator('.picture img') })
    .last();
  await message.locator('img').first().waitFor();
  await page.mouse.move(2, 2);
  await shoot(page, 'chart-message', [message]);
  await page.context().close();
}

async function modals(stage: Stage): Promise<void> {
  const { page } = await stage.open(maya, { ...wide, viewport: { width: 1020, height: 1500 } });
  await send(page, '/gateway');
  const modal = page.locator('dialog.modal');
  await modal.waitFor();
  const choose = async (label: string, typed: string, wanted: RegExp) => {
    await modal.getByRole('combobox', { name: label, exact: true }).click();
    await modal.getByRole('combobox', { name: label, exact: true }).pressSequentially(typed);
    await modal.getByRole('option', { name: wanted }).first().click();
    await modal.getByRole('listbox').waitFor({ state: 'detached' });
  };
  await choose('Component', 'web', /^web/);
  await modal.getByRole('radio', { name: /^8080/ }).check();
  await modal.getByLabel('Domain', { exact: true }).fill('shop.example.com');
  await modal.getByLabel('Reason').fill('the autumn campaign');
  await modal.locator('.modal-body').evaluate((body: { scrollTop: number }) => {
    body.scrollTop = 0;
  });
  await keep('modal', await modal.screenshot());
  await press(modal, 'Cancel');
  await modal.waitFor({ state: 'detached' });
  await page.context().close();
}

async function home(stage: Stage): Promise<void> {
  const other = await stage.open(liu, wide);
  await ask(other.page, '/port open 订单服务 7000');
  await other.page.context().close();
  const { page } = await stage.open(maya, wide);
  await ask(page, '/port protocol web 9090 http');
  await page.goto(`${stage.url}/#/${maya}/home`);
  const body = page.locator('.home-body');
  await says(body, 'Waiting for your decision', '7000', '9090', 'Reachable from outside now', 'Stopped or abnormal');
  await shoot(page, 'home', [body.locator('> *').first(), body.locator('> *').last()], 20);
  await page.context().close();
}

async function phone(stage: Stage): Promise<void> {
  const size = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
  const { page } = await stage.open(sam, { ...size, theme: 'dark' });
  const card = await ask(page, '/port delete web 8443 reason="nobody uses it"');
  await says(card, 'Waiting for approval', 'reply');
  await keep('phone', await page.screenshot());
  await page.context().close();
}

async function answers(stage: Stage): Promise<void> {
  const size = { ...wide, viewport: { width: 1_080, height: 3_000 }, deviceScaleFactor: 1 } as const;
  const { page } = await stage.open(maya, size);
  const asked = ['/region list', '/region show east-1', '/port list web', '/gateway list'];
  const shown: Locator[] = [];
  for (const words of asked) {
    const before = await ofBot(page).count();
    await send(page, words);
    await ofBot(page).nth(before).waitFor();
    await stage.bot().idle();
    shown.push(ofBot(page).nth(before));
  }
  await page.mouse.move(2, 2);
  await shoot(page, 'answers', shown);
  await page.context().close();
}

const scenes = { demo, charts, modals, home, phone, answers };
const wanted = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const stage = await startStage({}, launchBrowser);
try {
  for (const [name, scene] of Object.entries(scenes))
    if (wanted.length === 0 || wanted.includes(name)) await scene(stage);
} finally {
  await stage.close();
}
for (const name of ['demo', 'chart-message', 'modal', 'home', 'phone', 'answers']) {
  const { size } = statSync(`${folder}${name}.png`);
  process.stdout.write(`docs/${name}.png ${Math.round(size / 1024)} KB\n`);
  if (size > (name === 'demo' ? max.moving : max.still)) process.exitCode = 1;
}
