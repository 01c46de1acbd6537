import { z } from 'zod';
import { Json } from '../../../src/core/text/json.ts';

const when = z.enum(['before', 'after']);
const times = z.int().min(1).default(1);
const garbled = z.enum(['broken-json', 'html', 'traceback', 'wrong-types']);

/**
 * What goes wrong with coming writes. `before`: nothing is applied; `after`: applied, and then the answer fails.
 * `hang`: applied (unless `apply` is false) and answered only after `seconds`, whether or not anybody still waits.
 */
const writeFault = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('error'), when, status: z.int().min(400).max(599).default(500), times }),
  z.strictObject({ kind: z.literal('hang'), seconds: z.number().min(0), apply: z.boolean().default(true), times }),
  z.strictObject({ kind: z.literal('garble'), as: garbled, when, times }),
  z.strictObject({ kind: z.literal('reset'), when, times }),
]);

/** What goes wrong with coming reads; `huge` and `bomb` count bytes after decompression. */
const readFault = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('error'), status: z.int().min(400).max(599).default(500), times }),
  z.strictObject({ kind: z.literal('slow'), seconds: z.number().min(0), times }),
  z.strictObject({ kind: z.literal('garble'), as: garbled, times }),
  z.strictObject({ kind: z.literal('reset'), times }),
  z.strictObject({ kind: z.literal('huge'), bytes: z.int().min(1).default(100_000_000), times }),
  z.strictObject({ kind: z.literal('endless'), times }),
  z.strictObject({ kind: z.literal('bomb'), bytes: z.int().min(1).default(200_000_000), times }),
]);

const regionFault = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('unreachable'), once: z.boolean().optional() }),
  z.strictObject({ kind: z.literal('answers'), status: z.int(), body: Json, once: z.boolean().optional() }),
]);

const allTilts = z.strictObject({
  latencyMs: z.number().min(0),
  /** `reset`: connections break; `refused`: nothing listens any more (in process only, the control is gone too). */
  down: z.enum(['no', 'reset', 'refused']),
  /** Names of regions under maintenance. */
  maintenance: z.array(z.string()),
  monitoringDown: z.boolean(),
  nextWrite: writeFault.nullable(),
  nextRead: readFault.nullable(),
  regionFaults: z.record(z.string(), regionFault),
});

/** What can be tilted; each part stays until it is set back, `nextWrite` and `nextRead` until they were used up. */
export const tiltPatch = allTilts.partial();

/** A change of the tilts; what is left out stays. */
export type TiltPatch = z.input<typeof tiltPatch>;
/** One fault of coming writes. */
export type WriteFault = z.infer<typeof writeFault>;
/** One fault of coming reads. */
export type ReadFault = z.infer<typeof readFault>;
/** All tilts as they stand. */
export type Tilts = z.infer<typeof allTilts>;

/** Nothing wrong at all. */
export const level: Tilts = {
  latencyMs: 0,
  down: 'no',
  maintenance: [],
  monitoringDown: false,
  nextWrite: null,
  nextRead: null,
  regionFaults: {},
};

/** The tilts with a patch laid over them; throws zod's error for anything unknown. */
export function applyPatch(tilts: Tilts, patch: unknown): Tilts {
  const given = Object.entries(tiltPatch.parse(patch)).filter(([, value]) => value !== undefined);
  return allTilts.parse({ ...tilts, ...Object.fromEntries(given) });
}

/** The fault for this write, if any, and the tilts after it was used. */
export function takeWriteFault(tilts: Tilts): { readonly fault: WriteFault | null; readonly tilts: Tilts } {
  const fault = tilts.nextWrite;
  if (fault === null) return { fault, tilts };
  const rest = fault.times > 1 ? { ...fault, times: fault.times - 1 } : null;
  return { fault, tilts: { ...tilts, nextWrite: rest } };
}

/** The fault for this read, if any, and the tilts after it was used. */
export function takeReadFault(tilts: Tilts): { readonly fault: ReadFault | null; readonly tilts: Tilts } {
  const fault = tilts.nextRead;
  if (fault === null) return { fault, tilts };
  const rest = fault.times > 1 ? { ...fault, times: fault.times - 1 } : null;
  return { fault, tilts: { ...tilts, nextRead: rest } };
}

/** The tilts without region faults that were meant for one write only. */
export function dropOnce(tilts: Tilts): Tilts {
  const lasting = Object.entries(tilts.regionFaults).filter(([, fault]) => fault.once !== true);
  return { ...tilts, regionFaults: Object.fromEntries(lasting) };
}
