import type { AnyBlock, ModalView } from '@slack/types';
import type { Text } from '../../core/text/text.ts';
import { type Page, plainText } from './blocks.ts';
import { viewLimits } from './limits.ts';

interface ModalParts {
  readonly title: Text;
  readonly close: Text;
  /** Without `submit`, the modal has only buttons. */
  readonly form?: { readonly submit: Text | false; readonly callbackId: string; readonly meta: object };
  readonly blocks: readonly AnyBlock[];
}

export function modal({ title, close, form, blocks }: ModalParts, page: Page): ModalView {
  return {
    type: 'modal',
    title: plainText(title, page, viewLimits.title),
    close: plainText(close, page, viewLimits.close),
    ...(form && {
      callback_id: form.callbackId,
      submit: form.submit ? plainText(form.submit, page, viewLimits.submit) : undefined,
      private_metadata: JSON.stringify(form.meta),
    }),
    blocks: blocks.slice(0, viewLimits.blocks),
  };
}
