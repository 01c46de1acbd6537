import { type Browser, type BrowserContextOptions, chromium, type Locator, type Page } from 'playwright-core';
import { servePage } from '../../playground/page-server.ts';
import { type PlaygroundOptions, servePlayground, startPlayground } from '../../playground/playground.ts';
import { createLogger } from '../../src/observability/logger.ts';
import { realWorld } from '../../src/real-world.ts';
import { pageIsBuilt, sharedBrowser } from '../shared.ts';
import { sharedCharts, warmSharedCharts } from '../shared-charts.ts';

export const patience = 30_000;

export const shop = 'C0SHOP';
export const maya = 'U0MAYA';
export const sam = 'U0SAM';
export const liu = 'U0LIU';

export type WindowOptions = BrowserContextOptions & {
  readonly tour?: boolean;
  readonly channel?: string;
  readonly theme?: 'light' | 'dark';
};

export type Stage = Awaited<ReturnType<typeof startStage>>;

async function connectBrowser(): Promise<Browser> {
  const [address] = await Promise.all([sharedBrowser(), pageIsBuilt()]);
  return chromium.connect(address);
}

/** Starts the bot, its simulators and the page. Uses the shared browser unless `openBrowser` is given. */
export async function startStage(
  options: Partial<Omit<PlaygroundOptions, 'world'>> = {},
  openBrowser: () => Promise<Browser> = connectBrowser,
) {
  const browser = await openBrowser();
  const errors: string[] = [];
  const log = createLogger({ level: 'error', stream: { write: (line: string) => void errors.push(line) } });
  const [playground, pages] = await Promise.all([
    startPlayground({
      charts: sharedCharts(),
      ...options,
      world: realWorld(log),
      slack: { rateLimits: 'off', ...options.slack },
    }),
    servePage(),
    warmSharedCharts(),
  ]);
  // Browsers refuse some ports below 11,000, such as 5060, 6000 and 10080 (https://fetch.spec.whatwg.org/#port-blocking).
  const served = await servePlayground(playground, pages, { port: 20_000 + (process.pid % 400) * 20 });
  return Object.assign(playground, {
    url: served.url,
    browser,
    errors,
    open: (as: string, given?: WindowOptions) => openScreen(browser, served.url, as, given ?? {}),
    async close() {
      await browser.close();
      await served.close();
      await pages.close();
      await playground.stop();
    },
  });
}

export interface Screen {
  readonly page: Page;
  readonly as: string;
  /** Console errors and failed requests; empty if there were none. */
  readonly troubles: readonly string[];
}

async function openScreen(browser: Browser, url: string, as: string, options: WindowOptions): Promise<Screen> {
  const { tour = false, channel = shop, theme, ...given } = options;
  // Turn animations off, because the CPU draws them here. Pictures for the README have animations.
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    reducedMotion: 'reduce',
    // The same layout with a quarter of the pixels, because nobody looks at the picture.
    deviceScaleFactor: 0.5,
    ...given,
  });
  context.setDefaultTimeout(patience);
  const memory = JSON.stringify({ ...(tour ? {} : { tour: { hidden: true } }), ...(theme ? { theme } : {}) });
  const keep = `localStorage.getItem('portolan-playground') ?? localStorage.setItem('portolan-playground', ${JSON.stringify(memory)})`;
  await context.addInitScript(keep);
  const page = await context.newPage();
  const troubles: string[] = [];
  page.on('console', (said) => {
    if (['error', 'warning'].includes(said.type())) troubles.push(`console: ${said.text()}`);
  });
  page.on('pageerror', (error) => troubles.push(`page: ${error.message}`));
  page.on('response', (response) => {
    if (response.status() >= 400) troubles.push(`${response.status()}: ${response.url()}`);
  });
  await page.goto(`${url}/#/${as}/${channel}`);
  await composer(page).waitFor();
  return { page, as, troubles };
}

export const composer = (page: Page, thread = false): Locator =>
  page.locator(`textarea[data-composer="${thread ? 'thread' : 'main'}"]`);

export const ofBot = (page: Page, inside = '.conversation'): Locator =>
  page.locator(`${inside} article.message[data-ts][aria-label^="Portolan"]`);

