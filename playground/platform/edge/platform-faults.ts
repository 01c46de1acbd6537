import { z } from 'zod';
import { Json } from '../../../src/core/text/json.ts';
import { lifecycleFaults, noLifecycleFaults } from '../component/lifecycle-faults.ts';
import { standIns } from './stand-ins.ts';

const when = z.enum(['before', 'after']);
const times = z.int().min(1).default(1);
const garbled = z.enum(['broken-json', 'html', 'traceback', 'wrong-types', 'no-result']);
/** Only requests with this text in their path or query. */
const only = z.string().optional();

/**
 * What goes wrong with coming writes. `before`: nothing is applied; `after`: applied, and then the answer fails.
 * `ignore`: answered as if it was applied. `hang`: applied (unless `apply` is false) and answered only after `seconds`, whether or not anybody still waits.
 */
const writeFault = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('error'), when, status: z.int().min(400).max(599).default(500), times }),
  z.strictObject({ kind: z.literal('hang'), seconds: z.number().min(0), apply: z.boolean().default(true), times }),
  z.strictObject({ kind: z.literal('garble'), as: garbled, when, times }),
  z.strictObject({ kind: z.literal('reset'), when, times }),
  z.strictObject({ kind: z.literal('ignore'), times }),
]);

/** What goes wrong with coming reads; `huge` and `bomb` count bytes after decompression. */
const readFault = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('error'), status: z.int().min(400).max(599).default(500), only, times }),
  z.strictObject({ kind: z.literal('slow'), seconds: z.number().min(0), times }),
  z.strictObject({ kind: z.literal('garble'), as: garbled, only, times }),
  z.strictObject({ kind: z.literal('reset'), times }),
  z.strictObject({ kind: z.literal('huge'), bytes: z.int().min(1).default(100_000_000), times }),
  z.strictObject({ kind: z.literal('endless'), times }),
  z.strictObject({ kind: z.literal('bomb'), bytes: z.int().min(1).default(200_000_000), times }),
]);

const regionFault = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.enum(['unreachable', 'aborts']), once: z.boolean().optional() }),
  z.strictObject({
    kind: z.literal('answers'),
    status: z.int(),
    body: Json,
    only: z.string().optional(),
    once: z.boolean().optional(),
  }),
]);

const allFaults = z.strictObject({
  latencyMs: z.number().min(0),
  /** `reset`: connections break; `refused`: nothing listens any more (in process only, the control is gone too). */
  down: z.enum(['no', 'reset', 'refused']),
  /** What answers in the platform's place. */
  standIn: z.enum(['no', ...standIns]),
  /** Names of regions under maintenance. */
  maintenance: z.array(z.string()),
  monitoringDown: z.boolean(),
  /** kube-state-metrics isn't installed: its series are missing, also those of the past. */
  noKubeState: z.boolean(),
  /** The gateway's metrics aren't scraped. */
  noGatewayMetrics: z.boolean(),
  /** A region before Rainbond 6, which collects requests, response time and clients of components with the plugin. */
  requestItems: z.boolean(),
  nextWrite: writeFault.nullable(),
  nextRead: readFault.nullable(),
  regionFaults: z.record(z.string(), regionFault),
  ...lifecycleFaults.shape,
});

/** The faults that can be injected; each part stays until it is set back, `nextWrite` and `nextRead` until they were used up. */
export const faultPatch = allFaults.partial();

/** A change of the faults; what is left out stays. */
export type FaultPatch = z.input<typeof faultPatch>;
/** One fault of coming writes. */
export type WriteFault = z.infer<typeof writeFault>;
/** One fault of coming reads. */
export type ReadFault = z.infer<typeof readFault>;
/** All faults as they stand. */
export type InjectedFaults = z.infer<typeof allFaults>;

/** Nothing wrong at all. */
export const noFaults: InjectedFaults = {
  latencyMs: 0,
  down: 'no',
  standIn: 'no',
  maintenance: [],
  monitoringDown: false,
  noKubeState: false,
  noGatewayMetrics: false,
  requestItems: false,
  nextWrite: null,
  nextRead: null,
  regionFaults: {},
  ...noLifecycleFaults,
};

/** The faults with a patch laid over them; throws zod's error for anything unknown. */
export function applyFaultPatch(faults: InjectedFaults, patch: unknown): InjectedFaults {
  const given = Object.entries(faultPatch.parse(patch)).filter(([, value]) => value !== undefined);
  return allFaults.parse({ ...faults, ...Object.fromEntries(given) });
}

/** The fault for this write, if any, and the faults after it was used. */
export function takeWriteFault(faults: InjectedFaults): {
  readonly fault: WriteFault | null;
  readonly faults: InjectedFaults;
} {
  const fault = faults.nextWrite;
  if (fault === null) return { fault, faults };
  const rest = fault.times > 1 ? { ...fault, times: fault.times - 1 } : null;
  return { fault, faults: { ...faults, nextWrite: rest } };
}

/** The fault for this read, if any, and the faults after it was used. @param asked its path and query */
export function takeReadFault(
  faults: InjectedFaults,
  asked: string,
): {
  readonly fault: ReadFault | null;
  readonly faults: InjectedFaults;
} {
  const fault = faults.nextRead;
  if (fault === null) return { fault, faults };
  if ('only' in fault && fault.only !== undefined && !asked.includes(fault.only)) return { fault: null, faults };
  const rest = fault.times > 1 ? { ...fault, times: fault.times - 1 } : null;
  return { fault, faults: { ...faults, nextRead: rest } };
}

/** The faults without region faults that were meant for one write only. */
export function dropOnce(faults: InjectedFaults): InjectedFaults {
  const lasting = Object.entries(faults.regionFaults).filter(([, fault]) => fault.once !== true);
  return { ...faults, regionFaults: Object.fromEntries(lasting) };
}
