import * as z from 'zod';
import { StoredText } from '../../core/request/plan.ts';
import type { Text } from '../../core/text/text.ts';
import type { StoredRequest } from '../../store/stored-types.ts';

/** The part of a stored request that lists show. */
const Listed = z.object({
  plan: z.object({ title: StoredText }),
  asker: z.object({ name: z.string() }),
  link: z.string().optional(),
});

/** What a list shows of a stored request; undefined for one that can't be read. */
export function listed({
  body,
}: Pick<StoredRequest, 'body'>): { readonly title: Text; readonly asker: string; readonly link?: string } | undefined {
  const { data } = Listed.safeParse(body);
  if (!data) return undefined;
  const { plan, asker, link } = data;
  return { title: plan.title, asker: asker.name, ...(link === undefined ? {} : { link }) };
}
