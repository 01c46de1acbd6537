import type { Place } from '../../core/command/context.ts';
import type { ServicePlace } from '../call.ts';
import { type WriteCall, writeCall } from '../call.ts';
import type { LifecycleAction } from './component-endpoints.ts';

/** Ids of components, at least one: an empty list would act on the whole application (docs/platform.md#operations). */
export type ComponentIds = readonly [string, ...string[]];

/** Starts, stops, upgrades or deploys components. The ids must come from the application's own list, read just before. */
export function operateComponentsCall(place: Place, action: LifecycleAction, ids: ComponentIds): WriteCall {
  return writeCall('operateComponents', place, { action, service_ids: [...ids] });
}

/** Sets how many instances a component should have. */
export function scaleHorizontallyCall(place: ServicePlace, instances: number): WriteCall {
  return writeCall('scaleHorizontally', place, { new_node: instances });
}

/** What each instance of a component may use. */
export interface InstanceSize {
  /** MiB. */
  readonly memory: number;
  /** Milli-cores; 0 is no limit. */
  readonly cpu: number;
  /** MiB of GPU memory; null keeps what is set. */
  readonly gpu: number | null;
}

/** Sets what each instance may use: all three, so that none is worked out by the platform. */
export function scaleVerticallyCall(place: ServicePlace, { memory, cpu, gpu }: InstanceSize): WriteCall {
  return writeCall('scaleVertically', place, { new_memory: memory, new_cpu: cpu, new_gpu: gpu });
}

/** Stores another image. What runs keeps the old one until it is deployed. */
export function changeImageCall(place: ServicePlace, image: string): WriteCall {
  return writeCall('changeImage', place, { image });
}

/** Builds what is stored. The one call that is answered with its event. */
export function buildComponentCall(place: ServicePlace): WriteCall {
  return writeCall('buildComponent', place, {});
}
