import type { Ask } from '../../core/operation.ts';
import type { Reads } from '../shared/define.ts';
import { knownComponents, type Named } from '../shared/find-component.ts';
import { orUndefined } from '../shared/or-undefined.ts';

/** Components whose ports are read for it; more would take too long. */
const MOST = 60;
const AT_ONCE = 6;

/**
 * Which other component of the app has an in-cluster name. The platform finds out only after it has rewritten the
 * environment variables (docs/platform.md#aliases), so it is looked up before.
 * @returns undefined when none is known to have it; components of other apps cannot be seen
 */
export async function findNameElsewhere(
  name: string,
  component: string,
  ask: Ask,
  reads: Reads,
): Promise<Named | undefined> {
  const { components } = await knownComponents(ask.context, reads, ask.now);
  const others = components.filter(({ id }) => id !== component).slice(0, MOST);
  for (let start = 0; start < others.length; start += AT_ONCE) {
    const some = others.slice(start, start + AT_ONCE);
    const found = await Promise.all(some.map((each) => hasName(each, name, ask, reads)));
    const holder = some[found.indexOf(true)];
    if (holder) return holder;
  }
  return undefined;
}

/** A component that is gone by now, or cannot be read, has no say. */
async function hasName({ id }: Named, name: string, ask: Ask, reads: Reads): Promise<boolean> {
  const ports = await orUndefined(reads.platform.listPorts({ ...ask.context, service: id }));
  return ports?.some(({ k8sServiceName }) => k8sServiceName === name) ?? false;
}
