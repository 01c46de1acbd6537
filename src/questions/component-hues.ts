import * as z from 'zod';
import type { ChartJob, ChartResult } from '../charts/data/job.ts';
import { type Context, placeKey } from '../core/command/context.ts';
import type { Services } from '../operations/shared/services.ts';

const Hues = z.record(z.string(), z.int().min(0));

/** Kept for good: a component that was drawn once is recognized by its hue. */
const keptMs = 10 * 366 * 86_400_000;
/** More components than an app has; of more, the hues begin again. */
const mostKept = 500;

/**
 * The hues of a context's components, which are chosen when one is first drawn. A chart is worth more than its hues:
 * they are chosen again where they can't be read, and lost where they can't be kept.
 */
export async function readHues({ store, world }: Services, context: Context): Promise<NonNullable<ChartJob['hues']>> {
  try {
    const read = Hues.safeParse(await store.notes.read(noteOf(context), world.now()));
    return read.success ? read.data : {};
  } catch (error) {
    world.log.warn('the hues of a chart could not be read', { error });
    return {};
  }
}

/**
 * Keeps the hues that components got in a chart. What another chart kept meanwhile stays: nobody would recognize a
 * component whose hue changes.
 */
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
