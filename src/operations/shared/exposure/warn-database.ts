import { exposes, type Warning } from '../../../core/request/plan.ts';
import type { Port } from '../../../platform/port/port-endpoints.ts';
import { exposureMsg } from '../access/exposure-messages.ts';
import type { ComponentFacts } from '../change-facts.ts';
import { isDatabase } from './exposure-rows.ts';

/** Returns a warning if a port to be opened belongs to a database, as Home and the list of addresses see it. */
export function warnDatabase(
  { component, detail }: ComponentFacts,
  { containerPort: port, protocol }: Port,
): readonly Warning[] {
  const isOne = isDatabase({ port, protocol, image: detail?.image });
  return isOne ? [exposes(exposureMsg.warnDatabase({ component: component.name }))] : [];
}

export function opensDatabase(warnings: readonly Warning[]): boolean {
  return warnings.some(({ key }) => key === exposureMsg.warnDatabase.key);
}
