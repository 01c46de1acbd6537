import { browserTest as test } from '../tools/tests-with-tools.ts';
import {
  answerTo,
  composer,
  faultsOf,
  maya,
  press,
  type Screen,
  says,
  startStage,
  unsound,
  writesOf,
} from './stage.ts';

vi.setConfig({ testTimeout: 120_000 });

let screen: Screen;
const stage = await startStage();
afterEach(async () => {
  expect(await unsound(screen)).toEqual([]);
  expect(faultsOf(stage)).toEqual([]);
  await screen.page.context().close();
});
afterAll(() => stage?.close());

test('five steps, by the tour’s own buttons: look up, chart, ask, approve as somebody else, undo', async () => {
  screen = await stage.open(maya, { tour: true });
  const { page } = screen;
  const tour = page.locator('section.tour');
  const typed = async (words: string) => {
    await tour.getByRole('button', { name: /^Type it for me/ }).click();
    await vi.waitFor(async () => expect(await composer(page).inputValue()).toBe(words), { timeout: 10_000 });
    return answerTo(page, () => page.keyboard.press('Enter'));
  };

  await says(tour, 'Look something up');
  await says(await typed('/component'), 'Components of shop', 'Only visible to you');
  await says(tour, 'See a chart');
  const chart = await typed('/monitor api 1h');
  await chart.locator('img').waitFor();
  await says(tour, 'Ask for a change');
  const card = await typed('/port open api 8000');
  await says(card, 'Waiting for approval');

  await says(tour, 'Approve it as someone else');
  await press(tour, /^Act as/);
  await press(tour, 'Show the card');
  await press(card, 'Approve');
  await says(card, 'Done', 'Undo');
  expect(writesOf(stage)).toHaveLength(1);

  await says(tour, 'Undo it');
  await press(tour, 'Show the card');
  const back = await answerTo(page, () => press(card, 'Undo'));
  await says(back, 'Close external access to port 8000 on api');
  await says(tour, 'Undo it');
  await press(back, 'Confirm');
  await says(back, 'Done');
  await says(tour, 'You’ve finished the tour');
  expect(writesOf(stage)).toHaveLength(2);
});
