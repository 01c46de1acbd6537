import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { losslessCompressPng } from '@napi-rs/image';
import type { Locator, Page } from 'playwright-core';
import { launchBrowser } from './launch.ts';
import { ask, composer, liu, maya, messageAt, press, type Stage, sam, says, send, startStage } from './stage.ts';

/** `npm run pictures`: the README's pictures, taken of the real bot in the playground, into `docs/`. */
const folder = fileURLToPath(new URL('../../docs/', import.meta.url));
const most = 300 * 1024;

async function keep(name: string, picture: Uint8Array): Promise<void> {
  writeFileSync(`${folder}${name}.png`, await losslessCompressPng(picture));
}

/** A picture of some things on the page, with a margin below and above all of them. */
async function shoot(page: Page, name: string, things: readonly Locator[], margin = 0): Promise<void> {
  for (const image of await page.locator('img').all())
    await image.evaluate((element: { decode(): Promise<void> }) => element.decode());
  const boxes = (await Promise.all(things.map((one) => one.boundingBox()))).filter((box) => box !== null);
  const left = Math.min(...boxes.map(({ x }) => x)) - margin;
  const top = Math.min(...boxes.map(({ y }) => y)) - margin;
  const right = Math.max(...boxes.map(({ x, width }) => x + width)) + margin;
  const bottom = Math.max(...boxes.map(({ y, height }) => y + height)) + margin;
  await keep(name, await page.screenshot({ clip: { x: left, y: top, width: right - left, height: bottom - top } }));
}

const wide = { viewport: { width: 1280, height: 1500 }, deviceScaleFactor: 2, theme: 'light' } as const;

async function cards(stage: Stage): Promise<void> {
  const mine = await stage.open(maya, wide);
  const theirs = await stage.open(sam, wide);
  const asked = await ask(mine.page, '/port open api 8000 for=2h reason="customer demo"');
  const card = messageAt(theirs.page, (await asked.getAttribute('data-ts')) ?? '');
  await says(card, 'Waiting for approval', 'reply');
  await theirs.page.mouse.move(2, 2);
  await shoot(theirs.page, 'card', [card]);
  await press(card, 'Approve');
  await says(card, 'Done', 'Close now');
  await stage.bot().idle();
  await theirs.page.mouse.move(2, 2);
  await composer(theirs.page).focus();
  await shoot(theirs.page, 'receipt', [card]);
  await theirs.page.context().close();
  await mine.page.context().close();
}

async function charts(stage: Stage): Promise<void> {
  const { page } = await stage.open(maya, { ...wide, viewport: { width: 980, height: 1500 } });
  const message = await ask(page, '/monitor web api 6h');
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
  await choose('Port', '80', /^8080/);
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
  await says(body, 'Waiting for you', '7000', '9090');
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

mkdirSync(folder, { recursive: true });
const stage = await startStage({}, launchBrowser);
try {
  for (const scene of [cards, charts, modals, home, phone]) await scene(stage);
} finally {
  await stage.close();
}
for (const name of ['card', 'receipt', 'chart-message', 'modal', 'home', 'phone']) {
  const { size } = statSync(`${folder}${name}.png`);
  process.stdout.write(`docs/${name}.png ${Math.round(size / 1024)} KB\n`);
  if (size > most) process.exitCode = 1;
}
