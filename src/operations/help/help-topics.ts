import type { OperationSpec } from '../../core/operation.ts';
import type { Text } from '../../core/text/text.ts';
import { helpMsg } from './help-messages.ts';

export interface HelpTopic {
  readonly id: string;
  readonly label: Text;
  /** Commands, ids of operations, or the beginnings of ids with a dot. */
  readonly of: readonly string[];
}

/** An operation belongs to the first topic that names it. */
export const helpTopics: readonly HelpTopic[] = [
  { id: 'charts', label: helpMsg.charts(), of: ['monitor', 'schedule.', 'chart.'] },
  { id: 'components', label: helpMsg.components(), of: ['component'] },
  { id: 'ports', label: helpMsg.ports(), of: ['port'] },
  { id: 'gateway', label: helpMsg.gateway(), of: ['gateway'] },
  { id: 'watches', label: helpMsg.watches(), of: ['watch'] },
  { id: 'deploys', label: helpMsg.deploys(), of: ['follow'] },
  { id: 'exposure', label: helpMsg.exposure(), of: ['exposure', 'exposure.'] },
  {
    id: 'requests',
    label: helpMsg.requests(),
    of: ['requests', 'openings', 'audit', 'evidence', 'policy', 'freeze', 'unfreeze'],
  },
  { id: 'agents', label: helpMsg.agents(), of: ['agent.'] },
  { id: 'places', label: helpMsg.places(), of: ['region', 'portolan'] },
];

export function topicOf({ id, command }: Pick<OperationSpec, 'id' | 'command'>): HelpTopic | undefined {
  const names = (each: string) => each === id || each === command || (each.endsWith('.') && id.startsWith(each));
  return helpTopics.find(({ of }) => of.some(names));
}
