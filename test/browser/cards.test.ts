import { afterAll, afterEach, beforeAll, describe, expect, vi } from 'vitest';
import { browserTest as test } from '../tools/tests-with-tools.ts';
import {
  answerTo,
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
  writesOf,
} from './stage.ts';

// Cards, as several people see and press them.

vi.setConfig({ testTimeout: 120_000 });

let stage: Stage;
let asker: Screen;
let colleague: Screen;
beforeAll(async () => {
  stage = await startStage();
  [asker, colleague] = await Promise.all([stage.open(maya), stage.open(sam)]);
});
afterEach(async () => {
  await stage.bot().idle();
  for (const screen of [asker, colleague]) expect(await unsound(screen)).toEqual([]);
  expect(faultsOf(stage)).toEqual([]);
  stage.platform.restore();
});
afterAll(() => stage?.close());

/** Asks for a change and gives the card, as both see it. */
async function askFor(words: string) {
  const mine = await ask(asker.page, words);
  const ts = (await mine.getAttribute('data-ts')) ?? '';
  return { ts, mine, theirs: messageAt(colleague.page, ts) };
}

describe('a card', () => {
  test('the asker’s own Approve gets an answer and does nothing; a double click is one press', async () => {
    const since = stage.platform.log.entries.length;
    const { mine, theirs } = await askFor('/port open api 8000');
    await says(await answerTo(asker.page, () => press(mine, 'Approve')), 'Only visible to you', 'own request');
    expect(writesOf(stage, since)).toEqual([]);
    await theirs.getByRole('button', { name: 'Approve' }).dblclick();
    await says(theirs, 'Done');
    await stage.bot().idle();
    expect(writesOf(stage, since)).toHaveLength(1);
  });

  test('the bot is started anew while a card is open; then it is approved', async () => {
    const { mine, theirs } = await askFor('/port open api 8000 for=1h');
    await stage.restart();
    await press(theirs, 'Approve');
    await says(theirs, 'Done', 'Close now');
    await says(mine, 'Done', 'Extend');
    await press(mine, 'Close now');
    await says(mine, 'Closed by');
  });

  test('deleting asks once more before it is approved; the receipt offers to undo it', async () => {
    const { mine, theirs } = await askFor('/port delete web 8443');
    const question = colleague.page.locator('dialog.confirm');
    await press(theirs, 'Approve');
    await says(question, /\S/);
    await question.getByRole('button').first().click();
    await question.waitFor({ state: 'detached' });
    await says(mine, 'Waiting for approval');
    await press(theirs, 'Approve');
    await question.getByRole('button').last().click();
    await says(mine, 'Done', 'Undo');
    const back = await answerTo(asker.page, () => press(mine, 'Undo'));
    await says(back, 'Add port 8443 to web', 'GR7C01AA8443');
  });

  test('the exact calls are shown, and the thread tells the outcome', async () => {
    const { mine, theirs } = await askFor('/port open api 8000');
    await press(mine, 'API calls');
    const modal = asker.page.getByRole('dialog');
    const shown = await says(modal, 'PUT /openapi/v1/teams/shop/regions/east-1/apps/12/services/', 'open_outer');
    expect(shown).not.toContain(stage.platform.token);
    await asker.page.keyboard.press('Escape');
    await modal.waitFor({ state: 'detached' });
    await press(theirs, 'Approve');
    await says(mine, 'Done', /\d repl/);
    await mine.locator('.thread-line').click();
    const thread = asker.page.locator('.thread');
    await says(thread, /Maya/, /Done|open/i);
    await asker.page.keyboard.press('Escape');
    await thread.waitFor({ state: 'detached' });
  });

  test('everybody sees a card; a guest may not decide, and is told so', async () => {
    const guest = await stage.open('U0GUEST');
    try {
      const { ts, mine } = await askFor('/port open api 8000');
      const card = messageAt(guest.page, ts);
      await says(await answerTo(guest.page, () => press(card, 'Approve')), /[Gg]uests/);
      expect(await unsound(guest)).toEqual([]);
      await press(mine, 'Cancel request');
      await says(mine, 'Canceled');
    } finally {
      await guest.page.context().close();
    }
  });
});

describe('answers', () => {
  test('a private answer is shared by a button, and then everybody sees it', async () => {
    const answer = await ask(asker.page, '/port web');
    const shared = await answerTo(asker.page, () => press(answer, 'Share to channel'));
    const ts = (await shared.getAttribute('data-ts')) ?? '';
    await says(messageAt(colleague.page, ts), 'Ports of web', 'Shared by maya');
  });

  test('somebody of another workspace has no App Home, and reads why', async () => {
    const far = await stage.open('U0FAR');
    try {
      await far.page.getByRole('navigation').getByRole('button', { name: 'Portolan home' }).click();
      await says(far.page.locator('.home-body'), 'No App Home for this person', 'people of this workspace');
      expect(await unsound(far)).toEqual([]);
    } finally {
      await far.page.context().close();
    }
  });
});
