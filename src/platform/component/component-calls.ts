import type { Place } from '../../core/command/context.ts';
import type { ServicePlace } from '../call.ts';
import { type WriteCall, writeCall } from '../call.ts';
import type { LifecycleAction } from './component-endpoints.ts';

/** At least one id, because an empty list would act on the whole application (docs/platform.md#operations). */
export type ComponentIds = readonly [string, ...string[]];

/** `ids` must come from a fresh list of the app's components, because the platform acts on any id. */
export function operateComponentsCall(place: Place, action: LifecycleAction, ids: ComponentIds): WriteCall {
  return writeCall('operateComponents', place, { action, service_ids: [...ids] });
}

export function scaleHorizontallyCall(place: ServicePlace, instances: number): WriteCall {
  return writeCall('scaleHorizontally', place, { new_node: instances });
}

export interface InstanceSize {
  /** MiB. */
  readonly memory: number;
  /** Millicores; 0 for no limit. */
  readonly cpu: number;
  /** GPU memory in MiB; null keeps the current value. */
  readonly gpu: number | null;
}

/** Sends all three values, so that the platform computes none of them. */
export function scaleVerticallyCall(place: ServicePlace, { memory, cpu, gpu }: InstanceSize): WriteCall {
  return writeCall('scaleVertically', place, { new_memory: memory, new_cpu: cpu, new_gpu: gpu });
}

/** Returns the call that stores another image. Instances use the old image until the next deployment. */
export function changeImageCall(place: ServicePlace, image: string): WriteCall {
  return writeCall('changeImage', place, { image });
}

export function buildComponentCall(place: ServicePlace): WriteCall {
  return writeCall('buildComponent', place, {});
}
