import type * as z from 'zod';
import { StoreProblem } from '../../store/store.ts';
import type { SlackServices } from '../interaction/bot.ts';

/** Writes data that an answer can do without, so a full disk is no error. @returns whether the data was written */
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

/** Reads a note. Returns undefined if the note has expired or has another shape. */
export async function readNote<T>(
  { services: { store, world } }: SlackServices,
  id: string,
  shape: z.ZodType<T>,
): Promise<T | undefined> {
  return shape.safeParse(await store.notes.read(id, world.now())).data;
}
