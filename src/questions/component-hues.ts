import * as z from 'zod';
import type { ChartJob, ChartResult } from '../charts/data/job.ts';
import { type Context, placeKey } from '../core/command/context.ts';
import type { Services } from '../operations/shared/services.ts';

const Hues = z.record(z.string(), z.int().min(0));

/** How long hues are stored, in ms: ten years, because people recognize a component by its hue. */
const keptMs = 10 * 366 * 86_400_000;
/** Maximum number of stored hues. An app has fewer components. */
const mostKept = 500;

/** Returns the stored hues of the components. Returns {} if they are unreadable; new hues are then chosen. */
export async function readHues({ store, world }: Services, context: Context): Promise<NonNullable<ChartJob['hues']>> {
  try {
    const parsed = Hues.safeParse(await store.notes.read(noteOf(context), world.now()));
    return parsed.success ? parsed.data : {};
  } catch (error) {
    world.log.warn('the hues of a chart could not be read', { error });
    return {};
  }
}

/** Stores newly assigned hues. If another chart has stored a component's hue in the meantime, that hue is kept. */
export async function keepHues(services: Services, context: Context, { hues }: ChartResult): Promise<void> {
  if (Object.keys(hues).length === 0) return;
  const { store, world } = services;
  try {
    const known = await readHues(services, context);
    const all = { ...hues, ...known };
    const kept = Object.keys(all).length > mostKept ? hues : all;
    await store.notes.keep(noteOf(context), kept, world.now() + keptMs);
  } catch (error) {
    world.log.warn('the hues of a chart could not be kept', { error });
  }
}

function noteOf(context: Context): string {
  return `hues:${placeKey(context)}`;
}
