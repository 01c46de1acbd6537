import { isProblem, type Problem, refused } from '../../core/command/problem.ts';
import type { Ask } from '../../core/operation.ts';
import { statusKind } from '../../core/runs/component-status.ts';
import type { ComponentSummary } from '../../platform/component/component-reply.ts';
import { namesOfComponents } from '../../platform/monitoring/monitoring-reply.ts';
import { type RegionState, readRegionState } from '../shared/change-facts.ts';
import { isUnfinished } from '../shared/component/component-format.ts';
import type { Reads } from '../shared/define.ts';
import { findComponents, isComponentId, namedAmongSeen, readKnown } from '../shared/find-component.ts';
import { sharedMsg } from '../shared/operation-messages.ts';

/** What changes of components as a whole depend on. */
export interface LifecycleFacts {
  readonly region: RegionState;
  /**
   * Components as the platform shows them now, each of this application: no other id is ever sent. All, but for a
   * single one that was given by its id.
   */
  readonly all: readonly ComponentSummary[];
  /** Those that were named, by their ids. */
  readonly named: readonly string[];
}

/**
 * Reads the application's components, and finds those that were named among them.
 * @param typed any names of components; empty where all are meant
 */
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

/** The facts of a single component whose id is known, without the list; undefined where the list has to tell. */
async function gatherSingle(typed: readonly string[], ask: Ask, reads: Reads): Promise<LifecycleFacts | undefined> {
  const [id] = typed;
  if (id === undefined || typed.length > 1 || !isComponentId(id) || reads.platform.dialect() === 'document')
    return undefined;
  const [region, one] = await Promise.all([readRegionState(ask.context, reads), readKnown(id, ask.context, reads)]);
  if (!one) return undefined;
  const named = await namedAmongSeen(one, ask, reads);
  return { region, all: [shownAs(one, named.name)], named: [id] };
}

/** A component with the name that people are shown, which `componentName` gives. */
function shownAs(component: ComponentSummary, name = component.serviceAlias): ComponentSummary {
  return { ...component, serviceCname: name };
}

/** The named component of a change of one; undefined where it is no longer in the list. */
export function oneNamed({ all, named }: LifecycleFacts): ComponentSummary | undefined {
  return all.find(({ serviceId }) => serviceId === named[0]);
}

/** Whether the platform runs a component at all: not where it stands for something outside, or was never finished. */
export function isOperable(component: ComponentSummary): boolean {
  return !isThirdParty(component) && !isUnfinished(component);
}

export function isThirdParty({ serviceSource }: ComponentSummary): boolean {
  return serviceSource === 'third_party';
}

export type RunningState = 'running' | 'stopping' | 'stopped' | 'unbuilt' | 'unknown';

/**
 * What a status means for starting and stopping: `running` is everything that has instances, however they are.
 * `unknown` where the region couldn't be asked.
 */
export function runState({ status }: ComponentSummary): RunningState {
  if (status === 'undeploy' || status === 'stopping') return status === 'undeploy' ? 'unbuilt' : 'stopping';
  const kind = statusKind(status);
  if (kind === 'stopped' || kind === 'finished') return 'stopped';
  // A status that isn't known yet is none of those that mean stopped.
  const isUntold = [undefined, '', 'unknow', 'unknown'].includes(status);
  return kind === 'unknown' && isUntold ? 'unknown' : 'running';
}
