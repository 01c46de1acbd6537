import * as z from 'zod';
import { defined } from '../../core/defined.ts';
import { StoredText } from '../../core/request/plan.ts';
import type { Text } from '../../core/text/text.ts';
import type { StoredRequest } from '../../store/stored-types.ts';

/** The part of a stored request that lists show. */
const Listed = z.object({
  plan: z.object({ title: StoredText, steps: z.array(z.object({ says: StoredText })).optional() }),
  asker: z.object({ name: z.string() }),
  link: z.string().optional(),
});

/** What a list shows of a stored request: also what each of its steps does. */
interface ListedRequest {
  readonly title: Text;
  readonly asker: string;
  readonly steps: readonly Text[];
  readonly link?: string;
}

/** What a list shows of a stored request; undefined for one that can't be read. */
export function listed({ body }: Pick<StoredRequest, 'body'>): ListedRequest | undefined {
  const { data } = Listed.safeParse(body);
  if (!data) return undefined;
  const { plan, asker, link } = data;
  const steps = (plan.steps ?? []).map(({ says }) => says);
  return { title: plan.title, asker: asker.name, steps, ...defined({ link }) };
}
