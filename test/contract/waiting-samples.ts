import type { ChangeRequest } from '../../src/core/request/change-request.ts';
import { fixedSections } from '../messages/fixed-samples.ts';
import { operationSections } from '../messages/operation-samples.ts';

/** Every sample of a card that waits for a decision: those of the tests, and of each operation's examples and mistakes. */
export async function waitingSamples(): Promise<readonly { readonly name: string; readonly card: ChangeRequest }[]> {
  const samples = [...fixedSections(), ...(await operationSections())].flatMap((section) => section.samples);
  return samples.flatMap(({ name, card }) => (card?.state === 'proposed' ? [{ name, card }] : []));
}
