import * as z from 'zod';
import { present } from '../../../core/defined.ts';
import type { Ticket } from '../../../core/policy/ticket.ts';
import { RequestAccess, StepRun, titleNow } from '../../../core/request/change-request.ts';
import { failureText, withReference } from '../../../core/request/events/failure-text.ts';
import { Awaited, StoredText } from '../../../core/request/plan.ts';
import { join, type Text } from '../../../core/text/text.ts';
import type { StoredRequest } from '../../../store/stored-types.ts';

/** `action`: the word in the call's body that says what the call does, if its path doesn't say it. `why`: why it failed. */
export interface KnownStep {
  readonly says: Text;
  readonly action?: string;
  readonly state?: string;
  readonly why?: Text;
}

/** Data of a stored request that its audit entries don't contain. Deleted requests have no such data. */
export interface KnownRequest {
  readonly title: Text;
  readonly asker: string;
  readonly state: string;
  readonly steps?: readonly KnownStep[];
  readonly link?: string;
  /** The results, such as the opened address or the reason of a failure. */
  readonly says?: readonly Text[];
  /** User IDs, or group IDs, of those who were asked to decide. */
  readonly asked?: readonly string[];
  /** End of the time to decide, in epoch ms. */
  readonly openUntil?: number;
  /** Planned time in epoch ms. */
  readonly planned?: number;
  /** Next automatic read of an unknown outcome, epoch ms. */
  readonly checked?: number;
  /** The planned time that was given up to run it at once, epoch ms. */
  readonly gaveUp?: number;
  /** Verdict on the time after the change. */
  readonly verdict?: Text;
  readonly ticket?: Ticket;
  readonly opened?: OpenedNow;
  /** Why it failed or was canceled. */
  readonly why?: Text;
  /** How temporary access ended, also if external access was closed first. */
  readonly access?: z.infer<typeof RequestAccess>;
  /** The later undo: its requester, and its time, epoch ms. */
  readonly undone?: { readonly by: string; readonly at: number };
}

/**
 * Present state of access that was opened without a closing time. `until`: a later closing time. `closed`: time at which
 * a request closed it. `by`: who closed it, unless Portolan did. `isRule`: only its rule was deleted. `leavesRule`: only
 * its port was closed, and its rule may still work. `lastOpen`: time at which it was last open, if its
 * present state can't be read. Times are epoch ms. `unread`: its state can't be read, and isn't on record. `inside`: only
 * internal access is open, which isn't in the list of what is open.
 */
export type OpenedNow =
  | 'open'
  | 'inside'
  | 'closed'
  | 'rule-deleted'
  | 'unread'
  | { readonly lastOpen: number }
  | { readonly until: number }
  | { readonly closed: number; readonly by: string | undefined; readonly isRule?: true; readonly leavesRule?: true };

const Action = z.object({ body: z.object({ action: z.string() }) });

const Listed = z.object({
  plan: z.object({
    title: StoredText,
    untimedTitle: StoredText.optional(),
    steps: z
      .array(z.object({ says: StoredText, call: z.unknown(), awaits: Awaited.optional().catch(undefined) }))
      .default([]),
  }),
  steps: z.array(StepRun.pick({ state: true, why: true, reference: true, events: true })).catch([]),
  asker: z.object({ name: z.string() }),
  link: z.string().optional(),
  why: StoredText.optional(),
  says: z.array(StoredText).default([]),
  asked: z.array(z.string()).optional(),
  planned: z.object({ at: z.number() }).optional(),
  gaveUp: z.number().optional(),
  check: z.object({ at: z.number() }).optional(),
  timed: RequestAccess.optional().catch(undefined),
  undoneBy: z
    .object({ how: z.string().optional(), by: z.object({ name: z.string() }), at: z.number() })
    .optional()
    .catch(undefined),
  aftermath: z.object({ says: StoredText, later: StoredText.optional() }).optional(),
  ticket: z.object({ id: z.string(), link: z.string().optional() }).optional(),
});

export function readRequest({
  body,
  state,
  openUntil,
}: Pick<StoredRequest, 'body' | 'state' | 'openUntil'>): KnownRequest | undefined {
  const { data } = Listed.safeParse(body);
  if (!data) return undefined;
  const { plan, timed, asker, link, why, ticket, asked, planned, gaveUp, check, aftermath, undoneBy } = data;
  const steps = plan.steps.map(({ says, call, awaits }, index) => {
    const run = data.steps[index];
    const failures = present((run?.events ?? []).map((event) => failureText(event, awaits)));
    const followed = failures.length > 0 ? join(failures, '\n') : undefined;
    const failure = run?.why ? withReference(run.why, run) : followed;
    return { says, action: Action.safeParse(call).data?.body.action, state: run?.state, why: failure };
  });
  const says = present([why, ...data.says]);
  const verdict = aftermath && join(present([aftermath.says, aftermath.later]), ' · ');
  const stepWhy = data.steps.find((step) => step.why !== undefined)?.why;
  return {
    title: titleNow(plan, timed),
    asker: asker.name,
    state,
    openUntil,
    steps,
    link,
    says,
    asked,
    planned: planned?.at,
    checked: check?.at,
    gaveUp,
    ticket,
    verdict,
    why: why ?? stepWhy ?? steps.find((step) => step.why !== undefined)?.why,
    access: timed,
    // Other ways in which a later request ended it are said as the state of its access.
    ...(undoneBy && undoneBy.how === undefined ? { undone: { by: undoneBy.by.name, at: undoneBy.at } } : {}),
  };
}