export const messageAt = (page: Page, ts: string, inside = '.conversation'): Locator =>
  page.locator(`${inside} article.message[data-ts="${ts}"]`);

/** Pauses between polls, in ms. They get longer, because each poll makes the browser compute a layout. */
const pauses = [15, 35, 70, 110] as const;
const longestPause = 150;

/** Polls until `look` returns a value. @throws after `patience`, with the message that `tell` returns */
export async function until<T>(look: () => Promise<T | undefined | false>, tell: () => Promise<string> | string) {
  const end = Date.now() + patience;
  for (let count = 0; ; count += 1) {
    const outcome = await look();
    if (outcome !== undefined && outcome !== false) return outcome;
    if (Date.now() > end) throw new Error(await tell());
    await new Promise((resolve) => setTimeout(resolve, pauses[count] ?? longestPause));
  }
}

/** Returns the timestamps of the messages. Reads all in one step, because a message can disappear between two steps. */
const momentsOf = (messages: Locator): Promise<readonly string[]> =>
  messages.evaluateAll((all) => all.map((one) => one.getAttribute('data-ts') ?? ''));

export async function answerTo(page: Page, act: () => Promise<unknown>, inside = '.conversation'): Promise<Locator> {
  const messages = ofBot(page, inside);
  const before = new Set(await momentsOf(messages));
  await act();
  const ts = await until(
    async () => (await momentsOf(messages)).find((one) => !before.has(one)),
    async () => `no answer came. The page shows:\n${await page.locator('body').innerText()}`,
  );
  return messageAt(page, ts, inside);
}

export async function send(page: Page, words: string, thread = false): Promise<void> {
  await composer(page, thread).fill(words);
  await composer(page, thread).press('Enter');
}

export const ask = (page: Page, words: string): Promise<Locator> => answerTo(page, () => send(page, words));

export async function says(what: Locator, ...wanted: readonly (string | RegExp)[]): Promise<string> {
  let shown = '';
  const missing = () =>
    wanted.filter((one) => (typeof one === 'string' ? !shown.includes(one) : !one.test(shown))).map(String);
  await until(
    async () => {
      shown = await what.innerText({ timeout: 1_000 }).catch(() => shown);
      return missing().length === 0;
    },
    () => `missing ${missing().join(', ')} in:\n${shown}`,
  );
  return shown;
}

export async function press(where: Locator | Page, words: string | RegExp): Promise<void> {
  await where
    .getByRole('button', { name: words, exact: typeof words === 'string' })
    .filter({ visible: true })
    .click();
}

const raw =
  /\[object |\bundefined\b|\bNaN\b|TypeError|ReferenceError|ECONN|ENOENT|\bat \w+ \(|Traceback|ZodError|\b(?:invalid|missing|expired|not_in|channel_not|message_not|no)_[a-z_]+\b/;

/** Returns a window's problems: console errors, texts such as `undefined`, endless spinners, empty parts. */
export async function unsound({ page, troubles }: Screen): Promise<readonly string[]> {
  const problems = [...troubles];
  const text = await page.locator('body').innerText();
  const odd = raw.exec(text);
  if (odd !== null) problems.push(`raw text: ${text.slice(Math.max(0, odd.index - 80), odd.index + 120)}`);
  const turning = page.locator('.busy, .typed.pending, [aria-busy="true"]');
  await until(
    async () => (await turning.count()) === 0,
    () => 'something turns without end',
  ).catch((error: Error) => problems.push(error.message));
  if ((await page.locator('.fault').count()) > 0) problems.push('something cannot be drawn');
  for (const pane of await page.locator('.messages, .home-body, .inspector-body, .modal-body').all())
    if ((await pane.innerText()).trim() === '') problems.push('a pane without words');
  return problems;
}

export const faultsOf = (stage: Stage): readonly string[] => [
  ...stage.slack.faults.map(({ error, path, where, why }) => `${where}: ${error} at ${path} (${why})`),
  ...stage.errors,
];

/** Returns the calls that changed something on the platform, starting at an index of its log. */
export const writesOf = (stage: Stage, since = 0): readonly string[] =>
  stage.platform.log.entries
    .slice(since)
    .filter(({ method }) => method !== 'GET')
    .map(({ method, path }) => `${method} ${path}`);
