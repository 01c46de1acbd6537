import { z } from 'zod';
import { Json } from '../../../src/core/text/json.ts';
import { lifecycleFaults, noLifecycleFaults } from '../component/lifecycle-faults.ts';
import { standIns } from './stand-ins.ts';

const when = z.enum(['before', 'after']);
const times = z.int().min(1).default(1);
const garbled = z.enum(['broken-json', 'html', 'traceback', 'wrong-types', 'no-result']);
/** Limits the fault to requests that contain this text in their path or query. */
const only = z.string().optional();

/**
 * Fault of the next writes. `before`: not applied; `after`: applied, then the answer fails. `ignore`: answered but not
 * applied. `hang`: applied (unless `apply` is false) and answered after `seconds`, even if the client no longer waits.
 */
const writeFault = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('error'), when, status: z.int().min(400).max(599).default(500), times }),
  z.strictObject({ kind: z.literal('hang'), seconds: z.number().min(0), apply: z.boolean().default(true), times }),
  z.strictObject({ kind: z.literal('garble'), as: garbled, when, times }),
  z.strictObject({ kind: z.literal('reset'), when, times }),
  z.strictObject({ kind: z.literal('ignore'), times }),
]);

/** Fault of the next reads. `huge` and `bomb` count bytes after decompression. */
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
  /** `reset`: connections break; `refused`: nothing listens (in process only: the control paths fail too). */
  down: z.enum(['no', 'reset', 'refused']),
  standIn: z.enum(['no', ...standIns]),
  maintenance: z.array(z.string()),
  monitoringDown: z.boolean(),
  /** Whether kube-state-metrics isn't installed. Then all its series are missing, including past ones. */
  noKubeState: z.boolean(),
  noGatewayMetrics: z.boolean(),
  /** Whether the region is older than Rainbond 6 and collects requests, response time and clients with the plugin. */
  requestItems: z.boolean(),
  nextWrite: writeFault.nullable(),
  nextRead: readFault.nullable(),
  regionFaults: z.record(z.string(), regionFault),
  ...lifecycleFaults.shape,
});

/** Faults that can be injected. A fault stays until it is reset, `nextWrite` and `nextRead` until they are used up. */
export const faultPatch = allFaults.partial();

/** Change of the faults. Omitted faults stay as they are. */
export type FaultPatch = z.input<typeof faultPatch>;
export type WriteFault = z.infer<typeof writeFault>;
export type ReadFault = z.infer<typeof readFault>;
export type InjectedFaults = z.infer<typeof allFaults>;

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

/** Applies a patch. @throws zod's error for anything unknown */
export function applyFaultPatch(faults: InjectedFaults, patch: unknown): InjectedFaults {
  const given = Object.entries(faultPatch.parse(patch)).filter(([, value]) => value !== undefined);
  return allFaults.parse({ ...faults, ...Object.fromEntries(given) });
}

export function takeWriteFault(faults: InjectedFaults): {
  readonly fault: WriteFault | null;
  readonly faults: InjectedFaults;
} {
  const fault = faults.nextWrite;
  if (fault === null) return { fault, faults };
  const rest = fault.times > 1 ? { ...fault, times: fault.times - 1 } : null;
  return { fault, faults: { ...faults, nextWrite: rest } };
}

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

/** Removes the region faults that apply to only one write. */
export function dropOnce(faults: InjectedFaults): InjectedFaults {
  const lasting = Object.entries(faults.regionFaults).filter(([, fault]) => fault.once !== true);
  return { ...faults, regionFaults: Object.fromEntries(lasting) };
}
