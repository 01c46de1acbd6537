import axe from 'axe-core';
import type { Page } from 'playwright-core';
import * as z from 'zod';
import { browserTest as test } from '../tools/tests-with-tools.ts';
import { ask, faultsOf, maya, ofBot, press, says, send, startStage } from './stage.ts';

// Checks that axe finds no serious or critical accessibility problem in any scene.

vi.setConfig({ testTimeout: 120_000 });

const stage = await startStage();
afterEach(() => expect(faultsOf(stage)).toEqual([]));
afterAll(() => stage?.close());

const Findings = z.array(
  z.object({
    id: z.string(),
    impact: z.string().nullish(),
    help: z.string(),
    nodes: z.array(z.object({ html: z.string(), failureSummary: z.string().optional() })),
  }),
);

/** Returns axe's serious and critical findings as text. If `rules` is empty, axe checks all its rules. */
async function findingsOn(page: Page, scene: string, rules: readonly string[]): Promise<readonly string[]> {
  if ((await page.evaluate('typeof axe')) === 'undefined') await page.evaluate(axe.source);
  await page.evaluate(
    'Promise.all(document.getAnimations().filter((one) => one.effect.getTiming().iterations !== Infinity).map((one) => one.finished.catch(() => {})))',
  );
  const options = { resultTypes: ['violations'], ...(rules.length === 0 ? {} : { runOnly: rules }) };
  const violations = Findings.parse(
    await page.evaluate(`axe.run(document, ${JSON.stringify(options)}).then((r) => r.violations)`),
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, help, nodes }) =>
      nodes
        .slice(0, 3)
        .map(({ html, failureSummary }) => `${scene}: ${id}: ${help}: ${html.slice(0, 160)} ${failureSummary}`),
    );
}

const windows = [
  { name: 'desktop', options: { theme: 'light', tour: true } },
  { name: 'phone', options: { theme: 'light', viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true } },
] as const;

test.each(windows)('$name: channel with card and chart, thread, modal, App Home, drawer', async ({ name, options }) => {
  const { page } = await stage.open(maya, options);
  const narrow = name === 'phone';
  const findings: string[] = [];
  const look = async (scene: string) => {
    findings.push(...(await findingsOn(page, `${name}, ${scene}`, [])));
    if (narrow) return;
    await page.evaluate("document.documentElement.dataset.theme = 'dark'");
    findings.push(...(await findingsOn(page, `${name}, ${scene}, dark`, ['color-contrast'])));
    await page.evaluate("document.documentElement.dataset.theme = 'light'");
  };
  await ask(page, '/monitor web api 1h');
  // On a busy machine, the bot first posts a progress notice, so wait for the picture.
  await ofBot(page).locator('img').last().waitFor();
  await ask(page, '/region show east-1');
  const card = await ask(page, `/port open ${narrow ? 'db 3306' : 'api 8000'}`);
  await says(card, 'Waiting for approval', /\d repl/);
  await look('channel with card and chart');
  if (!narrow) {
    await card.locator('.thread-line').click();
    await page.locator('.thread article.message').first().waitFor();
    await look('thread');
    await page.keyboard.press('Escape');
    await page.locator('.thread').waitFor({ state: 'detached' });
  }
  await send(page, '/gateway');
  const modal = page.locator('dialog.modal');
  await says(modal, 'Domain');
  await press(modal, 'Advanced');
  await says(modal, 'Weight');
  await modal.locator('button[type="submit"]').click();
  await says(modal, /Please correct \d field/);
  await look('modal');
  await page.keyboard.press('Escape');
  await modal.waitFor({ state: 'detached' });
  if (narrow) {
    await press(page, 'Conversations');
    await look('list');
    await press(page, 'Close list');
  }
  await press(narrow ? page.getByRole('main') : page.getByRole('navigation'), 'Inspector');
  await page.locator('.doing').first().waitFor();
  await look('drawer, requests');
  await page.getByRole('tab', { name: 'Faults' }).click();
  await says(page.locator('.inspector'), 'Slow');
  await look('drawer, fault');
  await press(page.locator('.inspector'), 'Close');
  await page.goto(`${stage.url}/#/${maya}/home`);
  await says(page.locator('.home-body'), 'Reachable from outside now', 'Stopped or abnormal');
  await look('App Home');
  expect(findings).toEqual([]);
  await page.context().close();
});
