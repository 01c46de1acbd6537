import { isGroupId } from '../../core/command/read-person.ts';
import type { Reads } from './define.ts';

export type NameReads = Pick<Reads, 'soon' | 'userGroups' | 'nameOf'>;

/** Returns the names of people and groups by id, for answers that must not mention anybody. */
export async function personNames(ids: readonly string[], reads: NameReads): Promise<ReadonlyMap<string, string>> {
  const unique = [...new Set(ids)];
  const groups = unique.some(isGroupId) ? ((await reads.soon(() => reads.userGroups())) ?? []) : [];
  const handles = new Map(groups.map(({ id, handle }) => [id, `@${handle}`]));
  const nameOf = async (id: string) => [id, handles.get(id) ?? (isGroupId(id) ? id : await reads.nameOf(id))] as const;
  return new Map(await Promise.all(unique.map(nameOf)));
}
