import type { ChangeRequest } from '../../src/core/request/change-request.ts';
import { fixedSections } from '../messages/fixed-samples.ts';
import { operationSections } from '../messages/operation-samples.ts';

export async function waitingSamples(): Promise<readonly { readonly name: string; readonly card: ChangeRequest }[]> {
  const samples = [...fixedSections(), ...(await operationSections())].flatMap((section) => section.samples);
  return samples.flatMap(({ name, card }) => (card?.state === 'proposed' ? [{ name, card }] : []));
}
