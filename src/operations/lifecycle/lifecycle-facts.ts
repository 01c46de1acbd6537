import { isProblem, type Problem, refused } from '../../core/command/problem.ts';
import type { Ask } from '../../core/operation.ts';
import { statusKind } from '../../core/runs/component-status.ts';
import type { ComponentSummary } from '../../platform/component/component-endpoints.ts';
import { namesOfComponents } from '../../platform/monitoring/monitoring-reply.ts';
import { type RegionState, readRegionState } from '../shared/change-facts.ts';
import { isThirdParty, isUnfinished } from '../shared/component/component-format.ts';
import type { Reads } from '../shared/define.ts';
import { findComponents, isComponentId, namedAmongSeen, readKnown } from '../shared/find-component.ts';
import { sharedMsg } from '../shared/operation-messages.ts';

export interface LifecycleFacts {
  readonly region: RegionState;
  /** Current components of this application, or only the one that was given by id. No other id is ever sent. */
  readonly all: readonly ComponentSummary[];
  readonly named: readonly string[];
}

/** Reads the application's components and finds the `typed` ones; an empty list means all components. */
export async function gatherLifecycle(
  typed: readonly string[],
  ask: Ask,
  reads: Reads,
): Promise<LifecycleFacts | Problem> {
  const single = await gatherSingle(typed, ask, reads);
  if (single) return single;
  const [state, all, named] = await Promise.all([
    readRegionState(ask.context, reads),
    reads.platform.listComponents(ask.context),
    findComponents(typed, ask, reads),
  ]);
  if (!all) return refused(sharedMsg.notInApi());
  if (isProblem(named)) return named;
  const names = namesOfComponents(all);
  return {
    region: state,
    all: all.map((each) => shownAs(each, names.get(each.serviceId))),
    named: named.map(({ id }) => id),
  };
}

/** Reads a single component by id, without the list. Returns undefined if the list is needed. */
async function gatherSingle(typed: readonly string[], ask: Ask, reads: Reads): Promise<LifecycleFacts | undefined> {
  const [id] = typed;
  if (id === undefined || typed.length > 1 || !isComponentId(id) || reads.platform.dialect() === 'document')
    return undefined;
  const [region, one] = await Promise.all([readRegionState(ask.context, reads), readKnown(id, ask.context, reads)]);
  if (!one) return undefined;
  const named = await namedAmongSeen(one, ask, reads);
  return { region, all: [shownAs(one, named.name)], named: [id] };
}

/** Sets the name that people are shown, for `componentName`. */
function shownAs(component: ComponentSummary, name = component.serviceAlias): ComponentSummary {
  return { ...component, serviceCname: name };
}

/** Returns undefined if the component is no longer in the list. */
export function oneNamed({ all, named }: LifecycleFacts): ComponentSummary | undefined {
  return all.find(({ serviceId }) => serviceId === named[0]);
}

/** Checks whether the platform runs the component. The platform doesn't run third-party or unfinished components. */
export function isOperable(component: ComponentSummary): boolean {
  return !isThirdParty(component) && !isUnfinished(component);
}

export type RunningState = 'running' | 'stopping' | 'stopped' | 'unbuilt' | 'unknown';

/** Returns the state that matters for starting and stopping. `running`: it has instances. `unknown`: no answer. */
export function runState({ status }: ComponentSummary): RunningState {
  if (status === 'undeploy' || status === 'stopping') return status === 'undeploy' ? 'unbuilt' : 'stopping';
  const kind = statusKind(status);
  if (kind === 'stopped' || kind === 'finished') return 'stopped';
  // A new status text counts as running, because it isn't one of the texts for stopped.
  const isUnknown = [undefined, '', 'unknow', 'unknown'].includes(status);
  return kind === 'unknown' && isUnknown ? 'unknown' : 'running';
}
