import type { PostOutcome } from '../services.ts';

/**
 * What follows where Slack refused a message: nothing, where its message or its channel is gone.
 * @param unpostable called with Slack's code where nothing can be posted in the channel until someone acts
 * @returns after how many ms it is tried again: `waitMs` where Slack doesn't say
 */
export async function afterRefusal(
  outcome: Extract<PostOutcome, { told: false }>,
  waitMs: number,
  { isPosted, unpostable }: { readonly isPosted: boolean; unpostable?(code: string): Promise<void> },
): Promise<number | undefined> {
  if (isPosted && outcome.messageGone) return undefined;
  if (!outcome.gone) return outcome.waitMs ?? waitMs;
  await unpostable?.(outcome.code);
  return undefined;
}
