import type { Place } from '../../core/command/context.ts';
import type { ServicePlace } from '../call.ts';
import { type WriteCall, writeCall } from '../call.ts';
import type { LifecycleAction } from './component-endpoints.ts';

/** At least one id, because an empty list would act on the whole application (docs/platform.md#operations). */
export type ComponentIds = readonly [string, ...string[]];

/** The ids must come from a fresh list of the application's components. */
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
  /** MiB of GPU memory; null keeps the current value. */
  readonly gpu: number | null;
}

/** Sends all three values, so that the platform computes none of them. */
export function scaleVerticallyCall(place: ServicePlace, { memory, cpu, gpu }: InstanceSize): WriteCall {
  return writeCall('scaleVertically', place, { new_memory: memory, new_cpu: cpu, new_gpu: gpu });
}

/** Stores another image. Instances keep the old one until a deployment. */
export function changeImageCall(place: ServicePlace, image: string): WriteCall {
  return writeCall('changeImage', place, { image });
}

export function buildComponentCall(place: ServicePlace): WriteCall {
  return writeCall('buildComponent', place, {});
}
