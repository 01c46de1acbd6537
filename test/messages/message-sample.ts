import type { ChangeRequest } from '../../src/core/request/change-request.ts';
import type { Page } from '../../src/slack/blocks/blocks.ts';

export interface DrawnSample {
  readonly kind: 'message' | 'modal' | 'home';
  readonly blocks: unknown;
  /** Text of a message for notifications and screen readers. */
  readonly text?: string;
  readonly alt?: string;
  readonly title?: string;
  readonly submit?: string;
  readonly close?: string;
}

export interface MessageSample {
  readonly name: string;
  readonly operation?: string;
  readonly shows: 'card' | 'answer' | 'problem' | 'form' | 'modal' | 'help' | 'home' | 'chart';
  readonly card?: ChangeRequest;
  readonly draw: (page: Page) => DrawnSample;
}

export interface SampleSection {
  readonly title: string;
  readonly samples: readonly MessageSample[];
}

export function messageSample({ text, blocks }: { readonly text: string; readonly blocks: unknown }): DrawnSample {
  return { kind: 'message', text, blocks };
}

interface ModalLike {
  readonly title: { readonly text: string };
  readonly submit?: { readonly text: string };
  readonly close?: { readonly text: string };
  readonly blocks: unknown;
}

export const modalSample = ({ title, submit, close, blocks }: ModalLike): DrawnSample => ({
  kind: 'modal',
  title: title.text,
  ...(submit ? { submit: submit.text } : {}),
  ...(close ? { close: close.text } : {}),
  blocks,
});
