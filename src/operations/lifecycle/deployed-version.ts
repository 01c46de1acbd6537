import { isProblem, type Problem } from '../../core/command/problem.ts';
import type { Ask } from '../../core/operation.ts';
import type { Plan } from '../../core/request/plan.ts';
import { type Text, verbatim } from '../../core/text/text.ts';
import type { ComponentSummary } from '../../platform/component/component-reply.ts';
import type { Reads } from '../shared/define.ts';
import { componentName, readKnown } from '../shared/find-component.ts';
import { gatherLifecycle, type LifecycleFacts } from './lifecycle-facts.ts';
import { lifecycleMsg } from './lifecycle-messages.ts';

export interface DeployFacts extends LifecycleFacts {
  /** Branch or tag of each component built from source code, by id, if readable. */
  readonly branches?: Readonly<Record<string, string>>;
}

/** Maximum number of components for which the branch is read, because each needs a separate read. */
const maxRead = 8;

/** Reads the branches in addition to the components, because the list of components doesn't have branches. */
export async function gatherDeploy(typed: readonly string[], ask: Ask, reads: Reads): Promise<DeployFacts | Problem> {
  const facts = await gatherLifecycle(typed, ask, reads);
  if (isProblem(facts)) return facts;
  const built = facts.all.filter((each) => facts.named.includes(each.serviceId) && isBuilt(each)).slice(0, maxRead);
  const branches = await Promise.all(
    built.map(async ({ serviceId }) => {
      const branch = (await readKnown(serviceId, ask.context, reads))?.codeVersion;
      return branch ? [[serviceId, branch] as const] : [];
    }),
  );
  return { ...facts, branches: Object.fromEntries(branches.flat()) };
}

export function versionRows(touched: readonly ComponentSummary[], { branches = {} }: DeployFacts): Plan['rows'] {
  return touched.flatMap((one) => {
    const what = lifecycleMsg.versionOf({ name: componentName(one) });
    if (one.image && !isBuilt(one) && one.serviceSource?.startsWith('docker'))
      return [{ what, before: verbatim(one.image), after: lifecycleMsg.pulledAgain({ image: one.image }) }];
    return isBuilt(one) ? [{ what, before: lifecycleMsg.lastBuilt(), after: newest(branches[one.serviceId]) }] : [];
  });
}

function isBuilt({ serviceSource }: ComponentSummary): boolean {
  return serviceSource === 'source_code';
}

/** The console writes a tag as `tag:v1`. */
function newest(branch: string | undefined): Text {
  if (branch === undefined) return lifecycleMsg.newestCode();
  return branch.startsWith('tag:') ? lifecycleMsg.tagged({ tag: branch.slice(4) }) : lifecycleMsg.newestOf({ branch });
}
