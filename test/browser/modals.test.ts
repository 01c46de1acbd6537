import type { Locator, Page } from 'playwright-core';
import { browserTest as test } from '../tools/tests-with-tools.ts';
import { answerTo, faultsOf, maya, press, says, send, startStage, unsound } from './stage.ts';

vi.setConfig({ testTimeout: 120_000 });

const stage = await startStage();
const screen = await stage.open(maya);
afterEach(async () => {
  const modal = dialogOf(screen.page);
  if ((await modal.count()) > 0) await shut(modal);
  expect(await unsound(screen)).toEqual([]);
  expect(faultsOf(stage)).toEqual([]);
});
afterAll(() => stage?.close());

const dialogOf = (page: Page): Locator => page.locator('dialog.modal');

async function shut(modal: Locator): Promise<void> {
  await modal.locator('.dialog-head').getByRole('button', { name: 'Close' }).click();
  await modal.waitFor({ state: 'detached' });
}

async function opens(words: string): Promise<Locator> {
  await send(screen.page, words);
  const modal = dialogOf(screen.page);
  await modal.waitFor();
  return modal;
}

/** Types into a searchable select and chooses the matching option. */
async function choose(modal: Locator, label: string, typed: string, wanted: RegExp): Promise<void> {
  const field = modal.getByRole('combobox', { name: label, exact: true });
  await field.click();
  await field.pressSequentially(typed);
  await modal.getByRole('option', { name: wanted }).first().click();
  await modal.getByRole('listbox').waitFor({ state: 'detached' });
  expect(await field.inputValue()).toMatch(wanted);
}

const submitOf = (modal: Locator) => modal.locator('button[type="submit"]');

test('a gateway rule: selects that search and depend on each other, Advanced, HTTP and TCP and back, a card', async () => {
  const { page } = screen;
  const modal = await opens('/gateway');
  await choose(modal, 'Component', 'web', /^web/);
  await modal.getByRole('radio', { name: /^8443/ }).waitFor();
  await modal.getByRole('radio', { name: /^8080/ }).check();
  await modal.getByLabel('Domain', { exact: true }).fill('tour.shop.test');
  await modal.getByLabel('Reason').fill('a campaign');

  await press(modal, 'Advanced');
  await modal.getByLabel('Weight').fill('30');
  await modal.getByText('TCP: an address and port').click();
  await modal.getByLabel('Domain', { exact: true }).waitFor({ state: 'detached' });
  expect(await modal.getByRole('combobox', { name: 'Component', exact: true }).inputValue()).toMatch(/^web/);
  expect(await modal.getByRole('radio', { name: /^8080/ }).isChecked()).toBe(true);
  expect(await modal.getByLabel('Reason').inputValue()).toBe('a campaign');
  await modal.getByText('HTTP: a domain').click();
  await modal.getByLabel('Domain', { exact: true }).waitFor();
  expect(await modal.getByLabel('Domain', { exact: true }).inputValue()).toBe('tour.shop.test');
  expect(await modal.getByLabel('Weight').inputValue()).toBe('30');

  const card = await answerTo(page, () => submitOf(modal).click());
  await says(card, 'tour.shop.test', 'port 8080 on web', 'a campaign', 'Waiting for approval');
  await press(card, 'Details');
  await says(page.locator('dialog.modal'), 'port 8080 on web', '30');
});

test('what is missing or wrong stands under its field, and goes when it is mended', async () => {
  const modal = await opens('/gateway');
  await submitOf(modal).click();
  await says(modal, 'Please complete this required field', /Please correct \d field/);
  await choose(modal, 'Component', 'web', /^web/);
  await modal.getByRole('radio', { name: /^8080/ }).check();
  const domain = modal.getByLabel('Domain', { exact: true });
  await domain.fill('not a domain');
  await submitOf(modal).click();
  await says(modal.locator('.input.wrong'), 'Domain', '⚠');
  expect(await domain.inputValue()).toBe('not a domain');
  expect(await domain.getAttribute('aria-invalid')).toBe('true');
  await domain.fill('mended.shop.test');
  const card = await answerTo(screen.page, () => submitOf(modal).click());
  await says(card, 'mended.shop.test');
});
