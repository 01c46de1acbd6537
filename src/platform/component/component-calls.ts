import type { Place } from '../../core/command/context.ts';
import { type WriteCall, writeCall } from '../call.ts';
import type { LifecycleAction } from './component-endpoints.ts';

/** At least one id, because an empty list would act on the whole application (docs/platform.md#operations). */
export type ComponentIds = readonly [string, ...string[]];

/** `ids` must come from a fresh list of the app's components, because the platform acts on any id. */
export function operateComponentsCall(place: Place, action: LifecycleAction, ids: ComponentIds): WriteCall {
  return writeCall('operateComponents', place, { action, service_ids: [...ids] });
}
