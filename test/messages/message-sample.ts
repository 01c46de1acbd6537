import type { ChangeRequest } from '../../src/core/request/change-request.ts';
import type { Page } from '../../src/slack/blocks/blocks.ts';

/** What Slack is sent for one message, modal or App Home. */
export interface DrawnSample {
  readonly kind: 'message' | 'modal' | 'home';
  readonly blocks: unknown;
  /** The fallback of a message, which notifications show and screen readers read. */
  readonly text?: string;
  /** What is read of its picture. */
  readonly alt?: string;
  /** The title and the buttons of a modal. */
  readonly title?: string;
  readonly submit?: string;
  readonly close?: string;
}

/** One entry of the messages page: something people see, in both languages. */
export interface MessageSample {
  /** What was done to see it: the typed command, or the situation. */
  readonly name: string;
  /** The operation that it belongs to. */
  readonly operation?: string;
  readonly shows: 'card' | 'answer' | 'problem' | 'form' | 'modal' | 'help' | 'home' | 'chart';
  /** Of a card: its request. */
  readonly card?: ChangeRequest;
  readonly draw: (page: Page) => DrawnSample;
}

/** A chapter of the messages page. */
export interface SampleSection {
  readonly title: string;
  readonly samples: readonly MessageSample[];
}

/** A message as a sample shows it. */
export function messageSample({ text, blocks }: { readonly text: string; readonly blocks: unknown }): DrawnSample {
  return { kind: 'message', text, blocks };
}

interface ModalLike {
  readonly title: { readonly text: string };
  readonly submit?: { readonly text: string };
  readonly close?: { readonly text: string };
  readonly blocks: unknown;
}

/** A modal as a sample shows it. */
export function modalSample({ title, submit, close, blocks }: ModalLike): DrawnSample {
  return {
    kind: 'modal',
    title: title.text,
    ...(submit ? { submit: submit.text } : {}),
    ...(close ? { close: close.text } : {}),
    blocks,
  };
}
