import type { PageActed } from '../../playground/slack/page-protocol.ts';
import type { StoredMessage } from '../../playground/slack/workspace/workspace.ts';
import type { Stage } from './stage.ts';

export function createCardHands(stage: () => Stage, channel: string) {
  /** Returns the bot's public messages outside of threads, the newest last. */
  function cards(): readonly StoredMessage[] {
    const all = stage().slack.messages(channel, 'U0SAM');
    return all.filter(
      ({ byBot, ephemeralFor, threadTs, ts }) =>
        byBot && ephemeralFor === null && (threadTs === null || threadTs === ts),
    );
  }
  function now(ts: string): StoredMessage {
    const card = cards().find((each) => each.ts === ts);
    if (!card) throw new Error('the card is gone');
    return card;
  }
  function aside(who: string, where = channel): string {
    const own = stage()
      .slack.messages(where, who)
      .filter(({ ephemeralFor }) => ephemeralFor === who);
    return own.at(-1)?.text ?? '';
  }
  /** Sends a command. @returns the command's card, if one appears */
  async function ask(words: string, who = 'U0MAYA', where = channel): Promise<StoredMessage | undefined> {
    const before = cards().length;
    await stage().slack.user(who).slash(where, words);
    await stage().idle();
    return cards()[before];
  }
  async function askForCard(words: string, who = 'U0MAYA'): Promise<StoredMessage> {
    const card = await ask(words, who);
    if (!card) throw new Error(`no card for ${words}: ${aside(who)}`);
    return card;
  }
  /** @param shownBlocks the blocks that the person saw when they pressed */
  async function press(
    who: string,
    { ts }: StoredMessage,
    action: string,
    shownBlocks?: StoredMessage['blocks'],
  ): Promise<PageActed> {
    const user = stage().slack.user(who);
    const acted = await user.press({ channel, ts }, action, undefined, shownBlocks ? { shownBlocks } : undefined);
    await stage().idle();
    return acted;
  }
  return { cards, now, aside, ask, askForCard, press };
}
