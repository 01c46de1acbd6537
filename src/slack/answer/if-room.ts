import { StoreProblem } from '../../store/store.ts';
import type { SlackServices } from '../interaction/bot.ts';

/**
 * Writes data that an answer doesn't depend on: on a full disk, the answer is still given.
 * @returns whether it was written
 */
export async function ifRoom(bot: SlackServices, write: () => Promise<void>): Promise<boolean> {
  try {
    await write();
    return true;
  } catch (error) {
    if (!(error instanceof StoreProblem && error.isDiskFull)) throw error;
    bot.services.world.log.warn('the disk is full: what an answer only remembers was not written');
    return false;
  }
}
