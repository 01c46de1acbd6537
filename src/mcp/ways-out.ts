import type { Component } from '../platform/component/component-reply.ts';

type Sized = Pick<Component, 'minMemory' | 'serviceSource'>;

/** What may help, the likeliest first: each can be planned, and says then what it does. */
export function waysOut(
  component: Sized | undefined,
  { isShort, isMoved }: { readonly isShort: boolean; readonly isMoved: boolean },
): readonly (readonly [change: string, parameters: Readonly<Record<string, string>>])[] {
  const { minMemory, serviceSource } = component ?? {};
  if (isShort && minMemory) return [['component.scale', { memory: `${2 * minMemory}MiB` }]];
  if (!isMoved) return [];
  return serviceSource === 'source_code'
    ? [
        ['component.deploy', {}],
        ['component.restart', {}],
      ]
    : [['component.restart', {}]];
}

/** Whether what ran before a deploy can be brought back. */
export function wayBackText({ serviceSource }: Sized): string {
  return serviceSource === 'source_code'
    ? 'It is built from source: component.deploy takes the newest commit, and no change brings an earlier build back.'
    : 'It runs an image: component.image takes another one, such as the one before.';
}
